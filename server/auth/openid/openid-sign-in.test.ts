import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { SignInMethods } from '#contract/sign-in.ts';
import { turnOnTwoFactor } from '../second-factor/test-app.ts';
import type { IssuedSession } from '../sessions.ts';
import { outcome, send, signIn, signUp, TEST_PASSWORD } from '../test-requests.ts';
import { type OpenIdBench, openOpenIdBench } from './test-openid-bench.ts';

const EMAIL = 'ada@example.com';
const GOOGLE = { sub: 'g-ada', email: 'Ada@example.com', email_verified: true, name: 'Ada Lovelace' };
let bench: OpenIdBench;
beforeEach(async () => {
  bench = await openOpenIdBench();
  bench.provider.person = GOOGLE;
});
afterEach(() => bench.close());

const readSession = async (response: Response | Promise<Response>): Promise<IssuedSession> => {
  const session = await response;
  if (session.status !== 200) throw new Error(await session.text());
  return (await session.json()) as IssuedSession;
};
const confirm = (accountId: string) =>
  bench.database.db
    .updateTable('accounts')
    .set({ email_confirmed_at: new Date(bench.deps.clock.now()) })
    .where('id', '=', accountId)
    .execute();
const call = (path: string, token: string, body: object) =>
  send(bench.app, `/functions/v1/${path}`, { token, body });
const methods = async (token: string) =>
  (await (await send(bench.app, '/functions/v1/sign-in-methods', { token })).json()) as SignInMethods;

describe('sign-in with a provider', () => {
  it('creates a confirmed account, with the credits of a sign-up or of a first login', async () => {
    const first = await readSession(bench.signIn({}, { intent: 'sign-up' }));
    expect(await bench.view(first.access_token)).toMatchObject({
      email: EMAIL,
      name: 'Ada Lovelace',
      credits: 1000,
      emailConfirmed: true,
      hasPassword: false,
    });
    // The provider's subject is the person, even if their address changes there.
    bench.provider.person = { ...GOOGLE, email: 'ada@elsewhere.example', email_verified: false };
    expect((await readSession(bench.signIn())).user).toMatchObject({ id: first.user.id, email: EMAIL });
    bench.provider.person = { sub: 'g-bob', email: 'bob@example.com', email_verified: true };
    const bob = await readSession(bench.signIn());
    expect(await bench.view(bob.access_token)).toMatchObject({ credits: 100, emailConfirmed: true });
  });

  it('opens the confirmed account with the verified address, and tells its owner', async () => {
    const owner = await signUp(bench.app, EMAIL);
    await confirm(owner.user.id);
    const { user, access_token: token } = await readSession(bench.signIn());
    expect(user.id).toBe(owner.user.id);
    expect((await signIn(bench.app, EMAIL, TEST_PASSWORD)).status).toBe(200);
    expect(await methods(token)).toMatchObject({
      identities: [{ provider: 'google', email: EMAIL }],
      passwordNeeded: false,
    });
    expect((await bench.mailbox.mails(EMAIL)).map(({ subject }) => subject)).toEqual([
      'Leadwell: Google is connected',
    ]);
  });

  it('takes the account from a stranger who signed up with the address before its owner', async () => {
    const stranger = await signUp(bench.app, EMAIL);
    const { token } = { token: stranger.access_token };
    // The stranger can prepare no other way in.
    expect(await outcome(call('two-factor-setup', token, { currentPassword: TEST_PASSWORD }))).toBe(
      '409 conflict',
    );
    const browser = { token };
    const proof = { intent: 'connect' as const, current_password: TEST_PASSWORD };
    bench.provider.person = { sub: 'g-stranger', email: 'stranger@example.com', email_verified: true };
    expect(await outcome(bench.signIn(browser, proof))).toBe('400 email_not_confirmed');

    bench.provider.person = GOOGLE;
    const owner = await readSession(bench.signIn());
    expect(owner.user.id).toBe(stranger.user.id);
    expect(await outcome(send(bench.app, '/functions/v1/account', { token }))).toBe('401 not_authenticated');
    expect(await outcome(signIn(bench.app, EMAIL, TEST_PASSWORD))).toBe('400 invalid_credentials');
    // The owner reads why, in the mail and on every page, until they set a password of their own.
    const view = () => bench.view(owner.access_token);
    expect(await view()).toMatchObject({ hasPassword: false, passwordEnded: true });
    const mails = await bench.mailbox.mails(EMAIL);
    const subjects = mails.map(({ subject }) => subject);
    expect(subjects.sort()).toEqual([
      'Leadwell: Google is connected',
      'Leadwell: Your old password was removed',
    ]);
    const removed = mails.find(({ subject }) => subject.endsWith('was removed'));
    expect(removed?.text).toContain('we removed it, so no one else can log in with it');
    const own = { password: 'my own password 7' };
    const changed = send(bench.app, '/auth/v1/user', { token: owner.access_token, method: 'PUT', body: own });
    expect(await outcome(changed)).toBe('200 ok');
    expect(await view()).toMatchObject({ hasPassword: true, passwordEnded: false });
  });

  it('removes no password that a confirmed owner had set', async () => {
    const owner = await signUp(bench.app, EMAIL);
    await confirm(owner.user.id);
    const { access_token: token } = await readSession(bench.signIn());
    expect(await bench.view(token)).toMatchObject({ hasPassword: true, passwordEnded: false });
  });

  it('never trusts an address that the provider does not vouch for', async () => {
    const owner = await signUp(bench.app, EMAIL);
    await confirm(owner.user.id);
    bench.provider.person = { ...GOOGLE, email_verified: false };
    expect(await outcome(bench.signIn())).toBe('400 email_not_confirmed');
    bench.provider.person = { sub: 'g-none' };
    expect(await outcome(bench.signIn({}, { intent: 'sign-up' }))).toBe('400 email_not_confirmed');
    // Any Microsoft tenant can write any address into `email`, and call it verified.
    const microsoft = { provider: 'microsoft' as const };
    bench.provider.person = { sub: 'm-eve', email: EMAIL, email_verified: true };
    expect(await outcome(bench.signIn({}, microsoft))).toBe('400 email_not_confirmed');
    bench.provider.person = { sub: 'm-eve', email: EMAIL, xms_edov: false };
    expect(await outcome(bench.signIn({}, microsoft))).toBe('400 email_not_confirmed');
    bench.provider.person = { sub: 'm-ada', email: EMAIL, xms_edov: '1' };
    expect((await readSession(bench.signIn({}, microsoft))).user.id).toBe(owner.user.id);
    expect(await bench.database.db.selectFrom('accounts').select('id').execute()).toHaveLength(1);
  });

  it('needs the code of the authenticator app too, and connects nothing before', async () => {
    const owner = await signUp(bench.app, EMAIL);
    await confirm(owner.user.id);
    const { phone } = await turnOnTwoFactor(bench.app, bench.deps.clock, owner.access_token);
    const response = await bench.signIn();
    const body = (await response.json()) as { code: string; second_factor: { ticket: string } };
    expect(body.code).toBe('second_factor_needed');
    expect((await methods(owner.access_token)).identities).toEqual([]);
    const finish = { ticket: body.second_factor.ticket, code: phone.code() };
    const session = await readSession(send(bench.app, '/auth/v1/second-factor', { body: finish }));
    expect((await methods(session.access_token)).identities).toHaveLength(1);
  });

  it('is refused for a disabled account, an unknown provider and one that is not configured', async () => {
    const { user } = await readSession(bench.signIn());
    const disabled = { disabled_at: new Date(bench.deps.clock.now()) };
    await bench.database.db.updateTable('accounts').set(disabled).where('id', '=', user.id).execute();
    expect(await outcome(bench.signIn())).toBe('400 user_banned');
    const start = (provider: string) =>
      outcome(send(bench.app, '/auth/v1/openid/start', { body: { provider, intent: 'sign-in' } }));
    expect(await start('facebook')).toBe('400 validation_failed');
    const other = await openOpenIdBench({ GOOGLE_CLIENT_ID: '', GOOGLE_CLIENT_SECRET: '' });
    await expect(other.start({})).rejects.toThrow('provider_disabled');
    await other.close();
  });

  it('says so if the provider cannot be reached', async () => {
    const browser = {};
    const response = await bench.provider.visit(await bench.start(browser));
    await bench.provider.close();
    expect(await outcome(bench.finish(browser, response))).toBe('503 request_timeout');
  });
});

describe('connected providers', () => {
  it('are connected and disconnected in the settings, while another way to log in remains', async () => {
    const owner = await signUp(bench.app, 'owner@example.com');
    await confirm(owner.user.id);
    const { access_token: token } = owner;
    const proof = { intent: 'connect' as const, current_password: TEST_PASSWORD };
    expect(await (await bench.signIn({ token }, proof)).json()).toEqual({ connected: 'google' });
    // From now on, this Google account opens this account, whatever its address.
    expect((await readSession(bench.signIn())).user.id).toBe(owner.user.id);
    bench.provider.person = { sub: 'g-second' };
    expect(await outcome(bench.signIn({ token }, proof))).toBe('422 identity_already_exists');

    const disconnect = (body: object, as = token) =>
      outcome(call('disconnect-provider', as, { provider: 'google', ...body }));
    expect(await disconnect({})).toBe('400 validation_failed');
    expect(await disconnect({ currentPassword: TEST_PASSWORD })).toBe('200 ok');
    expect((await methods(token)).identities).toEqual([]);
    expect((await bench.mailbox.mails('owner@example.com')).map(({ subject }) => subject)).toEqual([
      'Leadwell: Google is connected',
      'Leadwell: Google is disconnected',
    ]);

    bench.provider.person = { sub: 'g-only', email: 'only@example.com', email_verified: true };
    const only = await readSession(bench.signIn());
    expect(await disconnect({}, only.access_token)).toBe('409 conflict');
    expect((await methods(only.access_token)).identities).toHaveLength(1);
    // Two hours later, the session alone no longer proves its owner.
    bench.deps.clock.advance(2 * 60 * 60_000);
    const { access_token: later } = (await (
      await send(bench.app, '/auth/v1/token?grant_type=refresh_token', {
        body: { refresh_token: only.refresh_token },
      })
    ).json()) as IssuedSession;
    expect(await methods(later)).toMatchObject({ signInNeeded: true });
    expect(await disconnect({}, later)).toBe('400 validation_failed');
  });

  it('belong to one account', async () => {
    await readSession(bench.signIn());
    const other = await signUp(bench.app, 'other@example.com');
    await confirm(other.user.id);
    const proof = { intent: 'connect' as const, current_password: TEST_PASSWORD };
    expect(await outcome(bench.signIn({ token: other.access_token }, proof))).toBe(
      '422 identity_already_exists',
    );
  });
});

describe('providers that an intruder connected', () => {
  const INTRUDER = { sub: 'g-intruder', email: 'intruder@example.com', email_verified: true };
  const connect = async (browser: { token: string }, person: typeof INTRUDER, provider?: 'microsoft') => {
    bench.provider.person = person;
    const proof = { intent: 'connect' as const, current_password: TEST_PASSWORD };
    const response = await bench.signIn(browser, { ...proof, ...(provider ? { provider } : {}) });
    expect(response.status).toBe(200);
  };
  const setPassword = (token: string) =>
    outcome(
      send(bench.app, '/auth/v1/user', { token, method: 'PUT', body: { password: 'my own password 7' } }),
    );

  it('no longer log in once the owner resets the password, and the mail says so', async () => {
    const { user, access_token: token } = await signUp(bench.app, EMAIL);
    await confirm(user.id);
    await connect({ token }, INTRUDER);
    await send(bench.app, '/auth/v1/recover', { body: { email: EMAIL } });
    // The mail about the connected provider may be sent after it.
    const link = (await bench.mailbox.mails(EMAIL)).findLast(({ token }) => token !== '')!.token;
    const body = { type: 'recovery', token_hash: link };
    const owner = await readSession(send(bench.app, '/auth/v1/verify', { body }));
    expect(await setPassword(owner.access_token)).toBe('200 ok');
    expect((await bench.mailbox.mails(EMAIL)).at(-1)?.text).toContain('logins with Google or Microsoft');
    // The intruder gets an account of their own.
    expect((await readSession(bench.signIn())).user.id).not.toBe(user.id);
    // The owner's Google account is connected again by its address.
    bench.provider.person = GOOGLE;
    expect((await readSession(bench.signIn())).user.id).toBe(user.id);
  });

  it.each([false, true])(
    'leave the one by which the owner recovered, with two-factor: %s',
    async (twoFactor) => {
      const { user, access_token: token } = await signUp(bench.app, EMAIL);
      await confirm(user.id);
      await connect({ token }, { ...GOOGLE, email: 'ada@elsewhere.example' });
      await connect({ token }, { ...INTRUDER, sub: 'm-intruder' }, 'microsoft');
      const phone = twoFactor ? (await turnOnTwoFactor(bench.app, bench.deps.clock, token)).phone : null;
      bench.provider.person = GOOGLE;
      const response = await bench.signIn();
      const owner = await (async () => {
        if (!phone) return readSession(response);
        const { second_factor } = (await response.json()) as { second_factor: { ticket: string } };
        const body = { ticket: second_factor.ticket, code: phone.code() };
        return readSession(send(bench.app, '/auth/v1/second-factor', { body }));
      })();
      expect(await setPassword(owner.access_token)).toBe('200 ok');
      const { identities } = await methods(owner.access_token);
      expect(identities.map(({ provider }) => provider)).toEqual(['google']);
    },
  );

  it('stay when the owner changes the password with the current one', async () => {
    const { user, access_token: token } = await signUp(bench.app, EMAIL);
    await confirm(user.id);
    await connect({ token }, GOOGLE);
    const body = { password: 'my own password 7', current_password: TEST_PASSWORD };
    expect(await outcome(send(bench.app, '/auth/v1/user', { token, method: 'PUT', body }))).toBe('200 ok');
    expect((await methods(token)).identities).toHaveLength(1);
  });
});
