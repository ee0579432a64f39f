import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { noFilters } from '#contract/lead-filters.ts';
import { endAbandonedExports } from './end-export.ts';
import { startCsvExport } from './lead-export.ts';
import { type LeadBench, loadWideLeads, openLeadBench, type Searcher } from './test-leads.ts';

const LEADS = 1000;
const CREDITS = 100_000;
const MINUTE_MS = 60_000;
let bench: LeadBench;
beforeAll(async () => {
  bench = await openLeadBench();
  await loadWideLeads(bench, LEADS);
}, 180_000);
afterAll(() => bench.close());

const spent = async (person: Searcher) => CREDITS - Number((await person.account()).credits);
const lines = (text: string) => text.split('\r\n').slice(1, -1).length;

async function saved(person: Searcher): Promise<number | undefined> {
  const { db } = bench.deps.database;
  const row = db.selectFrom('lead_exports').select('sent').where('account_id', '=', person.id);
  return (await row.executeTakeFirst())?.sent;
}

/** A file of all leads, and how many of them its client has after some pieces. */
async function readPieces(person: Searcher, count: number) {
  const filters = { ...noFilters(), titles: { include: ['cto'], exclude: [] } };
  const options = { affordable: false, withEmail: false, bom: true };
  const order = { database: 'leadrocks' as const, filters, options };
  const { csv } = await startCsvExport(bench.deps, person.id, order);
  const pieces = csv(new AbortController().signal);
  let text = '';
  const next = async () => {
    const { value, done } = await pieces.next();
    text += Buffer.from(value ?? []).toString();
    return done !== true;
  };
  for (let read = 0; read < count; read += 1) await next();
  const readRest = async () => {
    while (await next());
  };
  return { arrived: () => lines(text), readRest };
}

/** The client stands still, while the server looks for abandoned exports each minute. */
async function standStill(minutes: number): Promise<void> {
  for (let minute = 0; minute < minutes; minute += 1) {
    bench.deps.clock.advance(MINUTE_MS);
    await endAbandonedExports(bench.deps);
  }
}

describe('a client that stands still in the middle of a file', () => {
  it('pays for the leads that it has, and gets no more of them once the others are refunded', async () => {
    const person = await bench.person({ credits: CREDITS });
    const file = await readPieces(person, 5);
    const arrived = file.arrived();
    expect(arrived).toBeGreaterThan(0);
    expect(arrived).toBeLessThan(LEADS);
    await expect.poll(() => saved(person)).toBe(arrived);
    await standStill(17);
    expect(await spent(person)).toBe(arrived);
    await expect(file.readRest()).rejects.toThrow('stood still for too long');
    expect(file.arrived()).toBe(arrived);
    expect(await spent(person)).toBe(arrived);
  });

  it('for some minutes gets all of it, and pays for all', async () => {
    const person = await bench.person({ credits: CREDITS });
    const file = await readPieces(person, 5);
    await expect.poll(() => saved(person)).toBe(file.arrived());
    await standStill(10);
    await file.readRest();
    expect(file.arrived()).toBe(LEADS);
    expect(await spent(person)).toBe(LEADS);
  });
});
