import { InvalidArgumentError } from 'commander';

/** How a command writes its rows. */
export type RowFormat = 'csv' | 'ndjson';

/** The option of every command that writes rows. */
export const FORMAT_OPTION = [
  '-f, --format <format>',
  'csv, with the own columns of the file, or ndjson',
  readFormat,
  'ndjson',
] as const;

function readFormat(value: string): RowFormat {
  if (value === 'csv' || value === 'ndjson') return value;
  throw new InvalidArgumentError('Use csv or ndjson.');
}
