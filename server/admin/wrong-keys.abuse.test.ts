// On PostgreSQL: strangers guess at once.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { send } from '../auth/test-requests.ts';
import { operatorPass } from '../http/operator-pass.ts';
import { openPaymentBench, type PaymentBench } from '../payments/test-bench.ts';

let bench: PaymentBench;
beforeAll(async () => {
  bench = await openPaymentBench();
});
afterAll(() => bench.close());

async function adminInfo(adminKey: string, address: string, cookie?: string): Promise<number> {
  const { status } = await send(bench.app, '/functions/v1/admin-info', {
    body: { adminKey },
    address,
    ...(cookie ? { headers: { cookie } } : {}),
  });
  return status;
}
const guess = (address: string) => adminInfo('guess', address);
const wrongEntries = async () => {
  const { n } = await bench.database.db
    .selectFrom('admin_log')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .where('accepted', '=', false)
    .executeTakeFirstOrThrow();
  return n;
};

describe('strangers who guess the admin key from many addresses, beside the operator', () => {
  const strangers = Array.from({ length: 60 }, (_, index) => `198.51.100.${index + 1}`);
  const MISTYPED = '192.0.2.77';

  it('never lock the operator out, and get one guess each', async () => {
    const { adminKey } = bench.deps.secrets;
    for (let round = 0; round < 5; round += 1) await Promise.all(strangers.slice(0, 25).map(guess));
    expect(await guess(MISTYPED)).toBe(403);

    for (let visit = 0; visit < 7; visit += 1) expect(await adminInfo(adminKey, '192.0.2.1')).toBe(200);
    const atOnce = await Promise.all([1, 2, 3].map(() => adminInfo(adminKey, '192.0.2.2')));
    expect(atOnce).toEqual([200, 200, 200]);

    const fresh = strangers.slice(25);
    expect(await Promise.all(fresh.map(guess))).toEqual(fresh.map(() => 403));
    expect(await Promise.all(fresh.map(guess))).toEqual(fresh.map(() => 429));
    expect(await adminInfo(adminKey, MISTYPED)).toBe(429);
    expect(await adminInfo(adminKey, '192.0.2.1')).toBe(200);
    expect(await wrongEntries()).toBeLessThanOrEqual(130);
  });

  it("don't lock out the operator's browser at an address that they share", async () => {
    const shared = '203.0.113.5';
    const { adminKey, authSecret } = bench.deps.secrets;
    const { name, value } = operatorPass(authSecret);
    for (let index = 0; index < 9; index += 1) await guess(shared);
    expect(await adminInfo(adminKey, shared)).toBe(429);
    expect(await adminInfo(adminKey, shared, `${name}=guess`)).toBe(429);
    expect(await adminInfo(adminKey, shared, `${name}=${value}`)).toBe(200);
  });
});
