import { afterAll, beforeAll, expect, it } from 'vitest';
import { type FakeSite, htmlPage } from '../e2e/fixtures/fake-site.ts';
import { type FakeWeb, startFakeWeb } from '../e2e/fixtures/fake-web.ts';
import { createPageFetcher, type PageFetcher } from './fetch-page.ts';

const page = htmlPage('Page', 'text');
const away = { status: 301, headers: { location: 'http://avoided.com:{port}/x' }, body: '' };
const FILE = '/.well-known/tdmrep.json';
const sites: FakeSite[] = [
  { name: 'avoided.com', about: 'gets no requests', pages: { '/': page, '/x': page } },
  { name: 'moved-page.com', about: '', pages: { '/': away } },
  { name: 'moved-robots.com', about: '', pages: { '/robots.txt': away, '/': page } },
  { name: 'moved-tdm.com', about: '', pages: { [FILE]: away, '/': page } },
  { name: 'moved-all.com', about: '', pages: { '/robots.txt': away, [FILE]: away, '/': away } },
];
let web: FakeWeb;
let fetcher: PageFetcher;
beforeAll(async () => {
  web = await startFakeWeb({ sites });
  fetcher = createPageFetcher({
    concurrency: 4,
    dnsServers: [web.dnsServer],
    allowPrivateNetwork: true,
    contact: null,
    respectsMiningOptOut: true,
    avoidedSites: ['avoided.com'],
  });
});
afterAll(async () => {
  await fetcher.close();
  await web.close();
});

it.each([
  ['avoided.com', 'avoided'],
  ['www.avoided.com', 'avoided'],
  ['moved-page.com', 'avoided'],
  ['moved-robots.com', 'avoided'],
  ['moved-tdm.com', 'read'],
  ['moved-all.com', 'avoided'],
])('sends no request to an avoided site for %s: %s', async (name, code) => {
  const url = `http://${name}:${web.port}/`;
  const answers = [
    await fetcher.fetchPage(url, { signal: null, fallback: true }),
    await fetcher.fetchImage(url, { signal: null, maxBytes: 1_000 }),
  ];
  expect(answers[0]!.read ? 'read' : answers[0]!.code).toBe(code);
  for (const host of ['avoided.com', 'www.avoided.com']) expect(web.log(host).requests).toEqual([]);
});
