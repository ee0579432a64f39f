import { InvalidArgumentError } from 'commander';
import { TableFormat } from '#contract/file-types.ts';

/** How a command writes its rows. */
const ROW_FORMATS = [...TableFormat.options, 'ndjson'] as const;
export type RowFormat = (typeof ROW_FORMATS)[number];

/** The option of every command that writes rows. */
export const FORMAT_OPTION = [
  '-f, --format <format>',
  'csv, csv-semicolons (for Excel in much of Europe) or xlsx, with the own columns of the file, or ndjson',
  readFormat,
  'ndjson',
] as const;

function readFormat(value: string): RowFormat {
  const format = ROW_FORMATS.find((each) => each === value);
  if (format) return format;
  throw new InvalidArgumentError('Use csv, csv-semicolons, xlsx or ndjson.');
}
