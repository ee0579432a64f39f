import { Hono } from 'hono';
import { describe, expect, it, vi } from 'vitest';
import { createLog } from '../platform/log.ts';
import type { AppEnv } from './context.ts';
import { errorResponse } from './errors.ts';
import { createLargeBodies } from './large-bodies.ts';
import { beginRequest } from './request.ts';

const MB = 1024 * 1024;
const CHUNK = 64 * 1024;
const WAIT = { timeout: 20_000, interval: 5 };
/** An app whose calls finish only when released. The path contains the account. */
function makeApp() {
  const app = new Hono<AppEnv>();
  const waiting: (() => void)[] = [];
  app.use(beginRequest(createLog('silent'), { trustProxy: false }));
  app.onError(errorResponse);
  app.post(
    '/:account',
    async (context, next) => {
      context.set('callSession', { accountId: context.req.param('account') } as never);
      await next();
    },
    createLargeBodies({ bytes: 10 * MB, perAccount: 2 }).limit(50 * MB),
    async (context) => {
      await context.req.text();
      await new Promise<void>((resume) => waiting.push(resume));
      return context.json({});
    },
  );
  const send = async (account: string, bytes: number) =>
    app.request(`/${account}`, {
      method: 'POST',
      headers: { 'content-length': String(bytes) },
      body: '{}',
    });
  const sendInChunks = async (account: string, bytes: number) =>
    app.request(`/${account}`, {
      method: 'POST',
      body: new ReadableStream({
        start(controller) {
          for (let left = bytes; left > 0; left -= CHUNK)
            controller.enqueue(new Uint8Array(Math.min(CHUNK, left)));
          controller.close();
        },
      }),
      duplex: 'half',
    } as RequestInit);
  function release(): void {
    for (const resume of waiting.splice(0)) resume();
  }
  /** Resolves when this number of requests waits in the handler. */
  const reached = (requests: number) => vi.waitFor(() => expect(waiting.length).toBe(requests), WAIT);
  return { send, sendInChunks, release, reached };
}

async function refusal(pending: Promise<Response>) {
  const response = await pending;
  const { error } = (await response.json()) as { error: { code: string; message: string } };
  return [response.status, error.code, response.headers.get('retry-after')];
}

describe('large bodies', () => {
  it('above the total limit get 503 until others have finished', async () => {
    const { send, release, reached } = makeApp();
    const first = send('a', 6 * MB);
    expect(await refusal(send('b', 6 * MB))).toEqual([503, 'unavailable', '5']);
    const small = send('b', 1000);
    await reached(2);
    release();
    expect([(await first).status, (await small).status]).toEqual([200, 200]);
    const second = send('b', 6 * MB);
    await reached(1);
    release();
    expect((await second).status).toBe(200);
  });

  it('above two at a time per account get 429', async () => {
    const { send, release, reached } = makeApp();
    const both = [send('a', 2 * MB), send('a', 2 * MB)];
    expect(await refusal(send('a', 2 * MB))).toEqual([429, 'rate_limited', '5']);
    const other = send('b', 2 * MB);
    await reached(3);
    release();
    for (const reply of [...both, other]) expect((await reply).status).toBe(200);
  });

  it('without a declared length are counted as they arrive', async () => {
    const { send, sendInChunks, release, reached } = makeApp();
    expect((await Promise.all([sendInChunks('a', 20_000), reached(1).then(release)]))[0].status).toBe(200);
    const alone = send('a', 9 * MB);
    expect(await refusal(sendInChunks('b', 2 * MB))).toEqual([503, 'unavailable', '5']);
    release();
    expect((await alone).status).toBe(200);
    // The rejected body has released its memory.
    const again = send('b', 10 * MB);
    await reached(1);
    release();
    expect((await again).status).toBe(200);
  });
});
