import { createCsvReader } from '#engines/csv/read-csv.ts';

/** The cells of a CSV file that we write: with commas, in UTF-8. `readCell`: what each is read as */
export async function* csvRows(
  csv: AsyncIterable<string | Uint8Array>,
  readCell: (text: string) => string,
): AsyncGenerator<string[], void> {
  const reader = createCsvReader(',', { maxRecordChars: Infinity, maxCells: Infinity, readCell });
  const decoder = new TextDecoder();
  for await (const piece of csv) {
    // Without the byte order mark at the start.
    const text =
      typeof piece === 'string' ? piece.replace(/^\ufeff/, '') : decoder.decode(piece, { stream: true });
    for (const { cells } of reader.push(text)) yield cells;
  }
  for (const { cells } of reader.end()) yield cells;
}
