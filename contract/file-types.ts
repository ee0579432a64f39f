import { z } from 'zod';

/** The media type of an Excel workbook. */
export const XLSX_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** How a table is downloaded. `csv-semicolons`: as Excel opens it in countries whose decimals have a comma. */
export const TableFormat = z.enum(['csv', 'csv-semicolons', 'xlsx']);
export type TableFormat = z.infer<typeof TableFormat>;

/** What people choose. */
export const TABLE_FORMAT_LABELS: Readonly<Record<TableFormat, string>> = {
  csv: 'CSV',
  'csv-semicolons': 'CSV with semicolons (Excel in Europe)',
  xlsx: 'Excel workbook (XLSX)',
};

/** What the name of a file in this format ends in: "csv-semicolons" -> "csv". */
export function fileEnding(format: string): string {
  return format === 'csv-semicolons' ? 'csv' : format;
}
