import type { ListColumn } from '#contract/list-columns.ts';
import type { ListView } from '#contract/lists.ts';

const NEW_COLUMN = 'Exported on';

/**
 * The columns that can have the date of an export: those for dates that no step fills. Other columns may have notes that it would
 * replace.
 */
export function dateColumns({ fields, keyColumn }: Pick<ListView, 'fields' | 'keyColumn'>): ListColumn[] {
  return fields.filter(({ id, step, type }) => type === 'date' && step === null && id !== keyColumn);
}

/** The name of a new column for the date, which no column of the list has. */
export function newDateColumn({ fields }: Pick<ListView, 'fields'>): string {
  const taken = new Set(fields.map(({ name }) => name.toLowerCase()));
  for (let number = 1; ; number += 1) {
    const name = number === 1 ? NEW_COLUMN : `${NEW_COLUMN} ${number}`;
    if (!taken.has(name.toLowerCase())) return name;
  }
}

/**
 * The name of the column that gets the date: the wanted one, if the list still has it for dates or could have it as a new one; else
 * "Exported on", which may be new.
 */
export function dateColumnFor(list: Pick<ListView, 'fields' | 'keyColumn'>, wanted: string): string {
  const created = newDateColumn(list);
  if (wanted === created) return created;
  const columns = dateColumns(list);
  const named = (name: string) => columns.find((field) => field.name.toLowerCase() === name.toLowerCase());
  return (named(wanted) ?? named(NEW_COLUMN))?.name ?? created;
}
