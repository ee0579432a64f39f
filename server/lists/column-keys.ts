import { listFields } from './list-fields.ts';
import type { MergePlan, StoredRow } from './merge-rows.ts';
import { isValueKey, ownKey, valueKey } from './row-key.ts';
import type { KeyOfRow } from './row-store.ts';
import type { ListRecord } from './store.ts';

/** What a list says about its key column. */
export type KeyedList = Pick<ListRecord, 'kind' | 'source' | 'columns' | 'fields' | 'key_column'>;

/** The key of a row by its values; null if the list has no key column, or the row has no value in it. */
export type KeyReader = (values: Readonly<Record<string, string>>) => string | null;

/** Reads the keys that rows have by the key column of their list. */
export function keyReader(list: KeyedList): KeyReader {
  if (list.key_column === null) return () => null;
  const column = listFields(list).find(({ id }) => id === list.key_column);
  return (values) => (column ? valueKey(column.type, values[column.id]) : null);
}

/**
 * The keys of a row after its values changed. `before` and `now`: its key by the key column. With `all`, keys of other
 * values go, too, because the key column changed. Other identifiers stay, and a row always has a key.
 */
export function keysAfter(
  keys: readonly string[],
  { before, now, all = false }: { before: string | null; now: string | null; all?: boolean },
): string[] {
  const kept = keys.filter((key) => key === now || !(key === before || (all && isValueKey(key))));
  const own = now === null || kept.includes(now) ? kept : [...kept, now];
  return own.length > 0 ? own : [ownKey()];
}

/** Gives the rows of a plan their keys by the key column, however they are identified. Returns the keys that they no longer have. */
export function giveKeys(
  list: KeyedList,
  plan: MergePlan,
  stored: readonly Pick<StoredRow, 'id' | 'values'>[],
): KeyOfRow[] {
  if (list.key_column === null) return [];
  const keyOf = keyReader(list);
  const before = new Map(stored.map(({ id, values }) => [id, keyOf(values)]));
  plan.inserts = plan.inserts.map((row) => ({
    ...row,
    keys: keysAfter(row.keys, { before: null, now: keyOf(row.values) }),
  }));
  const gone: KeyOfRow[] = [];
  plan.updates = plan.updates.map((row) => {
    const keys = keysAfter(row.keys, { before: before.get(row.id) ?? null, now: keyOf(row.values) });
    for (const key of row.keys) if (!keys.includes(key)) gone.push({ row: row.id, key });
    return { ...row, keys };
  });
  return gone;
}
