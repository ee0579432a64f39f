import { z } from 'zod';
import { COLUMN_CONDITIONS_MAX, ColumnCondition } from './column-conditions.ts';
import { ColumnId, LIST_COLUMNS_MAX } from './list-columns.ts';

export const LIST_VIEWS_MAX = 50;

export const ViewName = z
  .string()
  .trim()
  .min(1, 'Enter a name for the view.')
  .max(100, 'A name can have 100 characters at most.');

/** Which rows and columns of a list are shown, and how, under a name. */
export const SavedView = z.object({
  /** unique in the list, in any case */
  name: ViewName,
  search: z.string().trim().max(200).default(''),
  where: z.array(ColumnCondition).max(COLUMN_CONDITIONS_MAX).default([]),
  /** null: in the order the rows were added */
  sort: z.object({ column: ColumnId, descending: z.boolean() }).nullable().default(null),
  /** columns that aren't shown */
  hidden: z.array(ColumnId).max(LIST_COLUMNS_MAX).default([]),
  /** columns that stay visible while the others scroll */
  pinned: z.array(ColumnId).max(LIST_COLUMNS_MAX).default([]),
});
export type SavedView = z.infer<typeof SavedView>;
