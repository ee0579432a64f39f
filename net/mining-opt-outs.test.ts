import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type FakeSite, htmlPage } from '../e2e/fixtures/fake-site.ts';
import { type FakeWeb, startFakeWeb } from '../e2e/fixtures/fake-web.ts';
import { createPageFetcher, type PageFetcher } from './fetch-page.ts';

const page = htmlPage('Page', 'text');
const FILE = '/.well-known/tdmrep.json';
const file = (...rules: [location: string, reservation: number][]) => ({
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(rules.map(([location, value]) => ({ location, 'tdm-reservation': value }))),
});
const withHeaders = (headers: Record<string, string>, body = page) => ({ headers, body });
const meta = (name: string, content: string) =>
  htmlPage('Page', 'text', `<meta name="${name}" content="${content}">`);
const sites: FakeSite[] = [
  { name: 'tdm-silent.com', about: 'says nothing', pages: { '/': page } },
  { name: 'tdm-file.com', about: '', pages: { [FILE]: file(['/', 1]), '/': page } },
  {
    name: 'tdm-part.com',
    about: 'reserves a part',
    pages: { [FILE]: file(['/open', 0], ['/reserved/', 1]), '/': page, '/open': page, '/reserved/': page },
  },
  {
    name: 'tdm-moved.com',
    about: 'its file is elsewhere',
    pages: {
      [FILE]: { status: 302, headers: { location: '/rules.json' }, body: '' },
      '/rules.json': file(['/', 1]),
      '/': page,
    },
  },
  { name: 'tdm-broken.com', about: '', pages: { [FILE]: { status: 500, body: '' }, '/': page } },
  { name: 'tdm-html.com', about: 'its home page at every path', pages: { [FILE]: page, '/': page } },
  { name: 'tdm-header.com', about: '', pages: { '/': withHeaders({ 'tdm-reservation': '1' }) } },
  { name: 'tdm-meta.com', about: '', pages: { '/': meta('tdm-reservation', '1') } },
  {
    name: 'tdm-lifted.com',
    about: 'the page allows what its header reserves',
    pages: { '/': withHeaders({ 'tdm-reservation': '1' }, meta('tdm-reservation', '0')) },
  },
  { name: 'tdm-noai.com', about: '', pages: { '/': meta('robots', 'noai, noimageai') } },
  { name: 'tdm-tag.com', about: '', pages: { '/': withHeaders({ 'x-robots-tag': 'noai' }) } },
];

let web: FakeWeb;
let respectful: PageFetcher;
let other: PageFetcher;

beforeAll(async () => {
  web = await startFakeWeb({ sites });
  const options = {
    concurrency: 8,
    dnsServers: [web.dnsServer],
    allowPrivateNetwork: true,
    contact: null,
    limits: { retryPauseMs: 1 },
  };
  respectful = createPageFetcher({ ...options, respectsMiningOptOut: true });
  other = createPageFetcher(options);
});
afterAll(async () => {
  await respectful.close();
  await other.close();
  await web.close();
});
afterEach(() => {
  for (const { name } of sites) web.log(name).requests.length = 0;
});

async function fetchCode(fetcher: PageFetcher, name: string, path = '/'): Promise<string> {
  const url = `http://${name}:${web.port}${path}`;
  const result = await fetcher.fetchPage(url, { signal: null, fallback: false });
  return result.read ? 'read' : result.code;
}
const requested = (name: string) => web.log(name).requests.map(({ path }) => path);

describe('with TDM_OPT_OUT=respect', () => {
  it.each([
    ['tdm-silent.com', '/', 'read'],
    ['tdm-file.com', '/', 'mining-reserved'],
    ['tdm-part.com', '/', 'read'],
    ['tdm-part.com', '/open', 'read'],
    ['tdm-part.com', '/reserved/', 'mining-reserved'],
    ['tdm-moved.com', '/', 'mining-reserved'],
    ['tdm-broken.com', '/', 'read'],
    ['tdm-html.com', '/', 'read'],
    ['tdm-header.com', '/', 'mining-reserved'],
    ['tdm-meta.com', '/', 'mining-reserved'],
    ['tdm-lifted.com', '/', 'read'],
    ['tdm-noai.com', '/', 'mining-reserved'],
    ['tdm-tag.com', '/', 'mining-reserved'],
  ])('%s%s: %s', async (name, path, code) => {
    expect(await fetchCode(respectful, name, path)).toBe(code);
  });

  it('asks for no page that the file reserves, and for the file once', async () => {
    const fresh = 'tdm-file.com';
    await Promise.all(['/', '/a', '/b'].map((path) => fetchCode(respectful, fresh, path)));
    expect(requested(fresh).filter((path) => !path.startsWith('/robots') && path !== FILE)).toEqual([]);
    expect(requested(fresh).filter((path) => path === FILE).length).toBeLessThanOrEqual(1);
  });

  it('reads no image that is reserved', async () => {
    const image = await respectful.fetchImage(`http://tdm-tag.com:${web.port}/`, {
      signal: null,
      maxBytes: 10_000,
    });
    expect(image).toMatchObject({ read: false, code: 'mining-reserved' });
  });
});

it('by default, reads pages of sites that reserve them and never asks for the file', async () => {
  for (const name of ['tdm-file.com', 'tdm-header.com', 'tdm-meta.com', 'tdm-noai.com'])
    expect(await fetchCode(other, name)).toBe('read');
  expect(requested('tdm-file.com')).not.toContain(FILE);
});
