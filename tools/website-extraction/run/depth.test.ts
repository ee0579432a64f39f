import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FakeSite, htmlPage } from '../../../e2e/fixtures/fake-site.ts';
import { type FakeWeb, startFakeWeb } from '../../../e2e/fixtures/fake-web.ts';
import { twoAddressEmails, twoAddressName, twoAddressSite } from '../../../e2e/fixtures/two-address-sites.ts';
import type { WebsiteDepth, WebsiteRow } from '../definition.ts';
import { createRun } from '../run.ts';

const COUNT = 200;
const links = (...paths: string[]) => paths.map((path) => `<a href="${path}">${path}</a>`).join(' ');
const CONTACTS = 'info@{name} +1 212 555 0111';
const SITES: FakeSite[] = [
  {
    name: 'one-page.com',
    about: 'has everything on its only page',
    pages: { '/': htmlPage('One', CONTACTS.replace('{name}', 'one-page.com')) },
  },
  {
    name: 'large.com',
    about: 'has many contact pages and one imprint',
    pages: {
      '/': htmlPage(
        'Large',
        `${CONTACTS.replace('{name}', 'large.com')} ${links(...Array.from({ length: 30 }, (_, n) => `/contact/${n}`), '/impressum')}`,
      ),
      ...Object.fromEntries(
        Array.from({ length: 30 }, (_, n) => [`/contact/${n}`, htmlPage('Contact', `branch${n}@large.com`)]),
      ),
      '/impressum': htmlPage('Impressum', 'board@large.com'),
    },
  },
  {
    name: 'loops.com',
    about: 'its contact pages lead back to the home page',
    pages: {
      '/': htmlPage('Loops', links(...Array.from({ length: 30 }, (_, n) => `/contact/${n}`))),
      ...Object.fromEntries(
        Array.from({ length: 30 }, (_, n) => [
          `/contact/${n}`,
          { status: 302, headers: { location: '/' }, body: '' },
        ]),
      ),
    },
  },
  {
    name: 'behind-contact.com',
    about: 'links to its imprint from the contact page only',
    pages: {
      '/': htmlPage('Home', `${CONTACTS.replace('{name}', 'behind-contact.com')} ${links('/contact')}`),
      '/contact': htmlPage('Contact', links('/contact', '/impressum')),
      '/impressum': htmlPage('Impressum', 'board@behind-contact.com'),
    },
  },
  {
    name: 'studio.com',
    about: 'shows people at home and on a page for them, among many others',
    pages: {
      '/': htmlPage(
        'Studio',
        `${CONTACTS.replace('{name}', 'studio.com')} <h3>Jane Miller</h3><p>Director</p><a href="mailto:jane@studio.com">Email</a>
        ${links('/contact', '/legal-notice', '/about', '/attorneys', ...Array.from({ length: 12 }, (_, n) => `/offices/${n}`))}`,
      ),
      ...Object.fromEntries(
        ['/contact', '/legal-notice', '/about', ...Array.from({ length: 12 }, (_, n) => `/offices/${n}`)].map(
          (path) => [path, htmlPage('Page', 'info@studio.com')],
        ),
      ),
      '/attorneys': htmlPage(
        'People',
        '<h3>Dr. Jane Miller</h3><p>Director</p><a href="https://www.linkedin.com/in/jane-miller-7">LinkedIn</a> <h3>Tom Reed</h3><p>Architect</p><a href="mailto:tom@studio.com">Email</a>',
      ),
    },
  },
  {
    name: 'mixed.com',
    about: 'its links name https, which it does not speak',
    pages: {
      '/': htmlPage('Home', '<a href="https://mixed.com:{port}/contact">Contact</a>'),
      '/slow': { delayMs: 300, body: htmlPage('Slow', '') },
      '/contact': htmlPage('Contact', CONTACTS.replace('{name}', 'mixed.com')),
    },
  },
];

let web: FakeWeb;
beforeAll(async () => {
  const sites = [...SITES, ...Array.from({ length: COUNT }, (_, index) => twoAddressSite(index))];
  web = await startFakeWeb({ sites });
  const home = SITES.find(({ name }) => name === 'mixed.com')?.pages;
  if (home) home['/'] = String(home['/']).replace('{port}', String(web.port));
});
afterAll(() => web.close());

async function run(inputs: readonly string[], depth?: WebsiteDepth, people = false): Promise<WebsiteRow[]> {
  const tool = createRun({
    concurrency: 32,
    dnsServers: [web.dnsServer],
    allowPrivateNetwork: true,
    contact: null,
    limits: { retryPauseMs: 1 },
  });
  const rows: WebsiteRow[] = [];
  const items = inputs.map((input, position) => ({ position, input }));
  const options = { chosen: { ...(depth && { depth }), ...(people && { people: 'true' }) } };
  for await (const { position, row, billable } of tool.run(items, new AbortController().signal, options)) {
    expect(billable).toBe(true);
    rows[position] = row;
  }
  await tool.close();
  return rows;
}

const requestedPaths = (name: string, from: number) =>
  web
    .log(name)
    .requests.slice(from)
    .map(({ path }) => path);

describe('depth', () => {
  it('standard finds the addresses of 200 sites with less than 2.2 times the requests of quick', async () => {
    const urls = Array.from({ length: COUNT }, (_, index) => web.siteUrl(twoAddressName(index)));
    const measured = async (depth?: WebsiteDepth, count = COUNT) => {
      const before = web.totals.requests;
      const rows = await run(urls.slice(0, count), depth);
      const complete = rows.filter(({ emails }, index) =>
        twoAddressEmails(index).every((email) => emails.includes(email)),
      );
      return { requests: web.totals.requests - before, complete: complete.length };
    };
    const quick = await measured('quick');
    expect(quick).toEqual({ requests: COUNT * 2, complete: 0 });
    const standard = await measured();
    expect(standard.complete).toBeGreaterThanOrEqual(COUNT * 0.95);
    expect(standard.requests).toBeLessThan(quick.requests * 2.2);
    const deep = await measured('deep', 30);
    expect(deep.complete).toBe(30);
    // robots.txt and ten pages
    expect(deep.requests).toBeLessThanOrEqual(30 * 11);
  });

  it('quick reads the given page only, even if it has no contacts', async () => {
    const [row] = await run([web.siteUrl('loops.com')], 'quick');
    expect(row?.pages.map(({ url }) => url)).toEqual([web.siteUrl('loops.com')]);
    expect(requestedPaths('loops.com', 0)).toEqual(['/robots.txt', '/']);
  });

  it('standard guesses no contact page for a site that has contacts', async () => {
    await run([web.siteUrl('one-page.com')], 'standard');
    expect(requestedPaths('one-page.com', 0)).toEqual(['/robots.txt', '/']);
    await run([web.siteUrl('one-page.com')], 'deep');
    expect(requestedPaths('one-page.com', 2)).toEqual(['/robots.txt', '/', '/contact']);
  });

  it('leaves room for the imprint of a site with many contact pages', async () => {
    const [standard] = await run([web.siteUrl('large.com')], 'standard');
    expect(standard?.pages).toHaveLength(4);
    expect(standard?.emails).toContain('board@large.com');
    const [deep] = await run([web.siteUrl('large.com')], 'deep');
    expect(deep?.pages).toHaveLength(10);
    expect(deep?.emails).toContain('board@large.com');
  });

  it('counts pages that redirect to a known page', async () => {
    for (const [depth, most] of [
      ['standard', 4],
      ['deep', 10],
    ] as const) {
      const from = web.log('loops.com').requests.length;
      await run([web.siteUrl('loops.com')], depth);
      expect(requestedPaths('loops.com', from).filter((path) => path.startsWith('/contact'))).toHaveLength(
        most - 1,
      );
    }
  });

  it('finds the same contacts of 200 sites when people are wanted, too', async () => {
    const urls = Array.from({ length: COUNT }, (_, index) => web.siteUrl(twoAddressName(index)));
    const contacts = (rows: readonly WebsiteRow[]) => rows.map(({ people: _, pages: __, ...row }) => row);
    expect(contacts(await run(urls, 'standard', true))).toEqual(contacts(await run(urls, 'standard')));
  });

  it('leaves room for the team page if people are wanted, and reads no more pages', async () => {
    const paths = async (...chosen: [WebsiteDepth, boolean]) => {
      const [row] = await run([web.siteUrl('studio.com')], ...chosen);
      const read = row?.pages.map(({ url }) => new URL(url).pathname);
      return { read, people: row?.people.map(({ name, page }) => [name, new URL(page).pathname]) };
    };
    const team = [
      ['Jane Miller', '/'],
      ['Tom Reed', '/attorneys'],
    ];
    expect(await paths('standard', false)).toEqual({ read: ['/', '/contact', '/legal-notice'], people: [] });
    expect(await paths('standard', true)).toEqual({
      read: ['/', '/contact', '/legal-notice', '/attorneys'],
      people: team,
    });
    expect(await paths('quick', true)).toEqual({ read: ['/'], people: team.slice(0, 1) });
    const deep = await paths('deep', true);
    expect(deep.read).toHaveLength(10);
    expect(deep.people).toEqual(team);
    expect((await paths('deep', false)).read).not.toContain('/attorneys');
  });

  it('follows links to contact pages from pages that it reads', async () => {
    const [row] = await run([web.siteUrl('behind-contact.com')]);
    expect(row?.emails).toEqual(['info@behind-contact.com', 'board@behind-contact.com']);
    const home = web.siteUrl('behind-contact.com');
    expect(row?.email_pages).toEqual([home, `${home}impressum`]);
  });

  it('reads a given page in all its variants, after a link to it failed', async () => {
    const site = `mixed.com:${web.port}`;
    const [home, , contact] = await run([
      `http://${site}/`,
      `http://${site}/slow`,
      `https://${site}/contact`,
    ]);
    expect(home?.emails).toEqual([]);
    expect(contact).toMatchObject({
      error: null,
      emails: ['info@mixed.com'],
      input: `https://${site}/contact`,
      url: `https://${site}/contact`,
      final_url: `http://${site}/contact`,
    });
  });
});
