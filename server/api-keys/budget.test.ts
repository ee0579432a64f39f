// On PostgreSQL: parallel calls spend from one locked budget.
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BUDGET_SPENT } from '#contract/api-keys.ts';
import { createApp } from '../app.ts';
import { send } from '../auth/test-requests.ts';
import { chargeReadyLeads, openExport } from '../leads/export-charge.ts';
import { keysFromBytes } from '../leads/lead-keys.ts';
import { startTask } from '../tasks/start-task.ts';
import { resumeTask } from '../tasks/task-run.ts';
import { openTaskBench, sites, type TaskBench } from '../tasks/test-tasks.ts';
import { changeKey, createKey, listKeys, revokeKey } from './api-keys.ts';
import { budgetLeft, nextMonth, spendBudget } from './budget.ts';

let bench: TaskBench;
beforeAll(async () => {
  bench = await openTaskBench();
});
afterAll(() => bench.close());

const DAY_MS = 86_400_000;

async function newKey(monthlyBudget: number | null): Promise<{ account: string; keyId: string }> {
  const account = await bench.account('unlimited');
  const { view } = await createKey(bench.deps, account, { name: 'Test', scopes: ['run'], monthlyBudget });
  return { account, keyId: view.id };
}
const start = (account: string, apiKeyId: string | null, urls: string[]) =>
  startTask(bench.deps, {
    accountId: account,
    apiKeyId,
    type: 'website-extraction',
    inputs: urls,
    claim: null,
  });
const spent = async (account: string) =>
  (await listKeys(bench.deps, account)).keys.map(({ spentThisMonth }) => spentThisMonth);
const charged = async (account: string) => {
  const { credits_included } = await bench.deps.database.db
    .selectFrom('accounts')
    .select('credits_included')
    .where('id', '=', account)
    .executeTakeFirstOrThrow();
  return credits_included;
};
const exportLeads = (account: string, apiKeyId: string, leads: number) =>
  chargeReadyLeads({ ...bench.deps, apiKeyId }, account, 'apollo', {
    keys: newKeys(leads),
    repeats: null,
  });
const newKeys = (count: number) => keysFromBytes(randomBytes(count * 8));

describe('the monthly budget of a key', () => {
  it('holds under 100 parallel calls', async () => {
    const { account, keyId } = await newKey(47);
    const task = await start(account, keyId, sites(60));
    const results = await Promise.allSettled([
      ...Array.from({ length: 60 }, (_, position) => bench.settle(task, [position])),
      ...Array.from({ length: 40 }, () => exportLeads(account, keyId, 1)),
    ]);
    for (const result of results)
      if (result.status === 'rejected') expect(result.reason).toMatchObject({ status: 402 });
    expect([await spent(account), await charged(account)]).toEqual([[47], 47]);
    expect(await bench.task(task.id)).toMatchObject({ status: 'cancelled', stop_reason: 'budget' });
    expect(await bench.broken(account)).toEqual([]);
    await expect(exportLeads(account, keyId, 1)).rejects.toMatchObject({
      code: 'access_denied',
      message: BUDGET_SPENT,
      details: { reason: 'budget' },
    });
    const more = [...sites(1), 'https://new.com/'];
    await expect(start(account, keyId, more)).rejects.toMatchObject({ message: BUDGET_SPENT });
  });

  it('can be raised, lowered to what was spent, and taken away, by its owner only', async () => {
    const { account, keyId } = await newKey(2);
    const live = async () => undefined;
    const change = (monthlyBudget: number | null, owner = account) =>
      changeKey(bench.deps, owner, { id: keyId, monthlyBudget }, live);
    await exportLeads(account, keyId, 2);
    await expect(exportLeads(account, keyId, 1)).rejects.toMatchObject({ message: BUDGET_SPENT });
    expect(await change(5)).toMatchObject({ name: 'Test', monthlyBudget: 5, spentThisMonth: 2 });
    await exportLeads(account, keyId, 1);
    await expect(change(2)).rejects.toMatchObject({
      code: 'validation_failed',
      message: "This key has spent 3 credits this month. Its budget can't be less than that.",
    });
    expect(await change(3)).toMatchObject({ monthlyBudget: 3, spentThisMonth: 3 });
    expect(await change(null)).toMatchObject({ monthlyBudget: null, spentThisMonth: 3 });
    await expect(change(9, await bench.account('unlimited'))).rejects.toMatchObject({ code: 'not_found' });
    const renamed = await changeKey(bench.deps, account, { id: keyId, name: 'CRM' }, live);
    expect(renamed).toMatchObject({ name: 'CRM', monthlyBudget: null, spentThisMonth: 3 });
    await revokeKey(bench.deps, account, keyId);
    await expect(change(9)).rejects.toMatchObject({ code: 'not_found' });
  });

  it('of a month can be lower than what was spent in the one before', async () => {
    const { account, keyId } = await newKey(50);
    await exportLeads(account, keyId, 40);
    const { db } = bench.deps.database;
    await db.updateTable('api_keys').set({ spent_month: '2020-01' }).where('id', '=', keyId).execute();
    const live = async () => undefined;
    expect(await changeKey(bench.deps, account, { id: keyId, monthlyBudget: 1 }, live)).toMatchObject({
      monthlyBudget: 1,
      spentThisMonth: 0,
    });
    await exportLeads(account, keyId, 1);
    expect(await spent(account)).toEqual([1]);
  });

  it('stops a task at its last credit, and a person can resume it without the key', async () => {
    const { account, keyId } = await newKey(2);
    const task = await start(account, keyId, sites(5));
    expect(await bench.settle(task, [0, 1, 2, 3, 4])).toEqual({ running: false });
    expect(await bench.task(task.id)).toMatchObject({ processed: 2, stop_reason: 'budget' });
    await expect(resumeTask(bench.deps, account, task.id, null, { apiKeyId: keyId })).rejects.toMatchObject({
      code: 'access_denied',
      message: BUDGET_SPENT,
    });
    const resumed = await resumeTask(bench.deps, account, task.id, null);
    expect(await bench.settle(resumed, [2, 3, 4])).toEqual({ running: false });
    expect(await bench.task(task.id)).toMatchObject({ processed: 5, status: 'completed' });
    expect([await spent(account), await charged(account)]).toEqual([[2], 5]);
  });

  it('ends tasks of the key that wait, and no others', async () => {
    const { account, keyId } = await newKey(1);
    const running = [];
    for (let n = 0; n < 3; n += 1) running.push(await start(account, keyId, sites(2, `?${n}`)));
    const waiting = await start(account, keyId, sites(2, '?waiting'));
    const own = await start(account, null, sites(2, '?own'));
    expect([waiting.status, own.status]).toEqual(['queued', 'queued']);
    await bench.settle(running[0] ?? waiting, [0, 1]);
    expect(await bench.task(waiting.id)).toMatchObject({ status: 'cancelled', stop_reason: 'budget' });
    expect(await bench.task(own.id)).toMatchObject({ status: 'processing' });
  });

  it('starts again with the calendar month in UTC, and still counts after a revocation', async () => {
    const { account, keyId } = await newKey(10);
    const { clock, database } = bench.deps;
    const monthEnd = new Date(clock.now());
    monthEnd.setUTCMonth(monthEnd.getUTCMonth() + 1, 1);
    monthEnd.setUTCHours(0, 0, 0, 0);
    clock.advance(monthEnd.getTime() - clock.now() - 1);
    await exportLeads(account, keyId, 10);
    await expect(exportLeads(account, keyId, 1)).rejects.toMatchObject({
      details: { reason: 'budget', resetsAt: monthEnd.toISOString() },
    });
    expect(await spent(account)).toEqual([10]);
    clock.advance(1);
    expect(await spent(account)).toEqual([0]);
    await exportLeads(account, keyId, 4);
    // A server whose clock is still in the last month opens no second budget.
    const left = await database.db.transaction().execute(async (tx) => {
      const late = new Date(clock.now() - DAY_MS);
      await spendBudget(tx, keyId, 1, late);
      return budgetLeft(tx, keyId, late, { lock: true });
    });
    expect([left, await spent(account)]).toEqual([5, [5]]);
    await revokeKey(bench.deps, account, keyId);
    await expect(exportLeads(account, keyId, 6)).rejects.toMatchObject({
      message:
        'The monthly budget of the API key has 5 credits left, and this export needs 6. Export fewer leads.',
    });
  });

  it('is in the balance that the key reads', async () => {
    const app = createApp(bench.deps);
    const account = await bench.account('unlimited');
    const balanceOf = async (monthlyBudget: number | null, spend: number) => {
      const options = { name: 'Test', scopes: ['read' as const], monthlyBudget };
      const { key, view } = await createKey(bench.deps, account, options);
      await exportLeads(account, view.id, spend);
      return (await send(app, '/functions/v1/balance', { token: key })).json();
    };
    const resetsAt = nextMonth(new Date(bench.deps.clock.now())).toISOString();
    const plan = { plan: 'unlimited', credits: 'unlimited' };
    const key = { name: 'Test', resetsAt };
    expect(await balanceOf(10, 3)).toEqual({
      ...plan,
      key: { ...key, monthlyBudget: 10, spentThisMonth: 3, leftThisMonth: 7 },
    });
    expect(await balanceOf(2, 2)).toMatchObject({ key: { spentThisMonth: 2, leftThisMonth: 0 } });
    expect(await balanceOf(null, 4)).toEqual({
      ...plan,
      key: { ...key, monthlyBudget: null, spentThisMonth: 4, leftThisMonth: null },
    });
  });

  it('gets unsent leads of an export back, and takes only what it covers if asked', async () => {
    const { account, keyId } = await newKey(10);
    const deps = { ...bench.deps, apiKeyId: keyId };
    const open = await openExport(deps, account, 'apollo', { leads: 50, repeats: null, affordable: true });
    expect([open.leads, await spent(account)]).toEqual([10, [10]]);
    await open.end({ keys: newKeys(3), from: 0 });
    expect(await spent(account)).toEqual([3]);
  });

  it('is optional: what a key spends is counted without one', async () => {
    const { account, keyId } = await newKey(null);
    await exportLeads(account, keyId, 5000);
    expect(await spent(account)).toEqual([5000]);
  });
});
