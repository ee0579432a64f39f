// On PostgreSQL: an upgrade locks the account.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { NO_ADMIN_KEY } from '#contract/admin.ts';
import { MESSAGES } from '#contract/messages.ts';
import { createApp } from '../app.ts';
import { send } from '../auth/test-requests.ts';
import { operatorPass } from '../http/operator-pass.ts';
import { openPaymentBench, type PaymentBench } from '../payments/test-bench.ts';

let bench: PaymentBench;
let adminKey: string;
beforeAll(async () => {
  bench = await openPaymentBench({ STAFF_EMAILS: 'boss@example.com' });
  adminKey = bench.deps.secrets.adminKey;
});
afterAll(() => bench.close());

let addresses = 0;
/** Sends a call of the admin page, each from a different IP address by default. */
async function admin(
  name: string,
  body: object | undefined,
  request: { address?: string; headers?: object } = {},
) {
  addresses += 1;
  const response = await send(bench.app, `/functions/v1/${name}`, {
    address: `192.0.2.${addresses}`,
    ...(body ? { body } : {}),
    ...request,
    headers: { ...request.headers },
  });
  // biome-ignore lint/suspicious/noExplicitAny: replies of different calls.
  return { status: response.status, body: (await response.json()) as any };
}

describe('the admin key', () => {
  it('shows the settings with masked secrets and logs its use', async () => {
    const { status, body } = await admin('admin-info', { adminKey });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      payments: 'test',
      webhookSecret: null,
      notices: null,
      staff: [{ email: 'boss@example.com', confirmed: false }],
      recent: [{ action: 'info', accepted: true, address: `192.0.2.${addresses}` }],
    });
    expect(JSON.stringify(body)).not.toContain(adminKey);
  });

  it.each([
    ['admin-info', false],
    ['admin-users', false],
    ['admin-upgrade-account', true],
    ['admin-upgrade-directly', true],
    ['bulk-sync-payments', false],
  ])('is required for %s', async (name, takesEmail) => {
    const payer = await bench.person();
    const fields = takesEmail ? { email: payer.email } : {};
    for (const key of ['wrong', `${adminKey}x`, adminKey.slice(0, -1)]) {
      const { status, body } = await admin(name, { adminKey: key, ...fields });
      expect([status, body.error.message]).toEqual([403, MESSAGES.admin.wrongKey]);
    }
    expect((await admin(name, fields)).status).toBe(400);
    expect(await payer.account()).toMatchObject({ plan: 'free' });
  });

  it('takes a key that was copied with the spaces around it', async () => {
    for (const copied of [` ${adminKey}`, `${adminKey}\n`])
      expect((await admin('admin-info', { adminKey: copied })).status).toBe(200);
  });

  it('is blocked after five wrong attempts from an address, which are logged', async () => {
    const address = '198.51.100.9';
    const tries = await Promise.all(
      Array.from({ length: 40 }, (_, n) => admin('admin-info', { adminKey: `guess ${n}` }, { address })),
    );
    const statuses = tries.map(({ status }) => status);
    expect(statuses.filter((status) => status === 403)).toHaveLength(5);
    expect(statuses.filter((status) => status === 429)).toHaveLength(35);
    expect((await admin('admin-info', { adminKey }, { address })).status).toBe(429);
    const { n } = await bench.database.db
      .selectFrom('admin_log')
      .select(({ fn }) => fn.countAll<number>().as('n'))
      .where('address', '=', address)
      .where('accepted', '=', false)
      .executeTakeFirstOrThrow();
    expect(n).toBe(5);
    bench.deps.clock.advance(15 * 60_000);
    expect((await admin('admin-info', { adminKey }, { address })).status).toBe(200);
  });
});

describe('a server without an admin key', () => {
  it('says so instead of calling each key wrong, and its operator link opens only test payments', async () => {
    const deps = { ...bench.deps, secrets: { ...bench.deps.secrets, adminKey: '' } };
    const app = createApp(deps);
    for (const key of ['', 'a guess']) {
      const reply = await send(app, '/functions/v1/admin-info', { body: { adminKey: key } });
      const body = (await reply.json()) as { error: { message: string } };
      const wanted = key === '' ? [400, MESSAGES.admin.enterKey] : [403, NO_ADMIN_KEY];
      expect([reply.status, body.error.message]).toEqual(wanted);
    }
    const code = new URL(deps.operatorLink.url('http://127.0.0.1')).hash.slice('#code='.length);
    const opened = await send(app, '/functions/v1/admin-prefill', { body: { code } });
    expect([opened.status, await opened.json()]).toEqual([200, { adminKey: null }]);
    expect(opened.headers.get('set-cookie')).toContain(operatorPass(deps.secrets.authSecret).name);
  });
});

describe('an upgrade by the operator', () => {
  it.each(['admin-upgrade-account', 'admin-upgrade-directly'])('by %s sets the plan', async (name) => {
    const payer = await bench.person();
    expect((await admin(name, { adminKey, email: ` ${payer.email.toUpperCase()}` })).body).toEqual({
      success: true,
    });
    expect(await payer.account()).toMatchObject({ plan: 'unlimited', credits: 'unlimited' });
    expect(await payer.payment()).toMatchObject({ has_access: true, plan: 'unlimited' });
    const sync = await admin('bulk-sync-payments', { adminKey });
    expect(sync.body).toMatchObject({ success: true, errors: 0 });
    expect(sync.body.skippedUsers).toBeGreaterThanOrEqual(1);
    expect(await payer.account()).toMatchObject({ plan: 'unlimited' });
    expect(await bench.ledger(payer.id)).toEqual({ balance: 1000, counted: 1000 });
  });

  it('gives premium, which spends credits and has no trial, but not instead of unlimited', async () => {
    const payer = await bench.person();
    const give = async (plan: string) =>
      (await admin('admin-upgrade-account', { adminKey, email: payer.email, plan })).body;
    expect(await give('premium')).toEqual({ success: true });
    expect(await payer.account()).toMatchObject({
      plan: 'premium',
      credits: 1000,
      isTrial: false,
      hasPaymentMethod: true,
    });
    expect(await payer.payment()).toBeNull();
    const { body } = await payer.call('extension-download', { site: 'linkedin', browser: 'chrome' });
    expect(body.error?.code).not.toBe('access_denied');
    expect(await give('unlimited')).toEqual({ success: true });
    expect(await give('premium')).toMatchObject({ success: false });
    expect(await payer.account()).toMatchObject({ plan: 'unlimited' });
    expect((await give('gold')).error).toMatchObject({ code: 'validation_failed' });
    expect(await give('free')).toEqual({ success: true });
    expect(await payer.account()).toMatchObject({ plan: 'free' });
  });

  it('is called what it is in the log, also one that takes the plan back', async () => {
    const payer = await bench.person();
    const fields = { adminKey, email: payer.email };
    await admin('admin-upgrade-account', { ...fields, plan: 'premium' });
    await admin('admin-upgrade-account', { ...fields, plan: 'free' });
    await admin('admin-upgrade-directly', fields);
    await admin('admin-upgrade-directly', { ...fields, plan: 'free' });
    const { recent } = (await admin('admin-info', { adminKey })).body;
    const ofPayer = recent.filter(({ detail }: { detail: string }) => detail === payer.email);
    expect(ofPayer.map(({ action }: { action: string }) => action).reverse()).toEqual([
      'upgrade',
      'take plan back',
      'upgrade directly',
      'take plan back directly',
    ]);
  });

  it('fails for an address without an account', async () => {
    const { status, body } = await admin('admin-upgrade-account', { adminKey, email: 'nobody@example.com' });
    expect([status, body]).toEqual([200, { success: false, error: MESSAGES.admin.noSuchAccount }]);
  });
});

describe('the staff check', () => {
  it('is true only for a confirmed listed address', async () => {
    const payer = await bench.person();
    expect((await payer.call('staff-check', {})).body).toEqual({ success: false });
    expect((await payer.call('staff-check', { email: 'boss@example.com' })).status).toBe(403);
    const { db } = bench.database;
    await db.updateTable('accounts').set({ email: 'boss@example.com' }).where('id', '=', payer.id).execute();
    expect((await payer.call('staff-check', {})).body).toEqual({ success: false });
    await db
      .updateTable('accounts')
      .set({ email_confirmed_at: new Date() })
      .where('id', '=', payer.id)
      .execute();
    expect((await payer.call('staff-check', {})).body).toEqual({ success: true });
  });
});
