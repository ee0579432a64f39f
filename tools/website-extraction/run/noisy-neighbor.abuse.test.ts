import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FakeSite, htmlPage } from '../../../e2e/fixtures/fake-site.ts';
import { type FakeWeb, startFakeWeb } from '../../../e2e/fixtures/fake-web.ts';
import type { Tool } from '../../tool.ts';
import { createRun } from '../run.ts';

const page = htmlPage(
  'Acme',
  '<a href="mailto:info@acme.com">info@acme.com</a> <a href="tel:+493012345678">call</a>',
);
/** Never responds. */
const respond = () => {};
const SILENT = 60;
const CONCURRENCY = 16;

const sites: FakeSite[] = [
  ...Array.from({ length: SILENT }, (_, n) => ({ name: `silent${n}.com`, about: 'never responds', respond })),
  { name: 'normal.com', about: 'responds', pages: { '/': page } },
  ...[1, 2, 3, 4].map((n) => ({ name: `hang${n}.shared-domain.com`, about: 'never responds', respond })),
  { name: 'www.shared-domain.com', about: 'responds', pages: { '/': page } },
];

let web: FakeWeb;
let tool: Tool;
beforeAll(async () => {
  web = await startFakeWeb({ sites });
});
afterAll(() => web.close());

/** Runs sites for an owner; counts its outcomes and how many it had when each of them came. */
function start(owner: string, names: string[], stop: AbortController) {
  const items = names.map((name, position) => ({ position, input: web.siteUrl(name) }));
  const progress = { outcomes: 0, ended: Promise.resolve() };
  progress.ended = (async () => {
    for await (const outcome of tool.run(items, stop.signal, { owner })) {
      expect(outcome.failed).toBe(owner === 'attacker');
      progress.outcomes += 1;
    }
  })();
  return progress;
}
const active = (count: number) => expect.poll(() => web.totals.active).toBeGreaterThanOrEqual(count);

describe.each([
  [
    'thousands of silent websites',
    Array.from({ length: SILENT }, (_, n) => `silent${n}.com`),
    'normal.com',
    CONCURRENCY - 2,
  ],
  ['subdomains that hang', [1, 2, 3, 4].map((n) => `hang${n}.shared-domain.com`), 'www.shared-domain.com', 2],
])('an account with %s', (_, attack, target, held) => {
  it('holds a share of the requests, and another account gets its page before any of them ends', async () => {
    tool = createRun({
      concurrency: CONCURRENCY,
      dnsServers: [web.dnsServer],
      allowPrivateNetwork: true,
      contact: null,
      limits: { robotsMs: 120_000, headersMs: 120_000, pageMs: 120_000 },
    });
    const stop = new AbortController();
    try {
      const attacker = start('attacker', attack, stop);
      await active(held);
      const user = start('user', [target], stop);
      await user.ended;
      expect(user.outcomes).toBe(1);
      expect(attacker.outcomes).toBe(0);
      expect(web.totals.maxActive).toBeLessThanOrEqual(CONCURRENCY);
      stop.abort();
      await attacker.ended;
    } finally {
      await tool.close();
    }
  });
});
