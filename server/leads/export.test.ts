// On PostgreSQL: exports of one account lock each other out.
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { XLSX_TYPE } from '#contract/file-types.ts';
import { noFilters } from '#contract/lead-filters.ts';
import { openTable, readTable } from '#engines/csv/read-table.ts';
import { cellsOf } from '#engines/csv/xlsx/test-workbooks.ts';
import { lockPlan } from '../accounts/plan.ts';
import { transaction } from '../platform/database/db.ts';
import { endAbandonedExports } from './end-export.ts';
import { openExport } from './export-charge.ts';
import { startCsvExport } from './lead-export.ts';
import { recordDrop } from './lead-tables.ts';
import { loadLeads } from './load-leads.ts';
import { DATABASE_REPLACED } from './row-stream.ts';
import { type LeadBench, newLeads, openLeadBench, type Searcher, sentLeads } from './test-leads.ts';

const LEADS = 50_000;
let bench: LeadBench;
beforeAll(async () => {
  bench = await openLeadBench();
  // Sample leads are free.
  await recordDrop(bench.deps.warehouse, 'leadrocks', new Date());
  await load('Lead');
  bench.deps.leadSearch.invalidate('leadrocks');
});
afterAll(() => bench.close());

/** Loads leads like another process, without invalidating the lead search. */
function load(name: string, mode: 'replace' | 'append' = 'replace', leads = LEADS) {
  return loadLeads(bench.deps.warehouse, {
    database: 'leadrocks',
    mode,
    columns: ['Full_Name', 'Job_Title', 'Company', 'Industry'],
    rows: Array.from({ length: leads }, (_, index) => [
      `${name} ${index}`,
      index % 2 === 0 ? 'Even "one", two' : '=HYPERLINK("x")',
      index === 0 ? '+1 (202) 555-0100' : '-2+3',
      `Industry ${index % 7}`,
    ]),
  });
}

const NO_OPTIONS = { affordable: false, withEmail: false, bom: true };
const ALL = { excludeJobTitles: ['nothing like this'] };
const EVEN = { includeJobTitles: ['even'] };
const ODD = { excludeJobTitles: ['even'] };

async function spent(person: Searcher): Promise<number> {
  return 100_000 - Number((await person.account()).credits);
}

describe('a CSV export', () => {
  it('has every lead once, quoted and without formulas, with the file name of the spec', async () => {
    const person = await bench.person({ credits: 100_000 });
    const response = await person.file('leadrocks', ALL);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(response.headers.get('x-total-count')).toBe(String(LEADS));
    const date = new Date(bench.deps.clock.now()).toISOString().slice(0, 10);
    expect(response.headers.get('content-disposition')).toContain(`"leadrocks_export_${date}.csv"`);
    const lines = (await response.text()).split('\r\n');
    expect(lines.pop()).toBe('');
    expect(lines.shift()).toMatch(/^Full_Name,Job_Title,Company,Industry,/);
    expect(lines).toHaveLength(LEADS);
    expect(new Set(lines).size).toBe(LEADS);
    expect(lines.find((line) => line.startsWith('"Lead 0"'))).toContain(
      '"Lead 0","Even ""one"", two","+1 (202) 555-0100","Industry 0"',
    );
    expect(lines.find((line) => line.startsWith('"Lead 1"'))).toContain(`"'=HYPERLINK(""x"")","'-2+3"`);
    expect(await spent(person)).toBe(LEADS);
  });

  it('can be an Excel workbook, which costs the same', async () => {
    const person = await bench.person({ credits: 100_000 });
    const response = await person.workbook('leadrocks', ALL);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe(XLSX_TYPE);
    expect(response.headers.get('x-total-count')).toBe(String(LEADS));
    expect(response.headers.get('content-disposition')).toMatch(/"leadrocks_export_.*\.xlsx"/);
    const [header, ...rows] = cellsOf(new Uint8Array(await response.arrayBuffer()));
    expect(header?.slice(0, 4)).toEqual(['Full_Name', 'Job_Title', 'Company', 'Industry']);
    expect(rows).toHaveLength(LEADS);
    expect(rows.find(([name]) => name === 'Lead 0')?.[1]).toBe('Even "one", two');
    const lead = rows.find(([name]) => name === 'Lead 1');
    expect(lead).toContain('=HYPERLINK("x")');
    expect(lead).toContain('-2+3');
    expect(await spent(person)).toBe(LEADS);
  });

  it('can have semicolons, which its input asks for', async () => {
    const person = await bench.person({ credits: 100_000 });
    const response = await person.exportFile('leadrocks', { filters: ALL, format: 'csv-semicolons' });
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(response.headers.get('content-disposition')).toMatch(/"leadrocks_export_.*\.csv"/);
    const [header, ...rows] = readTable(openTable(await response.text()), { delimiter: ';' });
    expect(header?.cells.slice(0, 3)).toEqual(['Full_Name', 'Job_Title', 'Company']);
    expect(rows).toHaveLength(LEADS);
    expect(rows.find(({ cells }) => cells[0] === 'Lead 1')?.cells).toContain('=HYPERLINK("x")');
    expect(await spent(person)).toBe(LEADS);
  });

  it('costs only what was sent when it is aborted', async () => {
    const person = await bench.person({ credits: 100_000 });
    const response = await person.file('leadrocks', ALL);
    const reader = response.body?.getReader();
    let bytes = 0;
    while (bytes < 200_000) bytes += (await reader?.read())?.value?.length ?? 0;
    await reader?.cancel();
    const cost = await spent(person);
    expect(cost).toBeGreaterThan(500);
    expect(cost).toBeLessThan(10_000);
    const [row] = await bench.deps.database.db
      .selectFrom('lead_exports')
      .selectAll()
      .where('account_id', '=', person.id)
      .execute();
    expect(row).toMatchObject({ leads: LEADS, sent: cost });
    expect(row?.ended_at).not.toBeNull();
  });

  it('requires all credits at the start', async () => {
    const person = await bench.person({ credits: LEADS / 2 - 1 });
    const response = await person.file('leadrocks', EVEN);
    expect(response.status).toBe(402);
    expect(await response.text()).toContain(
      'You need 25,000 credits to export 25,000 leads. You have 24,999 credits.',
    );
    expect(await person.account()).toMatchObject({ credits: 24_999, monthlyExports: 0 });
  });

  it('rejects the second of two parallel exports that compete for the same credits', async () => {
    const person = await bench.person({ credits: 30_000 });
    const both = await Promise.all([person.file('leadrocks', EVEN), person.file('leadrocks', EVEN)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 402]);
    await Promise.all(both.map((response) => response.text()));
    expect(await person.account()).toMatchObject({ credits: 5000 });
  });

  it('counts toward the monthly cap of the unlimited plan, also with parallel exports', async () => {
    const person = await bench.person({ unlimited: true, exported: 460_000 });
    const both = await Promise.all([person.file('leadrocks', EVEN), person.file('leadrocks', EVEN)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 402]);
    await Promise.all(both.map((response) => response.text()));
    expect(await person.account()).toMatchObject({ credits: 'unlimited', monthlyExports: 485_000 });
    const third = await person.file('leadrocks', ODD);
    expect(await third.text()).toContain('500,000 leads a month, of which 15,000 are left');
    expect(await person.account()).toMatchObject({ monthlyExports: 485_000 });
    const { body } = await person.call('leadrocks', {
      action: 'export',
      filters: { ...ODD, includeIndustries: ['Industry 0'] },
    });
    expect(body.leads).toHaveLength(3571);
    expect(await person.account()).toMatchObject({ monthlyExports: 488_571 });
  });

  it('refunds unsent leads later if its server was killed', async () => {
    const person = await bench.person({ credits: 1000 });
    const open = await openExport(bench.deps, person.id, 'leadrocks', newLeads(800));
    await open.saveProgress(sentLeads(0, 300));
    expect(await person.account()).toMatchObject({ credits: 200 });
    bench.deps.clock.advance(16 * 60_000);
    await endAbandonedExports(bench.deps);
    const { balance } = await bench.deps.database.db
      .selectFrom('accounts')
      .select('balance')
      .where('id', '=', person.id)
      .executeTakeFirstOrThrow();
    expect(balance).toBe(700);
    expect(await open.saveProgress(sentLeads(300, 400))).toBe(false);
  });

  it('refunds unsent leads at the start of the only server', async () => {
    const person = await bench.person({ credits: 1000 });
    const open = await openExport(bench.deps, person.id, 'leadrocks', newLeads(800));
    await open.saveProgress(sentLeads(0, 300));
    bench.deps.clock.advance(1);
    await endAbandonedExports(bench.deps);
    expect(await open.saveProgress(sentLeads(300, 301))).toBe(true);
    bench.deps.clock.advance(1);
    await endAbandonedExports(bench.deps, true);
    expect(await open.saveProgress(sentLeads(301, 302))).toBe(false);
    const { balance } = await bench.deps.database.db
      .selectFrom('accounts')
      .select('balance')
      .where('id', '=', person.id)
      .executeTakeFirstOrThrow();
    expect(balance).toBe(1000 - 301);
  });

  it('returns up to 50,000 leads as JSON, and rejects an export without leads', async () => {
    const person = await bench.person({ credits: 100_000 });
    const { body } = await person.call('leadrocks', { action: 'export', filters: ALL });
    expect(body.leads).toHaveLength(LEADS);
    expect(await spent(person)).toBe(LEADS);
    const none = await person.file('leadrocks', { includeJobTitles: ['nobody'] });
    expect(none.status).toBe(400);
    await none.text();
    const unfiltered = await person.file('leadrocks', {});
    expect(await unfiltered.text()).toContain('Please apply filters before exporting');
  });

  async function start(person: Searcher) {
    const filters = { ...noFilters(), titles: { include: [], exclude: ['nothing like this'] } };
    const order = { database: 'leadrocks' as const, filters, options: NO_OPTIONS };
    const { leads, csv } = await startCsvExport(bench.deps, person.id, order);
    const pieces = csv(new AbortController().signal);
    // The header. The next piece has rows.
    await pieces.next();
    return { leads, pieces };
  }

  it('continues when another process adds and deletes leads', async () => {
    const person = await bench.person({ credits: 100_000 });
    const { leads, pieces } = await start(person);
    await load('Another', 'append', 10);
    await bench.deps.warehouse.run({ sql: "DELETE FROM leads.leadrocks WHERE Full_Name LIKE 'Another %'" });
    let text = '';
    for await (const piece of pieces) text += Buffer.from(piece).toString();
    expect(text.trimEnd().split('\r\n')).toHaveLength(leads);
    expect(await spent(person)).toBe(leads);
  });

  it('is refused without a charge when another process replaces the database before its first rows', async () => {
    const person = await bench.person({ credits: 100_000 });
    const { warehouse } = bench.deps;
    const { bytes } = warehouse;
    const { promise: isReplaced, resolve: replaced } = Promise.withResolvers<void>();
    const isRead = Promise.withResolvers<void>();
    const slow = vi.spyOn(warehouse, 'bytes').mockImplementation(async function* (...args) {
      isRead.resolve();
      await isReplaced;
      yield* bytes(...args);
    });
    const starting = start(person);
    starting.catch(() => {});
    await isRead.promise;
    slow.mockRestore();
    await load('Newer');
    replaced();
    await expect(starting).rejects.toMatchObject({ code: 'conflict', message: DATABASE_REPLACED });
    expect(await spent(person)).toBe(0);
  });

  it('does not deadlock when it ends while its account is deleted', async () => {
    const { db } = bench.deps.database;
    const person = await bench.person({ credits: 1000 });
    const open = await openExport(bench.deps, person.id, 'leadrocks', newLeads(800));
    const locked = Promise.withResolvers<void>();
    const ended = locked.promise.then(() => open.end(sentLeads(0, 100)));
    await transaction(db, async (tx) => {
      await lockPlan(tx, person.id);
      locked.resolve();
      await waitForBlockedTransaction();
      await tx.deleteFrom('accounts').where('id', '=', person.id).execute();
    });
    await ended;
    const left = await db
      .selectFrom('lead_exports')
      .select('id')
      .where('account_id', '=', person.id)
      .execute();
    expect(left).toEqual([]);
  });
});

/** Waits until a transaction is blocked in PostgreSQL. PGlite runs one transaction at a time. */
async function waitForBlockedTransaction(): Promise<void> {
  const { kind } = bench.deps.database;
  if (kind.engine === 'pglite') return;
  await expect
    .poll(async () => {
      const { rows } = await kind.pool.query(
        'select 1 from pg_stat_activity where datname = current_database() and cardinality(pg_blocking_pids(pid)) > 0',
      );
      return rows.length;
    })
    .toBe(1);
}
