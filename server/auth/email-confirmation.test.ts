import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { SessionView } from '#contract/account.ts';
import type { IssuedSession } from './sessions.ts';
import { type MailBench, openMailBench } from './test-mail-bench.ts';
import { outcome, send, signIn, signUp, TEST_PASSWORD } from './test-requests.ts';

let bench: MailBench;
let deps: MailBench['deps'];
let app: MailBench['app'];
let post: MailBench['post'];
beforeEach(async () => {
  bench = await openMailBench({ STAFF_EMAILS: 'boss@example.com' });
  ({ deps, app, post } = bench);
});
afterEach(() => bench.close());
const view: MailBench['view'] = (token) => bench.view(token);

const call = (name: string, token: string, body?: object) =>
  send(app, `/functions/v1/${name}`, { token, ...(body ? { body } : {}) });
async function sendCode(token: string, email: string): Promise<string> {
  expect(await outcome(call('send-confirmation', token, {}))).toBe('200 ok');
  return (await post.mails(email)).at(-1)!.code;
}
const NO_PRIVILEGE = { isStaff: false, plan: 'free', credits: 1000, emailConfirmed: false };
const STAFF = { isStaff: true, plan: 'unlimited', credits: 'unlimited', emailConfirmed: true };

describe('confirming an address in the settings', () => {
  it('takes the mailed code, ends the other sessions and keeps this one and the password', async () => {
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

  it('makes a listed address staff, not before, and then ends the password that came before', async () => {
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

  it('ends at five wrong codes; a code is for its account alone, and no sign-in', async () => {
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

  it('mails five codes an hour at most, and says when there is one again', async () => {
    const { access_token: token } = await signUp(app, 'ada@example.com');
    for (let n = 0; n < 5; n += 1) await sendCode(token, 'ada@example.com');
    const refused = await call('send-confirmation', token, {});
    expect([await outcome(refused), refused.headers.get('retry-after')]).toEqual([
      '429 rate_limited',
      '3600',
    ]);
  });
});

describe('a staff address that a stranger registered', () => {
  async function strangerIsOut(stranger: IssuedSession): Promise<void> {
    expect(await outcome(call('account', stranger.access_token))).toBe('401 not_authenticated');
    const refresh = { refresh_token: stranger.refresh_token };
    expect(await outcome(send(app, '/auth/v1/token?grant_type=refresh_token', { body: refresh }))).toBe(
      '400 session_not_found',
    );
    expect(await outcome(signIn(app, 'boss@example.com', TEST_PASSWORD))).toBe('400 invalid_credentials');
  }

  it('is its owner’s alone once they recover it by mail', async () => {
    const stranger = await signUp(app, 'boss@example.com');
    await send(app, '/auth/v1/recover', { body: { email: 'boss@example.com' } });
    const mail = (await post.mails('boss@example.com')).at(-1)!;
    const verified = await send(app, '/auth/v1/verify', {
      body: { type: 'recovery', token_hash: mail.token },
    });
    const owner = (await verified.json()) as IssuedSession;
    expect(await view(owner.access_token)).toMatchObject({ ...STAFF, hasPassword: false });
    await strangerIsOut(stranger);
  });

  it('is its owner’s alone once they sign in by a link, also one the stranger asked for', async () => {
    const stranger = await signUp(app, 'boss@example.com');
    await send(app, '/auth/v1/resend', { body: { type: 'signup', email: 'boss@example.com' } });
    const mail = (await post.mails('boss@example.com')).at(-1)!;
    await send(app, '/auth/v1/verify', { body: { type: 'signup', token_hash: mail.token } });
    await strangerIsOut(stranger);
  });

  it('is no prize for changing one’s address to it and waiting for its owner to click', async () => {
    const stranger = await signUp(app, 'stranger@example.com');
    await send(app, '/auth/v1/user', {
      method: 'PUT',
      token: stranger.access_token,
      body: { email: 'boss@example.com' },
    });
    const mail = (await post.mails('boss@example.com')).at(-1)!;
    const verified = await send(app, '/auth/v1/verify', {
      body: { type: 'email_change', token_hash: mail.token },
    });
    const owner = (await verified.json()) as IssuedSession;
    expect(await view(owner.access_token)).toMatchObject(STAFF);
    await strangerIsOut(stranger);
  });
});

describe('sessions', () => {
  const list = async (token: string) =>
    ((await (await call('sessions', token)).json()) as { sessions: SessionView[] }).sessions;

  it('are listed with where they are, this one first, and ended one by one', async () => {
    const { access_token: token } = await signUp(app, 'ada@example.com');
    deps.clock.advance(60_000);
    const there = await send(app, '/auth/v1/token?grant_type=password', {
      body: { email: 'ada@example.com', password: TEST_PASSWORD },
      headers: { 'user-agent': 'Firefox of a test' },
      address: '203.0.113.5',
    });
    const other = (await there.json()) as IssuedSession;
    const sessions = await list(token);
    expect(sessions.map(({ current, userAgent, address }) => ({ current, userAgent, address }))).toEqual([
      { current: true, userAgent: null, address: '192.0.2.1' },
      { current: false, userAgent: 'Firefox of a test', address: '203.0.113.5' },
    ]);
    const { access_token: stranger } = await signUp(app, 'stranger@example.com');
    const id = sessions[1]!.id;
    await call('end-session', stranger, { id });
    expect(await outcome(call('account', other.access_token))).toBe('200 ok');
    await call('end-session', token, { id });
    expect(await outcome(call('account', other.access_token))).toBe('401 not_authenticated');
    expect(await list(token)).toHaveLength(1);
  });

  it('are over after logging out and after a password change elsewhere', async () => {
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

  it('do not change a password where the current one, given with it, is wrong', async () => {
    const { access_token: token } = await signUp(app, 'ada@example.com');
    const body = { password: 'a new password', current_password: 'a guess' };
    const change = send(app, '/auth/v1/user', { method: 'PUT', token, body });
    expect(await outcome(change)).toBe('400 invalid_credentials');
    expect(await outcome(signIn(app, 'ada@example.com', TEST_PASSWORD))).toBe('200 ok');
  });
});
