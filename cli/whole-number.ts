import { InvalidArgumentError } from 'commander';

const LARGEST = 999_999_999;

/**
 * Reads an argument as a number of rows, credits or the like, by default from 0. The returned function throws InvalidArgumentError for
 * anything else.
 */
export function wholeNumber({ least = 0, most = LARGEST } = {}): (value: string) => number {
  return (value) => {
    const number = Number(value);
    if (/^\d{1,9}$/.test(value) && number >= least && number <= most) return number;
    throw new InvalidArgumentError(
      `Use a whole number from ${least} to ${most.toLocaleString('en-US')}, without commas.`,
    );
  };
}
