import type { ServerResponse } from 'node:http';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createHostResolver } from '#net/dns.ts';
import { type FakeOpenId, OPENID_CLIENT, startFakeOpenId } from '../openid/test-openid-provider.ts';
import { createOpenIdProvider, type OpenIdProvider } from './openid-provider.ts';

const RETURN = 'http://127.0.0.1:3000/login/google';
const VERIFIER = 'a'.repeat(43);
// SHA-256 of the verifier.
const CHALLENGE = 'ZtNPunH49FD35FWYhT5Tv8I7vRKQJ8uxMaL0_9eHjNA';
const DESCRIPTION = '/.well-known/openid-configuration';
const HUGE = 'x'.repeat(500_001);

let fake: FakeOpenId;
const opened: OpenIdProvider[] = [];
beforeAll(async () => {
  fake = await startFakeOpenId();
});
afterEach(async () => {
  fake.attack = undefined;
  fake.requests.length = 0;
  for (const provider of opened.splice(0)) await provider.close();
});
afterAll(() => fake.close());

/** A provider that knows nothing yet. */
function open({ issuer = fake.url, allowPrivateNetwork = true } = {}): OpenIdProvider {
  const policy = { allowPrivateNetwork };
  const resolver = createHostResolver({ dnsServers: ['127.0.0.1:1'], policy });
  const { id: clientId, secret: clientSecret } = OPENID_CLIENT;
  const provider = createOpenIdProvider({ issuer, clientId, clientSecret }, { resolver, policy });
  opened.push(provider);
  return provider;
}

const start = (provider: OpenIdProvider) =>
  provider.authorizationUrl({ redirectUri: RETURN, state: 's', nonce: 'n', codeChallenge: CHALLENGE });

async function signIn(provider: OpenIdProvider) {
  const { code, iss } = await fake.visit(await start(provider));
  const now = Date.now();
  return provider.redeem({ code, codeVerifier: VERIFIER, redirectUri: RETURN, nonce: 'n', iss, now });
}

/** What becomes of a sign-in if the provider replies to one path like this. */
function outcome(path: string, attack: (response: ServerResponse) => void): Promise<string> {
  fake.attack = (requested, response) => {
    if (requested === path) attack(response);
    return requested === path;
  };
  return signIn(open()).then(
    () => 'signed in',
    (error) => error.kind ?? String(error),
  );
}

const json = (body: object) => (response: ServerResponse) =>
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
const redirect = (response: ServerResponse) =>
  response.writeHead(302, { location: `${fake.url}/elsewhere` }).end();
const fail = (response: ServerResponse) => response.writeHead(500).end();

describe('a provider', () => {
  it('signs a person in, and describes itself once', async () => {
    const provider = open();
    fake.person = { sub: 'g-ada' };
    expect(await signIn(provider)).toMatchObject({ issuer: fake.url, subject: 'g-ada', email: null });
    await signIn(provider);
    expect(fake.requests.filter((path) => path === DESCRIPTION)).toHaveLength(1);
  });

  it('can neither send huge documents nor redirect', async () => {
    for (const path of [DESCRIPTION, '/token', '/jwks']) {
      expect(await outcome(path, json({ keys: [], filler: HUGE }))).toBe('unreachable');
      expect(await outcome(path, fail)).toBe('unreachable');
      expect(await outcome(path, redirect)).toBe(path === DESCRIPTION ? 'unreachable' : 'rejected');
    }
    expect(fake.requests).not.toContain('/elsewhere');
  });

  it('cannot describe another issuer, or leave out its endpoints', async () => {
    const description = {
      issuer: 'https://evil.example',
      authorization_endpoint: `${fake.url}/authorize`,
      token_endpoint: `${fake.url}/token`,
      jwks_uri: `${fake.url}/jwks`,
    };
    expect(await outcome(DESCRIPTION, json(description))).toBe('unreachable');
    expect(await outcome(DESCRIPTION, json({}))).toBe('unreachable');
    expect(await outcome(DESCRIPTION, json({ issuer: fake.url }))).toBe('unreachable');
    const { issuer: _, ...endpoints } = description;
    const odd = { ...endpoints, issuer: fake.url, token_endpoint: 'ftp://evil.example/token' };
    expect(await outcome(DESCRIPTION, json(odd))).toBe('unreachable');
  });

  it('is not reached at a private address, unless the operator allows it', async () => {
    await expect(start(open({ allowPrivateNetwork: false }))).rejects.toMatchObject({ kind: 'unreachable' });
    // Nobody allows metadata services.
    await expect(start(open({ issuer: 'http://169.254.169.254' }))).rejects.toMatchObject({
      kind: 'unreachable',
      cause: { message: 'host not connected to: metadata' },
    });
    expect(fake.requests).toEqual([]);
  });
});
