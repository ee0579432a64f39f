import { randomUUID } from 'node:crypto';
// On PostgreSQL: the same address signs up at once.
import type { Hono } from 'hono';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AccountView } from '#contract/account.ts';
import { createApp } from '../app.ts';
import { send, signUp } from '../auth/test-requests.ts';
import type { AppEnv } from '../http/context.ts';
import { type Database, transaction } from '../platform/database/db.ts';
import { openTestDatabase } from '../platform/database/test-database.ts';
import { addMonths } from '../platform/months.ts';
import { makeTestDeps, type TestDeps } from '../test-deps.ts';
import { findGateAccount, lockGateAccount } from './account.ts';
import { chargeAmount } from './ledger.ts';

let database: Database;
let deps: TestDeps;
let app: Hono<AppEnv>;
beforeAll(async () => {
  database = await openTestDatabase();
  deps = makeTestDeps(database, { environment: { STAFF_EMAILS: 'boss@example.com' } });
  app = createApp(deps);
});
afterAll(() => database.close());

async function view(token: string): Promise<AccountView> {
  return (await (await send(app, '/functions/v1/account', { token })).json()) as AccountView;
}

describe('an account', () => {
  it('shows its owner the credits used and the trial', async () => {
    const { access_token: token, user } = await signUp(app, 'ada@example.com', {
      name: 'Ada',
      phoneNumber: '+12025550143',
    });
    await database.db
      .insertInto('tasks')
      .values([1, 2].map(() => ({ account_id: user.id, type: 'website-extraction', total: 9 })))
      .execute();
    await transaction(database.db, (tx) =>
      chargeAmount(tx, user.id, {
        amount: 7,
        counted: true,
        reason: 'apollo-lead-export',
        exportId: randomUUID(),
      }),
    );
    expect(await view(token)).toEqual({
      id: user.id,
      email: 'ada@example.com',
      emailConfirmed: false,
      hasPassword: true,
      name: 'Ada',
      phone: '+12025550143',
      plan: 'free',
      credits: 993,
      creditsUsed: 7,
      creditsGranted: 1000,
      creditsIncluded: 0,
      totalTasks: 2,
      isTrial: true,
      trialDaysLeft: 7,
      hasPaymentMethod: false,
      isStaff: false,
      trialRequiresCard: false,
      paymentDue: false,
      passwordEnded: false,
      trialAvailable: true,
      monthlyExports: 0,
      monthlyExportsResetAt: addMonths(new Date(user.created_at), 1).toISOString(),
      createdAt: user.created_at,
    });
  });

  it('shows unlimited credits as text, not a number', async () => {
    const { access_token: token, user } = await signUp(app, 'paid@example.com');
    await database.db.updateTable('accounts').set({ plan: 'unlimited' }).where('id', '=', user.id).execute();
    expect(await view(token)).toMatchObject({ plan: 'unlimited', credits: 'unlimited', isStaff: false });
    const rest = await send(app, '/rest/v1/users?select=credits,plan', { token });
    expect(await rest.json()).toEqual([{ credits: 'unlimited', plan: 'unlimited' }]);
  });

  it('with a listed address is staff only once the address is confirmed', async () => {
    const { access_token: token, user } = await signUp(app, 'Boss@example.com');
    expect(await view(token)).toMatchObject({ isStaff: false, plan: 'free', credits: 1000 });
    await database.db
      .updateTable('accounts')
      .set({ email_confirmed_at: new Date() })
      .where('id', '=', user.id)
      .execute();
    const staff = {
      isStaff: true,
      plan: 'unlimited',
      credits: 'unlimited',
      hasPaymentMethod: true,
      isTrial: false,
    };
    expect(await view(token)).toMatchObject(staff);
    expect(await findGateAccount(database.db, deps.config, user.id)).toEqual({
      ...staff,
      paymentDue: false,
      emailConfirmed: true,
      createdAt: new Date(user.created_at).getTime(),
    });
    const rest = await send(app, '/rest/v1/users?select=plan,credits,is_trial,has_payment_method', { token });
    expect(await rest.json()).toEqual([
      { plan: 'unlimited', credits: 'unlimited', is_trial: false, has_payment_method: true },
    ]);
  });

  it('that does not exist has no gate', async () => {
    const missing = crypto.randomUUID();
    expect(await findGateAccount(database.db, deps.config, missing)).toBeNull();
    expect(await transaction(database.db, (tx) => lockGateAccount(tx, deps.config, missing))).toBeNull();
  });
});
