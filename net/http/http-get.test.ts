import { expect, it } from 'vitest';
import { blockProcess } from '../../e2e/fixtures/block-process.ts';
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
        blockProcess(1000);
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
  const ask = async () => {
    asked = 0;
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
    return { asked, hasTimeLeft: budget.remainingMs > 0 };
  };
  // A machine that stands still in the one millisecond of the request is another reason to ask again.
  await expect.poll(ask).toEqual({ asked: 1, hasTimeLeft: false });
});
