import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, expect, it } from 'vitest';
import { openTestDatabase } from '../platform/database/test-database.ts';
import { entriesRead } from '../platform/database/test-entries-read.ts';
import { lockPending } from './item-store.ts';

const database = await openTestDatabase();
afterAll(() => database.close());

it('a batch of a large task reads its own items alone, although the embedded database has no statistics', async () => {
  const { db } = database;
  const [account, task] = [randomUUID(), randomUUID()];
  await sql`insert into accounts (id, email, name, balance) values (${account}, 'a@example.com', 'A', 0)`.execute(
    db,
  );
  await sql`insert into task_lists (id, account_id, created_at, items, state)
    values (${task}, ${account}, now(), 5000, 'started')`.execute(db);
  await sql`insert into task_items (task_id, position, shard, input)
    select ${task}, n, n / 500, 'x' from generate_series(1, 5000) n`.execute(db);
  const positions = Array.from({ length: 20 }, (_, n) => 2000 + 7 * n);
  const entries = await entriesRead(db, 'task_items', (tx) => lockPending(tx, task, positions));
  expect(entries).toBeGreaterThanOrEqual(positions.length);
  expect(entries).toBeLessThan(10 * positions.length);
});
