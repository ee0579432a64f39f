import type { Hono } from 'hono';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApp } from '../app.ts';
import type { AppEnv } from '../http/context.ts';
import type { Database } from '../platform/database/db.ts';
import { openTestDatabase } from '../platform/database/test-database.ts';
import { makeTestDeps, type TestDeps } from '../test-deps.ts';
import type { IssuedSession } from './sessions.ts';
import { send, signUp, TEST_PASSWORD } from './test-requests.ts';

let database: Database;
let deps: TestDeps;
let app: Hono<AppEnv>;
beforeAll(async () => {
  database = await openTestDatabase();
  deps = makeTestDeps(database);
  app = createApp(deps);
});
afterAll(() => database.close());

const SIGN_IN = '/auth/v1/token?grant_type=password';
const REFRESH = '/auth/v1/token?grant_type=refresh_token';

describe('an error of /auth/v1', () => {
  it('has the format of the requested API version', async () => {
    const body = { email: 'nobody@example.com', password: TEST_PASSWORD };
    const coded = await send(app, SIGN_IN, { body });
    expect(coded.headers.get('x-supabase-api-version')).toBe('2024-01-01');
    expect(await coded.json()).toEqual({
      code: 'user_not_found',
      message: 'This email is not registered. Please sign up first.',
    });
    for (const version of ['', '2023-06-01', 'latest']) {
      const old = await send(app, SIGN_IN, { body, headers: { 'x-supabase-api-version': version } });
      expect(old.headers.get('x-supabase-api-version')).toBeNull();
      expect(await old.json()).toEqual({
        code: 400,
        error_code: 'user_not_found',
        msg: 'This email is not registered. Please sign up first.',
      });
    }
    const weak = await send(app, '/auth/v1/signup', {
      body: { email: 'a@example.com', password: 'x' },
      headers: { 'x-supabase-api-version': '' },
    });
    expect(await weak.json()).toMatchObject({
      code: 422,
      error_code: 'weak_password',
      weak_password: { reasons: ['length'] },
    });
  });

  it('explains an invalid body', async () => {
    const deep = `{"email":"a@example.com","password":"${TEST_PASSWORD}","data":{"x":${'['.repeat(20000)}${']'.repeat(20000)}}}`;
    const cases: [string, number, string][] = [
      ['{"email":', 400, 'bad_json'],
      ['', 400, 'validation_failed'],
      ['null', 400, 'validation_failed'],
      ['[1]', 400, 'validation_failed'],
      ['"text"', 400, 'validation_failed'],
      ['{"email":"a\\u0000@example.com","password":"long enough"}', 400, 'validation_failed'],
      ['{"email":"a@example.com","password":"long\\u0000enough"}', 400, 'validation_failed'],
      ['{"email":"a@example.com","password":"long enough","data":{"a\\u0000":1}}', 400, 'validation_failed'],
      [
        '{"email":"a@example.com","password":"long enough","data":{"a":["\\ud800"]}}',
        400,
        'validation_failed',
      ],
      [deep, 400, 'validation_failed'],
      [`{"email":"${'a'.repeat(20 * 1024 * 1024)}"}`, 413, 'payload_too_large'],
    ];
    for (const [body, status, code] of cases) {
      for (const path of ['/auth/v1/signup', SIGN_IN]) {
        const response = await send(app, path, { method: 'POST', body });
        const answer = (await response.json()) as { code: string };
        expect([path, body.slice(0, 80), response.status, answer.code]).toEqual([
          path,
          body.slice(0, 80),
          status,
          code,
        ]);
      }
    }
    expect(await database.db.selectFrom('accounts').select('id').execute()).toEqual([]);
  });

  it('rejects unknown grants, scopes and paths', async () => {
    const { access_token: token } = await signUp(app, 'routes@example.com');
    const errorCode = async (path: string, method: string) => {
      const response = await send(app, `/auth/v1${path}`, {
        method,
        token,
        body: method === 'GET' ? undefined : {},
      });
      return [response.status, ((await response.json()) as { code: string }).code];
    };
    expect(await errorCode('/token', 'POST')).toEqual([400, 'validation_failed']);
    expect(await errorCode('/token?grant_type=pkce', 'POST')).toEqual([400, 'validation_failed']);
    expect(await errorCode('/logout?scope=everyone', 'POST')).toEqual([400, 'validation_failed']);
    for (const path of ['/recover', '/resend', '/otp', '/verify']) {
      expect(await errorCode(path, 'POST')).toEqual([400, 'validation_failed']);
    }
    expect(await errorCode('/admin/users', 'GET')).toEqual([404, 'not_found']);
    expect(await errorCode('/signup', 'GET')).toEqual([404, 'not_found']);
  });

  it('is never cached and is readable by other origins', async () => {
    const refused = await send(app, '/auth/v1/user', { headers: { origin: 'https://program.example' } });
    expect(refused.headers.get('cache-control')).toBe('no-store');
    expect(refused.headers.get('access-control-allow-origin')).toBe('*');
    expect(refused.headers.get('access-control-allow-credentials')).toBeNull();
    expect(refused.headers.get('access-control-expose-headers')?.toLowerCase()).toContain('x-sb-error-code');
    const preflight = await send(app, '/auth/v1/token', {
      method: 'OPTIONS',
      headers: {
        origin: 'https://program.example',
        'access-control-request-method': 'POST',
        'access-control-request-headers':
          'apikey,authorization,content-type,x-client-info,x-supabase-api-version',
      },
    });
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get('access-control-allow-headers')).toContain('x-supabase-api-version');
  });
});

describe('a refresh', () => {
  const refresh = (refresh_token: unknown) => send(app, REFRESH, { body: { refresh_token } });
  const errorCode = async (pending: Promise<Response>) => {
    const response = await pending;
    return [response.status, ((await response.json()) as { code?: string }).code];
  };

  it('rejects invalid tokens', async () => {
    expect(await errorCode(refresh('invalid'))).toEqual([400, 'refresh_token_not_found']);
    expect(await errorCode(refresh(''))).toEqual([400, 'validation_failed']);
    expect(await errorCode(refresh(12))).toEqual([400, 'validation_failed']);
    expect(await errorCode(refresh('x'.repeat(500)))).toEqual([400, 'validation_failed']);
  });

  it('gives 20 parallel requests the same token', async () => {
    const { refresh_token } = await signUp(app, 'crowd@example.com');
    const sessions = await Promise.all(
      Array.from({ length: 20 }, async () => (await (await refresh(refresh_token)).json()) as IssuedSession),
    );
    const issued = new Set(sessions.map((session) => session.refresh_token));
    expect(issued.size).toBe(1);
    expect(issued).not.toContain(refresh_token);
  });

  it('fails after sign-out or 90 idle days', async () => {
    const { refresh_token, access_token: token } = await signUp(app, 'leaves@example.com');
    await send(app, '/auth/v1/logout?scope=local', { method: 'POST', token });
    expect(await errorCode(refresh(refresh_token))).toEqual([400, 'session_not_found']);
    const idle = await signUp(app, 'idle@example.com');
    deps.clock.advance(90 * 86_400_000 + 1);
    expect(await errorCode(refresh(idle.refresh_token))).toEqual([400, 'session_expired']);
    expect(await errorCode(refresh(idle.refresh_token))).toEqual([400, 'session_not_found']);
  });

  it('is limited to 300 in 15 minutes', async () => {
    let { refresh_token } = await signUp(app, 'wild@example.com');
    for (let i = 0; i < 300; i += 1) {
      const response = await refresh(refresh_token);
      expect(response.status).toBe(200);
      ({ refresh_token } = (await response.json()) as IssuedSession);
    }
    const refused = await refresh(refresh_token);
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '900']);
    deps.clock.advance(900_000);
    expect((await refresh(refresh_token)).status).toBe(200);
  });
});
