import { createPublicKey, generateKeyPairSync } from 'node:crypto';
import type { Hono } from 'hono';
import { base64url, decodeJwt, exportSPKI, importJWK, type JWTPayload, SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApp } from '../../app.ts';
import type { AppEnv } from '../../http/context.ts';
import type { Database } from '../../platform/database/db.ts';
import { openTestDatabase } from '../../platform/database/test-database.ts';
import { makeTestDeps, type TestDeps } from '../../test-deps.ts';
import { send, signUp } from '../test-requests.ts';
import { createAccessTokens } from './access-token.ts';

let database: Database;
let deps: TestDeps;
let app: Hono<AppEnv>;
beforeAll(async () => {
  database = await openTestDatabase();
  deps = makeTestDeps(database);
  app = createApp(deps);
});
afterAll(() => database.close());

const ISSUER = 'http://127.0.0.1:3000/auth/v1';
const parts = (authSecret: string) => ({
  secrets: { authSecret, earlier: null },
  issuer: ISSUER,
  verifyIssuer: false,
  clock: deps.clock,
});

/** The response of each API to a token. */
async function responses(token: string): Promise<{ auth: unknown; rest: number; functions: number }> {
  const user = await send(app, '/auth/v1/user', { token });
  const rest = await send(app, '/rest/v1/users', { token });
  const account = await send(app, '/functions/v1/account', { token });
  const { code } = (await user.json()) as { code?: string };
  return { auth: [user.status, code], rest: rest.status, functions: account.status };
}
const GOOD = { auth: [200, undefined], rest: 200, functions: 200 };
const refused = (status: number, code: string) => ({ auth: [status, code], rest: 401, functions: 401 });

/** Signs a token with other claims and the server's own key. */
async function signedByUs(claims: { accountId: string; sessionId: string }): Promise<string> {
  const { token } = await createAccessTokens(parts(deps.secrets.authSecret)).sign({
    ...claims,
    email: 'staff@example.com',
    appMetadata: {},
    userMetadata: {},
    method: 'password' as const,
    secondFactor: false,
    signedInAt: 0,
  });
  return token;
}

describe('an access token', () => {
  it('is accepted by every API while its session exists', async () => {
    const { access_token: token } = await signUp(app, 'good@example.com');
    expect(await responses(token)).toEqual(GOOD);
    await send(app, '/auth/v1/logout', { method: 'POST', token });
    expect(await responses(token)).toEqual(refused(403, 'session_not_found'));
  });

  it('expires', async () => {
    const { access_token: token, expires_at } = await signUp(app, 'old@example.com');
    deps.clock.advance(3599_000 - (deps.clock.now() % 1000));
    expect(await responses(token)).toEqual(GOOD);
    deps.clock.advance(1000);
    expect(deps.clock.now() / 1000).toBe(expires_at);
    expect(await responses(token)).toEqual(refused(403, 'bad_jwt'));
  });

  it('is rejected when forged with another key, another algorithm or none', async () => {
    const { access_token: token } = await signUp(app, 'forged@example.com');
    const claims = decodeJwt(token);
    const [header = '', body = '', signature = ''] = token.split('.');
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const jwk = createAccessTokens(parts(deps.secrets.authSecret)).jwks.keys[0] ?? {};
    const publicPem = await exportSPKI(createPublicKey({ key: jwk, format: 'jwk' }));
    const sign = (payload: JWTPayload, alg: string, key: Parameters<SignJWT['sign']>[0]) =>
      new SignJWT(payload).setProtectedHeader({ alg, kid: jwk.kid ?? '' }).sign(key);
    const unsigned = base64url.encode(JSON.stringify({ alg: 'none', typ: 'JWT' }));
    const changed = base64url.encode(JSON.stringify({ ...claims, email: 'staff@example.com' }));
    const forged = {
      'another key': await sign(claims, 'ES256', privateKey),
      'HS256 under the public key': await sign(claims, 'HS256', new TextEncoder().encode(publicPem)),
      'HS256 under the secret': await sign(
        claims,
        'HS256',
        new TextEncoder().encode(deps.secrets.authSecret),
      ),
      'alg none': `${unsigned}.${body}.`,
      'alg none with a signature': `${unsigned}.${body}.${signature}`,
      'changed claims': `${header}.${changed}.${signature}`,
      'no signature': `${header}.${body}.`,
      'another secret': (
        await createAccessTokens(parts('another secret of 32 characters and more')).sign({
          accountId: String(claims.sub),
          sessionId: String(claims.session_id),
          email: '',
          appMetadata: {},
          userMetadata: {},
          method: 'password' as const,
          secondFactor: false,
          signedInAt: 0,
        })
      ).token,
      'not a token': 'eyJhbGciOiJFUzI1NiJ9',
    };
    for (const [name, value] of Object.entries(forged)) {
      expect({ name, ...(await responses(value)) }).toEqual({ name, ...refused(403, 'bad_jwt') });
    }
    expect(await responses(token)).toEqual(GOOD);
  });

  it('cannot combine an account with the session of another', async () => {
    const eve = decodeJwt((await signUp(app, 'eve@example.com')).access_token);
    const ada = decodeJwt((await signUp(app, 'ada@example.com')).access_token);
    const mixed = await signedByUs({ accountId: String(ada.sub), sessionId: String(eve.session_id) });
    expect(await responses(mixed)).toEqual(refused(403, 'session_not_found'));
    const gone = await signedByUs({
      accountId: '00000000-0000-4000-8000-000000000000',
      sessionId: String(eve.session_id),
    });
    expect(await responses(gone)).toEqual(refused(403, 'user_not_found'));
  });

  it('is required, and an API key does not replace it', async () => {
    for (const headers of [
      {},
      { authorization: 'Bearer leadwell-public' },
      { authorization: 'Basic YTpi' },
    ] as Record<string, string>[]) {
      const user = await send(app, '/auth/v1/user', { headers: { ...headers, apikey: 'leadwell-public' } });
      expect([user.status, await user.json()]).toEqual([
        401,
        expect.objectContaining({ code: 'no_authorization' }),
      ]);
      const rest = await send(app, '/rest/v1/users', { headers });
      expect([rest.status, await rest.json()]).toEqual([401, expect.objectContaining({ code: '42501' })]);
    }
  });
});

describe('the signing key', () => {
  it('is published and the same on every server with the same secret', async () => {
    const [one, two, other] = ['a'.repeat(32), 'a'.repeat(32), 'b'.repeat(32)].map((secret) =>
      createAccessTokens(parts(secret)),
    );
    expect(one?.jwks).toEqual(two?.jwks);
    expect(one?.jwks).not.toEqual(other?.jwks);
    const claims = { accountId: crypto.randomUUID(), sessionId: crypto.randomUUID() };
    const signed = await one?.sign({
      ...claims,
      email: '',
      appMetadata: {},
      userMetadata: {},
      method: 'password' as const,
      secondFactor: false,
      signedInAt: 0,
    });
    expect(await two?.verify(signed?.token ?? '')).toEqual(claims);
    expect(await other?.verify(signed?.token ?? '')).toBeNull();

    const response = await send(app, '/auth/v1/.well-known/jwks.json');
    const { keys } = (await response.json()) as { keys: Record<string, string>[] };
    expect(keys).toEqual([
      expect.objectContaining({ kty: 'EC', crv: 'P-256', alg: 'ES256', use: 'sig', kid: expect.any(String) }),
    ]);
    expect(keys[0]).not.toHaveProperty('d');
    await importJWK(keys[0] ?? {}, 'ES256');
  });

  it('is bound to one issuer only if the operator sets the public URL', async () => {
    const secret = 'c'.repeat(32);
    const claims = { accountId: crypto.randomUUID(), sessionId: crypto.randomUUID() };
    const { token } = await createAccessTokens(parts(secret)).sign({
      ...claims,
      email: '',
      appMetadata: {},
      userMetadata: {},
      method: 'password' as const,
      secondFactor: false,
      signedInAt: 0,
    });
    const verifyAt = (issuer: string, verifyIssuer: boolean) =>
      createAccessTokens({ ...parts(secret), issuer, verifyIssuer }).verify(token);
    expect(await verifyAt(ISSUER, true)).toEqual(claims);
    expect(await verifyAt('https://elsewhere.example.com/auth/v1', true)).toBeNull();
    expect(await verifyAt('http://127.0.0.1:3001/auth/v1', false)).toEqual(claims);
  });
});
