import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MESSAGES } from '#contract/messages.ts';
import { disableAccount } from '../accounts/operator-actions.ts';
import { endAllAccess } from '../auth/account-access.ts';
import { describeAct } from '../auth/act.ts';
import { confirmFirstTime } from '../auth/email-confirmation.ts';
import { changePassword, createTestClient, outcome, send, TEST_PASSWORD } from '../auth/test-requests.ts';
import { runNewRows } from '../lists/steps/auto-runs.ts';
import { type Tx, transaction } from '../platform/database/db.ts';
import { type KeyBench, openKeyBench, refusal, setPlan, withKey } from './test-api-keys.ts';

const NO_CLIENT = { userAgent: null, address: null };

let bench: KeyBench;
beforeAll(async () => {
  bench = await openKeyBench({
    API_KEYS_PER_ACCOUNT: '3',
    API_REQUESTS_PER_MINUTE: '5',
    OPERATOR_EMAIL: 'ops@leads.example',
  });
});
afterAll(() => bench.close());

const DAY_MS = 86_400_000;
const NO_TASK = `task?id=${crypto.randomUUID()}`;
/** 404: the key works, and there is no such task. */
const WORKS = '404 not_found';
const use = (key: string, app = bench.app) => outcome(withKey(app, key, NO_TASK));
const inTransaction = (work: (tx: Tx) => Promise<unknown>) =>
  transaction(bench.deps.database.db, async (tx) => void (await work(tx)));
const now = () => new Date(bench.deps.clock.now());

describe('a new key', () => {
  it('is shown once, stored as a hash, and listed with its beginning', async () => {
    const owner = await bench.owner();
    const { key, view } = await owner.makeKey({ name: ' CRM sync ', scopes: ['export', 'read', 'read'] });
    expect(key).toMatch(/^lwk_[0-9a-f]{48}$/);
    expect(view).toMatchObject({
      name: 'CRM sync',
      prefix: key.slice(0, 10),
      scopes: ['read', 'export'],
      monthlyBudget: null,
      spentThisMonth: 0,
      expiresAt: null,
      expired: false,
      lastUsedAt: null,
    });
    expect(await owner.keys()).toEqual([view]);
    const stored = await bench.deps.database.db.selectFrom('api_keys').selectAll().execute();
    expect(JSON.stringify(stored)).not.toContain(key.slice(10));
    const exported = await (await owner.call('account-export')).text();
    expect(JSON.parse(exported).apiKeys).toMatchObject([{ name: 'CRM sync', prefix: view.prefix }]);
    expect(exported).not.toContain('key_hash');
    expect(exported).not.toContain(stored.find(({ id }) => id === view.id)?.key_hash);
  });

  it('works with the official client on tables and functions', async () => {
    const owner = await bench.owner();
    const { key } = await owner.makeKey();
    const client = createTestClient(bench.app, key);
    expect((await client.from('tasks').select('id')).data).toEqual([]);
    const { data } = await client.functions.invoke('website-extraction', {
      body: { urls: ['acme.com'] },
      headers: { prefer: 'respond-async' },
    });
    expect(data).toMatchObject({ type: 'website-extraction', total: 1, userid: owner.id });
    expect((await client.from('tasks').select('id')).data).toEqual([{ id: data.id }]);
  });

  it('needs a name, a permission, and a date in the future', async () => {
    const owner = await bench.owner();
    const create = (changes: object) =>
      refusal(owner.call('create-api-key', { name: 'Test', scopes: ['read'], ...changes }));
    expect(await create({ name: ' ' })).toEqual([400, 'Enter a name for the key']);
    expect(await create({ scopes: [] })).toEqual([400, 'Choose at least one permission']);
    expect((await create({ scopes: ['admin'] }))[0]).toBe(400);
    expect((await create({ monthlyBudget: 0 }))[0]).toBe(400);
    expect(await create({ expiresAt: now().toISOString() })).toEqual([400, 'Choose a date in the future']);
    expect(await owner.keys()).toEqual([]);
  });

  it('lets no list run by itself after it was revoked and deleted', async () => {
    const owner = await bench.owner();
    const { db } = bench.deps.database;
    const { view } = await owner.makeKey();
    const list = { account_id: owner.id, kind: 'own', source: '', columns: '[]', auto_cap: 5 } as const;
    const times = { created_at: now(), updated_at: now() };
    await db
      .insertInto('lists')
      .values([
        { ...list, ...times, name: 'by a key', auto_key_id: view.id },
        { ...list, ...times, name: 'by a person' },
      ] as never)
      .execute();
    await owner.revoke(view.id);
    await db
      .updateTable('api_keys')
      .set({ revoked_at: new Date(now().getTime() - 32 * 86_400_000) })
      .where('id', '=', view.id)
      .execute();
    await runNewRows({ ...bench.deps, taskTools: new Map() });
    await owner.makeKey();
    expect(await db.selectFrom('api_keys').where('id', '=', view.id).selectAll().execute()).toEqual([]);
    const lists = await db
      .selectFrom('lists')
      .select(['name', 'auto_cap', 'auto_key_id'])
      .where('account_id', '=', owner.id)
      .orderBy('name')
      .execute();
    expect(lists).toEqual([
      { name: 'by a key', auto_cap: null, auto_key_id: null },
      { name: 'by a person', auto_cap: 5, auto_key_id: null },
    ]);
  });

  it('is refused above the limit, also in parallel, until one is revoked', async () => {
    const owner = await bench.owner();
    const create = () => outcome(owner.call('create-api-key', { name: 'Test', scopes: ['read'] }));
    const replies = await Promise.all(Array.from({ length: 8 }, create));
    expect(replies.filter((reply) => reply === '200 ok')).toHaveLength(3);
    expect(replies.filter((reply) => reply === '429 quota_exceeded')).toHaveLength(5);
    const [first] = await owner.keys();
    await owner.revoke(first?.id ?? '');
    expect(await create()).toBe('200 ok');
  });
});

describe('a key', () => {
  it('stops working on every server when it is revoked, and only its owner can do that', async () => {
    const owner = await bench.owner();
    const stranger = await bench.owner();
    const { key, view } = await owner.makeKey();
    await stranger.revoke(view.id);
    expect([await use(key), await use(key, bench.other)]).toEqual([WORKS, WORKS]);
    await owner.revoke(view.id);
    expect([await use(key), await use(key, bench.other)]).toEqual([
      '401 not_authenticated',
      '401 not_authenticated',
    ]);
    const reply = await withKey(bench.other, key, NO_TASK);
    expect(reply.headers.get('www-authenticate')).toBe('Bearer error="invalid_token"');
    expect(await refusal(Promise.resolve(reply))).toEqual([
      401,
      'This API key was revoked. Use another one.',
    ]);
    expect(await owner.keys()).toEqual([]);
  });

  it('stops working when it expires', async () => {
    const owner = await bench.owner();
    const expiresAt = new Date(bench.deps.clock.now() + DAY_MS).toISOString();
    const { key } = await owner.makeKey({ expiresAt });
    bench.deps.clock.advance(DAY_MS - 1000);
    expect(await use(key)).toBe(WORKS);
    bench.deps.clock.advance(1000);
    expect(await refusal(withKey(bench.app, key, NO_TASK))).toEqual([
      401,
      'This API key has expired. Create a new one.',
    ]);
    expect((await refusal(send(bench.app, '/rest/v1/tasks', { token: key })))[0]).toBe(401);
  });

  it('needs the unlimited plan at every request', async () => {
    const free = await bench.owner('free');
    const message = 'API access is part of the unlimited plan. Upgrade to create and use API keys.';
    const create = () => refusal(free.call('create-api-key', { name: 'Test', scopes: ['read'] }));
    expect(await create()).toEqual([402, message]);
    await setPlan(bench.deps, free.id, 'unlimited');
    const { key } = await free.makeKey();
    expect(await use(key)).toBe(WORKS);
    await setPlan(bench.deps, free.id, 'free');
    expect(await refusal(withKey(bench.app, key, NO_TASK))).toEqual([402, message]);
    expect(await refusal(send(bench.other, '/rest/v1/tasks', { token: key }))).toEqual([402, message]);
    // The owner still sees it and can revoke it.
    expect(await free.keys()).toHaveLength(1);
    await setPlan(bench.deps, free.id, 'unlimited');
    expect(await use(key)).toBe(WORKS);
  });

  it('names the payment that is due, not another plan', async () => {
    const owner = await bench.owner();
    const { key } = await owner.makeKey();
    await setPlan(bench.deps, owner.id, 'free');
    await bench.deps.database.db
      .updateTable('accounts')
      .set({ payment_due_at: 'test' })
      .where('id', '=', owner.id)
      .execute();
    const due = [402, MESSAGES.payments.paymentDue];
    expect(await refusal(withKey(bench.app, key, NO_TASK))).toEqual(due);
    expect(await refusal(owner.call('create-api-key', { name: 'Test', scopes: ['read'] }))).toEqual(due);
  });

  it('has its last use saved once a minute', async () => {
    const owner = await bench.owner();
    const { key } = await owner.makeKey();
    await use(key);
    const first = (await owner.keys())[0]?.lastUsedAt;
    expect(first).toBe(now().toISOString());
    bench.deps.clock.advance(59_000);
    await use(key);
    expect((await owner.keys())[0]?.lastUsedAt).toBe(first);
    bench.deps.clock.advance(1000);
    await use(key);
    expect((await owner.keys())[0]?.lastUsedAt).toBe(now().toISOString());
  });

  it('says how many requests are left, and gets a 429 with Retry-After above', async () => {
    const owner = await bench.owner();
    const { key } = await owner.makeKey();
    const limits = ({ headers }: Response) =>
      ['ratelimit-limit', 'ratelimit-remaining', 'ratelimit-reset', 'ratelimit', 'ratelimit-policy'].map(
        (name) => headers.get(name),
      );
    const rest = await send(bench.app, '/rest/v1/tasks', { token: key });
    expect(limits(rest)).toEqual(['5', '4', '60', '"api-key";r=4;t=60', '"api-key";q=5;w=60']);
    bench.deps.clock.advance(20_000);
    const second = await withKey(bench.other, key, NO_TASK);
    expect(limits(second)).toEqual(['5', '3', '40', '"api-key";r=3;t=40', '"api-key";q=5;w=60']);
    for (let n = 0; n < 3; n += 1) expect(await use(key)).toBe(WORKS);
    const refused = await withKey(bench.app, key, NO_TASK);
    expect([refused.status, refused.headers.get('retry-after'), ...limits(refused)]).toEqual([
      429,
      '40',
      ...['5', '0', '40', '"api-key";r=0;t=40', '"api-key";q=5;w=60'],
    ]);
    const onTable = await send(bench.app, '/rest/v1/tasks', { token: key });
    expect([onTable.status, onTable.headers.get('retry-after')]).toEqual([429, '40']);
    bench.deps.clock.advance(40_000);
    expect(await use(key)).toBe(WORKS);
    // The browser's own requests have no such limit.
    expect((await owner.call('account')).headers.get('ratelimit-limit')).toBeNull();
  });
});

describe('the keys of an account', () => {
  it('stay when the owner changes the password with the current one', async () => {
    const owner = await bench.owner();
    const { key } = await owner.makeKey();
    expect((await changePassword(bench.app, owner.token, 'a new password 1')).status).toBe(200);
    expect(await use(key)).toBe(WORKS);
  });

  it('are revoked when the password is set without the current one', async () => {
    const owner = await bench.owner();
    const { key } = await owner.makeKey();
    const { db } = bench.deps.database;
    // As after signing in with an emailed link.
    await db.updateTable('sessions').set({ method: 'otp' }).where('account_id', '=', owner.id).execute();
    const change = send(bench.app, '/auth/v1/user', {
      method: 'PUT',
      token: owner.token,
      body: { password: 'a new password 1' },
    });
    expect((await change).status).toBe(200);
    expect(await use(key)).toBe('401 not_authenticated');
  });

  it('are revoked with a first or a new confirmed address, and by the operator', async () => {
    for (const end of [
      // Also the end of every change of address.
      (tx: Tx, id: string) =>
        confirmFirstTime(tx, id, {
          endPassword: false,
          keepSession: undefined,
          act: describeAct(NO_CLIENT, now()),
        }),
      (tx: Tx, id: string) => endAllAccess(tx, id, now()),
    ]) {
      const owner = await bench.owner();
      const { key } = await owner.makeKey();
      await inTransaction((tx) => end(tx, owner.id));
      expect(await use(key)).toBe('401 not_authenticated');
    }
  });

  it("don't work while the account is disabled, and are deleted with it", async () => {
    const owner = await bench.owner();
    const { key } = await owner.makeKey();
    await inTransaction((tx) => disableAccount(tx, owner.id, now()));
    expect(await refusal(withKey(bench.app, key, NO_TASK))).toEqual([
      403,
      'The account of this API key is disabled. Contact the operator of this server: ops@leads.example',
    ]);
    await inTransaction((tx) => disableAccount(tx, owner.id, null));
    expect(await use(key)).toBe(WORKS);
    expect(
      await outcome(owner.call('account-delete', { email: owner.email, currentPassword: TEST_PASSWORD })),
    ).toBe('200 ok');
    expect(await use(key)).toBe('401 not_authenticated');
  });
});
