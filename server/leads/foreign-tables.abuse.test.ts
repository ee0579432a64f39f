// On PostgreSQL: an opt-out is stored although its leads could not be deleted.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { addOptOuts, isOptedOut, removeOptOuts } from '../opt-outs/opt-outs.ts';
import { importLeads } from './import/import-leads.ts';
import { recordDrop } from './lead-tables.ts';
import { loadLeads } from './load-leads.ts';
import { LEAD_COMMANDS } from './operator-commands.ts';
import { createOptOutCheck, OWN_TIME_MS, startOptOutCheck } from './opt-out-check.ts';
import { addOptOutsAndDeleteLeads, applyOptOuts } from './opted-out-leads.ts';
import { countRows, tableId } from './table-facts.ts';
import { type LeadBench, openLeadBench, parseOptOuts } from './test-leads.ts';

let bench: LeadBench;
let merged: string | undefined;
beforeAll(async () => {
  bench = await openLeadBench();
  const { warehouse } = bench.deps;
  for (const database of ['apollo', 'leadrocks'] as const) await recordDrop(warehouse, database, new Date());
  const load = (database: 'apollo' | 'leadrocks', column: string) =>
    loadLeads(warehouse, {
      database,
      mode: 'replace',
      columns: [column],
      rows: [['ann@gone.example'], ['bob@stays.example']],
    });
  await load('apollo', 'email');
  await load('leadrocks', 'Work_Email_1');
  // A table over another one. Distributed needs a cluster.
  await warehouse.run({ sql: 'RENAME TABLE leads.apollo TO leads.part_apollo' });
  await warehouse.run({
    sql: "CREATE TABLE leads.apollo AS leads.part_apollo ENGINE = Merge('leads', '^part_apollo$')",
  });
  merged = await tableId(warehouse, 'leads.apollo');
});
afterAll(() => bench.close());

const REFUSED = /^The table leads\.apollo has the engine Merge\. Leadwell can change only tables with/;

async function isUnchanged(): Promise<void> {
  const { warehouse } = bench.deps;
  expect(await tableId(warehouse, 'leads.apollo')).toBe(merged);
  expect(await countRows(warehouse, 'leads.part_apollo')).toBe(2);
}

describe('a lead table that is not a plain table', () => {
  it.each(['replace', 'append'] as const)('is refused by an import (%s)', async (mode) => {
    const file = join(bench.deps.config.DATA_DIR, 'leads.csv');
    writeFileSync(file, 'first_name,last_name,title,company,email\nCy,Dee,CTO,Acme,cy@new.example\n');
    const request = {
      file,
      database: 'apollo',
      mode,
      preset: null,
      source: 'own',
      licence: 'owned',
      date: null,
      refusedFile: `${file}.refused.csv`,
    } as const;
    for (const dryRun of [false, true]) {
      await expect(importLeads(bench.deps, { ...request, dryRun }, { note: () => {} })).rejects.toThrow(
        REFUSED,
      );
    }
    await isUnchanged();
  });

  it('is refused by drop and by sample', async () => {
    await expect(recordDrop(bench.deps.warehouse, 'apollo', new Date())).rejects.toThrow(REFUSED);
    const sample = LEAD_COMMANDS.find(({ name }) => name === 'leads-sample');
    const output = { row: () => {}, note: () => {} };
    await expect(sample?.run(bench.deps, { database: 'apollo', force: true }, output)).rejects.toThrow(
      REFUSED,
    );
    await isUnchanged();
  });

  it('can still be searched', async () => {
    const { leadSearch } = bench.deps;
    leadSearch.invalidate('apollo');
    expect((await leadSearch.state('apollo')).total).toBe(2);
  });

  it('is named in the error of an opt-out, which is stored and carried out elsewhere', async () => {
    const entries = parseOptOuts('gone.example');
    await expect(addOptOutsAndDeleteLeads(bench.deps, entries)).rejects.toThrow(
      'The opt-out list is saved, but its people were not deleted from leads.apollo (engine Merge).',
    );
    expect(await isOptedOut(bench.deps, { domains: ['gone.example'] })).toBe(true);
    expect(await countRows(bench.deps.warehouse, 'leads.leadrocks')).toBe(1);
    await isUnchanged();
  });

  it('is reported once for each change of the list, and the watch reads no leads meanwhile', async () => {
    const { clock, log, warehouse } = bench.deps;
    const check = createOptOutCheck(bench.deps);
    const logged = vi.spyOn(log, 'error');
    const read = vi.spyOn(warehouse, 'bytes');
    const other = parseOptOuts('other.example');
    await addOptOuts(bench.deps, other, async () => {});
    clock.advance(OWN_TIME_MS + 1000);
    for (let minute = 0; minute < 3; minute += 1) await check.settled();
    expect(logged).toHaveBeenCalledTimes(1);
    await removeOptOuts(bench.deps, other);
    const rows = vi.spyOn(warehouse, 'rows');
    await check.settled();
    expect(logged).toHaveBeenCalledTimes(2);
    expect(rows).toHaveBeenCalled();
    rows.mockClear();
    await check.settled();
    expect(rows).not.toHaveBeenCalled();
    expect(read).not.toHaveBeenCalled();
    vi.restoreAllMocks();
  });

  it('is reported again until its people are gone', async () => {
    await expect(applyOptOuts(bench.deps, { onlyMissing: false })).rejects.toThrow(/leads\.apollo/);
    const logged = vi.spyOn(bench.deps.log, 'error');
    await startOptOutCheck(bench.deps);
    expect(logged).toHaveBeenCalledWith(
      expect.objectContaining({
        err: expect.objectContaining({ message: expect.stringContaining('leads.apollo') }),
      }),
      expect.stringContaining('leadwell optout apply'),
    );
    const { warehouse } = bench.deps;
    await warehouse.run({ sql: 'DROP TABLE leads.apollo SYNC' });
    await warehouse.run({ sql: 'RENAME TABLE leads.part_apollo TO leads.apollo' });
    expect(await applyOptOuts(bench.deps, { onlyMissing: true })).toEqual({ entries: 1, deleted: 1 });
    expect(await applyOptOuts(bench.deps, { onlyMissing: true })).toEqual({ entries: 0, deleted: 0 });
  });
});
