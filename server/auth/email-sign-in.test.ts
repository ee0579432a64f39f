// On PostgreSQL: a code is used once, however many try at once.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createApp } from '../app.ts';
import { makeTestDeps } from '../test-deps.ts';
import { type MailBench, openMailBench } from './test-mail-bench.ts';
import {
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
  bench = await openMailBench();
  ({ database, deps, app, mailbox } = bench);
});
afterEach(() => bench.close());
const view: MailBench['view'] = (token) => bench.view(token);

const request = (path: string, body: object, headers: Record<string, string> = {}) =>
  send(app, `/auth/v1/${path}`, { body, headers });
const verify = (body: object, address?: string) =>
  send(app, '/auth/v1/verify', { body, ...(address ? { address } : {}) });

describe('requesting a mail', () => {
  it('does not reveal whether an account exists', async () => {
    await signUp(app, 'known@example.com');
    const requests: [string, (email: string) => object][] = [
      ['recover', (email) => ({ email })],
      ['otp', (email) => ({ email, create_user: false })],
      ['resend', (email) => ({ email, type: 'signup' })],
      ['resend', (email) => ({ email, type: 'email_change' })],
    ];
    const seen: unknown[][] = [[], []];
    const footprint = async () => ({
      jobs: (await deps.queue.findJobs('mail')).length,
      limits: (await database.db.selectFrom('rate_limits').select('bucket').execute()).length,
      tokens: (await database.db.selectFrom('one_time_tokens').select('id').execute()).length,
    });
    await mailbox.close();
    deps = makeTestDeps(database, { environment: { DATA_DIR: mailbox.dataDir } });
    app = createApp(deps);
    // Without a worker, so that only the work of the request itself is compared.
    await deps.queue.start();
    for (const [path, body] of requests) {
      for (const [i, email] of ['known@example.com', 'nobody@example.com'].entries()) {
        const before = await footprint();
        const response = await request(path, body(email));
        const after = await footprint();
        const headers = [...response.headers.keys()].sort();
        seen[i]?.push([
          response.status,
          await response.text(),
          headers,
          after.jobs - before.jobs,
          after.tokens - before.tokens,
        ]);
      }
    }
    expect(seen[0]).toEqual(seen[1]);
    expect(seen[0]?.map((one) => (one as unknown[]).slice(0, 2))).toEqual(requests.map(() => [200, '{}']));
    await deps.queue.stop({ graceful: false });
  });

  it('and guessing its code has the same response for known and unknown addresses', async () => {
    await signUp(app, 'known@example.com');
    for (const email of ['known@example.com', 'nobody@example.com']) await request('recover', { email });
    await mailbox.mails();
    const responses = await Promise.all(
      ['known@example.com', 'nobody@example.com'].map(async (email) => {
        const response = await verify({ type: 'recovery', email, token: '000000' });
        return [response.status, await response.text()];
      }),
    );
    expect(responses[0]).toEqual(responses[1]);
    expect(await mailbox.mails('nobody@example.com')).toEqual([]);
  });
});

describe('guessing codes', () => {
  it('is limited to five attempts, also in parallel, but the link in the mail stays valid', async () => {
    await signUp(app, 'ada@example.com');
    await request('recover', { email: 'ada@example.com' });
    const [mail] = await mailbox.mails();
    const wrong = (n: number) => String((Number(mail!.code) + 1 + n) % 1_000_000).padStart(6, '0');
    const guesses = Array.from({ length: 25 }, (_, n) =>
      verify({ type: 'recovery', email: 'ada@example.com', token: wrong(n) }, `203.0.113.${n}`),
    );
    expect(await countOutcomes(guesses)).toEqual({ '403 otp_expired': 25 });
    const { attempts } = await database.db
      .selectFrom('one_time_tokens')
      .select('attempts')
      .where('purpose', '=', 'recovery')
      .executeTakeFirstOrThrow();
    expect(attempts).toBe(5);
    const right = { type: 'recovery', email: 'ada@example.com', token: mail!.code };
    expect(await outcome(verify(right))).toBe('403 otp_expired');
    expect(await outcome(verify({ type: 'recovery', token_hash: mail!.token }))).toBe('200 ok');
  });

  it('over many accounts is limited per IP address', async () => {
    const guesses = Array.from({ length: 40 }, (_, n) =>
      verify({ type: 'email', email: `someone${n}@example.com`, token: '123456' }, '203.0.113.9'),
    );
    expect(await countOutcomes(guesses)).toEqual({
      '403 otp_expired': 30,
      '429 over_request_rate_limit': 10,
    });
    // Another user behind that address can still use a link.
    await signUp(app, 'ada@example.com');
    await request('recover', { email: 'ada@example.com' });
    const [mail] = await mailbox.mails('ada@example.com');
    const link = { type: 'recovery', token_hash: mail!.token };
    expect(await outcome(verify(link, '203.0.113.9'))).toBe('200 ok');
  });

  it('for links has a higher limit per IP address', async () => {
    const guesses = Array.from({ length: 310 }, (_, n) =>
      verify({ type: 'email', token_hash: `${n}`.padStart(56, '0') }, '203.0.113.10'),
    );
    expect(await countOutcomes(guesses)).toEqual({
      '403 otp_expired': 300,
      '429 over_request_rate_limit': 10,
    });
  });

  it('gets no help from the database, which stores neither code nor link', async () => {
    await signUp(app, 'ada@example.com');
    await request('recover', { email: 'ada@example.com' });
    const [mail] = await mailbox.mails();
    const stored = JSON.stringify([
      await database.db.selectFrom('one_time_tokens').selectAll().execute(),
      await deps.queue.findJobs('mail'),
    ]);
    expect(stored).not.toContain(mail!.token);
    expect(stored).not.toMatch(new RegExp(`"${mail!.code}"`));
  });
});

describe('sign-in by email', () => {
  it('creates a confirmed account with 100 credits when the code is used', async () => {
    const program = createTestClient(app);
    const requested = await program.auth.signInWithOtp({
      email: 'New@example.com',
      options: { data: { name: 'Nora New' } },
    });
    expect(requested.error).toBeNull();
    const [mail] = await mailbox.mails('new@example.com');
    expect(await database.db.selectFrom('accounts').select('id').execute()).toEqual([]);
    expect(mail?.link).toMatch(/\/confirm-email\?token_hash=[\w-]{43}&type=email$/);
    const { data, error } = await program.auth.verifyOtp({
      email: 'new@example.com',
      token: mail!.code,
      type: 'email',
    });
    expect(error).toBeNull();
    expect(data.user?.email_confirmed_at).toBeTruthy();
    expect(await view(data.session?.access_token ?? '')).toMatchObject({
      credits: 100,
      name: 'Nora New',
      emailConfirmed: true,
      hasPassword: false,
    });
    // The next sign-in uses the same account.
    await program.auth.signInWithOtp({
      email: 'new@example.com',
      options: { data: { name: 'Someone Else' } },
    });
    const next = (await mailbox.mails('new@example.com')).at(-1)!;
    const second = await program.auth.verifyOtp({ token_hash: next.token, type: 'magiclink' });
    expect(second.data.user).toMatchObject({ id: data.user?.id, user_metadata: { name: 'Nora New' } });
  });

  it('gives no free credits to an address that had an account before', async () => {
    const { access_token: token } = await signUp(app, 'ada@example.com');
    await send(app, '/functions/v1/account-delete', {
      token,
      body: { email: 'ada@example.com', currentPassword: TEST_PASSWORD },
    });
    await request('otp', { email: 'ada@example.com' });
    const [mail] = await mailbox.mails('ada@example.com');
    const program = createTestClient(app);
    const { data } = await program.auth.verifyOtp({ token_hash: mail!.token, type: 'email' });
    expect(await view(data.session?.access_token ?? '')).toMatchObject({ credits: 0, emailConfirmed: true });
  });

  it('does not create an account with shouldCreateUser: false', async () => {
    const requested = await createTestClient(app).auth.signInWithOtp({
      email: 'new@example.com',
      options: { shouldCreateUser: false },
    });
    expect(requested.error).toBeNull();
    expect(await mailbox.mails()).toEqual([]);
  });

  it('starts one session when a link is opened many times in parallel', async () => {
    await request('otp', { email: 'new@example.com' });
    const [mail] = await mailbox.mails();
    const uses = Array.from({ length: 20 }, () => verify({ type: 'email', token_hash: mail!.token }));
    expect(await countOutcomes(uses)).toEqual({ '200 ok': 1, '403 otp_expired': 19 });
    expect(await database.db.selectFrom('accounts').select('balance').execute()).toEqual([{ balance: 100 }]);
  });

  it('takes the account from a stranger who signed up with the address before its owner', async () => {
    const stranger = await signUp(app, 'owner@example.com', { name: 'Stranger' });
    // The stranger prepares another way in.
    await send(app, '/auth/v1/user', {
      method: 'PUT',
      token: stranger.access_token,
      body: { email: 'stranger@example.com', current_password: TEST_PASSWORD },
    });
    const prepared = (await mailbox.mails('stranger@example.com'))[0]!;
    await request('otp', { email: 'owner@example.com' });
    const mail = (await mailbox.mails('owner@example.com')).at(-1)!;
    expect(await outcome(verify({ type: 'magiclink', token_hash: mail.token }))).toBe('200 ok');
    expect(await outcome(send(app, '/auth/v1/user', { token: stranger.access_token }))).toBe(
      '403 session_not_found',
    );
    const refresh = { refresh_token: stranger.refresh_token };
    expect(await outcome(send(app, '/auth/v1/token?grant_type=refresh_token', { body: refresh }))).toBe(
      '400 session_not_found',
    );
    expect(await outcome(signIn(app, 'owner@example.com', TEST_PASSWORD))).toBe('400 invalid_credentials');
    expect(await outcome(verify({ type: 'email_change', token_hash: prepared.token }))).toBe(
      '403 otp_expired',
    );
  });

  it('can be resent until the address is confirmed', async () => {
    await signUp(app, 'ada@example.com');
    const program = createTestClient(app);
    expect((await program.auth.resend({ type: 'signup', email: 'ada@example.com' })).error).toBeNull();
    const [mail] = await mailbox.mails();
    expect((await program.auth.verifyOtp({ token_hash: mail!.token, type: 'signup' })).error).toBeNull();
    await program.auth.resend({ type: 'signup', email: 'ada@example.com' });
    const links = (await mailbox.mails()).filter(({ subject }) => subject.includes('login link'));
    expect(links).toHaveLength(1);
  });

  it('rejects invalid requests', async () => {
    const cases: [string, object, string][] = [
      ['recover', {}, '400 validation_failed'],
      ['recover', { email: 'nobody' }, '400 validation_failed'],
      ['otp', { email: 'a@example.com', create_user: 'yes' }, '400 validation_failed'],
      ['otp', { phone: '+12025550100' }, '422 phone_provider_disabled'],
      ['resend', { email: 'a@example.com', type: 'recovery' }, '400 validation_failed'],
      ['verify', { type: 'recovery' }, '400 validation_failed'],
      ['verify', { type: 'invite', token_hash: 'x' }, '400 validation_failed'],
      ['verify', { type: 'recovery', token_hash: 'invalid' }, '403 otp_expired'],
      ['verify', { type: 'sms', phone: '+12025550100', token: '123456' }, '422 phone_provider_disabled'],
    ];
    for (const [path, body, expected] of cases) {
      expect([path, body, await outcome(request(path, body))]).toEqual([path, body, expected]);
    }
  });
});
