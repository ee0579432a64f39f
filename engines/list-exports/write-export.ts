import type { ExportFormat, ExportPreset, ExportRows } from '#contract/list-exports.ts';
import { BYTE_ORDER_MARK, csvDelimiter, csvHeader, csvLine, textLine } from '../csv/write-csv.ts';
import type { ExportField } from './export-columns.ts';
import { exportTable } from './export-rows.ts';

/** How a file of a list is written. */
export interface ExportShape {
  format: ExportFormat;
  preset?: ExportPreset | undefined;
  rows: ExportRows;
  /** spreadsheets show phones, dates and long numbers as they are */
  asText: boolean;
}

/** Writes a file of a list, part by part. */
export interface ExportWriter {
  /** the text before the first row */
  start: string;
  /** the lines of a row of the list; empty if the tool of the preset refuses the row */
  write(values: Readonly<Record<string, string>>): string;
}

/**
 * A writer for a file with these columns of a list. CSV and TSV have formulas made harmless, and a byte order mark unless a
 * preset is given, because tools take it for a part of the first header. In JSON Lines, texts are as they are. Of a workbook, it
 * writes the rows as CSV.
 */
export function exportWriter(fields: readonly ExportField[], shape: ExportShape): ExportWriter {
  const { headers, rowsOf } = exportTable(fields, shape);
  if (shape.format === 'jsonl')
    return {
      start: '',
      write: (values) =>
        rowsOf(values)
          .map(
            (cells) =>
              `${JSON.stringify(Object.fromEntries(headers.map((name, at) => [name, cells[at]])))}\n`,
          )
          .join(''),
    };
  const delimiter = csvDelimiter(shape.format);
  const line = shape.asText && !shape.preset && shape.format !== 'xlsx' ? textLine : csvLine;
  return {
    start: (shape.preset ? '' : BYTE_ORDER_MARK) + csvHeader(headers, delimiter),
    write: (values) =>
      rowsOf(values)
        .map((cells) => line(cells, delimiter))
        .join(''),
  };
}
