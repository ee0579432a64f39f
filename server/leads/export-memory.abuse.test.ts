import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { noFilters } from '#contract/lead-filters.ts';
import { readExportRows } from './export-rows.ts';
import { recordDrop } from './lead-tables.ts';
import { loadLeads } from './load-leads.ts';
import { type LeadBench, openLeadBench } from './test-leads.ts';

const LEADS = 120_000;
let bench: LeadBench;
beforeAll(async () => {
  bench = await openLeadBench();
  await recordDrop(bench.deps.warehouse, 'leadrocks', new Date());
  await loadLeads(bench.deps.warehouse, {
    database: 'leadrocks',
    mode: 'replace',
    columns: ['Full_Name', 'Job_Title', 'Company', 'Industry'],
    rows: Array.from({ length: LEADS }, (_, index) => [
      `Lead ${index}`,
      index % 2 === 0 ? 'CTO' : '=CTO()',
      'c'.repeat(200),
      `Industry ${index % 3}`,
    ]),
  });
  bench.deps.leadSearch.invalidate('leadrocks');
});
afterEach(() => vi.restoreAllMocks());
afterAll(() => bench.close());

/** Counts what the engine has sent for exports. */
function watchReads() {
  const { warehouse } = bench.deps;
  const { bytes } = warehouse;
  const seen = { started: 0, running: 0, mostRunning: 0, received: 0 };
  vi.spyOn(warehouse, 'bytes').mockImplementation(async function* (statement, format, options) {
    seen.started += 1;
    seen.running += 1;
    seen.mostRunning = Math.max(seen.mostRunning, seen.running);
    try {
      for await (const piece of bytes(statement, format, options)) {
        seen.received += piece.length;
        yield piece;
      }
    } finally {
      seen.running -= 1;
    }
  });
  return seen;
}

const QUERY_BYTES = 8_000_000;
/** Each row starts with the key of its lead. */
const KEY_BYTES = 19;

async function openRows(leads = LEADS, queryBytes = QUERY_BYTES) {
  const { table, rowBytes } = await bench.deps.leadSearch.state('leadrocks');
  return readExportRows(bench.deps.warehouse, {
    table,
    filters: noFilters(),
    leads,
    rowBytes,
    queryBytes,
    check: async () => {},
  });
}

describe('a large export', () => {
  it('holds the rows of at most two queries, whatever the reader does', async () => {
    const seen = watchReads();
    const rows = await openRows();
    const bytesPerQuery = QUERY_BYTES;
    let sent = 0;
    let most = 0;
    for await (const piece of rows.pieces()) {
      // A slow reader: everything that was started arrives meanwhile.
      await expect.poll(() => seen.running).toBe(0);
      most = Math.max(most, seen.received - sent);
      sent += piece.length;
    }
    rows.close();
    expect(sent).toBe(seen.received);
    expect(sent).toBeGreaterThan(3 * bytesPerQuery);
    expect(most).toBeLessThan(2 * bytesPerQuery);
    expect(seen.started).toBeGreaterThanOrEqual(sent / bytesPerQuery);
    expect(seen.mostRunning).toBe(1);
  });

  it('is read at once if it has at most about the size of a query', async () => {
    const seen = watchReads();
    const looked = vi.spyOn(bench.deps.warehouse, 'rows');
    const rows = await openRows(30_000);
    let sent = 0;
    for await (const piece of rows.pieces()) sent += piece.length;
    rows.close();
    expect(sent).toBeGreaterThan(6_000_000);
    expect(seen.started).toBe(1);
    // Where queries can end.
    expect(looked.mock.calls.filter(([{ sql }]) => sql.includes('rowNumberInAllBlocks'))).toEqual([]);
  });

  it('knows the size of its rows before it reads them', async () => {
    const { rowBytes } = await bench.deps.leadSearch.state('leadrocks');
    const rows = await openRows(30_000);
    let [bytes, read] = [0, 0];
    for await (const piece of rows.pieces()) {
      bytes += piece.length;
      read += piece.toString().split('\r\n').length - 1;
    }
    rows.close();
    const measured = bytes / read - KEY_BYTES;
    expect(rowBytes).toBeGreaterThan(measured * 0.97);
    expect(rowBytes).toBeLessThan(measured * 1.03);
  });

  it('has small queries while other exports hold many rows', async () => {
    const seen = watchReads();
    // Each holds two queries of about 15 MB.
    const others = await Promise.all(Array.from({ length: 8 }, () => openRows(LEADS, 15_000_000)));
    const readers = others.map((rows) => rows.pieces());
    await Promise.all(readers.map((reader) => reader.next()));
    await expect.poll(() => seen.running).toBe(0);
    const bytesPerQuery = async () => {
      const before = { ...seen };
      const rows = await openRows(LEADS, 15_000_000);
      for await (const _ of rows.pieces()) {
        // only reads to the end
      }
      rows.close();
      return (seen.received - before.received) / (seen.started - before.started);
    };
    expect(await bytesPerQuery()).toBeLessThan(5_000_000);
    for (const rows of others) rows.close();
    await Promise.all(readers.map((reader) => reader.return(undefined)));
    expect(await bytesPerQuery()).toBeGreaterThan(10_000_000);
  });

  it('occupies no connection of the engine while its reader stands still', async () => {
    const seen = watchReads();
    // More than the engine has connections.
    const exports = await Promise.all(Array.from({ length: 6 }, () => openRows()));
    const readers = exports.map((rows) => rows.pieces());
    await Promise.all(readers.map((reader) => reader.next()));
    await expect.poll(() => seen.running).toBe(0);
    const statement = { sql: 'SELECT 8 AS count' };
    const Count = z.object({ count: z.coerce.number() });
    expect(await bench.deps.warehouse.rows(statement, Count)).toEqual([{ count: 8 }]);
    for (const rows of exports) rows.close();
    await Promise.all(readers.map((reader) => reader.return(undefined)));
  });

  it('reads rows of one industry and country by their place in the table', async () => {
    const { rangeQuery } = await import('#engines/lead-query/lead-query.ts');
    const key = (id: number) => ({ lw_industry: 'Industry 1', lw_country: '', lw_id: id });
    const { table } = await bench.deps.leadSearch.state('leadrocks');
    const range = { after: key(5000), upTo: key(9000) };
    const { sql, params } = rangeQuery({ ...table, columns: ['Full_Name'] }, noFilters(), range);
    const Plan = z.object({ explain: z.string() });
    const plan = await bench.deps.warehouse.rows({ sql: `EXPLAIN indexes = 1 ${sql}`, params }, Plan);
    expect(plan.map(({ explain }) => explain.trim())).toContain('lw_id');
  });
});
