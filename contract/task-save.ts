import { z } from 'zod';
import { RowPer } from './task-csv.ts';
import { PEOPLE_PER_SITE } from './website-people.ts';

/** Which results of a task a list gets: all, or those with data, or a row for each person of them. */
export const SavedRowsOf = z.object({
  rows: z.enum(['all', 'found']).default('found'),
  per: RowPer,
  /** at most so many people of each website, those with an email first */
  perCompany: z.int().min(1).max(PEOPLE_PER_SITE).optional(),
});

/** How the results of a task get to a list when it ends. */
export const TaskSave = z.object({
  /** of the list; once it has rows, as it was called then */
  name: z.string(),
  ...SavedRowsOf.shape,
  /** null: there is no such list yet */
  listId: z.uuid().nullable(),
  /** `waiting`: for the end of the task, or until its results are saved; `failed`: see `problem` */
  state: z.enum(['waiting', 'done', 'failed']),
  /** rows that the list got, and rows that it had already */
  added: z.int().nonnegative(),
  updated: z.int().nonnegative(),
  /** rows left out, because their people or companies opted out */
  refused: z.int().nonnegative(),
  /** rows left out, because they are larger than 100 KB */
  tooLarge: z.int().nonnegative(),
  /** why not all results are in the list, as a sentence; null if they are. The task keeps them. */
  problem: z.string().nullable(),
});
export type TaskSave = z.infer<typeof TaskSave>;
