// On PostgreSQL: an export stores what it sent while an erasure forgets it.
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { noFilters } from '#contract/lead-filters.ts';
import { addBlock } from '../leads/exported-leads.ts';
import { findExportsOf, forgetExported } from '../leads/exported-person.ts';
import { recordImport } from '../leads/import-records.ts';
import { exportRows, startCsvExport } from '../leads/lead-export.ts';
import type { LeadOrder } from '../leads/lead-order.ts';
import { leadTable, recordDrop } from '../leads/lead-tables.ts';
import { loadLeads } from '../leads/load-leads.ts';
import { type LeadBench, openLeadBench, type Searcher } from '../leads/test-leads.ts';
import { PERSON_PARTS } from '../person-parts.ts';
import { transaction } from '../platform/database/db.ts';
import { erasePerson } from './erase-person.ts';
import { parsePerson } from './person-check.ts';

const JANE = 'jane@gone.example';
const BEN = 'ben@stays.example';
const ORDER: LeadOrder = {
  database: 'leadrocks',
  filters: noFilters(),
  options: { affordable: false, withEmail: false, bom: false },
};

let bench: LeadBench;
let person: Searcher;
/** the keys of their leads */
let keys: Map<string, bigint>;
beforeAll(async () => {
  bench = await openLeadBench();
  await bench.deps.queue.start();
  await bench.deps.leadSearch.state('leadrocks');
  const { warehouse, clock } = bench.deps;
  await recordDrop(warehouse, 'leadrocks', new Date(clock.now()));
  // Samples would be free.
  await recordImport(warehouse, {
    id: randomUUID(),
    database: 'leadrocks',
    mode: 'replace',
    at: new Date(clock.now() + 1000).toISOString(),
    source: 'own list',
    licence: 'CC0',
    dataDate: '',
    preset: 'own',
    rows: 2,
    duplicates: 0,
    refused: 0,
    columns: [],
  });
});
afterAll(async () => {
  await bench.deps.queue.stop({ graceful: false });
  await bench.close();
});
beforeEach(async () => {
  const { warehouse, database, leadSearch } = bench.deps;
  await database.db.deleteFrom('opt_outs').execute();
  await loadLeads(warehouse, {
    database: 'leadrocks',
    mode: 'replace',
    columns: ['Full_Name', 'Work_Email_1'],
    rows: [
      ['Jane Gone', JANE],
      ['Ben Stays', BEN],
    ],
  });
  leadSearch.invalidate('leadrocks');
  const Row = z.object({ email: z.string(), key: z.string() });
  const select = `SELECT Work_Email_1 AS email, toString(lw_key) AS key FROM ${leadTable('leadrocks')}`;
  keys = new Map((await warehouse.rows({ sql: select }, Row)).map(({ email, key }) => [email, BigInt(key)]));
  person = await bench.person();
});

const keyOf = (email: string) => BigUint64Array.from([keys.get(email) ?? 0n]);
const erase = () => erasePerson(bench.deps, parsePerson([JANE]), PERSON_PARTS);
/** Whether the server still knows that the account exported someone. */
async function isRemembered(email: string): Promise<boolean> {
  for await (const { accountId } of findExportsOf(bench.deps.database.db, keyOf(email)))
    if (accountId === person.id) return true;
  return false;
}

it('remembers no one who is erased before the download of a file ends', async () => {
  const file = await startCsvExport(bench.deps, person.id, ORDER);
  const pieces = file.csv(new AbortController().signal);
  let text = '';
  while (!text.includes(JANE)) text += Buffer.from((await pieces.next()).value ?? []).toString();
  expect((await erase()).left).toEqual([]);
  for await (const piece of pieces) text += Buffer.from(piece).toString();
  expect(text).toContain(BEN);
  expect([await isRemembered(BEN), await isRemembered(JANE)]).toEqual([true, false]);
  // Both were sent, so both are paid for.
  expect((await person.account()).credits).toBe(998);
});

it('remembers no one who is erased between the read of rows and their charge', async () => {
  const { warehouse } = bench.deps;
  let erased = 0;
  const between: typeof warehouse.rows = async (statement, shape, options) => {
    const rows = await warehouse.rows(statement, shape, options);
    if (JSON.stringify(rows).includes(JANE)) {
      erased += 1;
      await erase();
    }
    return rows;
  };
  const deps = { ...bench.deps, warehouse: { ...warehouse, rows: between } };
  expect(await exportRows(deps, person.id, ORDER)).toHaveLength(2);
  expect(erased).toBe(1);
  expect([await isRemembered(BEN), await isRemembered(JANE)]).toEqual([true, false]);
});

it.runIf(process.env.TEST_POSTGRES_URL)('waits for an export that did not see the opt-out', async () => {
  const { db } = bench.deps.database;
  const { promise: wait, resolve: commit } = Promise.withResolvers<void>();
  const { promise: stored, resolve: isStored } = Promise.withResolvers<void>();
  const storing = transaction(db, async (tx) => {
    const added = { keys: keyOf(JANE), freshUntil: new Date(Date.now() + 1e10), hasEarlierKeys: false };
    await addBlock(tx, { accountId: person.id, database: 'leadrocks' }, added);
    isStored();
    await wait;
  });
  await stored;
  const forgetting = forgetExported(db, keyOf(JANE));
  await vi.waitUntil(
    async () => {
      const waiting = await sql<{ n: string }>`select count(*) as n from pg_locks
        where not granted and database = (select oid from pg_database where datname = current_database())
          and relation = 'exported_leads'::regclass`.execute(db);
      return Number(waiting.rows[0]?.n) > 0;
    },
    { timeout: 30_000 },
  );
  commit();
  await Promise.all([storing, forgetting]);
  expect(await isRemembered(JANE)).toBe(false);
});
