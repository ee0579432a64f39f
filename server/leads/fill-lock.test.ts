// On PostgreSQL: servers that share a ClickHouse server lock its databases there.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Warehouse } from '../platform/warehouse/warehouse.ts';
import { fillAlone, fillHere } from './fill-lock.ts';
import { importLeads } from './import/import-leads.ts';
import { currentImports } from './import-records.ts';
import { LEAD_COMMANDS } from './operator-commands.ts';
import { type LeadBench, openLeadBench } from './test-leads.ts';

let bench: LeadBench;
let warehouse: Warehouse;
beforeAll(async () => {
  bench = await openLeadBench();
  warehouse = bench.deps.warehouse;
});
afterAll(() => bench.close());

const RUNNING = 'An import into apollo is running. Wait until it ends, then try again. Nothing was changed.';

/** Imports people by their first names. */
function load(names: readonly string[], mode: 'replace' | 'append', { dryRun = false } = {}) {
  bench.deps.clock.advance(1000);
  const file = join(bench.deps.config.DATA_DIR, `${names.join('-')}.csv`);
  const rows = names.map((name) => `${name},Doe,tester,${name.toLowerCase()}@filled.example`);
  writeFileSync(file, ['first_name,last_name,title,email', ...rows].join('\n'));
  const source = names.join(' ');
  const refusedFile = `${file}.refused.csv`;
  return importLeads(
    bench.deps,
    {
      file,
      database: 'apollo',
      mode,
      preset: 'own',
      source,
      licence: 'owned',
      date: null,
      dryRun,
      refusedFile,
    },
    { note: () => {} },
  );
}

/** Runs `work` while something else fills the database. */
async function meanwhile<T>(work: () => Promise<T>, other: (wait: () => Promise<void>) => Promise<unknown>) {
  const started = Promise.withResolvers<void>();
  const end = Promise.withResolvers<void>();
  const filling = other(() => {
    started.resolve();
    return end.promise;
  });
  await started.promise;
  try {
    return await work();
  } finally {
    end.resolve();
    await filling;
  }
}

describe('two imports into a database at once', () => {
  it('are refused, so that no two rows get the same id and the catalog has all of them', async () => {
    await load(['Ann'], 'replace');
    const names = ['Ben', 'Cat'];
    const both = await Promise.allSettled(names.map((name) => load([name], 'append')));
    const refused = names.filter((_, index) => both[index]?.status === 'rejected');
    expect(refused).toHaveLength(1);
    expect(both).toContainEqual({
      status: 'rejected',
      reason: expect.objectContaining({ message: RUNNING }),
    });
    await load(refused, 'append');
    const Ids = z.object({ ids: z.coerce.number(), rows: z.coerce.number() });
    const sql = 'SELECT uniqExact(lw_id) AS ids, count() AS rows FROM leads.apollo';
    expect(await warehouse.rows({ sql }, Ids)).toEqual([{ ids: 3, rows: 3 }]);
    const imports = await currentImports(warehouse, 'apollo');
    expect(imports.map(({ source }) => source).sort()).toEqual(['Ann', 'Ben', 'Cat']);
  });

  it('are refused like dropping it and sample leads, but not a dry run or another database', async () => {
    const other = (wait: () => Promise<void>) => fillHere(warehouse, 'apollo', wait);
    const run = (name: string, input: object) =>
      LEAD_COMMANDS.find((command) => command.name === name)?.run(bench.deps as never, input, {
        row: () => {},
        note: () => {},
      });
    await meanwhile(async () => {
      await expect(load(['Dan'], 'replace')).rejects.toThrow(RUNNING);
      await expect(run('leads-drop', { database: 'apollo' })).rejects.toThrow('An import into apollo');
      await expect(run('leads-sample', { database: 'apollo', force: true })).rejects.toThrow(
        'An import into apollo',
      );
      expect(await load(['Dan'], 'append', { dryRun: true })).toMatchObject({ imported: 1 });
      expect(await fillHere(warehouse, 'leadrocks', async () => 'filled')).toBe('filled');
    }, other);
    expect(await load(['Dan'], 'append')).toMatchObject({ imported: 1 });
  });

  it('are refused on several servers that share ClickHouse and PostgreSQL', async () => {
    const { database } = bench.deps;
    if (database.kind.engine !== 'postgres') throw new Error('not on PostgreSQL');
    const server = () => ({
      database,
      warehouse: Object.create(warehouse, { embedded: { value: false } }) as Warehouse,
    });
    const other = (wait: () => Promise<void>) => fillAlone(server(), 'apollo', wait);
    await meanwhile(async () => {
      await expect(fillAlone(server(), 'apollo', async () => {})).rejects.toThrow(RUNNING);
      expect(await fillAlone(server(), 'leadrocks', async () => 'filled')).toBe('filled');
      // The engine of each is its own.
      expect(await fillAlone(bench.deps, 'apollo', async () => 'filled')).toBe('filled');
    }, other);
    await expect(fillAlone(server(), 'apollo', () => Promise.reject(new Error('failed')))).rejects.toThrow(
      'failed',
    );
    expect(await fillAlone(server(), 'apollo', async () => 'filled')).toBe('filled');
  });
});
