import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Hono } from 'hono';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { AccountView } from '#contract/account.ts';
import { AccountAnalytics, ANALYTICS_DAYS } from '#contract/analytics.ts';
import { taskDefinition } from '#tools/index/tools.ts';
import { contactsIn } from '#tools/list-tool/row-text.ts';
import { chargeAmount } from '../accounts/ledger.ts';
import { createApp } from '../app.ts';
import { type Caller, newCaller } from '../auth/test-caller.ts';
import { outcome, send } from '../auth/test-requests.ts';
import type { AppEnv } from '../http/context.ts';
import { transaction } from '../platform/database/db.ts';
import { openTaskBench, sites, type TaskBench, websiteRow, worked } from '../tasks/test-tasks.ts';
import type { WorkedItem } from '../tasks/worked-item.ts';

let bench: TaskBench;
let app: Hono<AppEnv>;
let ada: Caller;
beforeEach(async () => {
  bench = await openTaskBench();
  app = createApp(bench.deps);
  ada = await newCaller(app);
});
afterEach(() => bench.close());

const { contactFields } = taskDefinition('website-extraction');

/** An item whose row has these contacts. */
function site(position: number, emails: string[], phones: string[] = []): WorkedItem {
  const row = websiteRow(`https://site${position}.com/`, { emails, phones });
  return worked(position, {
    row,
    found: emails.length + phones.length > 0,
    contacts: contactsIn(JSON.parse(row), contactFields),
  });
}

/** Settles one task: two sites with contacts, one without, and one that failed. */
async function runTask(accountId: string): Promise<void> {
  const task = await bench.start(accountId, sites(4));
  await bench.settle(task, [site(0, ['a@site0.com', 'b@site0.com'], ['+4930123']), site(1, ['c@site1.com'])]);
  await bench.settle(task, [site(2, []), worked(3, { found: false, failed: true, billable: false })]);
}

const charge = (accountId: string, amount: number, counted = true) =>
  transaction(bench.deps.database.db, (tx) =>
    chargeAmount(tx, accountId, { amount, counted, reason: 'apollo-lead-export', exportId: randomUUID() }),
  );

async function readAnalytics(caller: Caller): Promise<AccountAnalytics> {
  return AccountAnalytics.parse(await (await caller.get('account-analytics')).json());
}

/** Moves everything that happened so far to an earlier day. */
async function daysPass(count: number): Promise<void> {
  const { db } = bench.deps.database;
  await sql`update task_days set day = day - ${count}::integer`.execute(db);
  await sql`update credit_quarters set quarter = quarter - ${count}::integer * interval '1 day'`.execute(db);
  await sql`update credit_entries set created_at = created_at - ${count}::integer * interval '1 day'`.execute(
    db,
  );
}

/** The days with credits, from the ledger itself. */
async function daysOfLedger(accountId: string): Promise<AccountAnalytics['days']> {
  const { rows } = await sql<AccountAnalytics['days'][number]>`
    select to_char(created_at at time zone 'utc', 'YYYY-MM-DD') as day,
      coalesce(-sum(amount) filter (where from_balance), 0)::integer as used,
      coalesce(-sum(amount) filter (where not from_balance), 0)::integer as included
    from credit_entries where spent and account_id = ${accountId}::uuid group by 1 order by 1
  `.execute(bench.deps.database.db);
  return rows;
}

const withCredits = ({ days }: AccountAnalytics) =>
  days.filter(({ used, included }) => used !== 0 || included !== 0);

describe('account analytics', () => {
  it('agrees with the ledger and the tasks', async () => {
    await runTask(ada.id);
    await daysPass(3);
    await charge(ada.id, 40);
    await charge(ada.id, -10);
    await charge(ada.id, 7, false);
    await runTask(ada.id);

    const analytics = await readAnalytics(ada);
    expect(analytics.days).toHaveLength(ANALYTICS_DAYS);
    expect(analytics.days.at(-1)).toMatchObject({ used: 30, included: 7 });
    expect(analytics.days.at(-4)?.used).toBe(3);
    expect(withCredits(analytics)).toEqual(await daysOfLedger(ada.id));
    expect(analytics.tools).toEqual([{ type: 'website-extraction', processed: 8, found: 4, failed: 2 }]);
    // The second task repeats the first, for free.
    expect(analytics.contacts).toEqual({ emails: 3, phones: 1, people: 0 });

    const account = AccountView.parse(await (await ada.get('account')).json());
    expect(analytics.days.reduce((sum, { used }) => sum + used, 0)).toBe(account.creditsUsed);
    expect(await bench.broken(ada.id)).toEqual([]);
  });

  it('counts the people of lead exports and bought searches', async () => {
    const { db } = bench.deps.database;
    const exported = { account_id: ada.id, lead_database: 'apollo', from_balance: true } as const;
    const at = { created_at: new Date(), touched_at: new Date() };
    await db
      .insertInto('lead_exports')
      .values([
        { ...exported, ...at, leads: 9, sent: 7 },
        { ...exported, ...at, leads: 5, sent: 5, free: true },
        { ...exported, ...at, leads: 3, sent: 3, created_at: new Date(Date.now() - 31 * 86_400_000) },
      ])
      .execute();
    const { id } = await db
      .insertInto('orders')
      .values({
        account_id: ada.id,
        product: 'apollo_scraper',
        mode: 'payment',
        quantity: 20,
        amount_cents: 100,
        source: 'test',
        success_url: 'http://127.0.0.1/',
        cancel_url: 'http://127.0.0.1/',
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await db
      .insertInto('people_runs')
      .values({ order_id: id, account_id: ada.id, source: 'database', records: 20, created_at: new Date() })
      .execute();
    expect((await readAnalytics(ada)).contacts).toEqual({ emails: 0, phones: 0, people: 27 });
  });

  it('shows each account its own numbers', async () => {
    const bob = await newCaller(app);
    await runTask(ada.id);
    const empty = await readAnalytics(bob);
    expect(withCredits(empty)).toEqual([]);
    expect(empty).toMatchObject({ tools: [], contacts: { emails: 0, phones: 0, people: 0 } });
    await charge(bob.id, 5);
    expect(withCredits(await readAnalytics(bob))).toMatchObject([{ used: 5, included: 0 }]);
    expect(withCredits(await readAnalytics(ada))).toMatchObject([{ used: 3, included: 0 }]);
    expect(await outcome(send(app, '/functions/v1/account-analytics'))).toBe('401 not_authenticated');
  });

  it('covers 30 days, with today', async () => {
    await runTask(ada.id);
    await daysPass(29);
    const last = await readAnalytics(ada);
    expect(last.days[0]?.used).toBe(3);
    expect(last.tools).toHaveLength(1);
    await daysPass(1);
    const over = await readAnalytics(ada);
    expect(withCredits(over)).toEqual([]);
    expect(over.tools).toEqual([]);
  });

  it('reads no ledger entries, tasks or rows, however many there are', async () => {
    await runTask(ada.id);
    const analytics = await readAnalytics(ada);
    const { db } = bench.deps.database;
    const tables = ['credit_entries', 'tasks', 'task_items'];
    const rename = (from: string, to: string) =>
      sql`alter table ${sql.table(from)} rename to ${sql.table(to)}`.execute(db);
    for (const table of tables) await rename(table, `${table}_away`);
    try {
      expect(await readAnalytics(ada)).toEqual(analytics);
    } finally {
      for (const table of tables) await rename(`${table}_away`, table);
    }
  });

  it('counts what happened before the counters existed', async () => {
    await runTask(ada.id);
    await charge(ada.id, 4, false);
    const counted = await readAnalytics(ada);
    const { db } = bench.deps.database;
    await sql`drop table credit_quarters, credit_lines, task_days`.execute(db);
    await sql`alter table credit_entries drop column export_id`.execute(db);
    for (const name of ['0032_usage_days', '0060_credit_lines']) {
      const file = join(import.meta.dirname, `../../db/migrations/${name}.sql`);
      const statements = (await readFile(file, 'utf8')).replace(/--.*$/gm, '').split(';');
      for (const statement of statements) if (statement.trim()) await sql.raw(statement).execute(db);
    }
    expect(await readAnalytics(ada)).toEqual(counted);
    expect(await bench.broken(ada.id)).toEqual([]);
  });
});
