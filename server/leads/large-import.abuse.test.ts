import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { createLog } from '../platform/log.ts';
import { createWarehouse, type Warehouse } from '../platform/warehouse/warehouse.ts';
import { keyRanges } from './distinct-leads.ts';
import { ensureTables } from './lead-tables.ts';
import { loadLeads } from './load-leads.ts';
import { countRows } from './table-facts.ts';

const folder = mkdtempSync(join(tmpdir(), 'leadwell-large-import-'));
const open: Warehouse[] = [];
afterAll(async () => {
  await Promise.all(open.map((warehouse) => warehouse.close()));
  rmSync(folder, { recursive: true });
});

function openWarehouse(): Warehouse {
  const log = createLog('silent');
  const warehouse = createWarehouse({ url: undefined, engine: { folder, log }, log });
  open.push(warehouse);
  return warehouse;
}

function* leads(count: number, from = 0): Generator<string[]> {
  for (let index = from; index < from + count; index += 1) yield [`lead${index}@x.example`];
}

describe('the key ranges', () => {
  it.each([0, 1, 3, 1_000_000, 3_333_333])('cover every key once (%d rows)', (rows) => {
    const ranges = keyRanges(rows, 1000);
    expect(ranges).toHaveLength(Math.max(1, Math.ceil(rows / 1000)));
    let next = 0n;
    for (const { from, to } of ranges) {
      expect(BigInt(from)).toBe(next);
      expect(BigInt(to)).toBeGreaterThan(BigInt(from));
      next = BigInt(to) + 1n;
    }
    expect(next).toBe(2n ** 64n);
  });
});

describe('an import of any size', () => {
  it('keeps the first row of each lead, in however many steps it is deduplicated', async () => {
    const warehouse = openWarehouse();
    await ensureTables(warehouse, 'apollo');
    const run = vi.spyOn(warehouse, 'run');
    const steps = () =>
      run.mock.calls.filter(([{ sql }]) => /^INSERT INTO leads\.apollo_new/.test(sql)).length;
    const rows = [...leads(5000), ...leads(2000, 4000)].map(([email = ''], index) => [email, `row ${index}`]);
    const load = (mode: 'replace' | 'append', list: string[][]) =>
      loadLeads(warehouse, {
        database: 'apollo',
        mode,
        columns: ['email', 'title'],
        rows: list,
        stepRows: 500,
      });
    expect(await load('replace', rows)).toMatchObject({ rows: 6000, duplicates: 1000 });
    // One per 500 rows, so that each holds the keys of 500 rows in memory.
    expect(steps()).toBe(14);
    const more = [...leads(3000, 5500)].map(([email = '']) => [email, 'later']);
    expect(await load('append', more)).toMatchObject({ rows: 2500, duplicates: 500 });
    // 3000 new rows and the 6000 known ones.
    expect(steps()).toBe(14 + 18);
    expect(await countRows(warehouse, 'leads.apollo')).toBe(8500);
    // The second row of leads 4000 to 4999 is number 5000 or later.
    expect(
      await countRows(
        warehouse,
        "leads.apollo WHERE startsWith(title, 'row') AND lw_id >= 5000 AND lw_id < 6000",
      ),
    ).toBe(0);
  });
});
