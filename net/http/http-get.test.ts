import { expect, it } from 'vitest';
import { createHttpGet } from './http-get.ts';

it("asks a silent server once if this process couldn't run before its turn, and in no more time", async () => {
  let asked = 0;
  const get = createHttpGet({
    pools: {
      dispatch() {
        asked += 1;
      },
      close: async () => {},
    },
    resolver: { resolve: async () => ({ ok: true, addresses: ['192.0.2.1'] }) } as never,
    politeness: {
      async turn() {
        const until = performance.now() + 700;
        while (performance.now() < until);
        return () => {};
      },
    } as never,
    cpu: {} as never,
    policy: { allowPrivateNetwork: true },
    avoidedSites: [],
    userAgent: 'test',
    retryPauseMs: 0,
    maxRetryAfterMs: 0,
  });
  const budget = { remainingMs: 1, retries: 0 };
  const answer = await get({
    url: new URL('https://silent.example/'),
    owner: null,
    accept: 'text/html',
    budget,
    maxWireBytes: 1000,
    maxInflatedBytes: 1000,
    onTooLarge: 'fail',
    cookie: null,
    spacingMs: 0,
    signal: null,
    checkHead: () => null,
  });
  expect(answer).toMatchObject({ ok: false, fault: { code: 'timeout' } });
  expect(asked).toBe(1);
  expect(budget.remainingMs).toBeLessThanOrEqual(0);
});
