import { z } from 'zod';
import { ColumnConditions } from './column-conditions.ts';
import { SelectedRows } from './selected-rows.ts';

/** The encodings of text files that we read and write. */
export const TEXT_ENCODINGS = ['utf-8', 'utf-16le', 'utf-16be', 'windows-1252'] as const;
export type TextEncoding = (typeof TEXT_ENCODINGS)[number];

const COLUMNS_MAX = 200;

/** Which rows of a task are wanted. A row must match all that is given. */
export const TaskRowFilter = z.object({
  /** only rows with this status: "found", "not_found", "failed", or one of the tool's own, such as "risky" */
  show: z.string().max(40).optional(),
  /** only rows that contain this text, also in an own column of the list */
  q: z.string().max(500).optional(),
  /** only rows that meet all of these. Own columns of an uploaded list are `own-1`, `own-2` and so on. */
  where: ColumnConditions.optional(),
  /** only rows at these positions */
  selected: SelectedRows.optional(),
});
export type TaskRowFilter = z.infer<typeof TaskRowFilter>;

/** The name of an own column in conditions, by its number from 0. */
export function ownField(column: number): string {
  return `own-${column + 1}`;
}

/** The status of a row in conditions, as `show` has it. */
export const STATUS_FIELD = 'status';

/** A row of a file or list is one person of a result, for tasks that found people. */
export const RowPer = z.literal('person').optional();
export type RowPer = z.infer<typeof RowPer>;

/** The query of `task-csv`, besides the task: which rows and columns the file has, and how it is written. */
export const TaskCsvOptions = z.object({
  /** `false`: without the byte order mark, which Excel needs to read accents */
  bom: z.enum(['true', 'false']).default('true'),
  ...TaskRowFilter.shape,
  /** `person`: a row for each person of the results, with columns of their own */
  per: RowPer,
  /** names of our columns, separated by commas. An uploaded list's own columns are always included. */
  columns: z
    .string()
    .max(10_000)
    .transform((text) => text.split(',').filter(Boolean))
    .pipe(z.array(z.string()).min(1).max(COLUMNS_MAX))
    .optional(),
  /**
   * `csv`, and `standard`, its name until November 2026: commas and UTF-8. `csv-semicolons`: for Excel in countries whose decimals
   * have a comma. `upload`: with the delimiter and encoding of the uploaded list. `xlsx`: an Excel workbook.
   */
  format: z.enum(['csv', 'csv-semicolons', 'standard', 'upload', 'xlsx']).default('csv'),
});
export type TaskCsvOptions = z.infer<typeof TaskCsvOptions>;
