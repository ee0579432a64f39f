import { headerKey } from './column-roles.ts';
import { csvRecord } from './write-csv.ts';

/** The columns of a table, and the cells of its rows. */
interface CellTable {
  columns: readonly string[];
  rows: readonly (readonly string[])[];
}

/** A table whose columns are known by more than their names. */
export interface KnownTable extends CellTable {
  /** the place of each known column, in the same order for both tables; null for one that it doesn't have */
  places: readonly (number | null)[];
}

/**
 * The rows of both tables in one, those of `before` first. A column of `added` goes into the known column that it is, else
 * into the one with the same name, else it is a new one at the end. No column of `before` changes its place.
 */
export function joinColumns(before: KnownTable, added: KnownTable): { columns: string[]; rows: string[][] } {
  const columns = [...before.columns];
  const targets = new Map<number, number>();
  const taken = new Set<number>();
  const put = (from: number, to: number) => {
    targets.set(from, to);
    taken.add(to);
  };
  added.places.forEach((from, known) => {
    const to = before.places[known] ?? null;
    if (from !== null && to !== null && !targets.has(from) && !taken.has(to)) put(from, to);
  });
  const names = before.columns.map(headerKey);
  added.columns.forEach((column, from) => {
    if (targets.has(from)) return;
    const name = headerKey(column);
    const same = names.findIndex((other, to) => other === name && !taken.has(to));
    put(from, same >= 0 ? same : columns.push(column) - 1);
  });
  const moved = added.rows.map((cells) => {
    const row = columns.map(() => '');
    cells.forEach((cell, from) => {
      const to = targets.get(from);
      if (to !== undefined) row[to] = cell;
    });
    return row;
  });
  const padded = before.rows.map((cells) => columns.map((_, column) => cells[column] ?? ''));
  return { columns, rows: [...padded, ...moved] };
}

/** A table as a text that is read as the same table. */
export function tableText({ columns, rows }: CellTable): string {
  // Without a comma, nothing else says that this is a table.
  const hint = columns.length === 1 ? ['sep=,'] : [];
  return [...hint, ...[columns, ...rows].map((cells) => csvRecord(cells))].join('\n');
}
