// On PostgreSQL: export and deletion touch the tables of every feature.
import type { Hono } from 'hono';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { AccountView } from '#contract/account.ts';
import { MESSAGES } from '#contract/messages.ts';
import type { TaskSave } from '#contract/task-save.ts';
import { PERSONAL_DATA } from '../account-closing.ts';
import { createApp } from '../app.ts';
import type { IssuedSession } from '../auth/sessions.ts';
import { outcome, send, signIn, signUp, TEST_PASSWORD } from '../auth/test-requests.ts';
import type { AppEnv } from '../http/context.ts';
import type { Database } from '../platform/database/db.ts';
import { openTestDatabase } from '../platform/database/test-database.ts';
import type { PersonalData } from '../platform/personal-data.ts';
import { settleBatch } from '../tasks/settle-batch.ts';
import { startTask } from '../tasks/start-task.ts';
import { worked } from '../tasks/test-tasks.ts';
import { makeTestDeps, type TestDeps } from '../test-deps.ts';
import { deleteAccount, deletedTables } from './delete-account.ts';

let database: Database;
let deps: TestDeps;
let app: Hono<AppEnv>;
beforeEach(async () => {
  database = await openTestDatabase();
  deps = makeTestDeps(database);
  await deps.queue.start();
  app = createApp(deps);
});
afterEach(async () => {
  await deps.queue.stop({ graceful: false });
  await database.close();
});

const EMAIL = 'ada@example.com';
/** What only the queue of tasks needs. */
const INTERNAL =
  /^(run_no|round|worked_ms|processed_before_run|last_queued_shard|may_wait|failed_finally|save_at)$/;
const SAVE: TaskSave = {
  name: 'Sites',
  rows: 'found',
  listId: null,
  state: 'waiting',
  added: 1,
  updated: 0,
  refused: 0,
  tooLarge: 0,
  problem: null,
};
const call = (name: string, token: string, body?: object) =>
  send(app, `/functions/v1/${name}`, { token, ...(body ? { body } : {}) });

/** Tables with a foreign key to accounts. */
async function tablesOfAccounts(): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select distinct conrelid::regclass::text as name from pg_constraint
    where contype = 'f' and confrelid = 'accounts'::regclass order by 1
  `.execute(database.db);
  return rows.map(({ name }) => name);
}

/** Tables and views with an account_id column. */
async function tablesWithAccountId(): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select table_name as name from information_schema.columns
    where table_schema = 'public' and column_name = 'account_id' order by 1
  `.execute(database.db);
  return rows.map(({ name }) => name);
}

function undeclaredTables(tables: readonly string[], declared: readonly PersonalData[]): string[] {
  return tables.filter((name) => !declared.some((one) => one.kind !== 'field' && one.table === name));
}

/** An account with data in most tables. */
async function usedAccount(): Promise<IssuedSession> {
  const session = await signUp(app, EMAIL, { name: 'Ada', phoneNumber: '+44 20 7946 0000' });
  const task = await startTask(deps, {
    accountId: session.user.id,
    type: 'website-extraction',
    inputs: ['https://one.example.com/', 'https://two.example.com/'],
    claim: null,
  });
  const save = JSON.stringify({ ...SAVE, earlier: { added: 1, updated: 0, refused: 0, tooLarge: 0 } });
  await database.db
    .updateTable('tasks')
    .set({ status: 'processing', save })
    .where('id', '=', task.id)
    .execute();
  await settleBatch(deps, { taskId: task.id, runNo: task.run_no, items: [worked(0)] });
  await database.db
    .insertInto('orders')
    .values({
      account_id: session.user.id,
      product: 'unlimited',
      mode: 'subscription',
      quantity: 1,
      amount_cents: 4900,
      source: 'test',
      success_url: 'http://127.0.0.1:3000/pricing',
      cancel_url: 'http://127.0.0.1:3000/pricing',
    })
    .execute();
  return session;
}

describe('the account export', () => {
  it('contains the account and all its rows, but no secrets', async () => {
    const { access_token: token, user } = await usedAccount();
    const { access_token: stranger } = await signUp(app, 'stranger@example.com');
    const response = await call('account-export', token);
    expect(response.headers.get('content-disposition')).toBe('attachment; filename="leadwell-account.json"');
    const text = await response.text();
    const file = JSON.parse(text);
    expect(Object.keys(file)).toEqual([
      'exportedAt',
      'account',
      'sessions',
      'knownAddresses',
      'knownBrowsers',
      'identities',
      'apiKeys',
      'connectedAssistants',
      'webhooks',
      'webhookStartKeys',
      'webhookDeliveries',
      'webhookEvents',
      'creditEntries',
      'bounces',
      'orders',
      'entitlements',
      'activationCodes',
      'peopleRuns',
      'leadExports',
      'devices',
      'listInboxes',
      'listMessages',
      'schedules',
      'scheduleRuns',
      'lists',
      'recipes',
      'aiKey',
      'leadSaves',
      'tasks',
    ]);
    expect(file.account).toMatchObject({ id: user.id, email: EMAIL, name: 'Ada', balance: 999 });
    expect(file.tasks).toMatchObject([{ type: 'website-extraction', total: 2, rows: [{ n: 0 }] }]);
    expect(file.tasks[0].save).toEqual(SAVE);
    expect(Object.keys(file.tasks[0]).filter((field) => INTERNAL.test(field))).toEqual([]);
    expect(file.creditEntries.map(({ amount }: { amount: number }) => amount)).toEqual([1000, -1]);
    expect(file.orders).toMatchObject([{ amount_cents: 4900 }]);
    expect(file.sessions).toHaveLength(1);
    expect(text).not.toMatch(/argon2|password_hash|refresh_counter|stranger/);
    expect(JSON.parse(await (await call('account-export', stranger)).text()).tasks).toEqual([]);
    expect(await outcome(send(app, '/functions/v1/account-export'))).toBe('401 not_authenticated');
  });

  it('has each row of a long table once, in order', async () => {
    const { access_token: token, user } = await usedAccount();
    await sql`
      insert into credit_entries (account_id, amount, reason, from_balance, spent)
      select ${user.id}::uuid, -n, 'website-extraction', false, true from generate_series(2, 1200) n
    `.execute(database.db);
    const { creditEntries } = JSON.parse(await (await call('account-export', token)).text());
    expect(creditEntries.map(({ amount }: { amount: number }) => amount)).toEqual([
      1000,
      ...Array.from({ length: 1200 }, (_, n) => -n - 1),
    ]);
    expect(creditEntries[0]).not.toHaveProperty('account_id');
    expect(Object.keys(creditEntries[0])).toContain('created_at');
  });

  it('includes every table with an account_id, unless its declaration gives a reason', async () => {
    const declared = PERSONAL_DATA.flatMap((one) => (one.kind === 'field' ? [] : [one.table]));
    expect(undeclaredTables(await tablesWithAccountId(), PERSONAL_DATA)).toEqual([]);
    expect(new Set(declared).size).toBe(declared.length);
    for (const one of PERSONAL_DATA) if (one.kind === 'not-exported') expect(one.reason).not.toBe('');
    await sql`create table forgotten (account_id uuid)`.execute(database.db);
    expect(undeclaredTables(await tablesWithAccountId(), PERSONAL_DATA)).toEqual(['forgotten']);
  });

  it('lists every table that refers to accounts, so that deletion is complete', async () => {
    expect(await tablesOfAccounts()).toEqual(
      deletedTables(PERSONAL_DATA)
        .filter((table) => table !== 'user_payments')
        .sort(),
    );
  });

  it('is read in pages and contains each row once', async () => {
    const { access_token: token, user } = await signUp(app, EMAIL);
    await database.db
      .insertInto('credit_entries')
      .values(Array.from({ length: 1200 }, () => ({ account_id: user.id, amount: 0, reason: 'test' })))
      .execute();
    const file = JSON.parse(await (await call('account-export', token)).text());
    const ids = file.creditEntries.map(({ id }: { id: number }) => id);
    expect([ids.length, new Set(ids).size]).toEqual([1201, 1201]);
  });
});

describe('deleting an account', () => {
  it('deletes all its data, ends its sessions and keeps only keyed hashes', async () => {
    const { access_token: token, refresh_token, user } = await usedAccount();
    const { access_token: stranger } = await signUp(app, 'stranger@example.com');
    expect(
      await outcome(
        call('account-delete', token, { email: 'stranger@example.com', currentPassword: TEST_PASSWORD }),
      ),
    ).toBe('400 validation_failed');
    expect(await outcome(call('account-delete', token, {}))).toBe('400 validation_failed');
    expect(await outcome(call('account', token))).toBe('200 ok');

    expect(
      await outcome(
        call('account-delete', token, { email: ' ADA@example.com ', currentPassword: TEST_PASSWORD }),
      ),
    ).toBe('200 ok');
    for (const table of await tablesOfAccounts()) {
      const { rows } = await sql<{ n: number }>`
        select count(*)::int as n from ${sql.table(table)} where account_id = ${user.id}::uuid
      `.execute(database.db);
      expect([table, rows[0]?.n]).toEqual([table, 0]);
    }
    expect(await database.db.selectFrom('task_items').select('position').execute()).toEqual([]);
    expect(await outcome(call('account', token))).toBe('401 not_authenticated');
    expect(await outcome(send(app, '/auth/v1/user', { token }))).toBe('403 user_not_found');
    const refresh = send(app, '/auth/v1/token?grant_type=refresh_token', { body: { refresh_token } });
    expect(await outcome(refresh)).toBe('400 session_not_found');
    expect(await outcome(signIn(app, EMAIL, TEST_PASSWORD))).toBe('400 user_not_found');
    expect(await outcome(call('account', stranger))).toBe('200 ok');
    const former = await database.db.selectFrom('former_emails').selectAll().execute();
    expect(former).toHaveLength(2);
    expect(JSON.stringify(former)).not.toContain('ada');
  });

  it('does not grant free credits again after a new sign-up', async () => {
    const first = await signUp(app, EMAIL);
    await call('account-delete', first.access_token, { email: EMAIL, currentPassword: TEST_PASSWORD });
    const again = await signUp(app, EMAIL.toUpperCase());
    const view = (await (await call('account', again.access_token)).json()) as AccountView;
    expect(view).toMatchObject({ email: EMAIL, credits: 0 });
    expect(await database.db.selectFrom('credit_entries').select('amount').execute()).toEqual([]);
    await call('account-delete', again.access_token, { email: EMAIL, currentPassword: TEST_PASSWORD });
    expect(await database.db.selectFrom('former_emails').select('email_hash').execute()).toHaveLength(3);
  });

  it('stops its running task and drops late rows', async () => {
    const { access_token: token } = await usedAccount();
    const task = await database.db.selectFrom('tasks').selectAll().executeTakeFirstOrThrow();
    await call('account-delete', token, { email: EMAIL, currentPassword: TEST_PASSWORD });
    const late = { taskId: task.id, runNo: task.run_no, items: [worked(1)] };
    expect(await settleBatch(deps, late)).toEqual({ running: false });
  });

  it('deletes nothing if its payments cannot be ended', async () => {
    const { access_token: token, user } = await usedAccount();
    const refused = deleteAccount(deps, user.id, EMAIL, {
      endPayments: () => Promise.reject(new Error('Stripe is down')),
      personalData: PERSONAL_DATA,
    });
    await expect(refused).rejects.toMatchObject({
      code: 'unavailable',
      message: MESSAGES.settings.notDeleted,
    });
    expect(await outcome(call('account', token))).toBe('200 ok');
    const ended: string[] = [];
    await deleteAccount(deps, user.id, EMAIL, {
      endPayments: async (id) => void ended.push(id),
      personalData: PERSONAL_DATA,
    });
    expect(ended).toEqual([user.id]);
  });

  it('fails until the payment provider has ended the subscription', async () => {
    const stripe = {
      STRIPE_SECRET_KEY: 'sk_test_own',
      STRIPE_WEBHOOK_SECRET: 'whsec_own',
      // No server listens there.
      STRIPE_API_BASE: 'http://127.0.0.1:1',
    };
    const stripeDeps = makeTestDeps(database, { environment: stripe });
    await stripeDeps.queue.start();
    app = createApp(stripeDeps);
    const { access_token: token, user } = await signUp(app, EMAIL);
    await database.db
      .insertInto('entitlements')
      .values({
        account_id: user.id,
        source: 'stripe',
        subscription_id: 'sub_own',
        customer_id: 'cus_own',
        status: 'active',
        has_access: true,
      })
      .execute();
    expect(
      await outcome(call('account-delete', token, { email: EMAIL, currentPassword: TEST_PASSWORD })),
    ).toBe('503 unavailable');
    expect(await outcome(call('account', token))).toBe('200 ok');
    await database.db.updateTable('entitlements').set({ status: 'canceled', has_access: false }).execute();
    expect(
      await outcome(call('account-delete', token, { email: EMAIL, currentPassword: TEST_PASSWORD })),
    ).toBe('200 ok');
    await stripeDeps.queue.stop({ graceful: false });
  });
});
