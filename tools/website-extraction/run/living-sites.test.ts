import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FakeSite, htmlPage } from '../../../e2e/fixtures/fake-site.ts';
import { type FakeWeb, startFakeWeb } from '../../../e2e/fixtures/fake-web.ts';
import type { Tool, ToolOutcome } from '../../tool.ts';
import type { WebsiteRow } from '../definition.ts';
import { itemKey, shardKey } from '../engine/item-keys.ts';
import { createRun } from '../run.ts';

const PARKING = htmlPage(
  'acme-parked.com',
  '<h1>acme-parked.com</h1><p>This domain is parked free, courtesy of the registrar. Related searches</p><p>Buy it: broker@domain-brokers.com +1 212 555 0188</p>',
);
const SITES: FakeSite[] = [
  {
    name: 'moved-pages.com',
    about: 'only its home and contact page exist',
    pages: {
      '/': htmlPage('Moved', '<a href="/contact">Contact</a>'),
      '/contact': htmlPage('Contact', 'info@moved-pages.com +1 212 555 0171'),
      '/old-team': { status: 410, body: 'Gone' },
    },
  },
  {
    name: 'nothing-left.com',
    about: 'every page is gone',
    pages: {},
  },
  { name: 'not-there.com', about: 'is not in the DNS', addresses: null },
  { name: 'shop-is-down.com', about: 'its server is broken', pages: { '/': { status: 500, body: 'Error' } } },
  { name: 'acme-parked.com', about: 'is parked', pages: { '/': PARKING, '/contact': PARKING } },
  {
    name: 'acme-for-sale.com',
    about: 'is for sale, also in place of a page that is gone',
    pages: {
      '/': htmlPage(
        'acme-for-sale.com is for sale',
        '<p>This domain is for sale. Make an offer: sales@domain-brokers.com</p>',
      ),
    },
  },
  {
    name: 'sold-to-market.com',
    about: 'sends its visitors to a market for domains',
    pages: {
      '/': htmlPage('', '', '<meta http-equiv="refresh" content="0; url=https://www.hugedomains.com/sold">'),
    },
  },
  {
    name: 'opening-bakery.com',
    about: 'is under construction and has the contacts of its company',
    pages: { '/': htmlPage('Bakery', '<h1>Coming soon</h1><p>Call us: +1 212 555 0172</p>') },
  },
  {
    name: 'small-links.com',
    about: 'a small company whose page has words of parked pages',
    pages: { '/': htmlPage('Small', '<h2>Related links</h2><p>info@small-links.com</p>') },
  },
];

const refresh = (target: string) =>
  htmlPage('', '', `<meta http-equiv="refresh" content="0; url=${target}">`);
const FORWARDING: FakeSite[] = [
  {
    name: 'in-german.com',
    about: 'its home page only forwards to a folder, which forwards back',
    pages: {
      '/': refresh('/de/'),
      '/de/': htmlPage(
        'Bau',
        '<a href="/de/kontakt">Kontakt</a>',
        '<meta http-equiv="refresh" content="0; url=/">',
      ),
      '/de/kontakt': htmlPage('Kontakt', 'info@in-german.com +1 212 555 0173'),
    },
  },
  {
    name: 'now-elsewhere.com',
    about: 'its home page only forwards to another site',
    get pages() {
      return { '/': refresh(web.siteUrl('moved-pages.com')) };
    },
  },
  {
    name: 'to-nowhere.com',
    about: 'forwards to pages that are gone',
    pages: {
      '/': refresh('/gone'),
      '/call': htmlPage('', 'Call +1 212 555 0174', '<meta http-equiv="refresh" content="0; url=/gone">'),
    },
  },
];

let web: FakeWeb;
let tool: Tool<WebsiteRow>;
beforeAll(async () => {
  web = await startFakeWeb({ sites: [...SITES, ...FORWARDING] });
  tool = createRun({
    concurrency: 8,
    dnsServers: [web.dnsServer],
    allowPrivateNetwork: true,
    contact: null,
    limits: { retryPauseMs: 1 },
  });
});
afterAll(async () => {
  await tool.close();
  await web.close();
});

async function run(inputs: readonly string[]): Promise<ToolOutcome<WebsiteRow>[]> {
  const outcomes: ToolOutcome<WebsiteRow>[] = [];
  const items = inputs.map((input, position) => ({ position, input }));
  for await (const outcome of tool.run(items, new AbortController().signal))
    outcomes[outcome.position] = outcome;
  return outcomes;
}

describe('a page that is gone', () => {
  it.each(['crm/2019/about-us.html', 'old-team'])('is replaced by the home page: %s', async (path) => {
    const home = web.siteUrl('moved-pages.com');
    const [outcome] = await run([home + path]);
    expect(outcome).toMatchObject({ found: true, failed: false, billable: true });
    expect(outcome?.row).toMatchObject({
      url: home + path,
      final_url: home,
      emails: ['info@moved-pages.com'],
      phones: ['+12125550171'],
      error: null,
      note: 'This page no longer exists, so we read the home page',
    });
    expect(outcome?.row.pages.map(({ url, read }) => [url, read])).toEqual([
      [home + path, false],
      [home, true],
      [`${home}contact`, true],
    ]);
  });

  it('shares the home page with the other rows of its site', async () => {
    const home = web.siteUrl('moved-pages.com');
    const from = web.log('moved-pages.com').requests.length;
    await run([`${home}a`, `${home}b`, `${home}c`]);
    const paths = web.log('moved-pages.com').requests.slice(from);
    expect(paths.map(({ path }) => path).filter((path) => path === '/')).toEqual(['/']);
  });

  it('fails for good if the home page is gone too', async () => {
    const [outcome] = await run([`${web.siteUrl('nothing-left.com')}team`]);
    expect(outcome).toMatchObject({ failed: true, final: true, billable: false });
    expect(outcome?.row).toMatchObject({ error: 'The page does not exist (404)', note: null });
    expect(outcome?.row.pages).toHaveLength(2);
  });
});

describe('a page that only forwards', () => {
  const pagesOf = (outcome: ToolOutcome<WebsiteRow> | undefined) =>
    outcome?.row.pages.map(({ url, read, reason }) => [url, read, reason]);
  const FORWARDS = 'This page only leads to another one';

  it('is replaced by the page that it forwards to', async () => {
    const home = web.siteUrl('in-german.com');
    const [outcome] = await run([home]);
    expect(outcome).toMatchObject({ found: true, billable: true });
    expect(outcome?.row).toMatchObject({
      final_url: `${home}de/`,
      title: 'Bau',
      emails: ['info@in-german.com'],
      note: null,
    });
    expect(pagesOf(outcome)).toEqual([
      [home, true, FORWARDS],
      [`${home}de/`, true, null],
      [`${home}de/kontakt`, true, null],
    ]);
  });

  it('is replaced by another site, as with a redirect', async () => {
    const home = web.siteUrl('moved-pages.com');
    const [outcome] = await run([web.siteUrl('now-elsewhere.com')]);
    expect(outcome?.row).toMatchObject({
      domain: 'moved-pages.com',
      final_url: home,
      emails: ['info@moved-pages.com'],
    });
  });

  it('costs nothing if it leads nowhere, and keeps its contacts', async () => {
    const home = web.siteUrl('to-nowhere.com');
    const [none, call] = await run([home, `${home}call`]);
    expect(none).toMatchObject({ failed: true, billable: false });
    expect(none?.row.error).toBe('The page does not exist (404)');
    expect(pagesOf(none)).toEqual([
      [home, true, FORWARDS],
      [`${home}gone`, false, 'The page does not exist (404)'],
    ]);
    expect(call).toMatchObject({ failed: false, billable: true });
    expect(call?.row).toMatchObject({ phones: ['+12125550174'], final_url: `${home}call` });
  });
});

describe('a failure', () => {
  it('says whether another try can help', async () => {
    const outcomes = await run([
      web.siteUrl('not-there.com'),
      'not a website',
      web.siteUrl('shop-is-down.com'),
      `${web.siteUrl('moved-pages.com')}contact`,
    ]);
    expect(outcomes.map(({ failed, final }) => [failed, final])).toEqual([
      [true, true],
      [true, true],
      [true, false],
      [false, false],
    ]);
  });
});

describe('the link of an advertisement', () => {
  it('is free and never visited', async () => {
    const [outcome] = await run(['https://ppc.clutch.co/redirect?token=abc']);
    expect(outcome).toMatchObject({ failed: true, final: true, billable: false });
    expect(outcome?.row).toMatchObject({
      error: 'This is the link of an advertisement, not a website',
      pages: [],
    });
  });
});

describe('a link that only counts a click', () => {
  it.each([
    'https://r.clutch.co/redirect?pid=1&u=',
    'https://www.googleadservices.com/pagead/aclk?adurl=',
    'https://www.google.com/url?q=',
  ])('is not visited, but what it leads to: %s', async (link) => {
    const home = web.siteUrl('opening-bakery.com');
    const input = `${link}${encodeURIComponent(home)}`;
    const [outcome, repeat] = await run([input, home]);
    expect(outcome).toMatchObject({ failed: false, billable: true });
    expect(outcome?.row).toMatchObject({
      input,
      url: home,
      domain: 'opening-bakery.com',
      phones: ['+12125550172'],
      pages: [{ url: home }, { url: `${home}contact` }],
    });
    expect(repeat).toMatchObject({ failed: false, billable: false });
    expect(shardKey(input)).toBe(shardKey(home));
    expect(itemKey(input)).toBe(itemKey(home));
  });
});

describe('a domain that is parked or for sale', () => {
  it.each([
    ['acme-parked.com', '', 'The domain is parked'],
    ['acme-parked.com', 'contact', 'The domain is parked'],
    ['acme-for-sale.com', '', 'The domain is for sale'],
    ['acme-for-sale.com', 'team', 'The domain is for sale'],
    ['sold-to-market.com', '', 'The domain is for sale'],
  ])('is free and has none of the broker’s contacts: %s/%s', async (name, path, error) => {
    const [outcome] = await run([web.siteUrl(name) + path]);
    expect(outcome).toMatchObject({ found: false, failed: true, final: true, billable: false });
    expect(outcome?.row).toMatchObject({ error, emails: [], phones: [], company_email: null });
    expect(outcome?.row.pages.at(-1)?.read).toBe(true);
  });

  it('is not confused with a small page of a company', async () => {
    const outcomes = await run([web.siteUrl('opening-bakery.com'), web.siteUrl('small-links.com')]);
    expect(outcomes.map(({ row }) => [...row.emails, ...row.phones])).toEqual([
      ['+12125550172'],
      ['info@small-links.com'],
    ]);
  });
});
