import { csvHeader, csvLine } from '#engines/csv/write-csv.ts';
import type { KeptRow } from './collected-store.ts';

/** The rows as a CSV file, in order of arrival. */
export function csvFile(columns: readonly string[], rows: readonly KeptRow[]): string {
  const lines = rows.map((row) => csvLine(columns.map((column) => row.values[column])));
  return csvHeader(columns) + lines.join('');
}

/** Saves a text as a file, without the permission for downloads. */
export function saveFile(name: string, text: string): void {
  const link = document.createElement('a');
  // The mark lets Excel read the file as UTF-8.
  link.href = URL.createObjectURL(new Blob(['\ufeff', text], { type: 'text/csv;charset=utf-8' }));
  link.download = name;
  link.click();
  // The browser reads the address after the click.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
