import { sql } from 'kysely';
import { type Db, type Tx, transaction } from './db.ts';

/** How many entries of a table and its indexes some work reads. */
export async function entriesRead(
  db: Db,
  table: string,
  work: (tx: Tx) => Promise<unknown>,
): Promise<number> {
  return transaction(db, async (tx) => {
    const count = async () => {
      const { rows } = await sql<{ count: number }>`
        select sum(pg_stat_get_xact_tuples_returned(c.oid)) as count from pg_class c
        where c.oid = ${table}::regclass or c.oid in (select indexrelid from pg_index where indrelid = ${table}::regclass)
      `.execute(tx);
      return Number(rows[0]?.count);
    };
    const before = await count();
    await work(tx);
    return (await count()) - before;
  });
}
