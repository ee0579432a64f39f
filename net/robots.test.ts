import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type FakeSite, htmlPage } from '../e2e/fixtures/fake-site.ts';
import { type FakeWeb, startFakeWeb } from '../e2e/fixtures/fake-web.ts';
import { createPageFetcher, type PageFetcher } from './fetch-page.ts';
import { readRules } from './robots.ts';

function verdict(text: string, path = '/page') {
  const { fault, spacingMs } = readRules(text, 'LeadwellBot', 10_000).verdict(
    new URL(path, 'https://site.com'),
  );
  return { allowed: fault === null, spacingMs };
}

describe('rules', () => {
  it.each([
    ['', true],
    ['User-agent: *\nDisallow:', true],
    ['User-agent: *\nDisallow: /', false],
    ['User-agent: *\nDisallow: /other', true],
    ['User-agent: *\nDisallow: /pa*e$', false],
    ['User-agent: *\nDisallow: /\nAllow: /page', true],
    ['User-agent: OtherBot\nDisallow: /', true],
    ['User-agent: OtherBot\nUser-agent: *\nDisallow: /', false],
    ['User-agent: *\nDisallow: /\n\nUser-agent: leadwellbot\nAllow: /', true],
    ['User-agent: *\nAllow: /\n\nUser-agent: LeadwellBot/2.0\nDisallow: /', false],
    ['\uFEFFUser-agent: *\r\nDisallow: / # all of it\r\n', false],
    ['Disallow: /', true],
    ['<!doctype html><title>Start</title>', false],
    ['\uFEFF \n<html>User-agent: *\nAllow: /', false],
  ])('%j: allowed is %s', (text, allowed) => {
    expect(verdict(text).allowed).toBe(allowed);
  });

  it('reads Crawl-delay and caps it', () => {
    expect(verdict('User-agent: *\nCrawl-delay: 2').spacingMs).toBe(2_000);
    expect(verdict('User-agent: *\nCrawl-delay: 0.5\nDisallow: /x').spacingMs).toBe(500);
    expect(verdict('User-agent: *\nCrawl-delay: 86400').spacingMs).toBe(10_000);
    expect(verdict('User-agent: *\nCrawl-delay: -1').spacingMs).toBe(0);
    expect(verdict('User-agent: *\nCrawl-delay: soon').spacingMs).toBe(0);
  });

  it('skips a site with rules that are too expensive to check', () => {
    const bait = `User-agent: *\n${Array.from({ length: 400 }, () => `Disallow: /${'*a'.repeat(200)}`).join('\n')}`;
    expect(verdict(bait, `/${'a'.repeat(2_000)}`).allowed).toBe(false);
    const many = `User-agent: *\n${Array.from({ length: 6_000 }, (_, i) => `Disallow: /x${i}`).join('\n')}`;
    expect(verdict(many).allowed).toBe(false);
  });

  it('does not multiply rules by user agents', () => {
    const agents = Array.from({ length: 40_000 }, (_, i) => `User-agent: bot${i}`).join('\n');
    const rules = Array.from({ length: 40_000 }, (_, i) => `Disallow: /${i}`).join('\n');
    expect(verdict(`${agents}\n${rules}`).allowed).toBe(true);
  });
});

const answer = (status: number, body = '', headers = {}) => ({ status, body, headers });
const page = htmlPage('Page', 'text');
const sites: FakeSite[] = [
  { name: 'robots-404.com', about: '', pages: { '/': page } },
  { name: 'robots-shared.com', about: '', pages: {} },
  {
    name: 'robots-html.com',
    about: 'its home page at every path',
    respond: (_request, response) => response.writeHead(200, { 'content-type': 'text/html' }).end(page),
  },
  { name: 'robots-403.com', about: '', pages: { '/': page, '/robots.txt': answer(403) } },
  { name: 'robots-500.com', about: '', pages: { '/': page, '/robots.txt': answer(500) } },
  {
    name: 'robots-moved.com',
    about: '',
    pages: {
      '/': page,
      '/robots.txt': answer(301, '', { location: '/rules' }),
      '/rules': 'User-agent: *\nDisallow: /',
    },
  },
  {
    name: 'robots-circle.com',
    about: '',
    pages: { '/': page, '/robots.txt': answer(301, '', { location: '/robots.txt' }) },
  },
  {
    name: 'robots-inward.com',
    about: '',
    pages: { '/': page, '/robots.txt': answer(302, '', { location: 'http://169.254.169.254/robots.txt' }) },
  },
  {
    name: 'robots-huge.com',
    about: '',
    robots: `User-agent: *\nDisallow: /\n${'# filler\n'.repeat(200_000)}`,
    pages: { '/': page },
  },
  {
    name: 'robots-silent.com',
    about: '',
    respond: (request, response) => {
      if (request.url !== '/robots.txt') response.writeHead(200, { 'content-type': 'text/html' }).end(page);
    },
  },
];

describe('fetching', () => {
  let web: FakeWeb;
  let fetcher: PageFetcher;
  /** Gives up soon, for a server that never answers. */
  let hasty: PageFetcher;

  beforeAll(async () => {
    web = await startFakeWeb({ sites });
    fetcher = open(60_000);
    hasty = open(200);
  });
  const open = (robotsMs: number) =>
    createPageFetcher({
      concurrency: 8,
      dnsServers: [web.dnsServer],
      allowPrivateNetwork: true,
      contact: null,
      limits: { retryPauseMs: 1, robotsMs },
    });
  afterAll(async () => {
    await fetcher.close();
    await hasty.close();
    await web.close();
  });
  afterEach(() => {
    for (const { name } of sites) web.log(name).requests.length = 0;
  });

  async function fetchCode(name: string): Promise<string> {
    const by = name === 'robots-silent.com' ? hasty : fetcher;
    const result = await by.fetchPage(web.siteUrl(name), { signal: null, fallback: false });
    return result.read ? 'read' : result.code;
  }

  it.each([
    ['robots-404.com', 'read'],
    ['robots-403.com', 'read'],
    ['robots-circle.com', 'read'],
    ['robots-500.com', 'robots-unreadable'],
    ['robots-html.com', 'robots-html'],
    ['robots-moved.com', 'robots'],
    ['robots-huge.com', 'robots'],
    ['robots-inward.com', 'private-address'],
    ['robots-silent.com', 'timeout'],
  ])('%s: %s', async (name, code) => {
    expect(await fetchCode(name)).toBe(code);
    if (code !== 'read') expect(web.log(name).requests.map(({ path }) => path)).not.toContain('/');
  });

  it('shares concurrent fetches of a file', async () => {
    await Promise.all(
      ['/a', '/b', '/c', '/d'].map((path) =>
        fetcher.fetchPage(`http://robots-shared.com:${web.port}${path}`, { signal: null, fallback: false }),
      ),
    );
    const fetched = web.log('robots-shared.com').requests.filter(({ path }) => path === '/robots.txt');
    expect(fetched).toHaveLength(1);
    expect(web.log('robots-shared.com').requests).toHaveLength(5);
  });
});
