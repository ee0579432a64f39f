import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type LeadFilters, noFilters } from '#contract/lead-filters.ts';
import { readExportRows } from './export-rows.ts';
import { loadLeads } from './load-leads.ts';
import { tableId } from './table-facts.ts';
import { type LeadBench, openLeadBench, openWithoutSamples } from './test-leads.ts';

const LEADS = 9000;
let bench: LeadBench;
beforeAll(async () => {
  bench = await openLeadBench();
  await openWithoutSamples(bench, 'sales_navigator');
  await load('replace', 'Lead');
});
afterAll(() => bench.close());

async function load(mode: 'replace' | 'append', name: string): Promise<void> {
  await loadLeads(bench.deps.warehouse, {
    database: 'sales_navigator',
    mode,
    columns: ['Full_name', 'Job_title', 'Industry', 'Location_Country'],
    rows: Array.from({ length: LEADS }, (_, index) => [
      `${name} ${index}`,
      index % 3 === 0 ? '@odd' : 'even',
      `Industry ${(index * 7) % 11}`,
      `Country ${(index * 13) % 17}`,
    ]),
  });
  bench.deps.leadSearch.invalidate('sales_navigator');
}

async function read(filters: LeadFilters, leads: number, chunkLeads?: number) {
  const { table } = await bench.deps.leadSearch.state('sales_navigator');
  let checks = 0;
  const rows = readExportRows(bench.deps.warehouse, {
    table,
    filters,
    leads,
    check: async () => {
      checks += 1;
    },
    ...(chunkLeads ? { chunkLeads, queryBytes: 0 } : {}),
  });
  let text = '';
  for await (const piece of rows.pieces()) text += piece.toString();
  rows.close();
  return { text, checks };
}

describe('export rows', () => {
  it.each([700, 1000, 2999, 3000, 5999])('are the same with %d leads per query', async (chunkLeads) => {
    const whole = await read(noFilters(), LEADS, LEADS);
    expect(whole.text.split('\r\n')).toHaveLength(LEADS + 1);
    expect(new Set(whole.text.split('\r\n')).size).toBe(LEADS + 1);
    const cut = await read(noFilters(), LEADS, chunkLeads);
    expect(cut.text).toBe(whole.text);
    expect(cut.checks).toBeGreaterThan(whole.checks);
    const odd = { ...noFilters(), titles: { include: ['odd'], exclude: [] } };
    const guarded = await read(odd, LEADS / 3, chunkLeads);
    expect(guarded.text.match(/"'@odd"/g)).toHaveLength(LEADS / 3);
  });

  it('stop when a check fails or when they are closed', async () => {
    const { table } = await bench.deps.leadSearch.state('sales_navigator');
    let checks = 0;
    const check = async () => {
      checks += 1;
      if (checks === 4) throw new Error('replaced');
    };
    const query = { table, filters: noFilters(), leads: LEADS, chunkLeads: 1000, queryBytes: 0, check };
    const rows = readExportRows(bench.deps.warehouse, query);
    let bytes = 0;
    const reading = async () => {
      for await (const piece of rows.pieces()) bytes += piece.length;
    };
    await expect(reading()).rejects.toThrow('replaced');
    rows.close();
    expect(bytes).toBeGreaterThan(0);
    const closed = readExportRows(bench.deps.warehouse, query);
    closed.close();
    await expect(closed.pieces().next()).rejects.toThrow();
  });

  it('come from one table: replacing the table at any moment ends the export', async () => {
    const { warehouse } = bench.deps;
    const { table } = await bench.deps.leadSearch.state('sales_navigator');
    for (const replacedAt of [1, 2, 5, 9]) {
      await load('replace', 'Old');
      const paid = await tableId(warehouse, table.name);
      let checks = 0;
      let text = '';
      // Replace the table right after the check reads its id, the worst moment.
      const check = async () => {
        checks += 1;
        const now = await tableId(warehouse, table.name);
        if (checks === replacedAt) await load('replace', 'New');
        if (now !== paid) throw new Error('replaced');
      };
      const query = { table, filters: noFilters(), leads: LEADS, chunkLeads: 1000, queryBytes: 0, check };
      const rows = readExportRows(warehouse, query);
      const reading = async () => {
        for await (const piece of rows.pieces()) text += piece.toString();
      };
      await expect(reading()).rejects.toThrow('replaced');
      rows.close();
      expect(text).toContain('"Old ');
      expect(text).not.toContain('"New ');
    }
  });

  it('keep the table id when leads are added or deleted', async () => {
    const { warehouse } = bench.deps;
    const { table } = await bench.deps.leadSearch.state('sales_navigator');
    await load('replace', 'Old');
    const paid = await tableId(warehouse, table.name);
    await load('append', 'More');
    await warehouse.run({ sql: `DELETE FROM ${table.name} WHERE Full_name = 'Old 7'` });
    expect(paid).toMatch(/^[0-9a-f-]{36}$/);
    expect(await tableId(warehouse, table.name)).toBe(paid);
  });
});
