import type { Selectable } from 'kysely';
import type { Db } from '../platform/database/db.ts';
import type { Tables } from '../platform/database/tables.ts';

type ExportRecord = Selectable<Tables['list_exports']>;

/** The names of a list's exports that are kept, with each filter. The oldest are forgotten. */
const KEPT = 100;
/** Those that were never confirmed are no use for long, and must not push out others. */
const UNCONFIRMED_KEPT = 20;
const UNCONFIRMED = 'unconfirmed ';

/** What stands in `filter` until an export is confirmed, so that no filter finds it. */
export function unconfirmed(confirm: string, filter: string): string {
  return `${UNCONFIRMED}${confirm} ${filter}`;
}

/** The exports of a list, last one first. With `filters`: only those with one of these. */
export function exportsOf(db: Db, listId: string, filters?: readonly string[]): Promise<ExportRecord[]> {
  const exports = db.selectFrom('list_exports').selectAll().where('list_id', '=', listId);
  return (filters ? exports.where('filter', 'in', filters) : exports)
    .orderBy('at', 'desc')
    .orderBy('name')
    .orderBy('filter')
    .execute();
}

/** Whether an export of a list was remembered at a time or later, confirmed or not. */
export async function wasExportedSince(db: Db, listId: string, at: Date): Promise<boolean> {
  const found = await db
    .selectFrom('list_exports')
    .select('name')
    .where('list_id', '=', listId)
    .where('at', '>=', at)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

/** Remembers an export instead of the one before with the same name and filter. A list that is gone is fine. */
export async function storeExport(db: Db, record: ExportRecord): Promise<void> {
  await db
    .insertInto('list_exports')
    .columns(['list_id', 'name', 'filter', 'version', 'rows', 'at'])
    .expression(
      db
        .selectFrom('lists')
        .select(({ val, cast, ref }) => [
          ref('id').as('list_id'),
          cast<string>(val(record.name), 'text').as('name'),
          cast<string>(val(record.filter), 'text').as('filter'),
          cast<number>(val(record.version), 'bigint').as('version'),
          cast<number>(val(record.rows), 'integer').as('rows'),
          cast<Date>(val(record.at), 'timestamptz').as('at'),
        ])
        .where('id', '=', record.list_id),
    )
    .onConflict((conflict) =>
      conflict.columns(['list_id', 'name', 'filter']).doUpdateSet((eb) => ({
        version: eb.ref('excluded.version'),
        rows: eb.ref('excluded.rows'),
        at: eb.ref('excluded.at'),
      })),
    )
    .execute();
  const all = await exportsOf(db, record.list_id);
  const waiting = all.filter(({ filter }) => filter.startsWith(UNCONFIRMED));
  const old = [
    ...waiting.slice(UNCONFIRMED_KEPT),
    ...all.filter((one) => !waiting.includes(one)).slice(KEPT),
  ];
  for (const { name, filter } of old)
    await db
      .deleteFrom('list_exports')
      .where('list_id', '=', record.list_id)
      .where('name', '=', name)
      .where('filter', '=', filter)
      .execute();
}

/**
 * Makes an export that waits for this confirmation count, unless one of a later version does. false: there is none. It stays for a
 * repeated confirmation.
 */
export async function confirmExport(db: Db, listId: string, confirm: string): Promise<boolean> {
  const all = await exportsOf(db, listId);
  const start = unconfirmed(confirm, '');
  const waiting = all.find(({ filter }) => filter.startsWith(start));
  if (!waiting) return false;
  const filter = waiting.filter.slice(start.length);
  const counting = all.find((one) => one.name === waiting.name && one.filter === filter);
  if (!counting || Number(counting.version) <= Number(waiting.version))
    await storeExport(db, { ...waiting, filter });
  return true;
}
