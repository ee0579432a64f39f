// On PostgreSQL: blocks are added in the order of the commits.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signUp } from '../auth/test-requests.ts';
import { transaction } from '../platform/database/db.ts';
import { createPaidLeads } from './earlier-exports.ts';
import { forgetOldLeads, readBlocks } from './exported-leads.ts';
import { findExportsOf, forgetExported } from './exported-person.ts';
import type { LeadKeys } from './lead-keys.ts';
import { type LeadBench, openLeadBench } from './test-leads.ts';

const NOW = new Date('2026-05-04T10:00:00Z');
const DAY_MS = 86_400_000;
let bench: LeadBench;
beforeAll(async () => {
  bench = await openLeadBench();
});
afterAll(() => bench.close());

const newAccount = async (name: string) => (await signUp(bench.app, `${name}@example.com`)).user.id;
const keysFrom = (from: number, to: number): LeadKeys =>
  BigUint64Array.from({ length: to - from }, (_, index) => BigInt(from + index));
const by = (accountId: string, now = NOW) => ({ accountId, database: 'apollo' as const, now });

async function readAllBlocks(accountId: string, now = NOW): Promise<LeadKeys[]> {
  const blocks: LeadKeys[] = [];
  for await (const { keys } of readBlocks(bench.deps.database.db, by(accountId, now), 0)) blocks.push(keys);
  return blocks;
}

/** Remembers leads in a transaction. Returns how many were free. */
async function remember(
  paid: ReturnType<typeof createPaidLeads>,
  accountId: string,
  keys: LeadKeys,
  exportedAt = NOW,
): Promise<number> {
  const { database, warehouse } = bench.deps;
  const { repeats, committed } = await transaction(database.db, (tx) =>
    paid.remember(tx, accountId, { database: 'apollo', keys, exportedAt, hasTitlesInKeys: true, warehouse }),
  );
  committed();
  return repeats;
}

describe('exported leads', () => {
  it('share a block while it is small, and each is in one block', async () => {
    const id = await newAccount('blocks');
    const paid = createPaidLeads(null);
    for (let index = 0; index < 20; index += 1)
      expect(await remember(paid, id, keysFrom(index * 1000, index * 1000 + 1000))).toBe(0);
    const blocks = await readAllBlocks(id);
    expect(blocks.map(({ length }) => length)).toEqual([8000, 8000, 4000]);
    expect(blocks.flatMap((keys) => [...keys])).toEqual([...keysFrom(0, 20_000)]);
    expect(await remember(createPaidLeads(null), id, keysFrom(500, 25_000))).toBe(19_500);
    expect((await readAllBlocks(id)).flatMap((keys) => [...keys])).toHaveLength(25_000);
  });

  it('are found by a parallel export, also in a block that was joined with another', async () => {
    const id = await newAccount('parallel');
    const [first, second] = [createPaidLeads(null), createPaidLeads(null)];
    expect(await remember(first, id, keysFrom(0, 10))).toBe(0);
    expect(await remember(second, id, keysFrom(5, 15))).toBe(5);
    expect(await remember(first, id, keysFrom(10, 20))).toBe(5);
    expect(await remember(second, id, keysFrom(15, 25))).toBe(5);
    expect((await readAllBlocks(id)).map(({ length }) => length)).toEqual([25]);
  });

  it('are charged again if the transaction fails, and not if only its response is lost', async () => {
    const id = await newAccount('failures');
    const paid = createPaidLeads(null);
    const { db } = bench.deps.database;
    const sent = {
      database: 'apollo' as const,
      keys: keysFrom(0, 10),
      exportedAt: NOW,
      hasTitlesInKeys: true,
      warehouse: bench.deps.warehouse,
    };
    const failing = transaction(db, async (tx) => {
      await paid.remember(tx, id, sent);
      throw new Error('failed');
    });
    await expect(failing).rejects.toThrow('failed');
    await transaction(db, (tx) => paid.remember(tx, id, sent));
    expect(await remember(paid, id, keysFrom(0, 12))).toBe(10);
  });

  it('that were added to the table after the comparison are looked up too', async () => {
    const id = await newAccount('added');
    await remember(createPaidLeads(null), id, keysFrom(0, 10));
    const { createKeySet } = await import('./lead-keys.ts');
    const [block] = await bench.deps.database.db
      .selectFrom('exported_leads')
      .select('id')
      .where('account_id', '=', id)
      .execute();
    const keys = keysFrom(0, 5);
    const paid = createPaidLeads({
      keys,
      all: createKeySet(keys),
      paid: createKeySet(keys),
      upTo: Number(block?.id),
    });
    // The first save joins the block with its own.
    expect(await remember(paid, id, keysFrom(20, 30))).toBe(0);
    expect(await remember(paid, id, keysFrom(3, 8))).toBe(5);
    expect(await remember(paid, id, keysFrom(3, 8))).toBe(5);
  });

  it('of a person are forgotten, also in a block that another export replaced meanwhile', async () => {
    const id = await newAccount('erased');
    await remember(createPaidLeads(null), id, keysFrom(0, 10));
    const { db } = bench.deps.database;
    let isFirst = true;
    const interrupted = db.withPlugin({
      transformQuery: ({ node }) => node,
      transformResult: async ({ result }) => {
        // After the first page of blocks.
        if (isFirst && result.rows.length > 0) {
          isFirst = false;
          await remember(createPaidLeads(null), id, keysFrom(10, 20));
        }
        return result;
      },
    });
    await forgetExported(interrupted, keysFrom(3, 5));
    const left = [...keysFrom(0, 3), ...keysFrom(5, 20)];
    expect((await readAllBlocks(id)).flatMap((keys) => [...keys])).toEqual(left);
  });

  it('of a person are searched in statements with few bytes and few keys', async () => {
    const id = await newAccount('searched');
    const { db } = bench.deps.database;
    // Each has 400 kB, so that a step has three of them.
    const large = 50_000;
    for (let index = 0; index < 9; index += 1)
      await remember(createPaidLeads(null), id, keysFrom(1e6 + index * large, 1e6 + (index + 1) * large));
    const search = async (keys: LeadKeys) => {
      let statements = 0;
      let parameters = 0;
      const counted = db.withPlugin({
        transformQuery: ({ node }) => {
          parameters = Math.max(parameters, JSON.stringify(node).length);
          return node;
        },
        transformResult: async ({ result }) => {
          statements += 1;
          return result;
        },
      });
      const found = [];
      for await (const one of findExportsOf(counted, keys)) found.push(one);
      return { found: found.length, statements, parameters };
    };
    const few = await search(BigUint64Array.of(1_000_001n, BigInt(1e6 + 9 * large - 1)));
    // Three steps at least, the one that finds no more, and the exports of each day.
    expect(few.found).toBe(2);
    expect(few.statements - few.found).toBeGreaterThanOrEqual(4);
    const many = await search(keysFrom(1e6 - 5000, 1e6 + 100));
    expect(many.found).toBe(1);
    expect(many.parameters).toBeLessThan(few.parameters * 2);
  });

  it.each([
    ['2027-02-27T10:00:00Z', ['2027-02-26T23:00:00Z', '2027-02-28T10:00:00Z']],
    ['2027-02-28T10:00:00Z', ['2027-02-27T10:00:00Z', '2027-03-01T10:00:00Z']],
    ['2027-03-01T00:00:01Z', ['2027-02-28T10:00:00Z', '2027-03-02T10:00:00Z']],
    ['2028-02-27T10:00:00Z', ['2028-02-26T10:00:00Z', '2028-02-28T10:00:00Z']],
    ['2028-02-28T10:00:00Z', ['2028-02-27T10:00:00Z', '2028-03-01T10:00:00Z']],
    ['2028-02-29T10:00:00Z', ['2028-02-27T10:00:00Z', '2028-03-01T10:00:00Z']],
    ['2028-03-31T10:00:00Z', ['2028-03-30T10:00:00Z', '2028-04-01T10:00:00Z']],
  ])('of %s have that day and its export, and not those of other days', async (at, others) => {
    const id = await newAccount(`day-${at.slice(0, 10)}`);
    const { db } = bench.deps.database;
    const key = BigUint64Array.of(BigInt(Date.parse(at)));
    await remember(createPaidLeads(null), id, key, new Date(at));
    const search = async () => {
      const found = [];
      for await (const one of findExportsOf(db, key)) found.push(one);
      return found;
    };
    const addExports = (times: readonly string[]) =>
      db
        .insertInto('lead_exports')
        .values(
          times.map((time) => ({
            account_id: id,
            lead_database: 'apollo' as const,
            leads: 1,
            sent: 1,
            from_balance: true,
            created_at: new Date(time),
            touched_at: new Date(time),
          })),
        )
        .execute();
    await addExports(others);
    expect(await search()).toMatchObject([{ at: [] }]);
    await addExports([at]);
    expect(await search()).toMatchObject([{ day: at.slice(0, 10), at: [new Date(at)] }]);
  });

  it('are forgotten after 12 months', async () => {
    const id = await newAccount('old');
    const later = new Date(NOW.getTime() + 100 * DAY_MS);
    await remember(createPaidLeads(null), id, keysFrom(0, 10));
    await remember(createPaidLeads(null), id, keysFrom(10, 20), later);
    const afterYear = new Date(NOW.getTime() + 366 * DAY_MS);
    expect(await readAllBlocks(id, afterYear)).toEqual([keysFrom(10, 20)]);
    await forgetOldLeads(bench.deps.database.db, afterYear);
    expect(await readAllBlocks(id)).toEqual([keysFrom(10, 20)]);
  });

  it('come from the items of older versions, with every key', async () => {
    const id = await newAccount('migrated');
    const keys = BigUint64Array.of(0n, 1n, 2n ** 63n - 1n, 2n ** 63n, 2n ** 64n - 1n, 0x0123456789abcdefn);
    const freshUntil = new Date(NOW.getTime() + 300 * DAY_MS);
    const { db, runScript } = bench.deps.database;
    const rows = [...keys].map((key) => ({
      account_id: id,
      kind: 'apollo',
      digest: String(key),
      fresh_until: freshUntil,
    }));
    const other = { account_id: id, kind: 'website-extraction', digest: '12', fresh_until: freshUntil };
    await db
      .insertInto('charged_items')
      .values([...rows, other])
      .execute();
    const migration = readFileSync(
      join(import.meta.dirname, '../../db/migrations/0040_exported_leads.sql'),
      'utf8',
    );
    await runScript(migration.slice(migration.indexOf('insert into exported_leads')));
    const [block = new BigUint64Array(), ...more] = await readAllBlocks(id);
    expect([...block].sort()).toEqual([...keys].sort());
    expect(more).toEqual([]);
    const left = await sql<{ kind: string }>`select kind from charged_items where account_id = ${id}`.execute(
      db,
    );
    expect(left.rows).toEqual([{ kind: 'website-extraction' }]);
  });
});
