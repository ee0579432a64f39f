import { afterEach, expect, it, vi } from 'vitest';
import { createLog } from '../log.ts';
import { waitForDatabase } from './wait-for-database.ts';

const refused = () => Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
const full = () => Object.assign(new Error('sorry, too many clients already'), { code: '53300' });
const stopping = new AbortController().signal;

afterEach(() => vi.restoreAllMocks());

it('tries again until the database answers, with one log line a minute, and says once that it is away', async () => {
  const log = createLog('silent');
  const lines = vi.spyOn(log, 'warn');
  const onAway = vi.fn(async () => {});
  let attempts = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => attempts * 10_000);
  const answer = await waitForDatabase(
    async () => {
      attempts += 1;
      if (attempts <= 13) throw refused();
      return 'open';
    },
    { log, stopping, onAway, pauseMs: 0 },
  );
  expect([answer, attempts, onAway.mock.calls.length]).toEqual(['open', 14, 1]);
  expect(lines.mock.calls).toEqual(
    [1, 2, 3].map(() => [{ reason: 'connect ECONNREFUSED' }, 'waiting until the database answers']),
  );
});

it('does not say that the database is away if only its connections are used up', async () => {
  const onAway = vi.fn(async () => {});
  let attempts = 0;
  await waitForDatabase(
    async () => {
      attempts += 1;
      if (attempts === 1) throw full();
    },
    { log: createLog('silent'), stopping, onAway, pauseMs: 0 },
  );
  expect([attempts, onAway.mock.calls.length]).toEqual([2, 0]);
});

it('throws what waiting does not mend, such as a wrong password', async () => {
  const wrong = Object.assign(new Error('password authentication failed'), { code: '28P01' });
  const started = waitForDatabase(() => Promise.reject(wrong), { log: createLog('silent'), stopping });
  await expect(started).rejects.toBe(wrong);
});
