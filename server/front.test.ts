import { Hono } from 'hono';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { parseConfig } from './config.ts';
import { type Front, openFront } from './front.ts';
import type { AppEnv } from './http/context.ts';

const config = parseConfig({ PORT: '0', LOG_LEVEL: 'silent' });
const CALL = { method: 'POST', body: '{"path":"/x"}' };

async function close({ server }: Front): Promise<void> {
  if ('closeAllConnections' in server) server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
}

/** An app that says what arrives. */
function echo(): Hono<AppEnv> {
  return new Hono<AppEnv>().all('*', async ({ req, json }) =>
    json({ method: req.method, path: req.path, body: await req.text() }),
  );
}

it('sends pages while the database is opened, and says that it is not ready', async () => {
  const front = await openFront(config);
  for (const path of ['/', '/dashboard', '/robots.txt']) {
    const page = await fetch(front.publicUrl + path);
    expect([path, page.status]).toEqual([path, 200]);
    expect(page.headers.get('content-security-policy')).toContain("script-src 'self'");
  }
  expect((await fetch(`${front.publicUrl}/healthz`)).status).toBe(200);
  const ready = await fetch(`${front.publicUrl}/readyz`);
  expect([ready.status, await ready.json()]).toEqual([503, { ok: false, database: 'opening' }]);
  await close(front);
});

it('lets calls and other paths wait for the app, which then gets everything', async () => {
  const front = await openFront(config);
  let answered = 0;
  const waiting = ['/functions/v1/missing-page', '/webhooks/stripe', '/mcp', '/api', '/no-such-page'].map(
    async (path) => {
      const response = await fetch(front.publicUrl + path, CALL);
      answered += 1;
      return response.json();
    },
  );
  await fetch(front.publicUrl);
  expect(answered).toBe(0);
  front.open(echo());
  for (const reply of await Promise.all(waiting))
    expect(reply).toEqual({ method: 'POST', path: expect.any(String), body: CALL.body });
  const later = await fetch(`${front.publicUrl}/readyz`);
  expect(await later.json()).toEqual({ method: 'GET', path: '/readyz', body: '' });
  await close(front);
});

it('answers a call with 503 and Retry-After if the app takes long', async () => {
  const front = await openFront(config, 1);
  const reply = await fetch(`${front.publicUrl}/functions/v1/account`, CALL);
  expect([reply.status, reply.headers.get('retry-after')]).toEqual([503, '5']);
  const { error } = z
    .object({ error: z.object({ code: z.string(), request_id: z.string().min(8) }) })
    .parse(await reply.json());
  expect(error.code).toBe('unavailable');
  await close(front);
});
