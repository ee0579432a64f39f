// On PostgreSQL: connections break only there.
import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Database, transaction } from './db.ts';
import { openTestDatabase } from './test-database.ts';

let database: Database;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

describe('the database', () => {
  it('returns the same types on both engines', async () => {
    const { rows } = await sql<Record<string, unknown>>`
      select 9007199254740991::int8 as big, count(*) as n, timestamptz '2026-01-02 03:04:05+02' as at,
             '{"a":[1]}'::jsonb as doc from (values (1), (2)) v`.execute(database.db);
    expect(rows[0]).toEqual({
      big: Number.MAX_SAFE_INTEGER,
      n: 2,
      at: new Date('2026-01-02T01:04:05Z'),
      doc: { a: [1] },
    });
  });

  it('isolates concurrent transactions and rolls back completely', async () => {
    const balances = Array.from({ length: 20 }, (_, i) =>
      transaction(database.db, async (tx) => {
        await tx
          .insertInto('accounts')
          .values({ email: `p${i}@example.com`, balance: i })
          .execute();
        if (i % 2) throw new Error('undo');
      }).catch((error: Error) => error.message),
    );
    expect((await Promise.all(balances)).filter((outcome) => outcome === 'undo')).toHaveLength(10);
    const { n } = await database.db
      .selectFrom('accounts')
      .select((eb) => eb.fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow();
    expect(n).toBe(10);
  });

  it.runIf(process.env.TEST_POSTGRES_URL)('survives a broken connection in a transaction', async () => {
    const outcome = transaction(database.db, async (tx) => {
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx);
      await sql`select pg_terminate_backend(${rows[0]?.pid})`.execute(database.db);
      // No query runs while the connection breaks, so none receives the error.
      await delay(200);
      await sql`select 1`.execute(tx);
    });
    await expect(outcome).rejects.toThrow();
    expect((await sql`select 1 as one`.execute(database.db)).rows).toEqual([{ one: 1 }]);
  });

  it.runIf(!process.env.TEST_POSTGRES_URL)(
    'lets the event loop turn while many statements wait for each other',
    async () => {
      let done = 0;
      let doneBefore: number | null = null;
      setImmediate(() => setImmediate(() => (doneBefore = done)));
      const statements = Array.from({ length: 60 }, async () => {
        await sql`select pg_sleep(0.005)`.execute(database.db);
        done += 1;
      });
      await Promise.all(statements);
      expect(doneBefore).toBeLessThan(statements.length);
    },
  );

  it.runIf(!process.env.TEST_POSTGRES_URL)(
    'rejects a root query inside a transaction instead of hanging',
    async () => {
      const outcome = transaction(database.db, () =>
        database.db.selectFrom('accounts').selectAll().execute(),
      );
      await expect(outcome).rejects.toThrow('pass the transaction');
    },
  );
});
