import { InvalidArgumentError } from 'commander';

/** How a command writes its rows. */
export type RowFormat = 'csv' | 'xlsx' | 'ndjson';

/** The option of every command that writes rows. */
export const FORMAT_OPTION = [
  '-f, --format <format>',
  'csv or xlsx, with the own columns of the file, or ndjson',
  readFormat,
  'ndjson',
] as const;

function readFormat(value: string): RowFormat {
  if (value === 'csv' || value === 'xlsx' || value === 'ndjson') return value;
  throw new InvalidArgumentError('Use csv, xlsx or ndjson.');
}
