import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import type { Hono } from 'hono';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { AccountAnalytics } from '#contract/analytics.ts';
import { CreditHistoryPage, type CreditLine } from '#contract/credit-history.ts';
import { XLSX_TYPE } from '#contract/file-types.ts';
import { shortTaskName } from '#contract/task-name.ts';
import { cellsOf } from '#engines/csv/xlsx/test-workbooks.ts';
import { chargeAmount, grantCredits } from '../accounts/ledger.ts';
import { createApp } from '../app.ts';
import { type Caller, newCaller } from '../auth/test-caller.ts';
import { outcome, send } from '../auth/test-requests.ts';
import type { AppEnv } from '../http/context.ts';
import { transaction } from '../platform/database/db.ts';
import { openTaskBench, sites, type TaskBench } from '../tasks/test-tasks.ts';
import { creditDays } from './credit-quarters.ts';
import { lineTotals } from './line-store.ts';

let bench: TaskBench;
let app: Hono<AppEnv>;
let ada: Caller;
beforeEach(async () => {
  bench = await openTaskBench();
  app = createApp(bench.deps);
  ada = await newCaller(app);
});
afterEach(() => bench.close());

const db = () => bench.deps.database.db;
const history = async (query: Record<string, string> = {}) =>
  CreditHistoryPage.parse(await (await ada.get('credit-history', query)).json());

/** Charges or refunds leads of one export. */
const exportLeads = (exportId: string, amount: number, counted = true) =>
  transaction(db(), (tx) =>
    chargeAmount(tx, ada.id, { amount, counted, reason: 'apollo-lead-export', exportId }),
  );

/** Moves all lines of the account to an instant. */
const moveLines = (at: string, kind: string) =>
  db()
    .updateTable('credit_lines')
    .set({ started_at: new Date(at) })
    .where('kind', '=', kind)
    .execute();

async function allLines(query: Record<string, string>): Promise<CreditLine[]> {
  const lines: CreditLine[] = [];
  for (let before: number | null = null; ; ) {
    const page = await history({ ...query, limit: '2', ...(before === null ? {} : { before: `${before}` }) });
    lines.push(...page.lines);
    before = page.next;
    if (before === null) return lines;
  }
}

const STEP = fc.oneof(
  fc.record({ kind: fc.constant('task' as const), items: fc.integer({ min: 1, max: 6 }) }),
  fc.record({
    kind: fc.constant('export' as const),
    leads: fc.integer({ min: 1, max: 50 }),
    refund: fc.integer({ min: 0, max: 50 }),
    counted: fc.boolean(),
  }),
  fc.record({ kind: fc.constant('grant' as const), credits: fc.integer({ min: 1, max: 500 }) }),
);

describe('the credit history', () => {
  it('has the list that a task worked in, until the list is deleted', async () => {
    const { id } = (await (
      await ada.post('list-create', { name: 'Sites', columns: [{ name: 'Website' }] })
    ).json()) as { id: string };
    const task = await bench.start(ada.id, sites(1));
    const run = { task_id: task.id, list_id: id, account_id: ada.id, steps: '[]', started_at: new Date() };
    await db().insertInto('list_runs').values(run).execute();
    await bench.settle(task, [0]);
    const lines = async () => (await history()).lines.map(({ taskId, listId }) => [taskId, listId]);
    const grant = [null, null];
    expect(await lines()).toEqual([[task.id, id], grant]);
    await ada.post('list-delete', { id });
    expect(await lines()).toEqual([[task.id, null], grant]);
  });

  it('has one line for a task, however many items and batches it had, with its link', async () => {
    const task = await bench.start(ada.id, sites(5));
    await bench.settle(task, [0, 1]);
    await bench.settle(task, [2, 3, 4]);
    const { lines, totals, next } = await history();
    expect(lines).toMatchObject([
      {
        kind: 'website-extraction',
        label: 'Website Extraction',
        amount: -5,
        taskId: task.id,
        taskType: 'website-extraction',
        name: expect.stringContaining('site0.com'),
      },
      { kind: 'balance', label: 'Welcome credits', amount: 1000, taskId: null, name: '' },
    ]);
    expect(totals).toEqual({ lines: 2, used: 5, included: 0, refunded: 0, added: 1000 });
    expect(next).toBeNull();
  });

  it('takes refunds off the line of their export', async () => {
    const id = randomUUID();
    await exportLeads(id, 40);
    await exportLeads(id, -15);
    await exportLeads(randomUUID(), 7, false);
    const { lines, totals } = await history();
    expect(lines).toMatchObject([
      { label: 'Apollo export', amount: 0, included: 7, refunded: 0 },
      { label: 'Apollo export', amount: -25, included: 0, refunded: 15 },
      { amount: 1000 },
    ]);
    expect(totals).toEqual({ lines: 3, used: 25, included: 7, refunded: 15, added: 1000 });
  });

  it('adds up to the ledger after any steps, on pages of any size and in totals of any steps', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(STEP, { maxLength: 8 }), async (steps) => {
        ada = await newCaller(app);
        for (const step of steps) {
          if (step.kind === 'task') {
            const task = await bench.start(ada.id, sites(step.items, `?${randomUUID()}`));
            await bench.settle(
              task,
              Array.from({ length: step.items }, (_, index) => index),
            );
          } else if (step.kind === 'export') {
            const id = randomUUID();
            await exportLeads(id, step.leads, step.counted);
            await exportLeads(id, -Math.min(step.leads, step.refund), step.counted);
          } else await transaction(db(), (tx) => grantCredits(tx, ada.id, step.credits, 'gift'));
        }
        expect(await bench.broken(ada.id)).toEqual([]);
        const lines = await allLines({});
        expect(lines).toHaveLength(steps.length + 1);
        const sum = lines.reduce((total, { amount }) => total + amount, 0);
        expect(sum).toBe(await bench.balance(ada.id));
        const { totals } = await history();
        expect((totals?.added ?? 0) - (totals?.used ?? 0)).toBe(sum);
        const all = { kind: undefined, from: undefined, to: undefined };
        for (const size of [1, 2, 3]) expect(await lineTotals(db(), ada.id, all, size)).toEqual(totals);
      }),
      { numRuns: 12 },
    );
  });

  it('filters by kind and by days of a time zone', async () => {
    const task = await bench.start(ada.id, sites(1));
    await bench.settle(task, [0]);
    await exportLeads(randomUUID(), 5);
    // Half an hour before and after midnight in New York.
    await moveLines('2026-11-23T04:30:00Z', 'website-extraction');
    await moveLines('2026-11-23T05:30:00Z', 'apollo-lead-export');
    await moveLines('2026-11-01T12:00:00Z', 'balance');
    const kinds = async (query: Record<string, string>) =>
      (await history(query)).lines.map(({ kind }) => kind);
    const day = { from: '2026-11-23', to: '2026-11-23' };
    expect(await kinds({ ...day, timeZone: 'America/New_York' })).toEqual(['apollo-lead-export']);
    expect(await kinds({ ...day, timeZone: 'Asia/Kolkata' })).toHaveLength(2);
    expect(await kinds({ ...day, timeZone: 'Pacific/Auckland' })).toHaveLength(2);
    expect(await kinds({ to: '2026-11-22', timeZone: 'America/New_York' })).toEqual([
      'website-extraction',
      'balance',
    ]);
    expect(await kinds({ kind: 'balance' })).toEqual(['balance']);
    expect((await history({ kind: 'apollo-lead-export' })).totals).toMatchObject({ lines: 1, used: 5 });
  });

  it('refuses unknown kinds, zones and days, and days in the wrong order', async () => {
    const refused = async (query: Record<string, string>) => {
      for (const call of ['credit-history', 'credit-history-csv'])
        expect([query, await outcome(ada.get(call, query))]).toEqual([query, '400 validation_failed']);
    };
    await refused({ kind: 'website-extractoin' });
    await refused({ timeZone: 'Mars/Olympus' });
    await refused({ from: '2026-02-30' });
    await refused({ from: '0001-01-01' });
    await refused({ from: '2026-11-02', to: '2026-11-01' });
    expect(await outcome(ada.get('account-analytics', { timeZone: "UTC'--" }))).toBe('400 validation_failed');
    expect(await outcome(send(app, '/functions/v1/credit-history-csv'))).toBe('401 not_authenticated');
  });

  it('downloads every line as CSV with local times, guarded against formulas', async () => {
    for (let n = 0; n < 3; n += 1) {
      const task = await bench.start(ada.id, sites(1, `?${n}`));
      await bench.settle(task, [0]);
      await ada.post('task-rename', { id: task.id, name: '=HYPERLINK("http://x.example")' });
    }
    await moveLines('2026-11-22T18:45:00Z', 'website-extraction');
    const query = { kind: 'website-extraction', timeZone: 'Asia/Kolkata' };
    const response = await ada.get('credit-history-csv', query);
    expect(response.headers.get('content-disposition')).toMatch(
      /^attachment; filename="credit_history_\d{4}-/,
    );
    const [header, ...rows] = (await response.text()).trim().split('\r\n');
    expect(header).toBe('Date (Asia/Kolkata),What for,Task,Credits,Included,Refunded,Task ID');
    expect(rows).toHaveLength(3);
    for (const row of rows)
      expect(row).toMatch(
        /^2026-11-23 00:15,Website Extraction,"'=HYPERLINK\(""http:\/\/x.example""\)",-1,0,0,/,
      );
    const workbook = await ada.get('credit-history-csv', { ...query, format: 'xlsx' });
    expect(workbook.headers.get('content-type')).toBe(XLSX_TYPE);
    expect(workbook.headers.get('content-disposition')).toMatch(/\.xlsx"$/);
    const [names, line] = cellsOf(new Uint8Array(await workbook.arrayBuffer()));
    expect(names?.join(',')).toBe(header);
    expect(line?.slice(1, 4)).toEqual(['Website Extraction', '=HYPERLINK("http://x.example")', '-1']);
  });

  it('names tasks in files as pages do', async () => {
    const task = await bench.start(ada.id, sites(2));
    await bench.settle(task, [0]);
    const name = (await history()).lines[0]?.name ?? '';
    expect(name).toMatch(/^https:/);
    const [, row] = (await (await ada.get('credit-history-csv')).text()).split('\r\n');
    expect(row?.split(',').slice(1, 3)).toEqual(['Website Extraction', shortTaskName(name)]);
  });

  it('shows no one else its lines, and no page after the line of someone else', async () => {
    const bob = await newCaller(app);
    await exportLeads(randomUUID(), 3);
    const { lines } = await history();
    const theirs = CreditHistoryPage.parse(await (await bob.get('credit-history')).json());
    expect(theirs.lines).toMatchObject([{ label: 'Welcome credits' }]);
    const after = await bob.get('credit-history', { before: String(lines[0]?.id) });
    expect(CreditHistoryPage.parse(await after.json()).lines).toEqual([]);
  });

  it('is limited per account, so that one account reading it all the time takes nothing from others', async () => {
    const bob = await newCaller(app);
    let last = '';
    for (let n = 0; n <= 60; n += 1) last = await outcome(ada.get('credit-history-csv'));
    expect(last).toBe('429 rate_limited');
    expect(await outcome(bob.get('credit-history-csv'))).toBe('200 ok');
  });
});

describe('credits per day', () => {
  /** Credits at instants, as the ledger counts them. */
  const spend = (spent: Record<string, number>) =>
    db()
      .insertInto('credit_quarters')
      .values(
        Object.entries(spent).map(([quarter, used]) => ({
          account_id: ada.id,
          quarter: new Date(quarter),
          used,
        })),
      )
      .execute();
  const days = async (timeZone: string, now: string, count = 3) =>
    (await creditDays(db(), ada.id, { count, timeZone, now: new Date(now) })).map(({ day, used }) => [
      day,
      used,
    ]);

  it('count on the day of the person, on both sides of midnight', async () => {
    await spend({
      '2026-11-22T10:45:00Z': 1, // 23:45 in Auckland
      '2026-11-22T11:00:00Z': 2, // 00:00 in Auckland
      '2026-11-22T18:15:00Z': 4, // 23:45 in Kolkata
      '2026-11-22T18:30:00Z': 8, // 00:00 in Kolkata
      '2026-11-23T04:45:00Z': 16, // 23:45 in New York
      '2026-11-23T05:00:00Z': 32, // 00:00 in New York
    });
    const now = '2026-11-23T05:10:00Z';
    expect(await days('Pacific/Auckland', now)).toEqual([
      ['2026-11-21', 0],
      ['2026-11-22', 1],
      ['2026-11-23', 62],
    ]);
    expect(await days('Asia/Kolkata', now)).toEqual([
      ['2026-11-21', 0],
      ['2026-11-22', 7],
      ['2026-11-23', 56],
    ]);
    expect(await days('America/New_York', now)).toEqual([
      ['2026-11-21', 0],
      ['2026-11-22', 31],
      ['2026-11-23', 32],
    ]);
    expect(await days('UTC', now)).toEqual([
      ['2026-11-21', 0],
      ['2026-11-22', 15],
      ['2026-11-23', 48],
    ]);
  });

  it('have 25 hours when the clocks go back, and none is counted twice', async () => {
    const hours = Array.from({ length: 74 }, (_, n) => [
      new Date(Date.UTC(2026, 9, 31, 4 + n)).toISOString(),
      1,
    ]);
    await spend(Object.fromEntries(hours));
    expect(await days('America/New_York', '2026-11-03T04:30:00Z')).toEqual([
      ['2026-10-31', 24],
      ['2026-11-01', 25],
      ['2026-11-02', 24],
    ]);
  });

  it('are in the time zone of the request', async () => {
    await exportLeads(randomUUID(), 5);
    for (const timeZone of ['Pacific/Kiritimati', 'Pacific/Niue', 'Asia/Kolkata']) {
      const reply = AccountAnalytics.parse(await (await ada.get('account-analytics', { timeZone })).json());
      const today = new Intl.DateTimeFormat('sv-SE', { timeZone }).format(bench.deps.clock.now());
      expect(reply.days.at(-1)).toMatchObject({ day: today, used: 5 });
    }
  });
});
