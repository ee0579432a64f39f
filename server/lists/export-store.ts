import type { Selectable } from 'kysely';
import type { Db } from '../platform/database/db.ts';
import type { Tables } from '../platform/database/tables.ts';

type ExportRecord = Selectable<Tables['list_exports']>;

/** The names of a list's exports that are kept, with each filter. The oldest are forgotten. */
const KEPT = 100;

/** The exports of a list, last one first. With `filters`: only those with one of these. */
export function exportsOf(db: Db, listId: string, filters?: readonly string[]): Promise<ExportRecord[]> {
  const exports = db.selectFrom('list_exports').selectAll().where('list_id', '=', listId);
  return (filters ? exports.where('filter', 'in', filters) : exports)
    .orderBy('at', 'desc')
    .orderBy('name')
    .orderBy('filter')
    .execute();
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
  const old = (await exportsOf(db, record.list_id)).slice(KEPT);
  for (const { name, filter } of old)
    await db
      .deleteFrom('list_exports')
      .where('list_id', '=', record.list_id)
      .where('name', '=', name)
      .where('filter', '=', filter)
      .execute();
}
