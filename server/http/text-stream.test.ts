import type { AddressInfo } from 'node:net';
import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import { expect, it, vi } from 'vitest';
import { createLog } from '../platform/log.ts';
import type { AppEnv } from './context.ts';
import { beginRequest } from './request.ts';
import { streamText } from './text-stream.ts';

it('cuts off a failing response and logs the error with the request id', async () => {
  const lines: { msg: string; request_id: string; err?: { message: string } }[] = [];
  const app = new Hono<AppEnv>();
  const log = createLog('error', { destination: { write: (line) => void lines.push(JSON.parse(line)) } });
  app.use(beginRequest(log, { proxies: null }));
  app.get('/', (context) =>
    context.body(
      streamText(context, async function* () {
        yield 'the first chunk';
        throw new Error('the database disconnected');
      }),
    ),
  );
  const printed = vi.spyOn(console, 'error').mockImplementation(() => {});
  const server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' });
  await new Promise((resolve) => server.once('listening', resolve));
  try {
    const reply = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
    await expect(reply.text()).rejects.toThrow();
    expect(lines).toMatchObject([
      {
        msg: 'response cut off',
        request_id: reply.headers.get('x-request-id'),
        err: { message: 'the database disconnected' },
      },
    ]);
    expect(printed).not.toHaveBeenCalled();
  } finally {
    server.close();
    printed.mockRestore();
  }
});

it('ends a waiting generator when the reader disconnects', async () => {
  const app = new Hono<AppEnv>();
  app.use(beginRequest(createLog('silent'), { proxies: null }));
  let ended = false;
  app.get('/', (context) =>
    context.body(
      streamText(context, async function* (signal) {
        try {
          yield 'the first chunk';
          await new Promise((_, reject) => signal.addEventListener('abort', reject, { once: true }));
        } finally {
          ended = true;
        }
      }),
    ),
  );
  const reader = (await app.request('/')).body?.getReader();
  await reader?.read();
  await reader?.cancel();
  await expect.poll(() => ended).toBe(true);
});

it('sends everything before it cuts off a failing response', async () => {
  const app = new Hono<AppEnv>();
  app.use(beginRequest(createLog('silent'), { proxies: null }));
  // More than the socket buffers of both sides.
  const chunk = 'x'.repeat(16 * 1024 * 1024);
  app.get('/', (context) =>
    context.body(
      streamText(context, async function* () {
        yield chunk;
        throw new Error('the database disconnected');
      }),
    ),
  );
  const server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' });
  await new Promise((resolve) => server.once('listening', resolve));
  try {
    const reply = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
    let bytes = 0;
    const read = async () => {
      for await (const piece of reply.body ?? []) bytes += piece.length;
    };
    await expect(read()).rejects.toThrow();
    expect(bytes).toBe(chunk.length);
  } finally {
    server.close();
  }
});
