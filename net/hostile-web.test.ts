import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FakeWeb, startFakeWeb } from '../e2e/fixtures/fake-web.ts';
import { HOSTILE_SERVERS } from '../e2e/fixtures/hostile-sites.ts';
import { SITES } from '../e2e/fixtures/sites.ts';
import { createPageFetcher, type PageFetcher } from './fetch-page.ts';

/** Names that resolve to blocked addresses. */
const INWARD: Record<string, string[]> = {
  'to-unspecified.com': ['0.0.0.0'],
  'to-loopback.com': ['127.0.0.1'],
  'to-loopback-v6.com': ['::1'],
  'to-private.com': ['10.1.2.3'],
  'to-metadata.com': ['169.254.169.254'],
  'to-unique-local.com': ['fd00::1'],
  'to-mapped.com': ['::ffff:127.0.0.1'],
  'to-nat64.com': ['64:ff9b::7f00:1'],
  'to-6to4.com': ['2002:7f00:1::'],
  'to-both.com': ['93.184.216.34', '127.0.0.1'],
  'to-both-families.com': ['93.184.216.34', '::1'],
};

let web: FakeWeb;
let open: PageFetcher;
/** Gives up soon, for servers that never finish. */
let hasty: PageFetcher;
let guarded: PageFetcher;

beforeAll(async () => {
  web = await startFakeWeb({
    sites: [...SITES, ...HOSTILE_SERVERS],
    answerName: (name) => INWARD[name],
  });
  const fetcher = (allowPrivateNetwork: boolean, limitMs = 60_000) =>
    createPageFetcher({
      concurrency: 64,
      dnsServers: [web.dnsServer],
      allowPrivateNetwork,
      contact: null,
      limits: {
        connectMs: limitMs,
        headersMs: limitMs,
        pageMs: 2 * limitMs,
        robotsMs: limitMs,
        retryPauseMs: 1,
      },
    });
  open = fetcher(true);
  hasty = fetcher(true, 1_500);
  guarded = fetcher(false);
});
afterAll(async () => {
  await Promise.all([open.close(), hasty.close(), guarded.close()]);
  await web.close();
});

async function fetchCode(url: string, fetcher: PageFetcher): Promise<string> {
  const page = await fetcher.fetchPage(url, { signal: null, fallback: true });
  return page.read ? 'read' : page.code;
}

describe('internal addresses', () => {
  it.each([
    'http://0.0.0.0/',
    'http://127.1/',
    'http://0x7f.1/',
    'http://2130706433/',
    'http://[::1]/',
    'http://[::ffff:127.0.0.1]/',
    'http://169.254.169.254/',
    'http://[fd00::1]/',
    'http://[64:ff9b::7f00:1]/',
    'http://localhost/',
  ])('never visits %s', async (url) => {
    expect(await fetchCode(url, guarded)).toBe('private-address');
  });

  it.each(Object.keys(INWARD))('never visits %s', async (name) => {
    expect(await fetchCode(`http://${name}/`, guarded)).toBe('private-address');
  });

  it('never visits other ports', async () => {
    expect(await fetchCode(`http://bakery-holm.com:${web.port}/`, guarded)).toBe('port-refused');
    expect(web.log('bakery-holm.com').requests).toHaveLength(0);
  });

  it.each(['redirect-metadata.com', 'redirect-decimal.com', 'redirect-mapped.com', 'redirect-nat64.com'])(
    'does not follow %s, not even on an intranet',
    async (name) => {
      expect(await fetchCode(web.siteUrl(name), open)).toBe('private-address');
    },
  );
});

describe('hostile servers', () => {
  it.each([
    ['redirect-forever.com', 'too-many-redirects'],
    ['redirect-self.com', 'too-many-redirects'],
    ['redirect-file.com', 'unsupported-scheme'],
    ['redirect-broken.com', 'unexpected-answer'],
    ['body-forever.com', 'too-large'],
    ['hundred-megabytes.com', 'too-large'],
    ['million-links.com', 'too-large'],
    ['gzip-bomb.com', 'too-large'],
    ['brotli-bomb.com', 'too-large'],
    ['zstd-bomb.com', 'too-large'],
    ['gzip-in-gzip-bomb.com', 'too-large'],
    ['many-encodings.com', 'invalid-answer'],
    ['false-gzip.com', 'invalid-answer'],
    ['slow-drip.com', 'timeout'],
    ['slow-headers.com', 'timeout'],
    ['headers-forever.com', 'invalid-answer'],
    ['hints-forever.com', 'timeout'],
    ['silent.com', 'timeout'],
    ['reset.com', 'cut-off'],
    ['not-http.com', 'invalid-answer'],
    ['length-too-long.com', 'cut-off'],
    ['length-never-reached.com', 'timeout'],
    ['length-negative.com', 'invalid-answer'],
    ['length-twice.com', 'cut-off'],
    ['chunks-broken.com', 'invalid-answer'],
    ['length-too-short.com', 'read'],
  ])('%s: %s, and its neighbor is read', async (name, code) => {
    const [hostile, neighbor] = await Promise.all([
      fetchCode(web.siteUrl(name), code === 'timeout' ? hasty : open),
      fetchCode(web.siteUrl('bakery-holm.com'), open),
    ]);
    expect([hostile, neighbor]).toEqual([code, 'read']);
  });
});
