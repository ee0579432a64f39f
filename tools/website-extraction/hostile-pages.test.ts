import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FakeWeb, startFakeWeb } from '../../e2e/fixtures/fake-web.ts';
import { HOSTILE_PAGES, HOSTILE_SERVERS, hostileContact } from '../../e2e/fixtures/hostile-sites.ts';
import { SITES } from '../../e2e/fixtures/sites.ts';
import type { Tool } from '../tool.ts';
import type { WebsiteRow } from './definition.ts';
import { createWebsiteExtraction } from './website-extraction.ts';

const NEIGHBOR = 'bakery-holm.com';

let web: FakeWeb;
let tool: Tool<WebsiteRow>;

beforeAll(async () => {
  web = await startFakeWeb({ sites: [...SITES, ...HOSTILE_SERVERS, ...HOSTILE_PAGES] });
  tool = createWebsiteExtraction({
    concurrency: 64,
    dnsServers: [web.dnsServer],
    allowPrivateNetwork: true,
    contact: null,
    limits: { connectMs: 2_000, headersMs: 1_500, pageMs: 3_000, robotsMs: 2_000, retryPauseMs: 1 },
  });
});
afterAll(async () => {
  await tool.close();
  await web.close();
});

async function rows(names: string[]): Promise<Map<string, WebsiteRow>> {
  const found = new Map<string, WebsiteRow>();
  const items = names.map((name, position) => ({ position, input: web.urlOf(name) }));
  for await (const { position, row } of tool.run(items, new AbortController().signal))
    found.set(names[position]!, row);
  return found;
}

describe('pages that are hard to parse', () => {
  it.each(HOSTILE_PAGES.map(({ name }) => name))(
    '%s and its neighbor both return their contacts',
    async (name) => {
      const found = await rows([name, NEIGHBOR]);
      expect(found.get(name)?.emails).toContain(hostileContact(name));
      expect(found.get(NEIGHBOR)?.emails).toEqual([`info@${NEIGHBOR}`]);
    },
  );
});

describe('hostile servers', () => {
  it('fail only their own rows', async () => {
    const hostile = HOSTILE_SERVERS.map(({ name }) => name);
    const good = SITES.filter((site) => site.expect?.emails?.length).map(({ name }) => name);
    const found = await rows([...hostile, ...good]);
    expect(found.size).toBe(hostile.length + good.length);
    for (const name of hostile.filter((name) => name !== 'length-too-short.com'))
      expect({ name, error: found.get(name)?.error }).toEqual({ name, error: expect.any(String) });
    for (const site of SITES.filter(({ name }) => good.includes(name) && name !== 'slow-antiques.com'))
      expect(found.get(site.name)?.emails).toEqual(site.expect?.emails);
  });
});
