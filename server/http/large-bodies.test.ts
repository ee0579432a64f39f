import { Hono } from 'hono';
import { describe, expect, it, vi } from 'vitest';
import { createLog } from '../platform/log.ts';
import type { AppEnv } from './context.ts';
import { answerError } from './errors.ts';
import { createLargeBodies } from './large-bodies.ts';
import { beginRequest } from './request.ts';

const MB = 1024 * 1024;
const PIECE = 64 * 1024;
const WAIT = { timeout: 20_000, interval: 5 };
/** A server whose calls answer when they are let go; the account is in the address. */
function makeApp() {
  const app = new Hono<AppEnv>();
  const holding: (() => void)[] = [];
  app.use(beginRequest(createLog('silent'), { trustProxy: false }));
  app.onError(answerError);
  app.post(
    '/:account',
    async (context, next) => {
      context.set('callSession', { accountId: context.req.param('account') } as never);
      await next();
    },
    createLargeBodies({ bytes: 10 * MB, perAccount: 2 }).limit(50 * MB),
    async (context) => {
      await context.req.text();
      await new Promise<void>((resume) => holding.push(resume));
      return context.json({});
    },
  );
  const send = async (account: string, bytes: number) =>
    app.request(`/${account}`, {
      method: 'POST',
      headers: { 'content-length': String(bytes) },
      body: '{}',
    });
  const sendInPieces = async (account: string, bytes: number) =>
    app.request(`/${account}`, {
      method: 'POST',
      body: new ReadableStream({
        start(controller) {
          for (let left = bytes; left > 0; left -= PIECE)
            controller.enqueue(new Uint8Array(Math.min(PIECE, left)));
          controller.close();
        },
      }),
      duplex: 'half',
    } as RequestInit);
  function letGo(): void {
    for (const resume of holding.splice(0)) resume();
  }
  /** Resolves when so many requests have reached their handler. */
  const reached = (requests: number) => vi.waitFor(() => expect(holding.length).toBe(requests), WAIT);
  return { send, sendInPieces, letGo, reached };
}

async function refusal(reply: Promise<Response>) {
  const answer = await reply;
  const { error } = (await answer.json()) as { error: { code: string; message: string } };
  return [answer.status, error.code, answer.headers.get('retry-after')];
}

describe('large bodies', () => {
  it('beyond what the process may hold are refused with 503 until others are through', async () => {
    const { send, letGo, reached } = makeApp();
    const first = send('a', 6 * MB);
    expect(await refusal(send('b', 6 * MB))).toEqual([503, 'unavailable', '5']);
    const small = send('b', 1000);
    await reached(2);
    letGo();
    expect([(await first).status, (await small).status]).toEqual([200, 200]);
    const second = send('b', 6 * MB);
    await reached(1);
    letGo();
    expect((await second).status).toBe(200);
  });

  it('of one account beyond two at once are refused with 429', async () => {
    const { send, letGo, reached } = makeApp();
    const both = [send('a', 2 * MB), send('a', 2 * MB)];
    expect(await refusal(send('a', 2 * MB))).toEqual([429, 'rate_limited', '5']);
    const other = send('b', 2 * MB);
    await reached(3);
    letGo();
    for (const reply of [...both, other]) expect((await reply).status).toBe(200);
  });

  it('whose length is not told count as they come', async () => {
    const { send, sendInPieces, letGo, reached } = makeApp();
    expect((await Promise.all([sendInPieces('a', 20_000), reached(1).then(letGo)]))[0].status).toBe(200);
    const alone = send('a', 9 * MB);
    expect(await refusal(sendInPieces('b', 2 * MB))).toEqual([503, 'unavailable', '5']);
    letGo();
    expect((await alone).status).toBe(200);
    // What was refused holds nothing any more.
    const again = send('b', 10 * MB);
    await reached(1);
    letGo();
    expect((await again).status).toBe(200);
  });
});
