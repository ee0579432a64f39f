import type { Socket } from 'node:net';
import { setDefaultCACertificates } from 'node:tls';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { blockProcess } from '../e2e/fixtures/block-process.ts';
import { makeCertificate } from '../e2e/fixtures/certificate.ts';
import { type FakeSite, htmlPage } from '../e2e/fixtures/fake-site.ts';
import { type FakeWeb, startFakeWeb } from '../e2e/fixtures/fake-web.ts';
import { SITES } from '../e2e/fixtures/sites.ts';
import { createPageFetcher, type FetchLimits, type PageFetcher } from './fetch-page.ts';
import type { FetchedPage } from './http/page-answer.ts';
import { takeVisits } from './site-visits.ts';

const trusted = makeCertificate({ names: ['trusted-shop.com'] });
const day = 86_400_000;

let flaky = 0;
let limited = 0;
let opensAt = 0;
let hung = 0;
const callers = new Set<Socket>();

const MORE: FakeSite[] = [
  { name: 'trusted-shop.com', about: 'TLS', tls: trusted, pages: { '/': htmlPage('Trusted', 'ok') } },
  {
    name: 'self-signed-shop.com',
    about: 'TLS',
    tls: makeCertificate({ names: ['self-signed-shop.com'] }),
    pages: {},
  },
  { name: 'wrong-name-shop.com', about: 'TLS', tls: trusted, pages: {} },
  {
    name: 'expired-shop.com',
    about: 'TLS',
    tls: makeCertificate({
      names: ['expired-shop.com'],
      notBefore: new Date(Date.now() - 9 * day),
      notAfter: new Date(Date.now() - day),
    }),
    pages: {},
  },
  {
    name: 'flaky-shop.com',
    about: 'fails once',
    respond: (request, response) => {
      if (request.url === '/robots.txt') return void response.writeHead(404).end();
      flaky += 1;
      if (flaky === 1) return void response.socket?.resetAndDestroy();
      return void response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>back</h1>');
    },
  },
  {
    name: 'hung-shop.com',
    about: 'keeps this process, which is also ours, busy for longer than a page may take',
    respond: (request, response) => {
      if (request.url === '/robots.txt') return void response.writeHead(404).end();
      hung += 1;
      if (hung === 1) blockProcess(1500);
      return void response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>here</h1>');
    },
  },
  {
    name: 'patient-shop.com',
    about: 'counts its connections',
    respond: (request, response) => {
      callers.add(request.socket);
      if (request.url === '/robots.txt') return void response.end('User-agent: *\nDisallow: /admin/');
      return void response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>open</h1>');
    },
  },
  {
    name: 'busy-shop.com',
    about: '429 with Retry-After, and again before that time is over',
    respond: (request, response) => {
      if (request.url === '/robots.txt') return void response.writeHead(404).end();
      limited += 1;
      if (limited === 1) opensAt = Date.now() + 950;
      if (Date.now() < opensAt) return void response.writeHead(429, { 'retry-after': '1' }).end();
      return void response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>open</h1>');
    },
  },
  {
    name: 'closed-for-hours.com',
    about: '429 with a very long Retry-After',
    pages: { '/': { status: 429, headers: { 'retry-after': '7200' }, body: '' } },
  },
  {
    name: 'www.half-gone.com',
    about: 'has no address without www',
    respond: (_, response) => void response.socket?.resetAndDestroy(),
  },
  { name: 'broken-shop.com', about: 'always 500', pages: { '/': { status: 500, body: 'oops' } } },
  {
    name: 'untyped.com',
    about: 'no type',
    pages: { '/': { headers: { 'content-type': '' }, body: '\n <html>hi' } },
  },
  {
    name: 'untyped-zip.com',
    about: 'no type',
    pages: { '/': { headers: { 'content-type': '' }, body: 'PK\x03\x04' } },
  },
  { name: 'empty.com', about: 'nothing', pages: { '/': '' } },
  {
    name: 'challenge.com',
    about: 'a bot check',
    pages: { '/': { status: 403, headers: { 'cf-mitigated': 'challenge' }, body: 'Just a moment' } },
  },
  {
    name: 'cookie-wall.com',
    about: 'redirects to itself until it receives its cookie',
    respond: (request, response) => {
      if (request.url === '/robots.txt') return void response.writeHead(404).end();
      if (request.headers.cookie === 'seen=yes; b=2')
        return void response.writeHead(200, { 'content-type': 'text/html' }).end('<p>In</p>');
      const cookies = ['seen=yes; Path=/; HttpOnly', 'b=2', 'tls=only; Secure', 'bad name=1'];
      return void response.writeHead(302, { location: '/', 'set-cookie': cookies }).end();
    },
  },
  {
    name: 'cookie-thief.com',
    about: 'sets a cookie and redirects to another site',
    respond: (request, response) => {
      if (request.url === '/robots.txt') return void response.writeHead(404).end();
      const location = `http://cookie-reader.com:${web.port}/`;
      return void response.writeHead(302, { location, 'set-cookie': 'a=1' }).end();
    },
  },
  {
    name: 'cookie-reader.com',
    about: 'shows the cookies it received',
    respond: (request, response) => {
      if (request.url === '/robots.txt') return void response.writeHead(404).end();
      return void response
        .writeHead(200, { 'content-type': 'text/html' })
        .end(`<p>${request.headers.cookie ?? 'none'}</p>`);
    },
  },
  {
    name: 'picture-shop.com',
    about: 'images',
    robots: 'User-agent: *\nDisallow: /hidden.png\n',
    pages: {
      '/small.png': { headers: { 'content-type': 'image/png' }, body: Buffer.alloc(900, 7) },
      '/large.png': { headers: { 'content-type': 'image/png' }, body: Buffer.alloc(1001, 7) },
      '/hidden.png': { headers: { 'content-type': 'image/png' }, body: Buffer.alloc(900, 7) },
      '/inside.png': { status: 302, headers: { location: 'http://169.254.169.254/latest' }, body: '' },
    },
  },
  {
    name: 'old-path.com',
    about: 'raw ISO 8859-1 in Location',
    respond: (request, response) => {
      if (request.url === '/') return void response.writeHead(301, { location: '/\u00fcber-uns' }).end();
      const found = request.url === '/%FCber-uns';
      return void response.writeHead(found ? 200 : 404, { 'content-type': 'text/html' }).end('<p>Wir</p>');
    },
  },
  {
    name: 'umlaut-path.com',
    about: 'raw UTF-8 in Location',
    respond: (request, response) => {
      if (request.url === '/') {
        const location = Buffer.from('/über-uns').toString('latin1');
        return void response.writeHead(301, { location }).end();
      }
      const found = request.url === '/%C3%BCber-uns';
      return void response.writeHead(found ? 200 : 404, { 'content-type': 'text/html' }).end('<p>Wir</p>');
    },
  },
];

let web: FakeWeb;
const fetchers: PageFetcher[] = [];

beforeAll(async () => {
  setDefaultCACertificates([trusted.cert]);
  web = await startFakeWeb({
    sites: [...SITES, ...MORE],
    answerName: (name) => (name === 'www.half-known.com' ? { fails: true } : undefined),
  });
});
afterEach(async () => {
  await Promise.all(fetchers.splice(0).map((fetcher) => fetcher.close()));
});
afterAll(async () => {
  await web.close();
});

function open(limits: Partial<FetchLimits> = {}, allowPrivateNetwork = true): PageFetcher {
  const fetcher = createPageFetcher({
    concurrency: 8,
    dnsServers: [web.dnsServer],
    allowPrivateNetwork,
    contact: 'mailto:crawl@operator.com',
    limits: { retryPauseMs: 1, ...limits },
  });
  fetchers.push(fetcher);
  return fetcher;
}

function read(url: string, fetcher = open()): Promise<FetchedPage> {
  return fetcher.fetchPage(url, { signal: null, fallback: true });
}

async function fetchCode(url: string, fetcher = open()): Promise<string> {
  const page = await read(url, fetcher);
  return page.read ? 'read' : page.code;
}

const https = (name: string) => web.siteUrl(name);

describe('readable pages', () => {
  it('returns bytes, content type and the final URL', async () => {
    const page = await read(web.siteUrl('old-harbour-inn.co.uk'));
    expect(page).toMatchObject({
      read: true,
      status: 200,
      contentType: 'text/html; charset=utf-8',
      url: `http://old-harbour-inn.co.uk:${web.port}/home/index.html`,
    });
    expect(page.read && Buffer.from(page.bytes).toString()).toContain('stay@old-harbour-inn.co.uk');
  });

  it('counts its requests by host, and why a page was not read', async () => {
    takeVisits();
    await fetchCode(web.siteUrl('untyped.com'));
    await fetchCode(web.siteUrl('broken-shop.com'));
    const visits = takeVisits();
    expect(visits?.results).toEqual({ read: 1, 'server-error': 1 });
    expect(visits?.hosts.find(({ host }) => host === 'untyped.com')).toEqual({
      host: 'untyped.com',
      // robots.txt and the page
      requests: 2,
      ms: expect.any(Number),
    });
  });

  it('identifies itself and its operator in the user agent', async () => {
    await read(web.siteUrl('bakery-holm.com'));
    const agents = web.log('bakery-holm.com').requests.map((request) => request.userAgent);
    expect(agents).toHaveLength(2);
    for (const agent of agents) expect(agent).toMatch(/LeadwellBot.*\+mailto:crawl@operator\.com/);
  });

  it.each([
    ['plain-http-plumbing.com', 'http://plain-http-plumbing.com'],
    ['www.kontor-lindau.com', 'http://www.kontor-lindau.com'],
    ['umlaut-path.com', 'http://umlaut-path.com'],
    ['old-path.com', 'http://old-path.com'],
    ['untyped.com', 'http://untyped.com'],
  ])('%s is reached', async (name, origin) => {
    const page = await read(web.siteUrl(name));
    expect(page.read).toBe(true);
    expect(page.url.startsWith(`${origin}:${web.port}/`)).toBe(true);
  });

  it('reads robots.txt and one page after the other over one connection', async () => {
    const fetcher = open();
    for (const path of ['', 'contact', 'imprint']) {
      const page = await read(`${web.siteUrl('patient-shop.com')}${path}`, fetcher);
      expect(page.read).toBe(true);
    }
    expect(callers.size).toBe(1);
  });

  it.each(['trusted-shop.com', 'www.trusted-shop.com'])('%s is read over TLS, also by http', async (name) => {
    const page = await read(
      web.siteUrl('trusted-shop.com').replace('https://trusted-shop.com', `http://${name}`),
    );
    expect(page).toMatchObject({ read: true, url: web.siteUrl('trusted-shop.com') });
  });

  it('does not try alternative URLs without fallback', async () => {
    const page = await open().fetchPage(web.siteUrl('www.kontor-lindau.com'), {
      signal: null,
      fallback: false,
    });
    expect(page).toMatchObject({ read: false, code: 'domain-not-found' });
  });

  it('reads over TLS with a valid certificate', async () => {
    expect(await fetchCode(https('trusted-shop.com'))).toBe('read');
  });

  it('returns a cookie during redirects, but only to the site that set it', async () => {
    expect(await fetchCode(web.siteUrl('cookie-wall.com'))).toBe('read');
    const page = await read(web.siteUrl('cookie-thief.com'));
    expect(page.read && Buffer.from(page.bytes).toString()).toBe('<p>none</p>');
  });

  it('retries once after a reset', async () => {
    expect(await fetchCode(web.siteUrl('flaky-shop.com'))).toBe('read');
    expect(flaky).toBe(2);
  });

  it('waits for Retry-After once', async () => {
    expect(await fetchCode(web.siteUrl('busy-shop.com'))).toBe('read');
    expect(limited).toBe(2);
  });
});

describe('unreadable pages', () => {
  it.each([
    ['gone-fishing.com', 'not-found'],
    ['no-such-domain-here.com', 'domain-not-found'],
    ['closed-shop.com', 'unreachable'],
    ['metadata-trap.com', 'private-address'],
    ['members-only-club.com', 'blocked'],
    ['challenge.com', 'blocked'],
    ['price-list.com', 'not-html'],
    ['untyped-zip.com', 'not-html'],
    ['quiet-garden.com', 'robots'],
    ['closed-for-hours.com', 'rate-limited'],
    ['broken-shop.com', 'server-error'],
    ['empty.com', 'empty'],
  ])('%s: %s', async (name, code) => {
    expect(await fetchCode(web.siteUrl(name))).toBe(code);
  });

  it('does not wait for hours, and retries a server error only once', async () => {
    const fetcher = open();
    const before = web.log('closed-for-hours.com').requests.length;
    await read(web.siteUrl('closed-for-hours.com'), fetcher);
    expect(web.log('closed-for-hours.com').requests.length - before).toBe(2);
    const broken = web.log('broken-shop.com').requests.length;
    await read(web.siteUrl('broken-shop.com'), fetcher);
    const pages = web
      .log('broken-shop.com')
      .requests.slice(broken)
      .filter(({ path }) => path === '/');
    expect(pages).toHaveLength(2);
  });

  it.each([
    ['self-signed-shop.com', 'self-signed'],
    ['wrong-name-shop.com', 'issued for another domain'],
    ['expired-shop.com', 'expired'],
  ])('%s is refused: %s', async (name, detail) => {
    const page = await read(https(name));
    expect(page).toMatchObject({ read: false, code: 'tls' });
    // This certificate is expired and self-signed; OpenSSL decides which one it reports.
    expect(!page.read && page.reason).toMatch(name === 'expired-shop.com' ? /expired|self-signed/ : detail);
    expect(web.log(name).requests).toHaveLength(0);
  });

  it('stops when the signal aborts', async () => {
    const stop = new AbortController();
    const page = open().fetchPage(web.siteUrl('slow-antiques.com'), { signal: stop.signal, fallback: true });
    setTimeout(() => stop.abort(), 50);
    expect(await page).toMatchObject({ read: false, code: 'stopped' });
  });

  it('does not say that a domain is missing if its other name only failed', async () => {
    const page = await read(`http://half-gone.com:${web.port}/`);
    expect(page).toMatchObject({ read: false, code: 'cut-off' });
    expect(page.url).toContain('//www.half-gone.com');
    expect(await fetchCode(`http://half-known.com:${web.port}/`)).toBe('dns-failed');
  });

  it('gives up when the time limit for a page is reached', async () => {
    expect(await fetchCode(web.siteUrl('slow-antiques.com'), open({ pageMs: 100 }))).toBe('timeout');
  });

  it("reads a page whose answer came while this process couldn't run", async () => {
    expect(await fetchCode(web.siteUrl('hung-shop.com'), open({ pageMs: 1000 }))).toBe('read');
    expect(hung).toBeGreaterThan(1);
  });
});

describe('images', () => {
  it('come with the guard, robots.txt and size limit of pages', async () => {
    const fetcher = open();
    const fetch = (path: string) =>
      fetcher.fetchImage(`${web.siteUrl('picture-shop.com')}${path}`, { signal: null, maxBytes: 1000 });
    const small = await fetch('small.png');
    expect(small.read && small.bytes.length).toBe(900);
    expect(await fetch('large.png')).toMatchObject({ read: false, code: 'too-large' });
    expect(await fetch('hidden.png')).toMatchObject({ read: false, code: 'robots' });
    expect(await fetch('inside.png')).toMatchObject({ read: false, code: 'unexpected-answer' });
    expect(await fetch('missing.png')).toMatchObject({ read: false, code: 'not-found' });
  });
});
