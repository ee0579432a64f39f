import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { type ServerType, serve } from '@hono/node-server';
import { Hono } from 'hono';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { call } from '#contract/call.ts';
import { WAIT } from '../../e2e/fixtures/wait.ts';
import { createLog } from '../platform/log.ts';
import { createChildRunner } from '../platform/process/child-runner.ts';
import { createBinder } from './bind.ts';
import type { AppEnv } from './context.ts';
import { errorResponse } from './errors.ts';
import { beginRequest } from './request.ts';

const MB = 1024 * 1024;
const UPLOAD = call({
  name: 'upload',
  method: 'POST',
  summary: 'Measures a text.',
  scope: 'run',
  maxBodyBytes: 75 * MB,
  input: z.object({ text: z.string() }),
  reply: z.object({ chars: z.number() }),
});

/** The bearer token is the account. */
function makeApp(childRunner = createChildRunner()): Hono<AppEnv> {
  const made = new Hono<AppEnv>();
  made.use(beginRequest(createLog('silent'), { proxies: null }));
  made.onError(errorResponse);
  const binder = createBinder(made, {
    publishableKey: 'public-key',
    childRunner,
    authenticate: async (accountId) => ({ accountId, sessionId: 'session', email: 'a@example.com' }),
  });
  binder.signedIn(UPLOAD, async ({ input }) => ({ chars: input.text.length }));
  return made;
}

const app = makeApp();
let server: ServerType;
let port: number;
const sockets: Socket[] = [];
beforeAll(async () => {
  server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' });
  await once(server, 'listening');
  port = (server.address() as AddressInfo).port;
});
afterAll(() => {
  for (const socket of sockets) socket.destroy();
  server.close();
});

/** Declares a large body and sends only its start. */
async function declare(account: string, bytes: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  sockets.push(socket);
  await once(socket, 'connect');
  const received = once(server, 'request');
  socket.write(
    `POST ${UPLOAD.path} HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${account}\r\nContent-Length: ${bytes}\r\n\r\n{"text":"`,
  );
  await received;
  return socket;
}

const post = (account: string, body: string | Uint8Array<ArrayBuffer>) =>
  fetch(`http://127.0.0.1:${port}${UPLOAD.path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${account}` },
    body,
  });
const upload = (account: string, bytes: number) => post(account, JSON.stringify({ text: 'x'.repeat(bytes) }));

describe('a slow body', () => {
  it('of a declared 75 MB takes no room from others, nor from its own account', async () => {
    await declare('slow', 75 * MB);
    await declare('slow', 75 * MB);
    await declare('slower', 75 * MB);
    for (const account of ['other', 'slow']) {
      const reply = await upload(account, 30 * MB);
      expect([reply.status, await reply.json()]).toEqual([200, { chars: 30 * MB }]);
    }
  });

  it('gets 408 if it brings less than 16 kB a second', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    try {
      const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
      const writer = writable.getWriter();
      const pending = app.request(UPLOAD.path, {
        method: 'POST',
        headers: { authorization: 'Bearer slow' },
        body: readable,
        duplex: 'half',
      } as RequestInit);
      // Fast enough in the first period, too slow in the second.
      await writer.write(new Uint8Array(16 * 1024 * 20));
      await vi.waitFor(() => expect(vi.getTimerCount()).toBe(1), WAIT);
      vi.advanceTimersByTime(20_000);
      await writer.write(new Uint8Array(1000));
      vi.advanceTimersByTime(20_000);
      const reply = await pending;
      expect([reply.status, await reply.json()]).toMatchObject([408, { error: { code: 'request_timeout' } }]);
      expect(vi.getTimerCount()).toBe(0);
    } finally {
      vi.useRealTimers();
    }
  });
});

describe('a body in another encoding', () => {
  it.each([100_000, 2 * MB])('is refused with bad_json at %i bytes', async (bytes) => {
    const body = Buffer.from(JSON.stringify({ text: `${'x'.repeat(bytes)}é` }), 'latin1');
    const reply = await post('other', new Uint8Array(body));
    expect([reply.status, await reply.json()]).toMatchObject([400, { error: { code: 'bad_json' } }]);
  });
});

describe('a body that is refused while it arrives', () => {
  it('gets its response over the connection', async () => {
    const reply = await fetch(`http://127.0.0.1:${port}${UPLOAD.path}`, {
      method: 'POST',
      headers: { authorization: 'Bearer other' },
      body: `{"text":"x","more":[${'[],'.repeat(2 * MB)}0]}`,
    });
    expect(reply.status).toBe(413);
    expect(((await reply.json()) as { error: { code: string } }).error.code).toBe('payload_too_large');
  });

  it('in the smallest chunks is kept in blocks', async () => {
    const text = JSON.stringify({ text: 'x'.repeat(100_000) });
    let index = 0;
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        controller.enqueue(new TextEncoder().encode(text[index]));
        index += 1;
        if (index === text.length) controller.close();
      },
    });
    const reply = await app.request(UPLOAD.path, {
      method: 'POST',
      headers: { authorization: 'Bearer other' },
      body,
      duplex: 'half',
    } as RequestInit);
    expect(await reply.json()).toEqual({ chars: 100_000 });
  });

  it('gets 413 if parsing takes too much memory, and the next one is parsed', async () => {
    const small = makeApp(createChildRunner({ heapMb: 24, timeMs: 60_000, concurrent: 1 }));
    const post = (chars: number) =>
      small.request(UPLOAD.path, {
        method: 'POST',
        headers: { authorization: 'Bearer other' },
        body: JSON.stringify({ text: 'x'.repeat(chars) }),
      });
    const reply = await post(60 * MB);
    expect([reply.status, await reply.json()]).toMatchObject([
      413,
      { error: { message: 'The request is too large to read. Split it into smaller ones.' } },
    ]);
    expect(await (await post(2 * MB)).json()).toEqual({ chars: 2 * MB });
  });
});
