import { z } from 'zod';
import { ExportFormat, ExportPreset, ExportRows } from '#contract/list-exports.ts';

/** What a person chose for the export of a list. */
export interface ExportChoice {
  /** null for a plain file */
  preset: ExportPreset | null;
  format: ExportFormat;
  rows: ExportRows;
  /** spreadsheets show phones, dates and long numbers as they are */
  asText: boolean;
  onlyNew: boolean;
  /** columns that aren't in the file; null for those that the table hides */
  leftOut: readonly string[] | null;
  /** the name of the column that gets the date of the export; null for none */
  dateColumn: string | null;
}

const Stored = z.object({
  preset: ExportPreset.nullable(),
  format: ExportFormat,
  rows: ExportRows,
  asText: z.boolean(),
  onlyNew: z.boolean(),
  leftOut: z.array(z.string()).nullable(),
  // Earlier versions didn't store it.
  dateColumn: z.string().nullable().default(null),
});
const FIRST: ExportChoice = {
  preset: null,
  format: 'csv',
  rows: 'one-per-row',
  asText: false,
  onlyNew: false,
  leftOut: null,
  dateColumn: null,
};

const keyOf = (list: string) => `leadwell:list-export:${list}`;

/** The last choice for a list in this browser; a plain CSV file before the first one. */
export function readExportChoice(list: string): ExportChoice {
  try {
    return Stored.safeParse(JSON.parse(localStorage.getItem(keyOf(list)) ?? 'null')).data ?? FIRST;
  } catch {
    return FIRST;
  }
}

export function saveExportChoice(list: string, choice: ExportChoice): void {
  try {
    localStorage.setItem(keyOf(list), JSON.stringify(choice));
  } catch {
    // Private windows keep nothing.
  }
}
