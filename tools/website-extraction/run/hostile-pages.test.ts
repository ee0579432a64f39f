import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FakeWeb, startFakeWeb } from '../../../e2e/fixtures/fake-web.ts';
import { HOSTILE_PAGES, HOSTILE_SERVERS, hostileContact } from '../../../e2e/fixtures/hostile-sites.ts';
import { SITES } from '../../../e2e/fixtures/sites.ts';
import type { Tool } from '../../tool.ts';
import type { WebsiteRow } from '../definition.ts';
import { createRun, type WebsiteExtractionOptions } from '../run.ts';

const NEIGHBOR = 'bakery-holm.com';

let web: FakeWeb;
const tools: Tool<WebsiteRow>[] = [];

beforeAll(async () => {
  web = await startFakeWeb({ sites: [...SITES, ...HOSTILE_SERVERS, ...HOSTILE_PAGES] });
});
afterAll(async () => {
  for (const tool of tools) await tool.close();
  await web.close();
});

function toolWith(patience: Pick<WebsiteExtractionOptions, 'limits' | 'cpuBudgetMs'>): Tool<WebsiteRow> {
  const tool = createRun({
    concurrency: 64,
    dnsServers: [web.dnsServer],
    allowPrivateNetwork: true,
    contact: null,
    ...patience,
  });
  tools.push(tool);
  return tool;
}

async function rows(tool: Tool<WebsiteRow>, names: string[]): Promise<Map<string, WebsiteRow>> {
  const found = new Map<string, WebsiteRow>();
  const items = names.map((name, position) => ({ position, input: web.siteUrl(name) }));
  for await (const { position, row } of tool.run(items, new AbortController().signal))
    found.set(names[position]!, row);
  return found;
}

describe('pages that are hard to parse', () => {
  // `npm run bench:hostile` measures their CPU time. Here a busy machine must not cut a page short.
  let tool: Tool<WebsiteRow>;
  beforeAll(() => {
    tool = toolWith({ cpuBudgetMs: 60_000, limits: { pageMs: 60_000, headersMs: 60_000, retryPauseMs: 1 } });
  });

  it.each(HOSTILE_PAGES.map(({ name }) => name))(
    '%s and its neighbor both return their contacts',
    async (name) => {
      const found = await rows(tool, [name, NEIGHBOR]);
      expect(found.get(name)?.emails).toContain(hostileContact(name));
      expect(found.get(NEIGHBOR)?.emails).toEqual([`info@${NEIGHBOR}`]);
    },
  );
});

describe('hostile servers', () => {
  const hostile = HOSTILE_SERVERS.map(({ name }) => name);
  const good = SITES.filter((site) => site.expect?.emails?.length && site.name !== 'slow-antiques.com');

  it("don't keep other rows from ending", async () => {
    const limitMs = 120_000;
    const limits = { connectMs: limitMs, headersMs: limitMs, pageMs: limitMs, robotsMs: limitMs };
    const tool = toolWith({ limits: { ...limits, retryPauseMs: 1 } });
    const found = new Map<string, WebsiteRow>();
    const names = [...hostile, ...good.map(({ name }) => name)];
    const items = names.map((name, position) => ({ position, input: web.siteUrl(name) }));
    const stop = new AbortController();
    const missing = new Set(good.map(({ name }) => name));
    for await (const { position, row } of tool.run(items, stop.signal)) {
      const name = names[position]!;
      found.set(name, row);
      // The servers that never finish would use up their time.
      if (missing.delete(name) && missing.size === 0) stop.abort();
    }
    for (const site of good) expect(found.get(site.name)?.emails).toEqual(site.expect?.emails);
  });

  it('fail their own rows', async () => {
    const limits = { connectMs: 2_000, headersMs: 1_500, pageMs: 3_000, robotsMs: 2_000, retryPauseMs: 1 };
    const failing = hostile.filter((name) => name !== 'length-too-short.com');
    const found = await rows(toolWith({ limits }), failing);
    for (const name of failing)
      expect({ name, error: found.get(name)?.error }).toEqual({ name, error: expect.any(String) });
  });
});
