import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { disableAccount } from '../accounts/operator-actions.ts';
import { send } from '../auth/test-requests.ts';
import { transaction } from '../platform/database/db.ts';
import { openPaymentBench, type Payer, type PaymentBench } from './test-bench.ts';

let bench: PaymentBench;
beforeAll(async () => {
  bench = await openPaymentBench();
});
afterAll(() => bench.close());

const HOUR_MS = 60 * 60_000;

/** Pays for the unlimited plan. Returns the checkout's session ID. */
async function pay(payer: Payer): Promise<string> {
  const { body } = await payer.call('create-stripe-checkout', { planId: 'unlimited', withTrial: false });
  const sessionId = /cs_test_\w+/.exec(body.url)?.[0] ?? '';
  await payer.call('test-checkout-act', { sessionId, act: 'pay' });
  return sessionId;
}

/** What someone without a login sees on the success page. */
async function stranger(sessionId: string): Promise<string | null> {
  const reply = await send(bench.app, `/functions/v1/activation-code?sessionId=${sessionId}`);
  return ((await reply.json()) as { code: string | null }).code;
}

describe('someone with the address of the success page, beside the buyer', () => {
  it('sees the code for an hour after the payment', async () => {
    const payer = await bench.person();
    const sessionId = await pay(payer);
    bench.deps.clock.advance(HOUR_MS - 1000);
    expect(await stranger(sessionId)).toMatch(/^LW-/);
    bench.deps.clock.advance(1000);
    expect(await stranger(sessionId)).toBeNull();
    await payer.signInAgain();
    expect((await payer.call('activation-code')).body.code).toMatch(/^LW-/);
  });

  it('never sees a code that replaced the first one', async () => {
    const payer = await bench.person();
    const sessionId = await pay(payer);
    const first = await stranger(sessionId);
    const { code } = (await payer.call('activation-code-rotate', {})).body;
    expect(code).not.toBe(first);
    expect(await stranger(sessionId)).toBeNull();
    expect((await payer.call(`activation-code?sessionId=${sessionId}`)).body.code).toBe(code);
  });

  it('sees nothing of a disabled account', async () => {
    const payer = await bench.person();
    const sessionId = await pay(payer);
    await transaction(bench.database.db, (tx) => disableAccount(tx, payer.id, new Date()));
    expect(await stranger(sessionId)).toBeNull();
  });
});
