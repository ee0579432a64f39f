// On PostgreSQL: a code works once, however many try at once.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { SignInMethods } from '#contract/sign-in.ts';
import type { IssuedSession } from '../sessions.ts';
import { type MailBench, openMailBench } from '../test-mail-bench.ts';
import {
  changePassword,
  countOutcomes,
  outcome,
  send,
  signIn,
  signUp,
  TEST_PASSWORD,
} from '../test-requests.ts';
import { resetSecondFactor } from './second-factor.ts';
import { turnOnTwoFactor } from './test-app.ts';

const EMAIL = 'ada@example.com';
let bench: MailBench;
let app: MailBench['app'];
let deps: MailBench['deps'];
beforeEach(async () => {
  bench = await openMailBench();
  ({ app, deps } = bench);
});
afterEach(() => bench.close());

const call = (path: string, token: string, body: object) =>
  send(app, `/functions/v1/${path}`, { token, body });
const finish = (ticket: string, code: string, address?: string) =>
  send(app, '/auth/v1/second-factor', { body: { ticket, code }, ...(address ? { address } : {}) });

/** An account with a confirmed address. */
async function confirmed(): Promise<IssuedSession> {
  const session = await signUp(app, EMAIL);
  const now = new Date(deps.clock.now());
  const update = bench.database.db.updateTable('accounts').set({ email_confirmed_at: now });
  await update.where('id', '=', session.user.id).execute();
  return session;
}

async function withTwoFactor() {
  const session = await confirmed();
  return { session, ...(await turnOnTwoFactor(app, deps.clock, session.access_token)) };
}

/** The ticket of a sign-in that is right so far. */
async function readTicket(response: Response): Promise<string> {
  const body = (await response.json()) as { code: string; second_factor: { ticket: string } };
  expect([response.status, body.code]).toEqual([403, 'second_factor_needed']);
  expect(JSON.stringify(body)).not.toMatch(/access_token|refresh_token/);
  return body.second_factor.ticket;
}
const passwordTicket = async () => readTicket(await signIn(app, EMAIL, TEST_PASSWORD));
const allSessions = () => bench.database.db.selectFrom('sessions').selectAll().execute();

async function methods(token: string): Promise<SignInMethods> {
  return (await (await send(app, '/functions/v1/sign-in-methods', { token })).json()) as SignInMethods;
}

describe('setting up two-factor login', () => {
  it('needs a confirmed address and the password, and ends the other sessions', async () => {
    const stranger = await signUp(app, 'victim@example.com');
    const setup = { currentPassword: TEST_PASSWORD };
    expect(await outcome(call('two-factor-setup', stranger.access_token, setup))).toBe('409 conflict');

    const { access_token: token } = await confirmed();
    await signIn(app, EMAIL, TEST_PASSWORD);
    expect(await outcome(call('two-factor-setup', token, {}))).toBe('400 validation_failed');
    expect(await outcome(call('two-factor-setup', token, { currentPassword: 'wrong one' }))).toBe(
      '400 validation_failed',
    );
    expect(await outcome(call('two-factor-enable', token, { code: '123456' }))).toBe('409 conflict');
    const { recoveryCodes } = await turnOnTwoFactor(app, deps.clock, token);
    expect(recoveryCodes).toHaveLength(10);
    expect(await methods(token)).toMatchObject({
      twoFactor: { recoveryCodesLeft: 10 },
      passwordNeeded: true,
    });
    const { twoFactor } = await methods(token);
    expect(new Date(twoFactor?.since ?? '').getTime()).toBe(deps.clock.now() - 30_000);
    expect(await outcome(call('two-factor-setup', token, setup))).toBe('409 conflict');
    expect((await allSessions()).filter(({ account_id }) => account_id !== stranger.user.id)).toHaveLength(1);
    expect((await bench.mailbox.mails(EMAIL)).map(({ subject }) => subject)).toEqual([
      'Leadwell: Two-factor login is on',
    ]);
  });

  it('stores no secret and no code in plain text', async () => {
    const { access_token: token } = await confirmed();
    const response = await call('two-factor-setup', token, { currentPassword: TEST_PASSWORD });
    const { secret, uri } = (await response.json()) as { secret: string; uri: string };
    expect(uri).toContain(`secret=${secret}`);
    const { recoveryCodes } = await turnOnTwoFactor(app, deps.clock, token);
    const tables = ['second_factors', 'recovery_codes'] as const;
    const rows = await Promise.all(
      tables.map((name) => bench.database.db.selectFrom(name).selectAll().execute()),
    );
    for (const text of [secret, ...recoveryCodes, ...recoveryCodes.map((code) => code.replace('-', ''))])
      expect(JSON.stringify(rows)).not.toContain(text);
  });

  it('expires after an hour', async () => {
    const { access_token: token } = await confirmed();
    await call('two-factor-setup', token, { currentPassword: TEST_PASSWORD });
    deps.clock.advance(61 * 60_000);
    const { access_token: later } = (await (await signIn(app, EMAIL, TEST_PASSWORD)).json()) as IssuedSession;
    expect(await outcome(call('two-factor-enable', later, { code: '123456' }))).toBe('409 conflict');
  });
});

describe('logging in', () => {
  it('starts no session until the code is right', async () => {
    const { phone } = await withTwoFactor();
    const before = await allSessions();
    const ticket = await passwordTicket();
    expect(await allSessions()).toEqual(before);
    expect(await outcome(send(app, '/functions/v1/account', { token: ticket }))).toBe(
      '401 not_authenticated',
    );
    expect(await outcome(finish(ticket, '000000'))).toBe('400 invalid_credentials');
    const response = await finish(ticket, phone.code());
    expect(response.status).toBe(200);
    const { access_token: token } = (await response.json()) as IssuedSession;
    const claims = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
    expect(claims).toMatchObject({ aal: 'aal2', amr: [{ method: 'totp' }, { method: 'password' }] });
    expect(await outcome(send(app, '/functions/v1/account', { token }))).toBe('200 ok');
    expect(await outcome(finish(ticket, phone.code(1)))).toBe('403 otp_expired');
  });

  it('accepts a code once, also in parallel and with other tickets', async () => {
    const { phone, session } = await withTwoFactor();
    const tickets = await Promise.all(Array.from({ length: 5 }, passwordTicket));
    const code = phone.code();
    expect(await countOutcomes(tickets.map((ticket) => finish(ticket, code)))).toEqual({
      '200 ok': 1,
      '400 invalid_credentials': 4,
    });
    // An observed code doesn't turn it off either.
    const proof = { currentPassword: TEST_PASSWORD, code };
    expect(await outcome(call('two-factor-disable', session.access_token, proof))).toBe(
      '400 validation_failed',
    );
    expect(await outcome(finish(await passwordTicket(), phone.code(-1)))).toBe('400 invalid_credentials');
  });

  it('accepts each recovery code once, and tells the owner', async () => {
    const { recoveryCodes, session } = await withTwoFactor();
    const [code = ''] = recoveryCodes;
    const tickets = await Promise.all([passwordTicket(), passwordTicket(), passwordTicket()]);
    const typed = ` ${code.toUpperCase().replace('-', ' ')} `;
    expect(await countOutcomes(tickets.map((ticket) => finish(ticket, typed)))).toEqual({
      '200 ok': 1,
      '400 invalid_credentials': 2,
    });
    expect((await methods(session.access_token)).twoFactor?.recoveryCodesLeft).toBe(9);
    const subjects = (await bench.mailbox.mails(EMAIL)).map(({ subject }) => subject);
    expect(subjects).toContain('Leadwell: A recovery code was used');
  });

  it('limits guesses per ticket and per account, while recovery codes still work', async () => {
    const { phone, recoveryCodes } = await withTwoFactor();
    const ticket = await passwordTicket();
    const wrong = String((Number(phone.code()) + 1) % 1_000_000).padStart(6, '0');
    const guesses = Array.from({ length: 8 }, (_, n) => finish(ticket, wrong, `203.0.113.${n}`));
    expect(await countOutcomes(guesses)).toEqual({ '400 invalid_credentials': 5, '403 otp_expired': 3 });
    const next = await passwordTicket();
    const more = Array.from({ length: 5 }, (_, n) => finish(next, wrong, `198.51.100.${n}`));
    await countOutcomes(more);
    const last = await passwordTicket();
    expect(await outcome(finish(last, phone.code()))).toBe('429 over_request_rate_limit');
    expect(await outcome(finish(last, recoveryCodes[0] ?? ''))).toBe('200 ok');
  });

  it('with an emailed link or a new password needs the code too', async () => {
    const { phone, session } = await withTwoFactor();
    await send(app, '/auth/v1/logout?scope=global', { token: session.access_token, method: 'POST' });
    for (const [path, type] of [
      ['otp', 'email'],
      ['recover', 'recovery'],
    ] as const) {
      await send(app, `/auth/v1/${path}`, { body: { email: EMAIL } });
      const mail = (await bench.mailbox.mails(EMAIL)).findLast(({ token }) => token !== '');
      const proof = { type, token_hash: mail?.token };
      const ticket = await readTicket(await send(app, '/auth/v1/verify', { body: proof }));
      expect(await allSessions()).toEqual([]);
      expect(await outcome(send(app, '/auth/v1/verify', { body: proof }))).toBe('403 otp_expired');
      const { access_token: token } = (await (await finish(ticket, phone.code())).json()) as IssuedSession;
      const password = `${path} correct horse`;
      expect(await outcome(send(app, '/auth/v1/user', { method: 'PUT', token, body: { password } }))).toBe(
        '200 ok',
      );
      await send(app, '/auth/v1/logout?scope=global', { token, method: 'POST' });
      deps.clock.advance(30_000);
    }
  });

  it('ends with everything else that a password change or the operator ends', async () => {
    const { phone, session } = await withTwoFactor();
    const ticket = await passwordTicket();
    expect((await changePassword(app, session.access_token, 'battery staple 7')).status).toBe(200);
    expect(await outcome(finish(ticket, phone.code()))).toBe('403 otp_expired');
  });

  it('expires after ten minutes', async () => {
    const { phone } = await withTwoFactor();
    const ticket = await passwordTicket();
    deps.clock.advance(10 * 60_000);
    expect(await outcome(finish(ticket, phone.code()))).toBe('403 otp_expired');
  });
});

describe('turning two-factor login off', () => {
  it('needs the password and a code', async () => {
    const { phone, session } = await withTwoFactor();
    const disable = (body: object) => outcome(call('two-factor-disable', session.access_token, body));
    expect(await disable({ code: phone.code() })).toBe('400 validation_failed');
    expect(await disable({ currentPassword: 'wrong one', code: phone.code() })).toBe('400 validation_failed');
    expect(await disable({ currentPassword: TEST_PASSWORD, code: '000000' })).toBe('400 validation_failed');
    expect(await disable({ currentPassword: TEST_PASSWORD, code: phone.code() })).toBe('200 ok');
    expect((await signIn(app, EMAIL, TEST_PASSWORD)).status).toBe(200);
    const subjects = (await bench.mailbox.mails(EMAIL)).map(({ subject }) => subject);
    expect(subjects).toContain('Leadwell: Two-factor login is off');
  });

  it('and new recovery codes need a code, and replace the old ones', async () => {
    const { phone, recoveryCodes, session } = await withTwoFactor();
    const body = { currentPassword: TEST_PASSWORD, code: phone.code() };
    const response = await call('recovery-codes', session.access_token, body);
    const { recoveryCodes: fresh } = (await response.json()) as { recoveryCodes: string[] };
    expect(await outcome(finish(await passwordTicket(), recoveryCodes[0] ?? ''))).toBe(
      '400 invalid_credentials',
    );
    expect(await outcome(finish(await passwordTicket(), fresh[0] ?? ''))).toBe('200 ok');
  });

  it('is possible for the operator', async () => {
    const { session } = await withTwoFactor();
    expect(await resetSecondFactor(deps, session.user.id)).toBe(true);
    expect(await resetSecondFactor(deps, session.user.id)).toBe(false);
    expect((await signIn(app, EMAIL, TEST_PASSWORD)).status).toBe(200);
    expect(await bench.database.db.selectFrom('recovery_codes').selectAll().execute()).toEqual([]);
  });
});
