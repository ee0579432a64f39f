import { InvalidArgumentError } from 'commander';

/** A number of rows, credits or the like, as an argument has it. Throws InvalidArgumentError for anything else. */
export function wholeNumber(value: string): number {
  if (/^\d{1,9}$/.test(value)) return Number(value);
  throw new InvalidArgumentError('Use a whole number from 0 to 999,999,999, without commas.');
}
