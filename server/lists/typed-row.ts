import type { ListColumn } from '#contract/list-columns.ts';
import { columnFinder } from './column-changes.ts';

/** The values of a row by the IDs of their columns, from texts by name or ID of a column. Empty and unknown ones are left out. */
export function typedValues(
  fields: readonly ListColumn[],
  row: Readonly<Record<string, string>>,
  first: 'names' | 'ids' = 'names',
): Record<string, string> {
  const find = columnFinder(fields, first);
  return Object.fromEntries(
    Object.entries(row).flatMap(([given, text]) => {
      const column = find(given);
      return column && text.trim() !== '' ? [[column.id, text.trim()] as const] : [];
    }),
  );
}

/**
 * Why a value of the row isn't among its values by column: it has no column name, or another value is for the same column.
 * Null if all of them are there.
 */
export function lostValue(
  fields: readonly ListColumn[],
  row: Readonly<Record<string, string>>,
  values: Readonly<Record<string, string>>,
  first: 'names' | 'ids' = 'names',
): string | null {
  const given = Object.entries(row).filter(([, text]) => text.trim() !== '');
  if (given.length === Object.keys(values).length) return null;
  const find = columnFinder(fields, first);
  for (const [name, text] of given) {
    const column = find(name);
    if (!column) return name.trim() === '' ? 'A value has no column name.' : `There is no column “${name}”.`;
    if (values[column.id] !== text.trim())
      return `The row has two values for the column “${column.name}”. Send one.`;
  }
  return null;
}
