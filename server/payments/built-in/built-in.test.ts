// On PostgreSQL: checkouts and notices lock the order.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MESSAGES } from '#contract/messages.ts';
import { grantCredits } from '../../accounts/ledger.ts';
import { TEST_PASSWORD } from '../../auth/test-requests.ts';
import { transaction } from '../../platform/database/db.ts';
import { grantUnlimited } from '../operator-grant.ts';
import { UNLIMITED } from '../products.ts';
import { reconcile } from '../reconcile.ts';
import { openPaymentBench, type Payer, type PaymentBench } from '../test-bench.ts';

let bench: PaymentBench;
beforeAll(async () => {
  bench = await openPaymentBench();
});
afterAll(() => bench.close());

const DAY_MS = 86_400_000;

async function checkout(payer: Payer, withTrial = false): Promise<string> {
  const { body } = await payer.call('create-stripe-checkout', { planId: 'unlimited', withTrial });
  return /cs_test_\w+/.exec(body.url)?.[0] ?? '';
}
const act = (payer: Payer, sessionId: string, action: string) =>
  payer.call('test-checkout-act', { sessionId, act: action });

describe('built-in test payments', () => {
  it('show the offer, complete the payment, and activate after the trial', async () => {
    const payer = await bench.person();
    const session = await checkout(payer, true);
    expect((await payer.call(`test-checkout?sessionId=${session}`)).body).toMatchObject({
      item: 'Leadwell Unlimited',
      amountCents: 4900,
      trialDays: 7,
      email: payer.email,
      status: 'open',
    });
    const { body } = await act(payer, session, 'pay');
    expect(body.url).toBe(`http://localhost/pricing?status=success&session_id=${session}`);
    expect(await payer.account()).toMatchObject({
      plan: 'unlimited',
      hasPaymentMethod: true,
      isTrial: false,
    });
    expect((await payer.call('billing')).body).toMatchObject({
      source: 'test',
      trialAvailable: false,
      subscription: { status: 'trialing' },
    });
    bench.deps.clock.advance(7 * DAY_MS);
    await reconcile(bench.payments);
    await payer.signInAgain();
    expect((await payer.call('billing')).body.subscription).toMatchObject({ status: 'active' });
    expect(await payer.account()).toMatchObject({ plan: 'unlimited' });
  });

  it('tell a plan that was bought from one that was granted', async () => {
    const [payer, granted] = [await bench.person(), await bench.person()];
    await act(payer, await checkout(payer), 'pay');
    expect((await payer.call('activation-code')).body).toMatchObject({ paid: true });
    await grantUnlimited(bench.deps, granted.id);
    expect((await granted.call('activation-code')).body).toMatchObject({
      code: expect.stringMatching(/^LW-/),
      paid: false,
    });
  });

  it('show why the gate sent the user there', async () => {
    const payer = await bench.person();
    const { body } = await payer.call('create-stripe-checkout', {
      planId: 'unlimited',
      reason: 'no_credits',
    });
    const session = /cs_test_\w+/.exec(body.url)?.[0] ?? '';
    expect((await payer.call(`test-checkout?sessionId=${session}`)).body.reason).toBe(
      MESSAGES.gate.noCredits,
    );
  });

  it('create one checkout per order, even with parallel requests', async () => {
    const payer = await bench.person();
    await checkout(payer);
    const { db } = bench.database;
    const order = await db
      .selectFrom('orders')
      .selectAll()
      .where('account_id', '=', payer.id)
      .executeTakeFirstOrThrow();
    await db.deleteFrom('test_sessions').where('order_id', '=', order.id).execute();
    const created = await Promise.all(
      Array.from({ length: 20 }, () =>
        bench.payments.provider.createCheckout(order, {
          email: payer.email,
          customerId: null,
          name: UNLIMITED.name,
          reason: null,
        }),
      ),
    );
    expect(new Set(created.map(({ sessionId }) => sessionId)).size).toBe(1);
  });

  it('accept parallel payments of a checkout only once', async () => {
    const payer = await bench.person();
    const session = await checkout(payer);
    await Promise.all(Array.from({ length: 10 }, () => act(payer, session, 'pay')));
    const subscriptions = await bench.database.db
      .selectFrom('test_subscriptions')
      .innerJoin('orders', 'orders.id', 'test_subscriptions.order_id')
      .select('test_subscriptions.id')
      .where('orders.account_id', '=', payer.id)
      .execute();
    expect(subscriptions).toHaveLength(1);
    expect(await payer.account()).toMatchObject({ plan: 'unlimited' });
  });

  it('leave a record without access, and the plan and credits as they were, after a failed first payment', async () => {
    const payer = await bench.person();
    await transaction(bench.database.db, (tx) => grantCredits(tx, payer.id, 2000, 'gift'));
    const session = await checkout(payer, true);
    await act(payer, session, 'pay-and-fail');
    expect(await payer.account()).toMatchObject({ plan: 'free', credits: 3000, isTrial: true });
    expect(await payer.payment()).toMatchObject({ has_access: false, plan: 'free', status: 'incomplete' });
    expect((await payer.call('confirm-checkout', { sessionId: session })).body.status).toBe('failed');
    expect(await bench.ledger(payer.id)).toEqual({ balance: 3000, counted: 3000 });
    // A failed payment doesn't use up the trial.
    expect((await payer.call('billing')).body.trialAvailable).toBe(true);
  });

  it('change nothing when the checkout is canceled', async () => {
    const payer = await bench.person();
    const session = await checkout(payer);
    expect((await act(payer, session, 'cancel')).body.url).toMatch(/status=canceled$/);
    await act(payer, session, 'pay');
    expect(await payer.account()).toMatchObject({ plan: 'free', credits: 1000 });
    expect(await payer.payment()).toBeNull();
  });

  it('can fail a renewal, recover, and cancel at the end of the month', async () => {
    const payer = await bench.person();
    await act(payer, await checkout(payer), 'pay');
    expect((await payer.call('billing-portal', {})).body.url).toBe('http://localhost/test-billing');
    const failed = await payer.call('test-billing-act', { act: 'fail-next-payment' });
    expect(failed.body.subscription.status).toBe('past_due');
    expect(failed.body.paymentDue).toBe(true);
    expect(await payer.account()).toMatchObject({
      plan: 'free',
      hasPaymentMethod: false,
      paymentDue: true,
    });
    const due = await bench.database.db.selectFrom('due_mails').select('job').execute();
    expect(due.map(({ job }) => job)).toContainEqual({ kind: 'payment-failed', accountId: payer.id });
    // A second subscription would charge twice.
    const second = await payer.call('create-stripe-checkout', { planId: 'unlimited' });
    expect(second).toMatchObject({
      status: 409,
      body: { error: { message: MESSAGES.payments.paymentDue, details: { manageBilling: true } } },
    });
    expect((await payer.call('test-billing-act', { act: 'renew' })).body.paymentDue).toBe(false);
    expect(await payer.account()).toMatchObject({ plan: 'unlimited', paymentDue: false });
    const ending = await payer.call('test-billing-act', { act: 'cancel' });
    expect(ending.body.subscription).toMatchObject({ status: 'active', cancelsAtPeriodEnd: true });
    expect(await payer.account()).toMatchObject({ plan: 'unlimited' });
    bench.deps.clock.advance(32 * DAY_MS);
    await reconcile(bench.payments);
    await payer.signInAgain();
    expect(await payer.account()).toMatchObject({ plan: 'free' });
  });

  it("reject another user's checkout", async () => {
    const [payer, other] = [await bench.person(), await bench.person()];
    const session = await checkout(payer);
    expect((await act(other, session, 'pay')).status).toBe(404);
    expect((await other.call(`test-checkout?sessionId=${session}`)).status).toBe(404);
    expect((await other.call('test-billing-act', { act: 'cancel' })).status).toBe(404);
  });

  it('offer a shortcut for development', async () => {
    const payer = await bench.person();
    expect((await payer.call('confirm-checkout', { devMode: true })).body.status).toBe('paid');
    expect(await payer.account()).toMatchObject({ plan: 'unlimited' });
  });

  it('are unavailable on a public URL', async () => {
    const failure = await openPaymentBench({ PUBLIC_URL: 'https://leads.example.com' }).catch(
      (error) => error,
    );
    expect(failure.message).toBe(MESSAGES.payments.notSetUp);
  });

  it('give no second trial after the account is deleted and created again', async () => {
    const first = await bench.person();
    await act(first, await checkout(first, true), 'pay');
    expect(
      (await first.call('account-delete', { email: first.email, currentPassword: TEST_PASSWORD })).status,
    ).toBe(200);
    const again = await bench.person(first.email);
    expect((await again.call('billing')).body.trialAvailable).toBe(false);
    const { body } = await again.call('create-stripe-checkout', { planId: 'unlimited', withTrial: true });
    expect(body).toMatchObject({ trialDays: 0, amountCents: 4900 });
  });
});
