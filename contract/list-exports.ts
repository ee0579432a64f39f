import { z } from 'zod';
import { ColumnId, LIST_COLUMNS_MAX } from './list-columns.ts';
import { LeftOutBy } from './list-exclusions.ts';

/** How a file of a list is written. `jsonl`: one JSON object per line, by the names of the columns. */
export const EXPORT_FORMATS = ['csv', 'csv-semicolons', 'xlsx', 'tsv', 'jsonl'] as const;
export const ExportFormat = z.enum(EXPORT_FORMATS);
export type ExportFormat = z.infer<typeof ExportFormat>;

/** The tools whose import reads our file without changes. */
export const EXPORT_PRESETS = [
  'hubspot',
  'salesforce-lead',
  'salesforce-contact',
  'pipedrive',
  'attio',
  'instantly',
  'smartlead',
  'lemlist',
] as const;
export const ExportPreset = z.enum(EXPORT_PRESETS);
export type ExportPreset = z.infer<typeof ExportPreset>;

/** `one-per-email`: a row with several emails becomes a row for each of them. */
const EXPORT_ROWS = ['one-per-row', 'one-per-email'] as const;
export const ExportRows = z.enum(EXPORT_ROWS);
export type ExportRows = z.infer<typeof ExportRows>;

const EXPORT_NAME_MAX_CHARS = 100;
const COLUMNS_MAX_CHARS = 20_000;

/** What an export is called, so that a later one can have what changed since: the tool that gets the file. */
const ExportName = z.string().trim().min(1).max(EXPORT_NAME_MAX_CHARS);

/** IDs of columns: a JSON list, as a text. */
const ExportColumns = z
  .string()
  .max(COLUMNS_MAX_CHARS)
  .transform((text, { issues }) => {
    try {
      return JSON.parse(text) as unknown;
    } catch {
      issues.push({ code: 'custom', input: text, message: 'columns must be a JSON list of column IDs' });
      return z.NEVER;
    }
  })
  .pipe(z.array(ColumnId).min(1, 'Choose a column.').max(LIST_COLUMNS_MAX));

/** What decides which rows a file has, besides the filter. */
export const ExportShape = {
  columns: ExportColumns.optional(),
  preset: ExportPreset.optional(),
  rows: ExportRows.default('one-per-row'),
  /** only rows that are new or changed since the export with this name; all if there is none */
  since: ExportName.optional(),
};

/** How the rows of a list are written, besides which ones. */
export const ExportOptions = {
  ...ExportShape,
  format: ExportFormat.default('csv'),
  /** `true`: spreadsheets show phones, dates and long numbers as they are. Only CSV and TSV without a preset. */
  text: z.enum(['true', 'false']).default('false'),
  /** remembers this export by this name */
  mark: ExportName.optional(),
  /** an ID of the caller: `mark` counts only once `list-export-confirm` is called with it */
  confirm: z.uuid().optional(),
};

/** What a file has, and which of the chosen rows it lacks. A row counts for the first reason, in this order. */
export const ExportCount = z.object({
  /** rows of the list that the file has */
  rows: z.int().nonnegative(),
  /** rows of the file: with `one-per-email`, a row of the list can be several */
  lines: z.int().nonnegative(),
  /** neither new nor changed since the export that `since` names */
  unchanged: z.int().nonnegative(),
  /** about people or companies who opted out */
  optedOut: z.int().nonnegative(),
  leftOut: LeftOutBy,
  /** the tool of the preset refuses rows without these: `{"without": "an email", "rows": 12}` */
  refused: z.array(z.object({ without: z.string(), rows: z.int().positive() })),
});
export type ExportCount = z.infer<typeof ExportCount>;

/** A remembered export of a list. */
export const ListExport = z.object({
  name: z.string(),
  /** rows of the list that the file had */
  rows: z.int().nonnegative(),
  at: z.string(),
});
export type ListExport = z.infer<typeof ListExport>;
