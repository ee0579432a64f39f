// On PostgreSQL: mails are limited at once.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openMailQueue } from './one-time/mail-queue.ts';
import { type MailBench, openMailBench } from './test-mail-bench.ts';
import {
  changePassword,
  countOutcomes,
  createTestClient,
  outcome,
  send,
  signIn,
  signUp,
  TEST_PASSWORD,
} from './test-requests.ts';

let bench: MailBench;
let database: MailBench['database'];
let deps: MailBench['deps'];
let app: MailBench['app'];
let mailbox: MailBench['mailbox'];
beforeEach(async () => {
  bench = await openMailBench({ OPERATOR_EMAIL: 'ops@leads.example' });
  ({ database, deps, app, mailbox } = bench);
});
afterEach(() => bench.close());
const view: MailBench['view'] = (token) => bench.view(token);

const request = (path: string, body: object, headers: Record<string, string> = {}) =>
  send(app, `/auth/v1/${path}`, { body, headers });
const verify = (body: object, address?: string) =>
  send(app, '/auth/v1/verify', { body, ...(address ? { address } : {}) });

describe('password recovery', () => {
  it('resets the password with the mailed link, and ends old sessions and the old password', async () => {
    const before = await signUp(app, 'ada@example.com');
    const program = createTestClient(app);
    const events: string[] = [];
    program.auth.onAuthStateChange((event) => void events.push(event));
    expect((await program.auth.resetPasswordForEmail('Ada@example.com')).error).toBeNull();
    const [mail] = await mailbox.mails('ada@example.com');
    expect(mail?.link).toMatch(/^http:\/\/127\.0\.0\.1:3000\/reset-password\?token_hash=[\w-]{43}$/);
    expect(mail?.subject).toBe('Reset your Leadwell password');

    const verified = await program.auth.verifyOtp({ token_hash: mail!.token, type: 'recovery' });
    expect(verified.error).toBeNull();
    expect(verified.data.user?.id).toBe(before.user.id);
    expect(events).toContain('PASSWORD_RECOVERY');
    expect((await program.auth.updateUser({ password: 'ADA@example.com' })).error?.code).toBe(
      'weak_password',
    );
    expect((await program.auth.updateUser({ password: 'a new password' })).error).toBeNull();

    expect(await outcome(send(app, '/auth/v1/user', { token: before.access_token }))).toBe(
      '403 session_not_found',
    );
    expect(await outcome(signIn(app, 'ada@example.com', TEST_PASSWORD))).toBe('400 invalid_credentials');
    expect(await outcome(signIn(app, 'ada@example.com', 'a new password'))).toBe('200 ok');
    const again = await createTestClient(app).auth.verifyOtp({ token_hash: mail!.token, type: 'recovery' });
    expect(again.error).toMatchObject({ status: 403, code: 'otp_expired' });
    const subjects = (await mailbox.mails('ada@example.com')).map(({ subject }) => subject);
    expect(subjects).toContain('Your Leadwell password has changed');
  });

  it('also works with the code, which expires after one hour and is bound to its purpose', async () => {
    await signUp(app, 'ada@example.com');
    await request('recover', { email: 'ada@example.com' });
    const code = (await mailbox.mails())[0]!.code;
    const program = createTestClient(app);
    const wrongPurpose = await program.auth.verifyOtp({
      email: 'ada@example.com',
      token: code,
      type: 'email',
    });
    expect(wrongPurpose.error?.code).toBe('otp_expired');
    const { error } = await program.auth.verifyOtp({
      email: 'ADA@example.com',
      token: code,
      type: 'recovery',
    });
    expect(error).toBeNull();

    await request('recover', { email: 'ada@example.com' });
    const late = (await mailbox.mails()).findLast(({ subject }) => subject.startsWith('Reset'))!;
    deps.clock.advance(60 * 60_000);
    for (const body of [{ token_hash: late.token }, { email: 'ada@example.com', token: late.code }]) {
      expect(await outcome(verify({ type: 'recovery', ...body }))).toBe('403 otp_expired');
    }
  });

  it('links to PUBLIC_URL, regardless of the Host and redirect in the request', async () => {
    await signUp(app, 'ada@example.com');
    const forged = {
      host: 'evil.example',
      'x-forwarded-host': 'evil.example',
      origin: 'https://evil.example',
    };
    const path = 'recover?redirect_to=https%3A%2F%2Fevil.example%2Fsteal';
    expect(await outcome(request(path, { email: 'ada@example.com' }, forged))).toBe('200 ok');
    const [mail] = await mailbox.mails();
    expect(mail?.link.startsWith('http://127.0.0.1:3000/reset-password?')).toBe(true);
    expect(JSON.stringify(mail)).not.toContain('evil');
  });

  it('sends at most five mails for 200 parallel requests, and only the last one works', async () => {
    await signUp(app, 'ada@example.com');
    const outcomes = await countOutcomes(
      Array.from({ length: 200 }, (_, i) =>
        send(app, '/auth/v1/recover', {
          body: { email: 'ada@example.com' },
          address: `198.51.100.${i % 20}`,
        }),
      ),
    );
    expect(outcomes).toEqual({ '200 ok': 5, '429 over_email_send_rate_limit': 195 });
    const mails = await mailbox.mails('ada@example.com');
    expect(mails).toHaveLength(5);
    const tokens = await database.db.selectFrom('one_time_tokens').select('link_hash').execute();
    expect(tokens.length).toBeLessThanOrEqual(5);
    deps.clock.advance(60 * 60_000);
    await request('recover', { email: 'ada@example.com' });
    const last = (await mailbox.mails('ada@example.com')).at(-1)!;
    const uses = await countOutcomes(
      mails.concat(last).map(({ token }) => verify({ type: 'recovery', token_hash: token })),
    );
    expect(uses).toEqual({ '200 ok': 1, '403 otp_expired': 5 });
  });

  it('is also limited per IP address over many accounts', async () => {
    const outcomes = await countOutcomes(
      Array.from({ length: 70 }, (_, i) => request('recover', { email: `someone${i}@example.com` })),
    );
    expect(outcomes).toEqual({ '200 ok': 60, '429 over_email_send_rate_limit': 10 });
  });
});

describe('an email address change', () => {
  const change = (token: string, email: string) =>
    send(app, '/auth/v1/user', { method: 'PUT', token, body: { email, current_password: TEST_PASSWORD } });

  it('takes effect once confirmed, notifies the old address and ends the old session', async () => {
    const { access_token: token, user } = await signUp(app, 'old@example.com');
    const program = createTestClient(app);
    await program.auth.signInWithPassword({ email: 'old@example.com', password: TEST_PASSWORD });
    const requested = await program.auth.updateUser({
      email: 'fresh@example.com',
      current_password: TEST_PASSWORD,
    });
    expect(requested.data.user).toMatchObject({ email: 'old@example.com', new_email: 'fresh@example.com' });
    const [mail] = await mailbox.mails('fresh@example.com');
    expect(mail?.link).toMatch(/\/confirm-email\?token_hash=[\w-]{43}&type=email_change$/);
    expect((await mailbox.mails('old@example.com'))[0]?.text).toContain('fresh@example.com');
    expect((await program.auth.resend({ type: 'email_change', email: 'old@example.com' })).error).toBeNull();
    const resent = (await mailbox.mails('fresh@example.com')).at(-1)!;
    const body = { email: 'fresh@example.com', token: resent.code, type: 'email_change' as const };
    const verified = await program.auth.verifyOtp(body);
    expect(verified.data.user).toMatchObject({ id: user.id, email: 'fresh@example.com' });
    const notice = (await mailbox.mails('old@example.com')).at(-1)!;
    expect(notice.subject).toBe('Your Leadwell email address has changed');
    expect(notice.text).toContain('Contact the operator of this server: ops@leads.example');
    expect(await outcome(send(app, '/auth/v1/user', { token }))).toBe('403 session_not_found');
    expect(await outcome(signIn(app, 'fresh@example.com', TEST_PASSWORD))).toBe('200 ok');
    // The old address doesn't get free credits again.
    const second = await signUp(app, 'old@example.com');
    expect(await view(second.access_token)).toMatchObject({ credits: 0 });
  });

  it('sends no mail to an address that already has an account', async () => {
    await signUp(app, 'taken@example.com');
    const { access_token: token } = await signUp(app, 'ada@example.com');
    expect(await outcome(change(token, 'taken@example.com'))).toBe('200 ok');
    expect(await mailbox.mails()).toEqual([]);
    await change(token, 'free@example.com');
    const [mail] = await mailbox.mails('free@example.com');
    await signUp(app, 'free@example.com');
    const late = verify({ type: 'email_change', token_hash: mail!.token });
    expect(await outcome(late)).toBe('422 user_already_exists');
  });

  it('is canceled by a new password', async () => {
    const { access_token: token } = await signUp(app, 'ada@example.com');
    await change(token, 'thief@example.com');
    const [mail] = await mailbox.mails('thief@example.com');
    await changePassword(app, token, 'a new password');
    expect(await outcome(verify({ type: 'email_change', token_hash: mail!.token }))).toBe('403 otp_expired');
  });

  it('ends with the session that asked for it, also when anyone asks for the mail again', async () => {
    const owner = await signUp(app, 'ada@example.com');
    const thief = (await (await signIn(app, 'ada@example.com', TEST_PASSWORD)).json()) as {
      access_token: string;
    };
    const { token: link } = await (async () => {
      await change(thief.access_token, 'thief@example.com');
      return (await mailbox.mails('thief@example.com'))[0]!;
    })();
    await send(app, '/auth/v1/logout?scope=others', { method: 'POST', token: owner.access_token });
    await request('resend', { type: 'email_change', email: 'ada@example.com' });
    expect(await mailbox.mails('thief@example.com')).toHaveLength(1);
    expect(await outcome(verify({ type: 'email_change', token_hash: link }))).toBe('403 otp_expired');
    // The owner's own change is none of the other sessions'.
    await change(owner.access_token, 'mine@example.com');
    await signIn(app, 'ada@example.com', TEST_PASSWORD);
    await send(app, '/auth/v1/logout?scope=others', { method: 'POST', token: owner.access_token });
    const mine = (await mailbox.mails('mine@example.com'))[0]!;
    expect(await outcome(verify({ type: 'email_change', token_hash: mine.token }))).toBe('200 ok');
  });

  it('sends no mail that was still waiting when its session ended', async () => {
    const { access_token: token, user } = await signUp(app, 'ada@example.com');
    const { id: sessionId } = await database.db.selectFrom('sessions').select('id').executeTakeFirstOrThrow();
    await send(app, '/auth/v1/logout', { method: 'POST', token });
    const queue = await openMailQueue(deps);
    const job = { kind: 'email-change' as const, accountId: user.id, email: 'thief@example.com', sessionId };
    await queue.add([{ job }]);
    expect(await mailbox.mails()).toEqual([]);
  });

  it('lasts an hour, however often its mail is sent again', async () => {
    const { access_token: token } = await signUp(app, 'ada@example.com');
    await change(token, 'fresh@example.com');
    await mailbox.mails();
    deps.clock.advance(40 * 60_000);
    await request('resend', { type: 'email_change', email: 'ada@example.com' });
    const again = (await mailbox.mails('fresh@example.com')).at(-1)!;
    expect(again.text).toContain('Both expire in 20 minutes');
    deps.clock.advance(20 * 60_000);
    expect(await outcome(verify({ type: 'email_change', token_hash: again.token }))).toBe('403 otp_expired');
  });

  it('can be requested at most five times an hour', async () => {
    const { access_token: token } = await signUp(app, 'ada@example.com');
    const requests = Array.from({ length: 8 }, (_, i) => change(token, `new${i}@example.com`));
    expect(await countOutcomes(requests)).toEqual({ '200 ok': 5, '429 over_email_send_rate_limit': 3 });
  });
});
