import { expect, it } from 'vitest';
import { keepAliveUntilEnded } from './json-keep-alive.ts';

const REFUSED = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });

/** Waits until a poll returns 'ended'. Each of `answers` is a value, or an error that a poll fails with. */
async function waitFor(answers: (string | Error)[]): Promise<{ sent: string; value: string; polls: number }> {
  let polls = 0;
  const poll = async () => {
    const answer = answers[polls++] ?? 'ended';
    if (answer instanceof Error) throw answer;
    return answer;
  };
  const isPending = (value: string) => value !== 'ended';
  const waiting = keepAliveUntilEnded(
    { first: 'running', poll, isPending, delayMs: () => 1 },
    AbortSignal.timeout(60_000),
  );
  let sent = '';
  for (;;) {
    const { done, value } = await waiting.next();
    if (done) return { sent, value, polls };
    sent += value;
  }
}

it('waits until the last value', async () => {
  expect(await waitFor(['running'])).toEqual({ sent: '\n', value: 'ended', polls: 2 });
});

it('goes on after an outage of the database, and not after another error', async () => {
  expect(await waitFor([REFUSED, 'running', REFUSED, REFUSED])).toMatchObject({ value: 'ended', polls: 5 });
  await expect(waitFor([new Error('a fault of ours')])).rejects.toThrow('a fault of ours');
});
