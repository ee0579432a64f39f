import type { InputOf } from '#contract/call.ts';
import type { LIST_TABLE_CALLS } from '#contract/calls/list-table-calls.ts';
import type { ChangeableRow } from './cell-store.ts';

type Change = InputOf<(typeof LIST_TABLE_CALLS)['listEdit']>['changes'][number];

/** What changes of a row set, by column. */
export function valuesOf(changes: readonly Change[]): Record<string, string> {
  return Object.fromEntries(changes.map(({ column, value }) => [column, value.trim()]));
}

/**
 * The columns of a row that someone else changed after those who change them now saw their values. `changedBefore`: the
 * columns that an earlier try of the same edit changed; undefined if there was none.
 */
export function takenColumns(
  { cells }: Pick<ChangeableRow, 'cells'>,
  changes: readonly Change[],
  changedBefore: readonly string[] | undefined,
): string[] {
  return [...Map.groupBy(changes, ({ column }) => column)].flatMap(([column, ofCell]) => {
    const now = cells[column] ?? '';
    const known = ofCell.flatMap(({ before, value }) => (before === undefined ? [] : [before, value.trim()]));
    const isTaken = changedBefore
      ? !changedBefore.includes(column)
      : known.length > 0 && !known.includes(now);
    return isTaken ? [column] : [];
  });
}
