// On PostgreSQL too: a code is used once, however many try at once.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createApp } from '../app.ts';
import { makeTestDeps } from '../test-deps.ts';
import { type MailBench, openMailBench } from './test-mail-bench.ts';
import { counted, outcome, programOf, send, signIn, signUp, TEST_PASSWORD } from './test-requests.ts';

let bench: MailBench;
let database: MailBench['database'];
let deps: MailBench['deps'];
let app: MailBench['app'];
let post: MailBench['post'];
beforeEach(async () => {
  bench = await openMailBench();
  ({ database, deps, app, post } = bench);
});
afterEach(() => bench.close());
const view: MailBench['view'] = (token) => bench.view(token);

const ask = (path: string, body: object, headers: Record<string, string> = {}) =>
  send(app, `/auth/v1/${path}`, { body, headers });
const verify = (body: object, address?: string) =>
  send(app, '/auth/v1/verify', { body, ...(address ? { address } : {}) });

describe('asking for a mail', () => {
  it('tells nothing of whether there is an account', async () => {
    await signUp(app, 'known@example.com');
    const asks: [string, (email: string) => object][] = [
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
    await post.close();
    deps = makeTestDeps(database, { environment: { DATA_DIR: post.dataDir } });
    app = createApp(deps);
    // No worker: what a request itself leaves behind, and so takes time for, is the same.
    await deps.queue.start();
    for (const [path, body] of asks) {
      for (const [i, email] of ['known@example.com', 'nobody@example.com'].entries()) {
        const before = await footprint();
        const response = await ask(path, body(email));
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
    expect(seen[0]?.map((one) => (one as unknown[]).slice(0, 2))).toEqual(asks.map(() => [200, '{}']));
    await deps.queue.stop({ graceful: false });
  });

  it('for a code and guessing it answers an unknown address as a known one', async () => {
    await signUp(app, 'known@example.com');
    for (const email of ['known@example.com', 'nobody@example.com']) await ask('recover', { email });
    await post.mails();
    const told = await Promise.all(
      ['known@example.com', 'nobody@example.com'].map(async (email) => {
        const response = await verify({ type: 'recovery', email, token: '000000' });
        return [response.status, await response.text()];
      }),
    );
    expect(told[0]).toEqual(told[1]);
    expect(await post.mails('nobody@example.com')).toEqual([]);
  });
});

describe('guessing codes', () => {
  it('ends after five guesses, many at once too; the link in the same mail goes on to hold', async () => {
    await signUp(app, 'ada@example.com');
    await ask('recover', { email: 'ada@example.com' });
    const [mail] = await post.mails();
    const wrong = (n: number) => String((Number(mail!.code) + 1 + n) % 1_000_000).padStart(6, '0');
    const guesses = Array.from({ length: 25 }, (_, n) =>
      verify({ type: 'recovery', email: 'ada@example.com', token: wrong(n) }, `203.0.113.${n}`),
    );
    expect(await counted(guesses)).toEqual({ '403 otp_expired': 25 });
    const { attempts } = await database.db
      .selectFrom('one_time_tokens')
      .select('attempts')
      .executeTakeFirstOrThrow();
    expect(attempts).toBe(5);
    const right = { type: 'recovery', email: 'ada@example.com', token: mail!.code };
    expect(await outcome(verify(right))).toBe('403 otp_expired');
    expect(await outcome(verify({ type: 'recovery', token_hash: mail!.token }))).toBe('200 ok');
  });

  it('over many accounts ends at the address', async () => {
    const guesses = Array.from({ length: 40 }, (_, n) =>
      verify({ type: 'email', email: `someone${n}@example.com`, token: '123456' }, '203.0.113.9'),
    );
    expect(await counted(guesses)).toEqual({ '403 otp_expired': 30, '429 over_request_rate_limit': 10 });
    // Whoever shares that address with the guesser gets in by the link all the same.
    await signUp(app, 'ada@example.com');
    await ask('recover', { email: 'ada@example.com' });
    const [mail] = await post.mails('ada@example.com');
    const link = { type: 'recovery', token_hash: mail!.token };
    expect(await outcome(verify(link, '203.0.113.9'))).toBe('200 ok');
  });

  it('at links ends at the address, much later', async () => {
    const guesses = Array.from({ length: 310 }, (_, n) =>
      verify({ type: 'email', token_hash: `${n}`.padStart(56, '0') }, '203.0.113.10'),
    );
    expect(await counted(guesses)).toEqual({ '403 otp_expired': 300, '429 over_request_rate_limit': 10 });
  });

  it('finds neither code nor link in the database', async () => {
    await signUp(app, 'ada@example.com');
    await ask('recover', { email: 'ada@example.com' });
    const [mail] = await post.mails();
    const kept = JSON.stringify([
      await database.db.selectFrom('one_time_tokens').selectAll().execute(),
      await deps.queue.findJobs('mail'),
    ]);
    expect(kept).not.toContain(mail!.token);
    expect(kept).not.toMatch(new RegExp(`"${mail!.code}"`));
  });
});

describe('signing in by mail', () => {
  it('makes an account with 100 credits and a proved address, once it is proved', async () => {
    const program = programOf(app);
    const asked = await program.auth.signInWithOtp({
      email: 'New@example.com',
      options: { data: { name: 'Nora New' } },
    });
    expect(asked.error).toBeNull();
    const [mail] = await post.mails('new@example.com');
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
    // The same account the next time.
    await program.auth.signInWithOtp({
      email: 'new@example.com',
      options: { data: { name: 'Someone Else' } },
    });
    const next = (await post.mails('new@example.com')).at(-1)!;
    const second = await program.auth.verifyOtp({ token_hash: next.token, type: 'magiclink' });
    expect(second.data.user).toMatchObject({ id: data.user?.id, user_metadata: { name: 'Nora New' } });
  });

  it('gives an address that had an account before no second set of credits', async () => {
    const { access_token: token } = await signUp(app, 'ada@example.com');
    await send(app, '/functions/v1/account-delete', { token, body: { email: 'ada@example.com' } });
    await ask('otp', { email: 'ada@example.com' });
    const [mail] = await post.mails('ada@example.com');
    const program = programOf(app);
    const { data } = await program.auth.verifyOtp({ token_hash: mail!.token, type: 'email' });
    expect(await view(data.session?.access_token ?? '')).toMatchObject({ credits: 0, emailConfirmed: true });
  });

  it('makes none where the program does not want one', async () => {
    const asked = await programOf(app).auth.signInWithOtp({
      email: 'new@example.com',
      options: { shouldCreateUser: false },
    });
    expect(asked.error).toBeNull();
    expect(await post.mails()).toEqual([]);
  });

  it('starts one session, however often a link is opened at once', async () => {
    await ask('otp', { email: 'new@example.com' });
    const [mail] = await post.mails();
    const uses = Array.from({ length: 20 }, () => verify({ type: 'email', token_hash: mail!.token }));
    expect(await counted(uses)).toEqual({ '200 ok': 1, '403 otp_expired': 19 });
    expect(await database.db.selectFrom('accounts').select('balance').execute()).toEqual([{ balance: 100 }]);
  });

  it('takes the account from whoever signed up with the address before its owner came', async () => {
    const stranger = await signUp(app, 'owner@example.com', { name: 'Stranger' });
    // Another way in that the stranger keeps ready.
    await send(app, '/auth/v1/user', {
      method: 'PUT',
      token: stranger.access_token,
      body: { email: 'stranger@example.com' },
    });
    const kept = (await post.mails('stranger@example.com'))[0]!;
    await ask('otp', { email: 'owner@example.com' });
    const mail = (await post.mails('owner@example.com')).at(-1)!;
    expect(await outcome(verify({ type: 'magiclink', token_hash: mail.token }))).toBe('200 ok');
    expect(await outcome(send(app, '/auth/v1/user', { token: stranger.access_token }))).toBe(
      '403 session_not_found',
    );
    const refresh = { refresh_token: stranger.refresh_token };
    expect(await outcome(send(app, '/auth/v1/token?grant_type=refresh_token', { body: refresh }))).toBe(
      '400 session_not_found',
    );
    expect(await outcome(signIn(app, 'owner@example.com', TEST_PASSWORD))).toBe('400 invalid_credentials');
    expect(await outcome(verify({ type: 'email_change', token_hash: kept.token }))).toBe('403 otp_expired');
  });

  it('is resent while the address is unproved, by supabase-js unchanged', async () => {
    await signUp(app, 'ada@example.com');
    const program = programOf(app);
    expect((await program.auth.resend({ type: 'signup', email: 'ada@example.com' })).error).toBeNull();
    const [mail] = await post.mails();
    expect((await program.auth.verifyOtp({ token_hash: mail!.token, type: 'signup' })).error).toBeNull();
    await program.auth.resend({ type: 'signup', email: 'ada@example.com' });
    expect(await post.mails()).toHaveLength(1);
  });

  it('says what is wrong with a call', async () => {
    const cases: [string, object, string][] = [
      ['recover', {}, '400 validation_failed'],
      ['recover', { email: 'nobody' }, '400 validation_failed'],
      ['otp', { email: 'a@example.com', create_user: 'yes' }, '400 validation_failed'],
      ['otp', { phone: '+12025550100' }, '422 phone_provider_disabled'],
      ['resend', { email: 'a@example.com', type: 'recovery' }, '400 validation_failed'],
      ['verify', { type: 'recovery' }, '400 validation_failed'],
      ['verify', { type: 'invite', token_hash: 'x' }, '400 validation_failed'],
      ['verify', { type: 'recovery', token_hash: 'made up' }, '403 otp_expired'],
      ['verify', { type: 'sms', phone: '+12025550100', token: '123456' }, '422 phone_provider_disabled'],
    ];
    for (const [path, body, expected] of cases) {
      expect([path, body, await outcome(ask(path, body))]).toEqual([path, body, expected]);
    }
  });
});
