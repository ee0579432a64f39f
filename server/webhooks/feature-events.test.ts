import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { WebhookEventType } from '#contract/webhooks.ts';
import { WEBHOOK_EVENT_TYPES } from '#contract/webhooks.ts';
import { lockGateAccount } from '../accounts/account.ts';
import { chargeAmount } from '../accounts/ledger.ts';
import { createKey } from '../api-keys/api-keys.ts';
import { spendBudget } from '../api-keys/budget.ts';
import { addRows } from '../lists/add-rows.ts';
import { sweepNextList } from '../lists/opt-out-sweep.ts';
import { addOptOuts } from '../opt-outs/opt-outs.ts';
import { transaction } from '../platform/database/db.ts';
import { cancelTask } from '../tasks/task-run.ts';
import { openTaskBench, sites, type TaskBench } from '../tasks/test-tasks.ts';
import { createWebhook } from './endpoints.ts';

/** What each feature writes, in the transaction that causes it. */

let bench: TaskBench;
beforeAll(async () => {
  bench = await openTaskBench();
});
afterAll(() => bench.close());

/** An account with a webhook for every event. */
async function listener(credits: number | 'unlimited' = 1000): Promise<string> {
  const accountId = await bench.account(credits);
  await createWebhook(bench.deps, accountId, {
    name: '',
    url: 'https://example.com/',
    events: [...WEBHOOK_EVENT_TYPES],
  });
  return accountId;
}

async function eventsOf(accountId: string): Promise<{ type: string; data: unknown; path: string }[]> {
  const rows = await bench.deps.database.db
    .selectFrom('webhook_events')
    .select(['type', 'data', 'path'])
    .where('account_id', '=', accountId)
    .orderBy('created_at')
    .execute();
  return rows.map(({ type, data, path }) => ({ type, data: JSON.parse(data), path }));
}

describe('a feature tells webhooks', () => {
  it('how a task ended', async () => {
    const accountId = await listener();
    const task = await bench.start(accountId, sites(2, '?done'));
    await bench.settle(task, [0]);
    expect(await eventsOf(accountId)).toEqual([]);
    await bench.settle(task, [1]);
    const stopped = await bench.start(accountId, sites(2, '?stopped'));
    await cancelTask(bench.deps, accountId, stopped.id);
    expect(await eventsOf(accountId)).toMatchObject([
      {
        type: 'task.completed',
        data: {
          taskId: task.id,
          tool: 'website-extraction',
          status: 'completed',
          total: 2,
          processed: 2,
          found: 2,
          creditsUsed: 2,
          creditsIncluded: 0,
        },
        path: expect.stringContaining(task.id),
      },
      {
        type: 'task.stopped',
        data: { taskId: stopped.id, status: 'cancelled', stopReason: 'user', processed: 0 },
      },
    ]);
  });

  it('what the unlimited plan covered of a task, which its API key pays from its budget', async () => {
    const accountId = await listener('unlimited');
    const task = await bench.start(accountId, sites(2, '?included'));
    await bench.settle(task, [0, 1]);
    expect(await eventsOf(accountId)).toMatchObject([
      { type: 'task.completed', data: { taskId: task.id, creditsUsed: 0, creditsIncluded: 2 } },
    ]);
  });

  it('once that few credits are left, and again after more were added', async () => {
    const accountId = await listener(150);
    const charge = (amount: number) =>
      transaction(bench.deps.database.db, async (tx) => {
        await lockGateAccount(tx, bench.deps.config, accountId);
        const exportId = crypto.randomUUID();
        await chargeAmount(tx, accountId, { amount, counted: true, reason: 'apollo-lead-export', exportId });
      });
    await charge(49);
    expect(await eventsOf(accountId)).toEqual([]);
    await charge(1);
    await charge(20);
    await bench.grant(accountId, 100);
    await charge(90);
    expect((await eventsOf(accountId)).map(({ type, data }) => [type, data])).toEqual([
      ['credits.low', { creditsLeft: 100 }],
      ['credits.low', { creditsLeft: 90 }],
    ]);
  });

  it('that an API key spent its budget', async () => {
    const accountId = await listener('unlimited');
    const { view } = await createKey(bench.deps, accountId, {
      name: 'key',
      scopes: ['run'],
      monthlyBudget: 10,
    });
    const now = new Date(bench.deps.clock.now());
    await transaction(bench.deps.database.db, async (tx) => {
      await spendBudget(tx, view.id, 9, now);
      await spendBudget(tx, view.id, 1, now);
    });
    expect(await eventsOf(accountId)).toMatchObject([
      { type: 'api_key.budget_spent', data: { monthlyBudget: 10, spent: 10 }, path: '/dashboard/api' },
    ]);
  });

  it('that rows were added to a list, and that people left it', async () => {
    const accountId = await listener();
    const { config, database, clock } = bench.deps;
    const rows = ['ada@acme.com', 'bob@acme.com'].map((email) => ({ keys: [email], values: { email } }));
    const target = { accountId, kind: 'own', source: '', name: 'People', columns: ['email'] } as const;
    const add = () =>
      transaction(database.db, async (tx) => {
        await lockGateAccount(tx, config, accountId);
        return addRows(tx, config, target, rows, { paid: true, at: new Date(clock.now()) });
      });
    const { list } = await add();
    // Known rows are no news.
    await add();
    await addOptOuts(bench.deps, [{ kind: 'email', value: 'ada@acme.com' }], async () => {});
    for (let at: string | null = null; ; ) {
      at = await sweepNextList(bench.deps, at);
      if (at === null) break;
    }
    const events = await eventsOf(accountId);
    expect(events).toMatchObject([
      { type: 'list.rows_added', data: { listId: list?.id, added: 2, rows: 2 } },
      { type: 'opt_out.added', data: { listId: list?.id } },
    ]);
    expect(JSON.stringify(events)).not.toMatch(/@|acme|People/);
  });

  it('nothing that no webhook chose', async () => {
    const accountId = await bench.account(1000);
    const events: WebhookEventType[] = ['credits.low'];
    await createWebhook(bench.deps, accountId, { name: '', url: 'https://example.com/', events });
    const task = await bench.start(accountId, sites(1, '?unheard'));
    await bench.settle(task, [0]);
    expect(await eventsOf(accountId)).toEqual([]);
  });
});
