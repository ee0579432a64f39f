import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Database } from '../platform/database/db.ts';
import { openTestDatabase } from '../platform/database/test-database.ts';
import { recordStatements } from '../platform/database/test-statements.ts';
import { lostPayments, type StripePayment, storedPayments } from './restored-payments.ts';

let database: Database;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

/** The payments of new accounts: a subscription, an order, or both. */
async function buy(accounts: number): Promise<StripePayment[]> {
  const { db } = database;
  const added = await db
    .insertInto('accounts')
    .values(
      Array.from({ length: accounts }, () => ({
        email: `${randomUUID()}@example.com`,
        name: 'A',
        password_hash: 'x',
        balance: 0,
      })),
    )
    .returning('id')
    .execute();
  await db
    .insertInto('entitlements')
    .values(
      added.map(({ id }) => ({
        account_id: id,
        source: 'stripe' as const,
        has_access: true,
        subscription_id: `sub_${id}`,
        status: 'active',
      })),
    )
    .execute();
  await db
    .insertInto('orders')
    .values(
      added.map(({ id }) => ({
        account_id: id,
        product: 'apollo_scraper' as const,
        mode: 'payment' as const,
        quantity: 1000,
        amount_cents: 900,
        source: 'stripe' as const,
        status: 'paid' as const,
        success_url: '',
        cancel_url: '',
      })),
    )
    .execute();
  return storedPayments(db);
}

it('finds the payments whose account or order is gone, in as many statements for many as for one', async () => {
  const payments = await buy(100);
  expect(payments).toHaveLength(200);
  const gone = { subscriptionId: null, orderId: null, paymentIntentId: null };
  const lost: StripePayment[] = [
    { ...gone, accountId: randomUUID(), subscriptionId: 'sub_gone' },
    // Its account is still there.
    { ...gone, accountId: payments[0]?.accountId ?? '', orderId: randomUUID(), paymentIntentId: 'pi_gone' },
  ];
  const { database: recorded, statements } = recordStatements(database);
  expect(await lostPayments(recorded.db, [...payments, ...lost])).toEqual(lost);
  const many = statements.splice(0).length;
  expect(await lostPayments(recorded.db, lost)).toEqual(lost);
  expect(many).toBe(statements.length);
  expect(await lostPayments(recorded.db, [])).toEqual([]);
});
