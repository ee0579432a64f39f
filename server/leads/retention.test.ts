import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { leadWork } from './daily-lead-work.ts';
import { type ImportRequest, importLeads } from './import/import-leads.ts';
import { LEAD_COMMANDS } from './operator-commands.ts';
import { deleteExpired } from './retention.ts';
import { type LeadBench, openLeadBench, type Searcher } from './test-leads.ts';

let bench: LeadBench;
let person: Searcher;
const folder = mkdtempSync(join(tmpdir(), 'leadwell-retention-'));
const DAY_MS = 86_400_000;
/** The sessions of the bench would end with its own clock. */
let now = Date.now();
const clock = { now: () => now };
const advance = (ms: number) => {
  now += ms;
};

beforeAll(async () => {
  bench = await openLeadBench();
  person = await bench.person();
});
afterAll(async () => {
  await bench.close();
  rmSync(folder, { recursive: true });
});

/** Imports people by their first names. */
async function load(names: readonly string[], request: Partial<ImportRequest> = {}) {
  advance(1000);
  const file = join(folder, 'leads.csv');
  const rows = names.map((name) => `${name},Doe,tester,${name.toLowerCase()}@keep.example`);
  writeFileSync(file, ['first_name,last_name,title,email', ...rows].join('\n'));
  return importLeads(
    { ...bench.deps, clock },
    {
      file,
      database: 'apollo',
      mode: 'append',
      preset: 'own',
      source: 'a fair',
      licence: 'owned',
      date: null,
      dryRun: false,
      refusedFile: join(folder, 'refused.csv'),
      ...request,
    },
    { note: () => {} },
  );
}

const names = async () => {
  const { body } = await person.call('apollo', { action: 'search', filters: {} });
  return body.leads.map((lead: { first_name: string }) => lead.first_name).sort();
};
const expire = () => deleteExpired({ ...bench.deps, clock });

describe('retention', () => {
  it('deletes the leads of exactly the imports whose time is over, and says when the next ones go', async () => {
    await load(['Ann', 'Ben'], { mode: 'replace', deleteAfter: '30 days' });
    const end = now + 30 * DAY_MS;
    advance(DAY_MS);
    await load(['Cat', 'Ann']);
    expect(await expire()).toEqual(new Map());
    expect(await names()).toEqual(['Ann', 'Ben', 'Cat']);
    const { body } = await person.call('apollo', { action: 'total' });
    expect(body.deleteOn).toBe(new Date(end).toISOString());

    advance(end - 1 - now);
    expect(await expire()).toEqual(new Map());
    advance(1);
    expect(await expire()).toEqual(new Map([['apollo', 2]]));
    // Ann was in the database when the second import had her, so she is of the first one.
    expect(await names()).toEqual(['Cat']);
    const file = await (await person.file('apollo', { includeJobTitles: ['tester'] })).text();
    expect(file).not.toContain('ann@keep.example');
    expect(file).toContain('cat@keep.example');
    expect(await expire()).toEqual(new Map());
  });

  it('is the work of each hour, also if other work and another database fail', async () => {
    const { warehouse } = bench.deps;
    await load(['Ida', 'Jon'], { mode: 'replace', deleteAfter: '1 day' });
    await load(['Kim'], { mode: 'replace', deleteAfter: '1 day', database: 'leadrocks' });
    const { rows, run } = warehouse;
    const failing = {
      ...warehouse,
      rows: ((...call: Parameters<typeof rows>) =>
        call[0].sql.includes('match(name, {names:String})')
          ? Promise.reject(new Error('no leftovers'))
          : rows(...call)) as typeof rows,
      run: (...call: Parameters<typeof run>) =>
        call[0].sql.startsWith('ALTER TABLE leads.leadrocks DELETE')
          ? Promise.reject(new Error('no disk'))
          : run(...call),
    };
    const logged = vi.spyOn(bench.deps.log, 'error').mockReturnValue(undefined);
    const failures = () =>
      logged.mock.calls.map(([details]) => (details as unknown as { err: Error }).err.message);
    const hour = leadWork({ ...bench.deps, clock, warehouse: failing });
    await hour();
    expect(failures()).toEqual(['no leftovers']);
    expect(await names()).toEqual(['Ida', 'Jon']);
    advance(DAY_MS);
    await hour();
    expect(await names()).toEqual([]);
    expect(failures()).toEqual(['no leftovers', 'no disk']);
    logged.mockRestore();
    expect(await expire()).toEqual(new Map([['leadrocks', 1]]));
  });

  it('deletes and asks for nothing again once it is done', async () => {
    await load(['Leo'], { mode: 'replace', deleteAfter: '1 day' });
    advance(DAY_MS);
    expect(await expire()).toEqual(new Map([['apollo', 1]]));
    const run = vi.spyOn(bench.deps.warehouse, 'run');
    expect(await expire()).toEqual(new Map());
    expect(run).not.toHaveBeenCalled();
    run.mockRestore();
  });

  it('leaves no bytes of the deleted leads in the files', async () => {
    await load(['Zebediah'], { mode: 'replace', deleteAfter: '1 day' });
    advance(DAY_MS);
    await expire();
    const parts = await bench.deps.warehouse.rows(
      {
        sql: "SELECT sum(rows) AS n FROM system.parts WHERE active AND database = 'leads' AND table = 'apollo'",
      },
      z.object({ n: z.coerce.number() }),
    );
    expect(parts).toEqual([{ n: 0 }]);
  });

  it('is in the stats, also for an import without an end', async () => {
    await load(['Eve'], { mode: 'replace', deleteAfter: '2 years' });
    await load(['Fay']);
    const rows: Record<string, unknown>[] = [];
    const stats = LEAD_COMMANDS.find(({ name }) => name === 'leads-stats');
    await stats?.run(
      { ...bench.deps, clock },
      {},
      { row: (row) => rows.push(row as Record<string, unknown>), note: () => {} },
    );
    expect(rows.find(({ database }) => database === 'apollo')?.imports).toMatchObject([
      { deleteAfter: '2 years', deleteOn: expect.stringMatching(/^\d{4}-/) },
      { deleteAfter: '', deleteOn: null },
    ]);
  });

  it('counts the rows of a table of an earlier version to the first import', async () => {
    await load(['Gus'], { mode: 'replace', deleteAfter: '1 day' });
    const { warehouse } = bench.deps;
    // As before the columns were there.
    await warehouse.run({ sql: 'ALTER TABLE leads.apollo DROP COLUMN lw_import, DROP COLUMN lw_collected' });
    await load(['Hal']);
    advance(DAY_MS);
    await expire();
    expect(await names()).toEqual(['Hal']);
  });
});
