import type { Hono } from 'hono';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApp } from '../app.ts';
import { newCaller } from '../auth/test-caller.ts';
import type { AppEnv } from '../http/context.ts';
import { beginExtraction, openTaskBench, type TaskBench } from './test-tasks.ts';

let bench: TaskBench;
let app: Hono<AppEnv>;
beforeAll(async () => {
  bench = await openTaskBench();
  app = createApp(bench.deps);
});
afterAll(() => bench.close());

function countByStatus(replies: readonly Response[]): Record<number, number> {
  const counts: Record<number, number> = {};
  for (const { status } of replies) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}
/** Closes the connections of calls that wait. */
const disconnect = (replies: readonly Response[]) =>
  Promise.all(replies.filter(({ status }) => status === 200).map((reply) => reply.body?.cancel()));
const errorCode = async (reply: Response | undefined) =>
  ((await reply?.json()) as { error?: { code: string } } | undefined)?.error?.code;

describe('hundreds of calls that wait for their task', () => {
  it('with one Idempotency-Key: 20 wait, the others get 409, and others are served', async () => {
    const [attacker, person] = [await newCaller(app), await newCaller(app)];
    const call = () => attacker.post('website-extraction', { urls: ['a.com'] }, { 'idempotency-key': 'k' });
    const [replies, task] = await Promise.all([
      Promise.all(Array.from({ length: 400 }, call)),
      beginExtraction(person, ['a.com']),
    ]);
    expect(countByStatus(replies)).toEqual({ 200: 20, 409: 380 });
    const refused = replies.find(({ status }) => status === 409);
    expect(refused?.headers.get('retry-after')).toBe('5');
    expect(await errorCode(refused)).toBe('conflict');
    expect(task.status).toBe('processing');
    // A closed connection makes room.
    await disconnect(replies);
    const again = await call();
    expect(again.status).toBe(200);
    await again.body?.cancel();
  });

  it('without a key: 25 wait and the others get 429, and free calls still work', async () => {
    const attacker = await newCaller(app);
    const replies = await Promise.all(
      Array.from({ length: 200 }, (_, index) =>
        attacker.post('website-extraction', { urls: [`a${index}.com`] }),
      ),
    );
    expect(countByStatus(replies)).toEqual({ 200: 25, 429: 175 });
    expect(await errorCode(replies.find(({ status }) => status === 429))).toBe('rate_limited');
    expect((await attacker.get('account')).status).toBe(200);
    await disconnect(replies);
    expect(
      (await attacker.post('website-extraction', { urls: ['b.com'] }, { prefer: 'respond-async' })).status,
    ).toBe(202);
  });
});
