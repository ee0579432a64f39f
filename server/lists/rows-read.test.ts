import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Tx } from '../platform/database/db.ts';
import { openTestDatabase } from '../platform/database/test-database.ts';
import { entriesRead } from '../platform/database/test-entries-read.ts';
import { moveCells } from './cell-store.ts';
import { rowsById } from './row-steps.ts';
import { keysOfRows, moveKeys } from './row-store.ts';

/** What a run does for some rows of a large list reads those rows. The embedded database has no statistics to find that out. */

const ROWS = 5000;
const SOME = Array.from({ length: 20 }, (_, n) => 2000 + 7 * n);
const database = await openTestDatabase();
afterAll(() => database.close());
const { db } = database;
const [account, list] = [randomUUID(), randomUUID()];

beforeAll(async () => {
  await sql`insert into accounts (id, email, name, balance) values (${account}, 'a@example.com', 'A', 0)`.execute(
    db,
  );
  await sql`insert into lists (id, account_id, kind, source, name, columns, created_at, updated_at)
    values (${list}, ${account}, 'own', 'file', 'A', '["company"]', now(), now())`.execute(db);
  await sql`insert into list_rows (id, list_id, cells, bytes, added_at, updated_at) overriding system value
    select n, ${list}, jsonb_build_object('company', n::text), 20, now(), now() from generate_series(1, ${ROWS}) n`.execute(
    db,
  );
  await sql`insert into list_row_keys (list_id, key, row_id)
    select ${list}, 'key ' || n, n from generate_series(1, ${ROWS}) n`.execute(db);
  await sql`insert into list_cells (list_id, row_id, step, status)
    select ${list}, n, 'step', 'done' from generate_series(1, ${ROWS}) n`.execute(db);
});

it.each([
  ['the keys of rows', 'list_row_keys', (tx: Tx) => keysOfRows(tx, list, SOME)],
  [
    'the keys that move to another row',
    'list_row_keys',
    (tx: Tx) => moveKeys(tx, list, [{ from: SOME, to: 1 }]),
  ],
  [
    'the answers that move to another row',
    'list_cells',
    (tx: Tx) => moveCells(tx, list, [{ from: SOME, to: 1 }]),
  ],
  ['rows by their IDs', 'list_rows', (tx: Tx) => rowsById(tx, list, SOME)],
])('reads %s alone', async (_, table, work) => {
  const entries = await entriesRead(db, table, work);
  expect(entries).toBeGreaterThanOrEqual(SOME.length);
  expect(entries).toBeLessThan(10 * SOME.length);
});
