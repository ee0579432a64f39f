import type { Hono } from 'hono';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { CALLS_PATH, VERSIONED_PATH } from '#contract/call.ts';
import { AUTH_ERROR_HELP, ERROR_HELP, REST_ERROR_HELP } from '#contract/error-help.ts';
import { createApp } from './app.ts';
import { send, signUp, type TestRequest } from './auth/test-requests.ts';
import type { AppEnv } from './http/context.ts';
import { mountedCalls } from './http/test-mounted-calls.ts';
import { openTestDatabase } from './platform/database/test-database.ts';
import { makeTestDeps, type TestDeps } from './test-deps.ts';

let deps: TestDeps;
let app: Hono<AppEnv>;
let token: string;
beforeAll(async () => {
  deps = makeTestDeps(await openTestDatabase());
  await deps.queue.start();
  app = createApp(deps);
  ({ access_token: token } = await signUp(app, 'codes@example.com'));
});
afterAll(async () => {
  await deps.queue.stop({ graceful: false });
  await deps.database.close();
});

interface AnyError {
  code?: string | number;
  error_code?: string;
  error?: { code?: string };
}

/** The code of an error; undefined for an answer without one. */
async function codeOf(path: string, request: TestRequest): Promise<[status: number, code: unknown]> {
  const response = await send(app, path, request);
  const body = (await response.json().catch(() => ({}))) as AnyError;
  return [response.status, body.error?.code ?? body.error_code ?? body.code];
}

const REQUESTS: readonly TestRequest[] = [
  { method: 'DELETE' },
  {},
  { body: {} },
  { body: '{' },
  { body: { id: 'none', surprise: true } },
  { token: 'lwk_wrong' },
];

it('are listed, for each refusal of a call, under both names', async () => {
  const calls = mountedCalls(app);
  expect(calls.length).toBeGreaterThan(80);
  const codes = new Set<unknown>();
  for (const prefix of [CALLS_PATH, VERSIONED_PATH])
    for (const name of [...calls, 'unknown', ''])
      for (const request of REQUESTS) {
        const [status, code] = await codeOf(prefix + name, { token, ...request });
        if (status < 400) continue;
        expect([name, status, Object.keys(ERROR_HELP)]).toEqual([
          name,
          status,
          expect.arrayContaining([code]),
        ]);
        codes.add(code);
      }
  for (const code of [
    'validation_failed',
    'bad_json',
    'not_authenticated',
    'method_not_allowed',
    'not_found',
  ])
    expect(codes).toContain(code);
});

it('are listed, for each refusal of a table', async () => {
  const listed = [...Object.keys(REST_ERROR_HELP), ...Object.keys(ERROR_HELP)];
  const query = (text: string, request: TestRequest = {}) =>
    codeOf(`/rest/v1/${text}`, { token, ...request });
  for (const answer of [
    query('tasks?select=none'),
    query('tasks?limit=x'),
    query('tasks?id=eq.x'),
    query('tasks?select=user(*)'),
    query('none'),
    query('tasks/none/none'),
    query('tasks', { token: 'wrong' }),
    query('tasks', { method: 'DELETE' }),
    query('users', { body: '{' }),
    query('tasks', { headers: { accept: 'application/vnd.pgrst.object+json' } }),
    query('tasks', { headers: { accept: 'image/png' } }),
  ])
    expect([await answer, listed]).toEqual([expect.anything(), expect.arrayContaining([(await answer)[1]])]);
});

it('are listed, for each refusal of a login', async () => {
  for (const path of [
    'signup',
    'token',
    'token?grant_type=password',
    'recover',
    'otp',
    'verify',
    'user',
    'none',
  ])
    for (const request of REQUESTS) {
      const [status, code] = await codeOf(`/auth/v1/${path}`, request);
      if (status < 400) continue;
      expect([path, status, Object.keys(AUTH_ERROR_HELP)]).toEqual([
        path,
        status,
        expect.arrayContaining([code]),
      ]);
    }
});

it('are the same under both names, with everything else', async () => {
  const [before, now] = [
    await send(app, '/functions/v1/balance', { token }),
    await send(app, '/v1/balance', { token }),
  ];
  expect([now.status, await now.json()]).toEqual([200, await before.json()]);
  const names = (response: Response) => [...response.headers.keys()].sort();
  expect(names(now)).toEqual(names(before));
  const preflight = await send(app, '/v1/balance', {
    method: 'OPTIONS',
    headers: { origin: 'https://app.example', 'access-control-request-method': 'GET' },
  });
  expect(preflight.headers.get('access-control-allow-origin')).toBe('*');
  expect((await send(app, '/v1/balance')).status).toBe(401);
  expect((await send(app, '/v1')).headers.get('content-type')).toContain('text/html');
});
