// On PostgreSQL: a failing trigger aborts the transaction of a charge.
import type { AddressInfo } from 'node:net';
import { serve } from '@hono/node-server';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { CallError } from '#contract/errors.ts';
import { noFilters } from '#contract/lead-filters.ts';
import { DRILL } from '../../e2e/fixtures/wait.ts';
import { endAbandonedExports } from './end-export.ts';
import { openExport } from './export-charge.ts';
import { startCsvExport } from './lead-export.ts';
import {
  type LeadBench,
  loadWideLeads,
  newLeads,
  openLeadBench,
  type Searcher,
  sentLeads,
} from './test-leads.ts';

/** Exports read and save a tenth of the usual at a time, so these take as many steps as 45,000 leads. */
const EXPORT_STEPS = 0.1;
const LEADS = 4500;
const CREDITS = 10_000;
const ALL = { excludeJobTitles: ['nothing like this'] };
let bench: LeadBench;
beforeAll(async () => {
  bench = await openLeadBench();
  await loadWideLeads(bench, LEADS);
}, 180_000);
beforeEach(() => takeSteps(EXPORT_STEPS));
afterEach(() => vi.restoreAllMocks());
afterAll(() => bench.close());

function takeSteps(steps: number): void {
  if (bench.deps.testing) bench.deps.testing.exportSteps = steps;
}

const spent = async (person: Searcher) => CREDITS - Number((await person.account()).credits);

/**
 * Kills the engine during the reads of rows that `isKilled` selects by their number, from 1. What it had
 * already sent of the rest is lost too, or a fast engine would be killed too late.
 */
function killEngine(isKilled: (read: number) => boolean): void {
  const { warehouse } = bench.deps;
  const { bytes, rows } = warehouse;
  let reads = 0;
  const kill = async () => {
    await expect.poll(() => warehouse.enginePid()).not.toBeNull();
    const pid = warehouse.enginePid();
    // The process 0 would be this one.
    if (pid) process.kill(pid, 'SIGKILL');
    await expect.poll(() => warehouse.enginePid()).toBeNull();
    const cause = Object.assign(new Error('socket hang up'), { code: 'ECONNRESET' });
    throw new CallError('unavailable', undefined, { cause });
  };
  vi.spyOn(warehouse, 'bytes').mockImplementation(async function* (statement, format, options) {
    reads += 1;
    const killed = isKilled(reads);
    for await (const piece of bytes(statement, format, options)) {
      yield piece;
      if (killed) await kill();
    }
  });
  vi.spyOn(warehouse, 'rows').mockImplementation(async (statement, shape, options) => {
    const reading = rows(statement, shape, options);
    if (!/`Full_Name`/.test(statement.sql)) return reading;
    reads += 1;
    if (!isKilled(reads)) return reading;
    reading.catch(() => {});
    return kill().then(() => reading);
  });
}

const lines = (text: string) => text.split('\r\n').slice(1, -1);

describe('an export during which the lead engine dies', DRILL, () => {
  it('continues as CSV after a restart, with every lead once, charged once', async () => {
    const person = await bench.person({ credits: CREDITS });
    killEngine((read) => read === 2);
    const rows = lines(await (await person.file('leadrocks', ALL)).text());
    expect(rows).toHaveLength(LEADS);
    expect(new Set(rows).size).toBe(LEADS);
    expect(await spent(person)).toBe(LEADS);
  });

  it('charges the rows that arrived if the engine keeps dying', async () => {
    const person = await bench.person({ credits: CREDITS });
    killEngine((read) => read >= 3);
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
      const arrived = lines(text.slice(0, text.lastIndexOf('\r\n') + 2)).length;
      // Two queries of 1,000 leads (1.7 of 2 MB), and what arrived of the third one.
      expect(arrived).toBeGreaterThanOrEqual(2000);
      expect(arrived).toBeLessThan(LEADS);
      await expect.poll(() => spent(person)).toBe(arrived);
    } finally {
      server.close();
    }
  });

  it('returns all rows as JSON after a restart, charged once', async () => {
    const person = await bench.person({ credits: CREDITS });
    killEngine((read) => read === 1);
    const { body } = await person.call('leadrocks', { action: 'export', filters: ALL });
    expect(body.leads).toHaveLength(LEADS);
    expect(await spent(person)).toBe(LEADS);
  });

  it('returns no JSON and charges nothing if the engine keeps dying', async () => {
    const person = await bench.person({ credits: CREDITS });
    killEngine(() => true);
    const { status } = await person.call('leadrocks', { action: 'export', filters: ALL });
    expect(status).toBe(503);
    expect(await spent(person)).toBe(0);
  });
});

describe('an export whose charge or end fails in the database', () => {
  async function failing<T>(event: 'insert' | 'update', work: (repair: () => Promise<void>) => Promise<T>) {
    const { database } = bench.deps;
    await database.runScript(`
      create function refuse_export() returns trigger language plpgsql as $$ begin raise exception 'refused'; end $$;
      create trigger refuse_export before ${event} on lead_exports for each row execute function refuse_export();
    `);
    const repair = () => database.runScript('drop function if exists refuse_export() cascade');
    try {
      return await work(repair);
    } finally {
      await repair();
    }
  }

  it('as JSON returns no rows and charges nothing', async () => {
    const person = await bench.person({ credits: CREDITS });
    const { status, body } = await failing('insert', () =>
      person.call('leadrocks', { action: 'export', filters: ALL }),
    );
    expect([status, body.leads]).toEqual([500, undefined]);
    expect(await spent(person)).toBe(0);
  });

  it('as JSON needs no later step that could fail after the charge', async () => {
    const person = await bench.person({ credits: CREDITS });
    const { status, body } = await failing('update', () =>
      person.call('leadrocks', { action: 'export', filters: ALL }),
    );
    expect([status, body.leads?.length]).toEqual([200, LEADS]);
    bench.deps.clock.advance(20 * 60_000);
    await endAbandonedExports(bench.deps);
    expect(await spent(person)).toBe(LEADS);
  });

  it('as CSV is ended later, with all rows charged once', async () => {
    // The first failure is noticed when progress is saved again.
    takeSteps(EXPORT_STEPS / 4);
    const person = await bench.person({ credits: CREDITS });
    const filters = { ...noFilters(), titles: { include: ['cto'], exclude: [] } };
    await failing('update', async (repair) => {
      const options = { affordable: false, withEmail: false, bom: true };
      const order = { database: 'leadrocks' as const, filters, options };
      const { csv } = await startCsvExport(bench.deps, person.id, order);
      const saved = vi.spyOn(bench.deps.log, 'error');
      let text = '';
      // Progress isn't saved either, so this reads only what is sent before the first failure.
      const read = async () => {
        for await (const piece of csv(new AbortController().signal)) text += Buffer.from(piece).toString();
      };
      await expect(read()).rejects.toThrow('refused');
      expect(saved).toHaveBeenCalled();
      const arrived = lines(text.slice(0, text.lastIndexOf('\r\n') + 2)).length;
      expect(arrived).toBeGreaterThan(0);
      expect(await spent(person)).toBe(LEADS);
      await repair();
      await expect.poll(() => spent(person)).toBe(arrived);
    });
    bench.deps.clock.advance(20 * 60_000);
    const before = await spent(person);
    await endAbandonedExports(bench.deps);
    expect(await spent(person)).toBe(before);
  });
});

it('as many leads as the credits cover are read, and not all that match', async () => {
  const person = await bench.person({ credits: 10 });
  const { warehouse } = bench.deps;
  const { bytes } = warehouse;
  let reads = 0;
  vi.spyOn(warehouse, 'bytes').mockImplementation((statement, format, options) => {
    if (format === 'CSV') reads += 1;
    return bytes(statement, format, options);
  });
  const file = await person.exportFile('leadrocks', { filters: ALL, affordable: true });
  expect(lines(await file.text())).toHaveLength(10);
  expect((await person.account()).credits).toBe(0);
  // The second query can start while the rows of the first one are sent. All leads take three.
  expect(reads).toBeLessThanOrEqual(2);
});

it('the start of a server refunds every abandoned export, however many', async () => {
  const person = await bench.person({ credits: CREDITS });
  const { db } = bench.deps.database;
  const now = new Date(bench.deps.clock.now());
  const row = {
    account_id: person.id,
    lead_database: 'leadrocks' as const,
    leads: 10,
    sent: 4,
    from_balance: true,
    created_at: now,
    touched_at: now,
  };
  await db
    .insertInto('lead_exports')
    .values(Array.from({ length: 250 }, () => row))
    .execute();
  bench.deps.clock.advance(1);
  await endAbandonedExports(bench.deps, true);
  expect(await spent(person)).toBe(-250 * 6);
  const open = await db.selectFrom('lead_exports').select('id').where('ended_at', 'is', null).execute();
  expect(open).toEqual([]);
});

it('an account downloads at most two files at a time', async () => {
  const person = await bench.person({ credits: CREDITS });
  const open = [1, 2].map(() => openExport(bench.deps, person.id, 'leadrocks', newLeads(10)));
  const [first] = await Promise.all(open);
  await expect(openExport(bench.deps, person.id, 'leadrocks', newLeads(10))).rejects.toMatchObject({
    code: 'rate_limited',
  });
  await first?.end(sentLeads(0, 10));
  await openExport(bench.deps, person.id, 'leadrocks', newLeads(10));
});
