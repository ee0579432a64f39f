import { BULLET } from './cell-text.ts';

/** Letters such as "A. " belong to names. */
const NUMBER = /^\(?\d{1,6}[.):]\s+/;

/** Whether each line of a list has a number before its name. */
export function isNumberedList(lines: readonly string[]): boolean {
  return lines.length > 1 && lines.every((line) => NUMBER.test(line));
}

/** A line of a list without its bullet, and without its number if the list `isNumbered`. */
export function plainName(line: string, isNumbered: boolean): string {
  const name = line.replace(BULLET, '');
  return isNumbered ? name.replace(NUMBER, '') : name;
}
