import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { SessionView } from '#contract/account.ts';
import type { IssuedSession } from './sessions.ts';
import { type MailBench, openMailBench } from './test-mail-bench.ts';
import { outcome, send, signIn, signUp, TEST_PASSWORD } from './test-requests.ts';

let bench: MailBench;
let deps: MailBench['deps'];
let app: MailBench['app'];
let mailbox: MailBench['mailbox'];
beforeEach(async () => {
  bench = await openMailBench({ STAFF_EMAILS: 'boss@example.com' });
  ({ deps, app, mailbox } = bench);
});
afterEach(() => bench.close());
const view: MailBench['view'] = (token) => bench.view(token);

const call = (name: string, token: string, body?: object) =>
  send(app, `/functions/v1/${name}`, { token, ...(body ? { body } : {}) });
async function sendCode(token: string, email: string): Promise<string> {
  expect(await outcome(call('send-confirmation', token, {}))).toBe('200 ok');
  return (await mailbox.mails(email)).at(-1)!.code;
}
const NO_PRIVILEGE = { isStaff: false, plan: 'free', credits: 1000, emailConfirmed: false };
const STAFF = { isStaff: true, plan: 'unlimited', credits: 'unlimited', emailConfirmed: true };

describe('confirming an email address in the settings', () => {
  it('accepts the mailed code, ends other sessions and keeps the current one and the password', async () => {
    const { access_token: token } = await signUp(app, 'ada@example.com');
    const other = (await (await signIn(app, 'ada@example.com', TEST_PASSWORD)).json()) as IssuedSession;
    const code = await sendCode(token, 'ada@example.com');
    const answer = await call('confirm-email', token, { code: ` ${code.slice(0, 3)} ${code.slice(3)} ` });
    expect(await answer.json()).toEqual({ passwordEnded: false });
    expect(await view(token)).toMatchObject({ emailConfirmed: true, hasPassword: true, credits: 1000 });
    expect(await outcome(call('account', other.access_token))).toBe('401 not_authenticated');
    expect(await outcome(signIn(app, 'ada@example.com', TEST_PASSWORD))).toBe('200 ok');
    expect(await outcome(call('send-confirmation', token, {}))).toBe('409 conflict');
  });

  it('grants staff access to a listed address and clears its earlier password', async () => {
    const { access_token: token } = await signUp(app, 'boss@example.com');
    expect(await view(token)).toMatchObject(NO_PRIVILEGE);
    const code = await sendCode(token, 'boss@example.com');
    expect(await view(token)).toMatchObject(NO_PRIVILEGE);
    expect(await (await call('confirm-email', token, { code })).json()).toEqual({ passwordEnded: true });
    expect(await view(token)).toMatchObject({ ...STAFF, hasPassword: false });
    expect(await outcome(signIn(app, 'boss@example.com', TEST_PASSWORD))).toBe('400 invalid_credentials');
    const set = { method: 'PUT', token, body: { password: TEST_PASSWORD } };
    expect(await outcome(send(app, '/auth/v1/user', set))).toBe('200 ok');
    expect(await outcome(signIn(app, 'boss@example.com', TEST_PASSWORD))).toBe('200 ok');
  });

  it('blocks after five wrong codes; a code works only for its account and not for sign-in', async () => {
    const { access_token: token } = await signUp(app, 'boss@example.com');
    const { access_token: stranger } = await signUp(app, 'stranger@example.com');
    const code = await sendCode(token, 'boss@example.com');
    expect(await outcome(call('confirm-email', stranger, { code }))).toBe('400 validation_failed');
    for (const type of ['email', 'signup', 'recovery', 'email_change']) {
      const body = { type, email: 'boss@example.com', token: code };
      expect(await outcome(send(app, '/auth/v1/verify', { body }))).toBe('403 otp_expired');
    }
    const wrong = (n: number) => String((Number(code) + 1 + n) % 1_000_000).padStart(6, '0');
    for (let n = 0; n < 5; n += 1) {
      expect(await outcome(call('confirm-email', token, { code: wrong(n) }))).toBe('400 validation_failed');
    }
    expect(await outcome(call('confirm-email', token, { code }))).toBe('400 validation_failed');
    expect(await view(token)).toMatchObject(NO_PRIVILEGE);
    const second = await sendCode(token, 'boss@example.com');
    expect(await outcome(call('confirm-email', token, { code: 'abcdef' }))).toBe('400 validation_failed');
    expect(await outcome(call('confirm-email', token, { code: second }))).toBe('200 ok');
  });

  it('mails at most five codes an hour and says when to retry', async () => {
    const { access_token: token } = await signUp(app, 'ada@example.com');
    for (let n = 0; n < 5; n += 1) await sendCode(token, 'ada@example.com');
    const refused = await call('send-confirmation', token, {});
    expect([await outcome(refused), refused.headers.get('retry-after')]).toEqual([
      '429 rate_limited',
      '3600',
    ]);
  });
});

describe('a staff address that a stranger signed up with', () => {
  async function expectLockedOut(stranger: IssuedSession): Promise<void> {
    expect(await outcome(call('account', stranger.access_token))).toBe('401 not_authenticated');
    const refresh = { refresh_token: stranger.refresh_token };
    expect(await outcome(send(app, '/auth/v1/token?grant_type=refresh_token', { body: refresh }))).toBe(
      '400 session_not_found',
    );
    expect(await outcome(signIn(app, 'boss@example.com', TEST_PASSWORD))).toBe('400 invalid_credentials');
  }

  it('belongs to its owner after a password recovery', async () => {
    const stranger = await signUp(app, 'boss@example.com');
    await send(app, '/auth/v1/recover', { body: { email: 'boss@example.com' } });
    const mail = (await mailbox.mails('boss@example.com')).at(-1)!;
    const verified = await send(app, '/auth/v1/verify', {
      body: { type: 'recovery', token_hash: mail.token },
    });
    const owner = (await verified.json()) as IssuedSession;
    expect(await view(owner.access_token)).toMatchObject({ ...STAFF, hasPassword: false });
    await expectLockedOut(stranger);
  });

  it('belongs to its owner after signing in by link, even one the stranger requested', async () => {
    const stranger = await signUp(app, 'boss@example.com');
    await send(app, '/auth/v1/resend', { body: { type: 'signup', email: 'boss@example.com' } });
    const mail = (await mailbox.mails('boss@example.com')).at(-1)!;
    await send(app, '/auth/v1/verify', { body: { type: 'signup', token_hash: mail.token } });
    await expectLockedOut(stranger);
  });

  it('cannot be taken over by an email change that its owner confirms', async () => {
    const stranger = await signUp(app, 'stranger@example.com');
    await send(app, '/auth/v1/user', {
      method: 'PUT',
      token: stranger.access_token,
      body: { email: 'boss@example.com', current_password: TEST_PASSWORD },
    });
    const mail = (await mailbox.mails('boss@example.com')).at(-1)!;
    const verified = await send(app, '/auth/v1/verify', {
      body: { type: 'email_change', token_hash: mail.token },
    });
    const owner = (await verified.json()) as IssuedSession;
    expect(await view(owner.access_token)).toMatchObject(STAFF);
    await expectLockedOut(stranger);
  });
});

describe('sessions', () => {
  const list = async (token: string) =>
    ((await (await call('sessions', token)).json()) as { sessions: SessionView[] }).sessions;

  it('are listed with user agent and address, current one first, and can be ended', async () => {
    const { access_token: token } = await signUp(app, 'ada@example.com');
    deps.clock.advance(60_000);
    const signedIn = await send(app, '/auth/v1/token?grant_type=password', {
      body: { email: 'ada@example.com', password: TEST_PASSWORD },
      headers: { 'user-agent': 'Test Firefox' },
      address: '203.0.113.5',
    });
    const other = (await signedIn.json()) as IssuedSession;
    const sessions = await list(token);
    expect(sessions.map(({ current, userAgent, address }) => ({ current, userAgent, address }))).toEqual([
      { current: true, userAgent: null, address: '192.0.2.1' },
      { current: false, userAgent: 'Test Firefox', address: '203.0.113.5' },
    ]);
    const { access_token: stranger } = await signUp(app, 'stranger@example.com');
    const id = sessions[1]!.id;
    await call('end-session', stranger, { id });
    expect(await outcome(call('account', other.access_token))).toBe('200 ok');
    await call('end-session', token, { id });
    expect(await outcome(call('account', other.access_token))).toBe('401 not_authenticated');
    expect(await list(token)).toHaveLength(1);
  });

  it('end on logout and on a password change in another session', async () => {
    const first = await signUp(app, 'ada@example.com');
    const second = (await (await signIn(app, 'ada@example.com', TEST_PASSWORD)).json()) as IssuedSession;
    await send(app, '/auth/v1/user', {
      method: 'PUT',
      token: second.access_token,
      body: { password: 'a new password', current_password: TEST_PASSWORD },
    });
    expect(await outcome(call('account', first.access_token))).toBe('401 not_authenticated');
    expect(await outcome(call('account', second.access_token))).toBe('200 ok');
    await send(app, '/auth/v1/logout', { method: 'POST', token: second.access_token });
    expect(await outcome(call('account', second.access_token))).toBe('401 not_authenticated');
  });

  it('reject a password change with a wrong current password', async () => {
    const { access_token: token } = await signUp(app, 'ada@example.com');
    const body = { password: 'a new password', current_password: 'a guess' };
    const change = send(app, '/auth/v1/user', { method: 'PUT', token, body });
    expect(await outcome(change)).toBe('400 invalid_credentials');
    expect(await outcome(signIn(app, 'ada@example.com', TEST_PASSWORD))).toBe('200 ok');
  });
});
