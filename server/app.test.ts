import type { Hono } from 'hono';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createApp } from './app.ts';
import type { AppEnv } from './http/context.ts';
import type { Database } from './platform/database/db.ts';
import { openTestDatabase } from './platform/database/test-database.ts';
import { makeTestDeps } from './test-deps.ts';

let database: Database;
let app: Hono<AppEnv>;
beforeAll(async () => {
  database = await openTestDatabase();
  app = createApp(makeTestDeps(database));
});
afterAll(() => database.close());

const RESPONSES: [method: string, path: string, status: number][] = [
  ['GET', '/nothing', 404],
  ['GET', '/healthz', 200],
  ['GET', '/readyz', 200],
  ['GET', '/api', 200],
  ['GET', '/api/openapi.json', 200],
  ['GET', '/api/swagger-ui.css', 200],
  ['GET', '/assets/nothing.js', 404],
  ['POST', '/', 404],
  ['GET', '/functions/v1/account', 401],
  ['DELETE', '/functions/v1/account', 405],
  ['POST', '/functions/v1/nothing', 404],
  ['GET', '/auth/v1/user', 401],
  ['GET', '/auth/v1/.well-known/jwks.json', 200],
  ['GET', '/rest/v1/tasks', 401],
];

it.each(RESPONSES)('%s %s has the security headers and a request id', async (method, path, status) => {
  const response = await app.request(path, { method });
  expect(response.status).toBe(status);
  const { headers } = response;
  const policy = headers.get('content-security-policy');
  expect(policy).toContain("default-src 'self'; script-src 'self';");
  expect(policy).toContain("frame-ancestors 'none'");
  expect(headers.get('x-content-type-options')).toBe('nosniff');
  expect(headers.get('x-request-id')).toMatch(/^[\w-]{8,}$/);
});

it('allows other origins only for the calls and exposes the headers clients need', async () => {
  const preflight = {
    method: 'OPTIONS',
    headers: {
      origin: 'https://example.com',
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'authorization,idempotency-key,prefer',
    },
  };
  for (const path of ['/auth/v1/signup', '/rest/v1/tasks', '/functions/v1/account']) {
    const allowed = await app.request(path, preflight);
    expect([allowed.status, allowed.headers.get('access-control-allow-headers')]).toEqual([
      204,
      'authorization,idempotency-key,prefer',
    ]);
    const { headers } = await app.request(path, { headers: { origin: 'https://example.com' } });
    expect(headers.get('access-control-allow-origin')).toBe('*');
    expect(headers.get('access-control-allow-credentials')).toBeNull();
    expect(headers.get('access-control-expose-headers')).toContain('Retry-After');
  }
  for (const path of ['/', '/api/openapi.json']) {
    const { headers } = await app.request(path, { headers: { origin: 'https://example.com' } });
    expect(headers.get('access-control-allow-origin')).toBeNull();
  }
});

it('has an API page without inline scripts or styles, as its security policy requires', async () => {
  const html = await (await app.request('/api')).text();
  expect(html).not.toMatch(/<script(?! src="\/api\/)|<style|\son\w+=/);
});

it.each(['/functions/v1/account', '/in/v1/lists/x', '/webhooks/bounces/x', '/nothing'])(
  '%s has its own limit of a body and its own errors',
  async (path) => {
    const body = JSON.stringify({ text: 'a'.repeat(40_000) });
    const response = await app.request(path, { method: 'POST', body });
    expect(response.status).not.toBe(413);
    expect(await response.json()).toMatchObject({ error: { code: expect.any(String) } });
  },
);
