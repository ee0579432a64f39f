import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type FakeSite, htmlPage } from '../../e2e/fixtures/fake-site.ts';
import { type FakeWeb, startFakeWeb } from '../../e2e/fixtures/fake-web.ts';
import { generatedContacts, generatedName } from '../../e2e/fixtures/generated-sites.ts';
import { SITES } from '../../e2e/fixtures/sites.ts';
import type { Tool, ToolOutcome } from '../tool.ts';
import { WebsiteRow } from './definition.ts';
import { createRun, type WebsiteExtractionOptions } from './run.ts';

const many = 'many-pages.com';
const paths = Array.from({ length: 40 }, (_, index) => `/p${index}`);
const MORE: FakeSite[] = [
  {
    name: many,
    about: 'forty pages with one contact page',
    pages: {
      '/contact': { delayMs: 20, body: htmlPage('Contact', `info@${many} +1 212 555 0111`) },
      ...Object.fromEntries(
        paths.map((path) => [path, { delayMs: 5, body: htmlPage(path, '<a href="/contact">Contact</a>') }]),
      ),
    },
  },
  {
    name: 'leaves-for-another.com',
    about: 'its contact page redirects to another site',
    pages: {
      '/': htmlPage('Home', '<a href="/contact">Contact</a>'),
      '/contact': { status: 302, headers: { location: 'http://bakery-holm.com:{port}/' }, body: '' },
    },
  },
  {
    name: 'stops-early.com',
    about: 'has everything on its start page',
    pages: {
      '/': htmlPage('Home', '<a href="/contact">Contact</a> info@stops-early.com +1 212 555 0112'),
      '/contact': htmlPage('Contact', ''),
    },
  },
  {
    name: 'goes-on.com',
    about: 'has only an email of another domain on its start page and many promising links',
    pages: {
      '/': htmlPage(
        'Home',
        'me@gmail.com <a href="/contact">Contact</a> <a href="/about">About us</a> <a href="/team">Team</a> <a href="/imprint">Imprint</a> <a href="/legal">Legal</a>',
      ),
    },
  },
];

let web: FakeWeb;
const tools: Tool<WebsiteRow>[] = [];

beforeAll(async () => {
  web = await startFakeWeb({ sites: [...SITES, ...MORE], generated: { count: 400 } });
  for (const site of MORE) {
    for (const page of Object.values(site.pages ?? {})) {
      if (typeof page !== 'string' && page.headers?.location)
        page.headers.location = page.headers.location.replace('{port}', String(web.port));
    }
  }
});
afterEach(async () => {
  await Promise.all(tools.splice(0).map((tool) => tool.close()));
});
afterAll(async () => {
  await web.close();
});

function make(more: Partial<WebsiteExtractionOptions> = {}): Tool<WebsiteRow> {
  const tool = createRun({
    concurrency: 32,
    dnsServers: [web.dnsServer],
    allowPrivateNetwork: true,
    contact: null,
    limits: { retryPauseMs: 1 },
    ...more,
  });
  tools.push(tool);
  return tool;
}

async function run(inputs: string[], tool = make(), signal = new AbortController().signal) {
  const outcomes: ToolOutcome<WebsiteRow>[] = [];
  const items = inputs.map((input, position) => ({ position, input }));
  for await (const outcome of tool.run(items, signal)) outcomes.push(outcome);
  return outcomes.sort((a, b) => a.position - b.position);
}

it('throws an error of ours after the rows before it', async () => {
  const broken = {
    get position(): number {
      throw new Error('broken');
    },
    input: 'http://127.0.0.1:1/',
  };
  const items = [{ position: 0, input: 'mailto:info@acme.com' }, broken];
  const outcomes = make().run(items, new AbortController().signal)[Symbol.asyncIterator]();
  expect(await outcomes.next()).toMatchObject({ done: false });
  await expect(outcomes.next()).rejects.toThrow('broken');
});

describe('rows', () => {
  it('contain the expected values of every site of the fake web', async () => {
    const outcomes = await run(SITES.map((site) => web.siteUrl(site.name)));
    expect(outcomes).toHaveLength(SITES.length);
    for (const [index, site] of SITES.entries()) {
      const { row, failed, billable, found } = outcomes[index]!;
      expect(WebsiteRow.parse(row)).toEqual(row);
      expect(row.url).toBe(web.siteUrl(site.name));
      if (site.expect?.emails) expect([...row.emails].sort()).toEqual([...site.expect.emails].sort());
      if (site.expect?.phones) expect(row.phones).toEqual(site.expect.phones);
      if (site.expect?.error) expect(row.error).toMatch(site.expect.error);
      const read = site.expect?.error === undefined;
      expect({ name: site.name, failed, billable }).toEqual({
        name: site.name,
        failed: !read,
        billable: read,
      });
      expect(found).toBe(row.emails.length + row.phones.length > 0 || row.twitter_url !== null);
      expect(row.pages[0]?.read).toBe(read);
    }
  });

  it('contain the source of each value', async () => {
    const [outcome] = await run([web.siteUrl('tischlerei-brandt.de')]);
    const page = `http://tischlerei-brandt.de:${web.port}/impressum.html`;
    expect(outcome?.row.evidence).toContainEqual(
      expect.objectContaining({ field: 'emails', value: 'kontakt@tischlerei-brandt.de', page }),
    );
    expect(outcome?.row.pages.map(({ url, read }) => [url, read])).toEqual([
      [web.siteUrl('tischlerei-brandt.de'), true],
      [page, true],
    ]);
  });

  it('contain the social profiles', async () => {
    const [outcome] = await run([web.siteUrl('studio-lindqvist.com')]);
    expect(outcome?.row).toMatchObject({
      twitter_username: 'studiolindqvist',
      instagram_username: 'studiolindqvist',
      github_url: 'https://github.com/studiolindqvist',
      facebook_url: null,
    });
  });

  it('report invalid URLs free of charge', async () => {
    const [outcome] = await run(['mailto:info@acme.com']);
    expect(outcome).toMatchObject({ found: false, failed: true, billable: false });
    expect(outcome?.row).toMatchObject({ url: 'mailto:info@acme.com', error: 'This is not a web address' });
  });

  it('are fetched and charged once for identical URLs', async () => {
    const url = web.siteUrl('stops-early.com');
    const outcomes = await run([url, 'nonsense', url, `${url}#top`]);
    expect(outcomes.map(({ billable }) => billable)).toEqual([true, false, false, false]);
    expect(outcomes[2]?.row).toEqual(outcomes[0]?.row);
    expect(outcomes[3]?.row).toEqual({ ...outcomes[0]?.row, input: `${url}#top` });
    expect(web.log('stops-early.com').requests.map(({ path }) => path)).toEqual([
      '/robots.txt',
      '/',
      '/contact',
    ]);
  });
});

describe('sites', () => {
  it('fetch robots.txt and the contact page once, with two parallel requests and a row per URL', async () => {
    const outcomes = await run(paths.map((path) => `http://${many}:${web.port}${path}`));
    expect(outcomes).toHaveLength(paths.length);
    for (const { row, billable } of outcomes) {
      expect(row).toMatchObject({ error: null, emails: [`info@${many}`], phones: ['+12125550111'] });
      expect(billable).toBe(true);
    }
    const log = web.log(many);
    expect(log.requests.filter(({ path }) => path === '/robots.txt')).toHaveLength(1);
    expect(log.requests.filter(({ path }) => path === '/contact')).toHaveLength(1);
    expect(log.requests).toHaveLength(paths.length + 2);
    expect(log.maxActive).toBe(2);
  });

  it('are read up to three more pages', async () => {
    const [outcome] = await run([web.siteUrl('goes-on.com')]);
    expect(outcome?.row.pages).toHaveLength(4);
    expect(outcome?.row.emails).toEqual(['me@gmail.com']);
  });

  it('exclude contacts of other sites', async () => {
    const [outcome] = await run([web.siteUrl('leaves-for-another.com')]);
    expect(outcome).toMatchObject({ found: false, billable: true });
    expect(outcome?.row.pages[1]).toMatchObject({
      read: true,
      reason: expect.stringMatching(/another website/),
    });
  });

  it('are grouped by registrable domain', () => {
    const { shardKey } = make();
    expect(shardKey('www.acme.co.uk/contact')).toBe('acme.co.uk');
    expect(shardKey('http://shop.acme.co.uk:8080')).toBe('acme.co.uk');
    expect(shardKey('no address')).toBe('no address');
  });
});

describe('runs', () => {
  it('return one result per item, within the request slots', async () => {
    web.totals.maxActive = 0;
    const urls = Array.from({ length: 400 }, (_, index) => web.siteUrl(generatedName(index)));
    const outcomes = await run(urls, make({ concurrency: 8 }));
    expect(outcomes.map(({ position }) => position)).toEqual(urls.map((_, index) => index));
    for (const [index, { row }] of outcomes.entries()) {
      const { email, phone } = generatedContacts(index);
      expect(row).toMatchObject({ emails: [email], phones: [phone], company_email: email, error: null });
    }
    expect(web.totals.maxActive).toBeLessThanOrEqual(8);
  });

  it('end when aborted, without the remaining items', async () => {
    const stop = new AbortController();
    const items = [web.siteUrl('bakery-holm.com'), web.siteUrl('slow-antiques.com')];
    const outcomes: number[] = [];
    const tool = make();
    for await (const { position } of tool.run(
      items.map((input, position) => ({ position, input })),
      stop.signal,
    )) {
      outcomes.push(position);
      stop.abort();
    }
    expect(outcomes).toEqual([0]);
    expect(await run(items, tool, AbortSignal.abort())).toEqual([]);
    expect((await run([web.siteUrl('bakery-holm.com')], tool)).map(({ found }) => found)).toEqual([true]);
  });

  it('end when the consumer stops', async () => {
    const tool = make();
    const urls = Array.from({ length: 50 }, (_, index) => web.siteUrl(generatedName(index)));
    for await (const outcome of tool.run(
      urls.map((input, position) => ({ position, input })),
      new AbortController().signal,
    )) {
      expect(outcome.failed).toBe(false);
      break;
    }
    expect(await run([web.siteUrl('bakery-holm.com')], tool)).toHaveLength(1);
  });

  it('wait for a slow consumer', async () => {
    const tool = make({ concurrency: 4 });
    const inputs = Array.from({ length: 400 }, (_, index) => web.siteUrl(generatedName(index)));
    let taken = 0;
    for await (const _ of tool.run(
      inputs.map((input, position) => ({ position, input })),
      new AbortController().signal,
    )) {
      taken += 1;
      if (taken % 100 === 0) await new Promise((resume) => setTimeout(resume, 20));
    }
    expect(taken).toBe(400);
  });
});
