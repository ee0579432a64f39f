import { z } from 'zod';

/** The encodings of text files that we read and write. */
export const TEXT_ENCODINGS = ['utf-8', 'utf-16le', 'utf-16be', 'windows-1252'] as const;
export type TextEncoding = (typeof TEXT_ENCODINGS)[number];

const COLUMNS_MAX = 200;
const CONDITIONS_MAX = 10;

/** A condition on a column of results: one of these fields contains, equals or is at least a value. */
export const ColumnCondition = z.object({
  fields: z.array(z.string().max(100)).min(1).max(COLUMNS_MAX),
  is: z.enum(['containing', 'equal', 'at-least']),
  value: z.string().max(200),
});
export type ColumnCondition = z.infer<typeof ColumnCondition>;

const ColumnConditions = z.array(ColumnCondition).max(CONDITIONS_MAX);

/** The query of `task-csv`, besides the task: which rows and columns the file has, and how it is written. */
export const TaskCsvOptions = z.object({
  /** `false`: without the byte order mark, which Excel needs to read accents */
  bom: z.enum(['true', 'false']).default('true'),
  /** only rows with this status: "found", "not_found", "failed", or one of the tool's own, such as "risky" */
  show: z.string().max(40).optional(),
  /** only rows that contain this text */
  q: z.string().max(500).optional(),
  /** only rows that meet all of these: a JSON list of ColumnCondition */
  where: z
    .string()
    .max(20_000)
    .transform((text, { issues }) => {
      try {
        return JSON.parse(text) as unknown;
      } catch {
        issues.push({ code: 'custom', input: text, message: 'where must be a JSON list of conditions' });
        return z.NEVER;
      }
    })
    .pipe(ColumnConditions)
    .optional(),
  /** names of our columns, separated by commas. An uploaded list's own columns are always included. */
  columns: z
    .string()
    .max(10_000)
    .transform((text) => text.split(',').filter(Boolean))
    .pipe(z.array(z.string()).min(1).max(COLUMNS_MAX))
    .optional(),
  /** `upload`: with the delimiter and encoding of the uploaded list. Default: commas and UTF-8. */
  format: z.enum(['standard', 'upload']).default('standard'),
});
export type TaskCsvOptions = z.infer<typeof TaskCsvOptions>;
