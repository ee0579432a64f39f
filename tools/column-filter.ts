import type { ColumnCondition } from '#contract/task-csv.ts';
import { type StoredRow, searchText, textsOf } from './history-column.ts';

/** Whether a stored row meets a condition, in the browser and in files. */
export function meets(row: StoredRow, { fields, is, value }: ColumnCondition): boolean {
  switch (is) {
    case 'containing':
      return searchText(row, fields).includes(value.trim().toLowerCase());
    case 'equal':
      return fields.flatMap((field) => valuesOf(row[field])).includes(value);
    case 'at-least':
      return fields.flatMap((field) => textsOf(row[field])).some((text) => Number(text) >= Number(value));
  }
}

function valuesOf(stored: unknown): string[] {
  return typeof stored === 'boolean' ? [String(stored)] : textsOf(stored);
}
