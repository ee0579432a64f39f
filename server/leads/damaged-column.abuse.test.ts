import { closeSync, cpSync, mkdtempSync, openSync, readdirSync, rmSync, statSync, writeSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { serve } from '@hono/node-server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { ErrorBody } from '#contract/errors.ts';
import { recordDrop } from './lead-tables.ts';
import { loadLeads } from './load-leads.ts';
import { type LeadBench, openLeadBench, type Searcher } from './test-leads.ts';

const LEADS = 50_000;
/** The first lead of the damaged rows. */
const DAMAGED = 34_500;
const CREDITS = 100_000;
const ALL = { excludeJobTitles: ['nothing like this'] };
const folder = mkdtempSync(join(tmpdir(), 'leadwell-damaged-'));
let bench: LeadBench;
beforeAll(async () => {
  const whole = await openLeadBench();
  const { warehouse, config } = whole.deps;
  await recordDrop(warehouse, 'leadrocks', new Date());
  await loadLeads(warehouse, {
    database: 'leadrocks',
    mode: 'replace',
    columns: ['Full_Name', 'Job_Title', 'Company'],
    rows: Array.from({ length: LEADS }, (_, index) => [
      `Lead ${index}`,
      index < DAMAGED ? 'CTO' : 'Boss',
      `Company ${index} ${'c'.repeat(1500)}`,
    ]),
  });
  const [table] = await warehouse.rows(
    {
      sql: "SELECT toString(uuid) AS id FROM system.tables WHERE database = 'leads' AND name = 'leadrocks'",
    },
    z.object({ id: z.string() }),
  );
  const id = table?.id ?? '';
  await warehouse.close();
  cpSync(join(config.DATA_DIR, 'warehouse'), join(folder, 'warehouse'), { recursive: true });
  await whole.close();
  damage(join(folder, 'warehouse', 'store', id.slice(0, 3), id), 0.69);
  bench = await openLeadBench({ DATA_DIR: folder });
}, 120_000);
afterAll(async () => {
  await bench.close();
  rmSync(folder, { recursive: true, force: true });
});

/**
 * Overwrites the column with the companies from a share of its length on. Threads read several places at once, so a sound one
 * behind the damage could be sent first.
 */
function damage(table: string, from: number): void {
  for (const part of readdirSync(table).filter((name) => /_\d+_\d+_\d+/.test(name))) {
    const file = join(table, part, 'Company.bin');
    const { size } = statSync(file);
    const start = Math.floor(size * from);
    const opened = openSync(file, 'r+');
    writeSync(opened, Buffer.alloc(size - start, 7), 0, size - start, start);
    closeSync(opened);
  }
}

const spent = async (person: Searcher) => CREDITS - Number((await person.account()).credits);
const MESSAGE = /^Some leads of this database are damaged and can't be read\. The operator/;

describe('a damaged column of a lead database', () => {
  it('is named by an export as JSON, which charges nothing', async () => {
    const person = await bench.person({ credits: CREDITS });
    const { status, body } = await person.call('leadrocks', { action: 'export', filters: ALL });
    expect([status, body.error.message]).toEqual([503, expect.stringMatching(MESSAGE)]);
    expect(await spent(person)).toBe(0);
  });

  it('is named by a file that starts with it, which charges nothing', async () => {
    const person = await bench.person({ credits: CREDITS });
    const filters = { includeJobTitles: ['boss'] };
    const response = await person.file('leadrocks', filters);
    expect([response.status, ErrorBody.parse(await response.json()).error.message]).toEqual([
      503,
      expect.stringMatching(MESSAGE),
    ]);
    expect(await spent(person)).toBe(0);
  });

  it('ends a file before it, which charges the rows that arrived', async () => {
    const person = await bench.person({ credits: CREDITS });
    const server = serve({ fetch: bench.app.fetch, port: 0, hostname: '127.0.0.1' });
    await new Promise((resolve) => server.once('listening', resolve));
    try {
      const { port } = server.address() as AddressInfo;
      const response = await person.fileAt(`http://127.0.0.1:${port}`, 'leadrocks', ALL);
      let text = '';
      const decoder = new TextDecoder();
      const read = async () => {
        for await (const piece of response.body ?? []) text += decoder.decode(piece, { stream: true });
      };
      await expect(read()).rejects.toThrow();
      const arrived = text.split('\r\n').length - 2;
      expect(arrived).toBeGreaterThan(0);
      expect(arrived).toBeLessThan(LEADS);
      await expect.poll(() => spent(person)).toBe(arrived);
    } finally {
      server.close();
    }
  });

  it('is found by the daily check', async () => {
    await bench.deps.leadData.run();
    expect(bench.deps.leadData.problems()).toEqual([
      expect.stringContaining("The lead database leadrocks is damaged: some of its leads can't be read"),
    ]);
  });
});
