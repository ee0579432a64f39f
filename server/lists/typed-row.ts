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
