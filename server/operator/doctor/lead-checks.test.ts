import { cpSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createLeadDataCheck } from '../../leads/lead-data-check.ts';
import { ensureTables } from '../../leads/lead-tables.ts';
import { loadLeads } from '../../leads/load-leads.ts';
import { openLeadBench } from '../../leads/test-leads.ts';
import { createLog } from '../../platform/log.ts';
import { runChecks } from '../../platform/operator/health-check.ts';
import { createWarehouse, type Warehouse } from '../../platform/warehouse/warehouse.ts';
import { leadChecks } from './lead-checks.ts';

const log = createLog('silent');
const check = (warehouse: Warehouse) =>
  runChecks(leadChecks({ warehouse, leadData: createLeadDataCheck({ warehouse, log }) }));

it('are fine with all leads, and find a file of a part that was lost', async () => {
  const bench = await openLeadBench();
  const { warehouse, config } = bench.deps;
  await ensureTables(warehouse, 'apollo');
  await loadLeads(warehouse, {
    database: 'apollo',
    mode: 'replace',
    columns: ['email'],
    rows: Array.from({ length: 50 }, (_, at) => [`p${at}@acme.example`]),
  });
  expect(await check(warehouse)).toMatchObject([
    { check: 'lead databases', state: 'ok', says: expect.stringContaining('all 50 leads') },
  ]);
  const folder = mkdtempSync(join(tmpdir(), 'leadwell-lead-checks-'));
  cpSync(`${config.DATA_DIR}/warehouse`, folder, { recursive: true });
  const lost = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (name) => /store\/.*\/all_[\d_]+\/data\.(bin|cmrk\d?)$/.test(name) && existsSync(join(folder, name)),
  );
  expect(lost.length).toBeGreaterThan(0);
  for (const name of lost) rmSync(join(folder, name));
  const damaged = createWarehouse({ url: undefined, engine: { folder, log }, log });
  const found = await check(damaged);
  expect(found[0]).toMatchObject({
    check: 'lead databases',
    state: 'fault',
    todo: expect.stringMatching(/backup|could|first/i),
  });
  await damaged.close();
  await bench.close();
  rmSync(folder, { recursive: true });
});
