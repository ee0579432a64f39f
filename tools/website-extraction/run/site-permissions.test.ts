import { afterAll, beforeAll, expect, it } from 'vitest';
import { type FakeSite, htmlPage } from '../../../e2e/fixtures/fake-site.ts';
import { type FakeWeb, startFakeWeb } from '../../../e2e/fixtures/fake-web.ts';
import type { WebsiteRow } from '../definition.ts';
import { createRun } from '../run.ts';

const home = (name: string, head = '') => htmlPage(name, `info@${name} <a href="/contact">Contact</a>`, head);
const CONTACT = htmlPage('Contact', '+1 212 555 0111');
const SITES: FakeSite[] = [
  {
    name: 'html-robots.com',
    about: 'its home page at every path, also in place of robots.txt',
    respond: (_request, response) =>
      response.writeHead(200, { 'content-type': 'text/html' }).end(home('html-robots.com')),
  },
  {
    name: 'reserved.com',
    about: 'reserves everything in its file',
    pages: {
      '/.well-known/tdmrep.json': JSON.stringify([{ location: '/', 'tdm-reservation': 1 }]),
      '/': home('reserved.com'),
      '/contact': CONTACT,
    },
  },
  {
    name: 'reserved-page.com',
    about: 'reserves its contact page',
    pages: {
      '/': home('reserved-page.com'),
      '/contact': { headers: { 'tdm-reservation': '1' }, body: CONTACT },
    },
  },
];

let web: FakeWeb;
beforeAll(async () => {
  web = await startFakeWeb({ sites: SITES });
});
afterAll(() => web.close());

async function row(name: string, respectsMiningOptOut: boolean): Promise<WebsiteRow> {
  const tool = createRun({
    concurrency: 4,
    dnsServers: [web.dnsServer],
    allowPrivateNetwork: true,
    contact: null,
    respectsMiningOptOut,
  });
  const items = [{ position: 0, input: web.siteUrl(name) }];
  for await (const { row } of tool.run(items, new AbortController().signal)) {
    await tool.close();
    if (row) return row;
  }
  throw new Error('no row');
}

it('says that a site shows a web page in place of its robots.txt, and reads nothing', async () => {
  expect(await row('html-robots.com', false)).toMatchObject({
    emails: [],
    error: "The website shows a web page in place of its robots.txt, so we didn't visit it",
  });
  expect(web.log('html-robots.com').requests.map(({ path }) => path)).toEqual(['/robots.txt']);
});

it('says that a site reserves data mining, and reads nothing', async () => {
  expect(await row('reserved.com', true)).toMatchObject({
    emails: [],
    phones: [],
    error: 'The website reserves data mining, so we read nothing from this page',
  });
  expect(await row('reserved.com', false)).toMatchObject({ emails: ['info@reserved.com'], error: null });
});

it('reads the other pages of a site that reserves one', async () => {
  const read = await row('reserved-page.com', true);
  expect(read).toMatchObject({ emails: ['info@reserved-page.com'], phones: [], error: null });
  expect(read.pages.at(-1)).toMatchObject({
    read: false,
    reason: 'The website reserves data mining, so we read nothing from this page',
  });
});
