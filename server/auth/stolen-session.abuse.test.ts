// On PostgreSQL: a change waits while its session ends.
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { MESSAGES } from '#contract/messages.ts';
import { transaction } from '../platform/database/db.ts';
import { endAllAccess } from './account-access.ts';
import { authenticatorApp, turnOnTwoFactor } from './second-factor/test-app.ts';
import type { IssuedSession } from './sessions.ts';
import { type MailBench, openMailBench } from './test-mail-bench.ts';
import { outcome, send, signIn, signUp, TEST_PASSWORD } from './test-requests.ts';

const OWNER = 'ada@example.com';
const THIEF = 'thief@example.com';

let bench: MailBench;
beforeEach(async () => {
  bench = await openMailBench();
});
afterEach(() => bench.close());

const update = (token: string, body: object) =>
  send(bench.app, '/auth/v1/user', { method: 'PUT', token, body });
const confirm = (accountId: string) =>
  bench.database.db
    .updateTable('accounts')
    .set({ email_confirmed_at: new Date(bench.deps.clock.now()) })
    .where('id', '=', accountId)
    .execute();
/** Signs in with a mailed link. */
async function signInByMail(): Promise<IssuedSession> {
  await send(bench.app, '/auth/v1/otp', { body: { email: OWNER } });
  const token_hash = (await bench.mailbox.mails(OWNER)).findLast(({ token }) => token !== '')!.token;
  const reply = await send(bench.app, '/auth/v1/verify', { body: { type: 'email', token_hash } });
  return (await reply.json()) as IssuedSession;
}
/** The same session after a time, with a new access token. */
async function later(session: IssuedSession, ms: number): Promise<string> {
  bench.deps.clock.advance(ms);
  const body = { refresh_token: session.refresh_token };
  const reply = await send(bench.app, '/auth/v1/token?grant_type=refresh_token', { body });
  return ((await reply.json()) as IssuedSession).access_token;
}
const TWO_HOURS = 2 * 60 * 60_000;

describe('the address of an account', () => {
  it('does not change without the current password', async () => {
    const { access_token: token } = await signUp(bench.app, OWNER);
    expect(await outcome(update(token, { email: THIEF }))).toBe('400 reauthentication_needed');
    const guess = { email: THIEF, current_password: 'a guess' };
    expect(await outcome(update(token, guess))).toBe('400 invalid_credentials');
    expect(await bench.mailbox.mails(THIEF)).toEqual([]);
    expect(await outcome(update(token, { ...guess, current_password: TEST_PASSWORD }))).toBe('200 ok');
    expect(await bench.mailbox.mails(THIEF)).toHaveLength(1);
    // The account's own address, as programs send it with a new name, is no change.
    expect(await outcome(update(token, { email: OWNER, data: { name: 'Ada' } }))).toBe('200 ok');
  });

  it('does not change without a code if two-factor login is on, and each code works once', async () => {
    const { access_token: token, user } = await signUp(bench.app, OWNER);
    await confirm(user.id);
    const { phone } = await turnOnTwoFactor(bench.app, bench.deps.clock, token);
    const body = { email: THIEF, current_password: TEST_PASSWORD };
    expect(await outcome(update(token, body))).toBe('400 reauthentication_needed');
    const wrong = String((Number(phone.code()) + 1) % 1_000_000).padStart(6, '0');
    expect(await outcome(update(token, { ...body, nonce: wrong }))).toBe('400 invalid_credentials');
    expect(await bench.mailbox.mails(THIEF)).toEqual([]);
    expect(await outcome(update(token, { ...body, nonce: phone.code() }))).toBe('200 ok');
    expect(await outcome(update(token, { ...body, nonce: phone.code() }))).toBe('400 invalid_credentials');
    expect(await bench.mailbox.mails(THIEF)).toHaveLength(1);
  });
});

describe('an account', () => {
  const remove = (token: string, body: object) =>
    send(bench.app, '/functions/v1/account-delete', { token, body: { email: OWNER, ...body } });

  it('is not deleted without the current password, and its owner gets a last mail', async () => {
    const { access_token: token, user } = await signUp(bench.app, OWNER);
    await confirm(user.id);
    expect(await outcome(remove(token, {}))).toBe('400 validation_failed');
    expect(await outcome(remove(token, { currentPassword: 'a guess' }))).toBe('400 validation_failed');
    expect(await bench.mailbox.mails(OWNER)).toEqual([]);
    expect(await outcome(remove(token, { currentPassword: TEST_PASSWORD }))).toBe('200 ok');
    const [mail] = await bench.mailbox.mails(OWNER);
    expect(mail?.subject).toBe('Your Leadwell account has been deleted');
    // Most accounts never had one.
    expect(mail?.text).toContain('Any subscription was canceled.');
  });

  it('is not deleted without a code if two-factor login is on', async () => {
    const { access_token: token, user } = await signUp(bench.app, OWNER);
    await confirm(user.id);
    const { phone } = await turnOnTwoFactor(bench.app, bench.deps.clock, token);
    const proof = { currentPassword: TEST_PASSWORD };
    expect(await outcome(remove(token, proof))).toBe('400 validation_failed');
    expect(await outcome(remove(token, { ...proof, code: phone.code() }))).toBe('200 ok');
  });

  it('tells no one if its address was never confirmed', async () => {
    const { access_token: token } = await signUp(bench.app, OWNER);
    expect(await outcome(remove(token, { currentPassword: TEST_PASSWORD }))).toBe('200 ok');
    expect(await bench.mailbox.mails(OWNER)).toEqual([]);
  });
});

describe('an account without a password', () => {
  it('gets a password or another address only from a session that just started', async () => {
    const session = await signInByMail();
    const old = await later(session, TWO_HOURS);
    for (const body of [{ password: 'the password of a thief' }, { email: THIEF }]) {
      const refused = await update(old, body);
      expect([refused.status, ((await refused.json()) as { message: string }).message]).toEqual([
        400,
        MESSAGES.secondFactor.signInNeeded,
      ]);
    }
    expect(await bench.view(old)).toMatchObject({ hasPassword: false });
    const { access_token: fresh } = await signInByMail();
    expect(await outcome(update(fresh, { email: THIEF }))).toBe('200 ok');
    expect(await outcome(update(fresh, { password: 'my own long words' }))).toBe('200 ok');
  });
});

describe('a request of a thief that is in flight when the owner ends all sessions', () => {
  /** Sends a request that waits for the account until its session has ended. */
  async function whileEnding(
    accountId: string,
    request: () => Response | Promise<Response>,
  ): Promise<Response> {
    const { db } = bench.database;
    const [locked, waits] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const ending = transaction(db, async (tx) => {
      await endAllAccess(tx, accountId, new Date(bench.deps.clock.now()));
      locked.resolve();
      await waits.promise;
    });
    await locked.promise;
    const pending = request();
    const isWaiting = async () => {
      const { rows } = await sql<{ n: number }>`
        select count(*)::int as n from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'
      `.execute(db);
      return (rows[0]?.n ?? 0) > 0;
    };
    await vi.waitUntil(isWaiting, { timeout: 60_000 });
    waits.resolve();
    await ending;
    return pending;
  }

  it('makes no API key', async () => {
    const { access_token: token, user } = await signUp(bench.app, OWNER);
    await bench.mailbox.mails();
    const { db } = bench.database;
    await db.updateTable('accounts').set({ plan: 'unlimited' }).where('id', '=', user.id).execute();
    const create = () =>
      send(bench.app, '/functions/v1/create-api-key', { token, body: { name: 'Mine', scopes: ['read'] } });
    expect(await outcome(whileEnding(user.id, create))).toBe('401 not_authenticated');
    expect(await db.selectFrom('api_keys').select('id').execute()).toEqual([]);
  });

  const post = (name: string, token: string, body: object) =>
    send(bench.app, `/functions/v1/${name}`, { token, body });
  /** A session of the owner, who has the plan for webhooks and lists. */
  async function openOwner(): Promise<IssuedSession> {
    const session = await signUp(bench.app, OWNER);
    await confirm(session.user.id);
    const { db } = bench.database;
    await db.updateTable('accounts').set({ plan: 'unlimited' }).where('id', '=', session.user.id).execute();
    return session;
  }
  async function signInAgain(): Promise<string> {
    const reply = await signIn(bench.app, OWNER, TEST_PASSWORD);
    return ((await reply.json()) as IssuedSession).access_token;
  }
  const HOOK = { url: 'https://example.com/', events: ['credits.low'] };

  it.each([
    ['setup of two-factor login', 'second_factors', 'two-factor-setup', { currentPassword: TEST_PASSWORD }],
    ['webhook', 'webhook_endpoints', 'webhook-create', HOOK],
    ['secret for single starts', 'webhook_start_keys', 'webhook-start-secret', {}],
  ] as const)('makes nothing: %s', async (_, table, name, body) => {
    const { access_token: token, user } = await openOwner();
    expect(await outcome(whileEnding(user.id, () => post(name, token, body)))).toBe('401 not_authenticated');
    expect(await bench.database.db.selectFrom(table).selectAll().execute()).toEqual([]);
    expect(await outcome(post(name, await signInAgain(), body))).toBe('200 ok');
  });

  it('makes no address of a list', async () => {
    const { access_token: token, user } = await openOwner();
    const columns = [{ name: 'Email' }];
    const list = await post('list-create', token, { name: 'Sign-ups', columns, keyColumn: 'Email' });
    const { id } = (await list.json()) as { id: string };
    const create = () => post('list-inbox-create', token, { id });
    expect(await outcome(whileEnding(user.id, create))).toBe('401 not_authenticated');
    expect(await bench.database.db.selectFrom('list_inboxes').select('id').execute()).toEqual([]);
  });

  it('makes no webhook and enables none, with a session or an API key', async () => {
    const { access_token: token, user } = await openOwner();
    const made = await post('create-api-key', token, { name: 'Mine', scopes: ['run'] });
    const { key } = (await made.json()) as { key: string };
    const { webhook } = (await (await post('webhook-create', key, HOOK)).json()) as {
      webhook: { id: string };
    };
    expect(await outcome(whileEnding(user.id, () => post('webhook-create', key, HOOK)))).toBe(
      '401 not_authenticated',
    );
    const again = await signInAgain();
    const enable = () => post('webhook-change', again, { id: webhook.id, enabled: true });
    expect(await outcome(whileEnding(user.id, enable))).toBe('401 not_authenticated');
    const endpoints = await bench.database.db
      .selectFrom('webhook_endpoints')
      .select(['id', 'disabled_reason'])
      .execute();
    expect(endpoints).toEqual([{ id: webhook.id, disabled_reason: 'access' }]);
  });

  it('turns on no two-factor login', async () => {
    const { access_token: token, user } = await openOwner();
    const setup = await post('two-factor-setup', token, { currentPassword: TEST_PASSWORD });
    const app = authenticatorApp(((await setup.json()) as { secret: string }).secret, bench.deps.clock.now);
    const enable = () => post('two-factor-enable', token, { code: app.code() });
    expect(await outcome(whileEnding(user.id, enable))).toBe('401 not_authenticated');
    expect(await outcome(signIn(bench.app, OWNER, TEST_PASSWORD))).toBe('200 ok');
  });

  it.each(['two-factor-disable', 'recovery-codes'])('changes no two-factor login: %s', async (name) => {
    const { access_token: token, user } = await openOwner();
    const { phone } = await turnOnTwoFactor(bench.app, bench.deps.clock, token);
    const body = { currentPassword: TEST_PASSWORD, code: phone.code() };
    expect(await outcome(whileEnding(user.id, () => post(name, token, body)))).toBe('401 not_authenticated');
    const [factor] = await bench.database.db.selectFrom('second_factors').select('enabled_at').execute();
    expect(factor?.enabled_at).toBeInstanceOf(Date);
  });

  it.each([
    ['password', { password: 'the password of a thief', current_password: TEST_PASSWORD }],
    ['address', { email: THIEF, current_password: TEST_PASSWORD }],
    ['profile', { data: { name: 'A thief' } }],
  ])('changes nothing: %s', async (_, body) => {
    const { access_token: token, user } = await signUp(bench.app, OWNER, { name: 'Ada' });
    await bench.mailbox.mails();
    expect(await outcome(whileEnding(user.id, () => update(token, body)))).toBe('403 session_not_found');
    expect(await outcome(signIn(bench.app, OWNER, TEST_PASSWORD))).toBe('200 ok');
    expect(await bench.mailbox.mails(THIEF)).toEqual([]);
  });
});
