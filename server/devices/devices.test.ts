// On PostgreSQL: browsers connect at once, up to the limit.
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { endAllAccess } from '../auth/account-access.ts';
import { describeAct } from '../auth/act.ts';
import { confirmFirstTime } from '../auth/email-confirmation.ts';
import { batch, type ListBench, openListBench, place } from '../lists/test-lists.ts';
import { transaction } from '../platform/database/db.ts';

const NO_CLIENT = { userAgent: null, address: null };

let bench: ListBench;
beforeAll(async () => {
  bench = await openListBench({ DEVICES_PER_ACCOUNT: '3' });
});
afterAll(() => bench.close());

const account = (token: string, site = 'google-maps') =>
  bench.call(`extension-account?site=${site}`, { token });
const importWith = (token: string) => bench.call('extension-import', { token, body: batch([place('one')]) });

describe('a device', () => {
  it('is connected with the activation code, however it is typed, and shows in the list', async () => {
    const ada = await bench.person();
    const code = await ada.code();
    const { body } = await bench.activate(` ${code.toLowerCase()} `, 'google-maps');
    expect(body.limits).toEqual({ rows: null, csv: true, fields: 'all' });
    expect(await account(body.token)).toMatchObject({
      status: 200,
      body: {
        plan: 'unlimited',
        limits: { rows: null },
        sites: expect.arrayContaining(['clutch']),
        latestVersion: expect.stringMatching(/^\d+\.\d+\.\d+$/),
      },
    });
    expect((await importWith(body.token)).body).toMatchObject({ added: 1 });
    const { devices, max } = (await ada.call('devices')).body;
    expect(max).toBe(3);
    expect(devices).toMatchObject([
      { name: 'Test browser', site: 'google-maps', version: '0.1.0', outdated: false },
    ]);
    expect(JSON.stringify(devices)).not.toContain(body.token);
    const stored = await bench.database.db.selectFrom('devices').selectAll().execute();
    expect(JSON.stringify(stored)).not.toContain(body.token);
  });

  it('learns whether another account was connected before, but not which', async () => {
    const [ada, ben] = [await bench.person(), await bench.person()];
    const mark = async (code: string) => (await bench.activate(code, 'clutch')).body.account;
    const first = await mark(await ada.code());
    expect(first).toMatch(/^[\w-]{43}$/);
    const { code } = (await ada.call('activation-code-rotate', {})).body;
    expect(await mark(code)).toBe(first);
    expect(await mark(await ben.code())).not.toBe(first);
    const plain = createHash('sha256').update(ada.id).digest('base64url');
    expect([ada.id, plain]).not.toContain(first);
  });

  it('is limited in number', async () => {
    const ada = await bench.person();
    for (let n = 0; n < 3; n++) expect(await ada.device()).toMatch(/^lwd_/);
    const fourth = await bench.activate(await ada.code(), 'clutch');
    expect([fourth.code, fourth.body.error.message]).toEqual(['forbidden', expect.stringContaining('3')]);
    const [first] = (await ada.call('devices')).body.devices;
    await ada.call('device-revoke', { id: first.id });
    expect((await bench.activate(await ada.code(), 'clutch')).status).toBe(200);
  });

  it('disconnects itself, and only itself', async () => {
    const ada = await bench.person();
    const [token, other] = [await ada.device(), await ada.device()];
    expect((await bench.call('extension-disconnect', { token, body: {} })).status).toBe(200);
    expect((await account(token)).status).toBe(401);
    expect((await bench.call('extension-disconnect', { token, body: {} })).code).toBe('not_authenticated');
    expect((await bench.call('extension-disconnect', { token: ada.token, body: {} })).status).toBe(401);
    expect((await account(other)).status).toBe(200);
    expect((await ada.call('devices')).body.devices).toHaveLength(1);
  });

  it('is disconnected when the operator logs the account out, and when its address is confirmed', async () => {
    const at = new Date();
    const ends = [
      (id: string) => transaction(bench.database.db, (tx) => endAllAccess(tx, id, at)),
      (id: string) =>
        transaction(bench.database.db, (tx) =>
          confirmFirstTime(tx, id, {
            endPassword: false,
            keepSession: undefined,
            act: describeAct(NO_CLIENT, at),
          }),
        ),
    ];
    for (const end of ends) {
      const ada = await bench.person();
      const token = await ada.device();
      await end(ada.id);
      expect((await account(token)).status).toBe(401);
    }
  });

  it('loses and gets its limits with the plan, at once', async () => {
    const ada = await bench.person();
    const [maps, clutch] = [await ada.device(), await ada.device('clutch')];
    await ada.setPlan('free');
    expect((await account(maps)).body).toMatchObject({
      plan: 'free',
      limits: { rows: 50, csv: false, fields: 'basic' },
      sites: ['google-maps', 'page-contacts'],
    });
    expect((await account(clutch, 'clutch')).body.limits).toEqual({ rows: 0, csv: false, fields: 'basic' });
    await ada.setPlan('premium');
    expect((await account(clutch, 'clutch')).body.sites).toContain('sales-navigator');
    await ada.setPlan('unlimited');
    expect((await account(clutch, 'clutch')).body.limits.rows).toBeNull();
  });
});

describe('attacks on devices', () => {
  it('a device token opens nothing but the calls of the extensions', async () => {
    const ada = await bench.person();
    const token = await ada.device();
    for (const name of ['account', 'lists', 'devices', 'sessions', 'account-export', 'credit-history'])
      expect([name, (await bench.call(name, { token })).status]).toEqual([name, 401]);
    for (const [name, body] of [
      ['activation-code-rotate', {}],
      ['account-delete', { email: 'a@example.com' }],
      ['website-extraction', { urls: ['https://one.example.com'] }],
    ] as const)
      expect([name, (await bench.call(name, { token, body })).status]).toEqual([name, 401]);
    for (const path of ['/auth/v1/user', '/rest/v1/tasks?select=*']) {
      const response = await bench.app.request(path, { headers: { authorization: `Bearer ${token}` } });
      expect([path, response.ok]).toEqual([path, false]);
    }
    expect((await bench.call('activation-code', { token })).body.code).toBeNull();
    // And a session isn't a device.
    expect((await account(ada.token)).status).toBe(401);
    expect((await importWith(ada.token)).status).toBe(401);
  });

  it('a forged, revoked or other token is refused, with a message for the panel', async () => {
    const [ada, eve] = [await bench.person(), await bench.person()];
    const token = await ada.device();
    const other = await eve.device();
    const forged = token.slice(0, -1) + (token.endsWith('A') ? 'B' : 'A');
    expect((await account(forged)).body.error).toMatchObject({
      code: 'not_authenticated',
      message: expect.stringContaining('isn’t connected'),
    });
    expect((await account('lwd_')).status).toBe(401);
    const [device] = (await ada.call('devices')).body.devices;
    expect((await eve.call('device-revoke', { id: device.id })).code).toBe('not_found');
    expect((await account(token)).status).toBe(200);
    expect((await ada.call('device-revoke', { id: device.id })).status).toBe(200);
    expect((await importWith(token)).status).toBe(401);
    expect((await account(other)).status).toBe(200);
    // Bound to its site.
    expect((await account(other, 'clutch')).code).toBe('validation_failed');
  });

  it('a new code ends all devices and the old code; others keep theirs', async () => {
    const [ada, eve] = [await bench.person(), await bench.person()];
    const [old, token, other] = [await ada.code(), await ada.device(), await eve.device()];
    const rotated = await ada.call('activation-code-rotate', {});
    expect(rotated.body).toEqual({ code: expect.stringMatching(/^LW-/), disconnected: 1 });
    expect(await ada.code()).toBe(rotated.body.code);
    expect((await account(token)).status).toBe(401);
    expect((await bench.activate(old, 'google-maps')).code).toBe('forbidden');
    expect((await account(other)).status).toBe(200);
    const free = await bench.person('free');
    expect((await free.call('activation-code-rotate', {})).code).toBe('access_denied');
  });

  it('guessing codes is stopped for the address, not for others', async () => {
    const ada = await bench.person();
    const code = await ada.code();
    const address = '198.51.100.7';
    const tries: string[] = [];
    for (let n = 0; n < 12; n++)
      tries.push((await bench.activate(`LW-WRONG-${n}`, 'google-maps', { address })).code ?? '');
    expect(tries).toEqual([...Array(10).fill('forbidden'), 'rate_limited', 'rate_limited']);
    expect((await bench.activate(code, 'google-maps', { address })).code).toBe('rate_limited');
    expect((await bench.activate(code, 'google-maps')).status).toBe(200);
    const parallel = await Promise.all(
      Array.from({ length: 100 }, (_, n) =>
        bench.activate(`LW-GUESS-${n}`, 'google-maps', { address: '198.51.100.8' }),
      ),
    );
    expect(parallel.filter(({ code: one }) => one === 'forbidden').length).toBeLessThanOrEqual(60);
  });

  it('a disabled account has no devices', async () => {
    const ada = await bench.person();
    const token = await ada.device();
    await bench.database.db
      .updateTable('accounts')
      .set({ disabled_at: new Date() })
      .where('id', '=', ada.id)
      .execute();
    expect((await account(token)).status).toBe(401);
    expect((await importWith(token)).status).toBe(401);
  });
});
