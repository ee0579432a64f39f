import { SignJWT } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { NAME_MAX_CHARS } from '#contract/limits.ts';
import { outcome, send, signUp } from '../test-requests.ts';
import { type OpenIdBench, openOpenIdBench, type TestBrowser } from './test-openid-bench.ts';
import { OPENID_CLIENT } from './test-openid-provider.ts';

let bench: OpenIdBench;
beforeAll(async () => {
  bench = await openOpenIdBench();
});
afterAll(() => bench.close());
beforeEach(() => {
  bench.provider.person = { sub: 'g-ada', email: 'ada@example.com', email_verified: true };
  bench.provider.forge = undefined;
  bench.provider.careless = false;
});

const unsigned = (claims: object) =>
  [{ alg: 'none' }, claims].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.');

const signWithSecret = (claims: object) =>
  new SignJWT({ ...claims })
    .setProtectedHeader({ alg: 'HS256', kid: 'one' })
    .sign(Buffer.from(OPENID_CLIENT.secret));

describe('an ID token', () => {
  it('is rejected unless this provider issued it now, to us, for this sign-in', async () => {
    const { provider } = bench;
    const attacks: [string, NonNullable<typeof provider.forge>][] = [
      ['another nonce', (claims) => ({ ...claims, nonce: 'another' })],
      ['no nonce', ({ nonce: _, ...claims }) => claims],
      ['another audience', (claims) => ({ ...claims, aud: 'someone-else' })],
      ['several audiences', (claims) => ({ ...claims, aud: [String(claims.aud), 'someone-else'] })],
      ['another authorized party', (claims) => ({ ...claims, azp: 'someone-else' })],
      ['another issuer', (claims) => ({ ...claims, iss: 'https://evil.example' })],
      ['expired', (claims) => ({ ...claims, exp: Number(claims.iat) - 61 })],
      ['no expiry', ({ exp: _, ...claims }) => claims],
      ['issued in the future', (claims) => ({ ...claims, iat: Number(claims.iat) + 61 })],
      ['issued at no time', (claims) => ({ ...claims, iat: 1e300 })],
      ['a subject with NUL', (claims) => ({ ...claims, sub: 'g-\0ada' })],
      ['a subject with half an emoji', (claims) => ({ ...claims, sub: 'g-\ud83d' })],
      ['an endless subject', (claims) => ({ ...claims, sub: 'g'.repeat(256) })],
      ['no subject', (claims) => ({ ...claims, sub: '' })],
      ['not signed', async (claims) => `${unsigned(claims)}.`],
      ['signed with the secret', (claims) => signWithSecret(claims)],
      ['another key', (claims) => provider.signWithStrangeKey(claims)],
      ['no token', async () => 'garbage'],
    ];
    const seen: string[] = [];
    for (const [name, forge] of attacks) {
      provider.forge = forge;
      seen.push(`${name}: ${await outcome(bench.signIn())}`);
    }
    expect(seen).toEqual(attacks.map(([name]) => `${name}: 400 bad_oauth_callback`));
    expect(await bench.database.db.selectFrom('accounts').select('id').execute()).toEqual([]);
  });

  it('of Microsoft must be from the tenant that it names', async () => {
    bench.provider.person = { sub: 'm-ada', email: 'ada@example.com', xms_edov: true };
    bench.provider.forge = (claims) => ({ ...claims, tid: '99999999-2222-4333-8444-555555555555' });
    expect(await outcome(bench.signIn({}, { provider: 'microsoft' }))).toBe('400 bad_oauth_callback');
    bench.provider.forge = ({ tid: _, ...claims }) => claims;
    expect(await outcome(bench.signIn({}, { provider: 'microsoft' }))).toBe('400 bad_oauth_callback');
  });
});

describe('a profile with a name that cannot be stored as it is', () => {
  it.each([
    ['cut inside an emoji', `${'a'.repeat(NAME_MAX_CHARS - 1)}😀`, 'a'.repeat(NAME_MAX_CHARS - 1)],
    ['with NUL', 'Ada\0 Lovelace', 'Ada Lovelace'],
    ['with half an emoji', 'Ada \ud83d', 'Ada \ufffd'],
    ['mostly of NUL', `Ada${'\0'.repeat(10_000)}`, 'Ada'],
    ['only of NUL', '\0', ''],
  ])('%s logs in, and again', async (at, name, stored) => {
    const person = {
      sub: `g-${at.length}-${name.length}`,
      email: `p${at.length}@example.com`,
      email_verified: true,
      name,
    };
    bench.provider.person = person;
    const response = await bench.signIn();
    expect(response.status).toBe(200);
    const { user } = (await response.json()) as { user: { user_metadata: { name?: string } } };
    expect(user.user_metadata.name ?? '').toBe(stored);
    expect(await outcome(bench.signIn())).toBe('200 ok');
  });

  it('with an address that cannot be stored does not log in, and is not a 500', async () => {
    for (const email of ['a\0da@example.com', 'ada\ud83d@example.com', `${'a'.repeat(5000)}@example.com`]) {
      bench.provider.person = { sub: 'g-odd', email, email_verified: true };
      expect(await outcome(bench.signIn())).toMatch(/^(400|403|422) /);
    }
  });
});

describe('a response of a provider', () => {
  it('works once, even if the provider accepts its code again', async () => {
    bench.provider.careless = true;
    const browser: TestBrowser = {};
    const response = await bench.provider.visit(await bench.start(browser));
    expect(await outcome(bench.finish(browser, response))).toBe('200 ok');
    expect(await outcome(bench.finish(browser, response))).toBe('400 bad_oauth_state');
  });

  it('works only in the browser that started the sign-in (login CSRF)', async () => {
    const attacker: TestBrowser = {};
    const response = await bench.provider.visit(await bench.start(attacker));
    const victim: TestBrowser = {};
    await bench.start(victim);
    expect(await outcome(bench.finish(victim, response))).toBe('400 bad_oauth_state');
    expect(await outcome(bench.finish({}, response))).toBe('400 bad_oauth_state');
    // The failed attempts don't use up the sign-in.
    expect(await outcome(bench.finish(attacker, response))).toBe('200 ok');
  });

  it('works only with its own state, provider, issuer and code, and for ten minutes', async () => {
    const fresh = async () => {
      const browser: TestBrowser = {};
      return { browser, response: await bench.provider.visit(await bench.start(browser)) };
    };
    const changed = async (change: object) => {
      const { browser, response } = await fresh();
      return outcome(bench.finish(browser, { ...response, ...change }));
    };
    const { response: other } = await fresh();
    expect(await changed({ state: other.state })).toBe('400 bad_oauth_state');
    expect(await changed({ provider: 'microsoft' })).toBe('400 bad_oauth_state');
    expect(await changed({ iss: 'https://evil.example' })).toBe('400 bad_oauth_callback');
    // A code that was injected from another sign-in fails at PKCE, or else at the nonce.
    expect(await changed({ code: other.code })).toBe('400 bad_oauth_callback');
    bench.provider.careless = true;
    expect(await changed({ code: (await fresh()).response.code })).toBe('400 bad_oauth_callback');
    const { browser, response } = await fresh();
    bench.deps.clock.advance(10 * 60_000);
    expect(await outcome(bench.finish(browser, response))).toBe('400 bad_oauth_state');
  });

  it('returns to our own page only, whatever the request says', async () => {
    const url = new URL(await bench.start({}));
    expect(url.searchParams.get('redirect_uri')).toMatch(/^http:\/\/[^/]+\/login\/google$/);
    const start = (headers: Record<string, string>, body: object = {}) =>
      send(bench.app, '/auth/v1/openid/start', {
        body: { provider: 'google', intent: 'sign-in', ...body },
        headers,
      });
    for (const response of [
      await start({ host: 'evil.example', 'x-forwarded-host': 'evil.example' }),
      await start({}, { redirect_uri: 'https://evil.example/', return_path: '//evil.example' }),
    ]) {
      const { url: page } = (await response.json()) as { url: string };
      expect(page).not.toContain('evil');
    }
  });

  it('connects only to the account that started it', async () => {
    const eve = await signUp(bench.app, 'eve@example.com');
    const victim = await signUp(bench.app, 'victim@example.com');
    const now = new Date(bench.deps.clock.now());
    await bench.database.db.updateTable('accounts').set({ email_confirmed_at: now }).execute();
    bench.provider.person = { sub: 'g-eve' };
    const browser: TestBrowser = { token: eve.access_token };
    expect(
      await outcome(
        send(bench.app, '/auth/v1/openid/start', { body: { provider: 'google', intent: 'connect' } }),
      ),
    ).toBe('401 no_authorization');
    await expect(bench.start(browser, { intent: 'connect' })).rejects.toThrow('reauthentication_needed');
    const proof = { intent: 'connect' as const, current_password: 'correct horse battery' };
    const response = await bench.provider.visit(await bench.start(browser, proof));
    const swapped = { cookie: browser.cookie, token: victim.access_token };
    expect(await outcome(bench.finish(swapped, response))).toBe('400 bad_oauth_state');
    expect(
      await bench.database.db.selectFrom('identities').select('id').where('subject', '=', 'g-eve').execute(),
    ).toEqual([]);
  });
});
