import { afterAll, beforeAll, expect, it } from 'vitest';
import { createNoPorts } from '../../tools/company-to-domain/run/ports.ts';
import { createRun } from '../../tools/company-to-domain/run.ts';
import { makeCompanyWorld } from './company-world.ts';
import { type CompanyWeb, startCompanyWeb } from './serve-companies.ts';

const world = makeCompanyWorld(200, 5, () => false);
let web: CompanyWeb;
beforeAll(async () => {
  web = await startCompanyWeb(world);
});
afterAll(() => web.close());

it('at most 2% of 200 names get a wrong domain, and 85% of the domains that state theirs are found', async () => {
  const tool = createRun(
    {
      concurrency: 64,
      dnsServers: [web.dnsServer],
      allowPrivateNetwork: true,
      contact: null,
      webPort: web.port,
      provider: null,
      withLogos: true,
    },
    createNoPorts(),
  );
  const items = world.companies.map(({ name }, position) => ({ position, input: name }));
  const found = new Map<number, string | null>();
  for await (const { position, row } of tool.run(items, new AbortController().signal))
    found.set(position, row.domain);
  await tool.close();
  expect(found.size).toBe(200);
  const wrong = world.companies.filter(
    ({ domain }, index) => found.get(index) !== null && found.get(index) !== domain,
  );
  expect(wrong.length).toBeLessThanOrEqual(4);
  const stated = [...world.companies.entries()].filter(
    ([, { reachable, statement }]) => reachable && statement !== 'never',
  );
  const right = stated.filter(([index, { domain }]) => found.get(index) === domain);
  expect(right.length / stated.length).toBeGreaterThanOrEqual(0.85);
  // robots.txt, the homepage and an icon; the market for domains is where many lead.
  const visits = [...web.requests].filter(([host]) => host !== 'hugedomains.com');
  expect(Math.max(...visits.map(([, paths]) => paths.length))).toBeLessThanOrEqual(3);
});
