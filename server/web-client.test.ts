import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import { Hono } from 'hono';
import { afterAll, expect, it } from 'vitest';
import { FACT_UNSET, OPERATOR_FACTS } from '#contract/operator.ts';
import {
  CARD_NOTE_PLACEHOLDER,
  CONFIG_PLACEHOLDER,
  factPlaceholder,
  ORIGIN_PLACEHOLDER,
  pageFile,
  statisticPlaceholder,
} from '#contract/page-placeholders.ts';
import { parseConfig } from './config.ts';
import type { AppEnv } from './http/context.ts';
import { type ClientConfig, createClientConfig, mountWebClient } from './web-client.ts';

const PAGE = '<meta name="leadwell-config" content="__LEADWELL_CONFIG__"><div id="root"></div>';

// A build of the client next to a private file.
const folder = mkdtempSync(join(tmpdir(), 'leadwell-dist-'));
mkdirSync(join(folder, 'dist/assets'), { recursive: true });
writeFileSync(join(folder, 'secrets.json'), '{"secret":true}');
writeFileSync(join(folder, 'dist/index.html'), PAGE);
writeFileSync(join(folder, 'dist/favicon.svg'), '<svg/>');
writeFileSync(join(folder, 'dist/assets/main-1.js'), 'start();');
writeFileSync(join(folder, 'dist/assets/main-1.js.gz'), gzipSync('start();'));
writeFileSync(join(folder, 'dist/assets/main-1.js.br'), brotliCompressSync('start();'));
mkdirSync(join(folder, 'dist/pages/how-to-use'), { recursive: true });
const rendered = (path: string) =>
  `<link rel="canonical" href="${ORIGIN_PLACEHOLDER}${path}"><meta name="leadwell-config" content="${CONFIG_PLACEHOLDER}">`;
writeFileSync(join(folder, 'dist', pageFile('/')), `${rendered('/')}<b>238,376</b>`);
writeFileSync(
  join(folder, 'dist', pageFile('/', 1)),
  `${rendered('/')}<b>${statisticPlaceholder(0, 'value')}</b> ${statisticPlaceholder(0, 'label')}`,
);
writeFileSync(join(folder, 'dist', pageFile('/', 0)), `${rendered('/')}none`);
writeFileSync(
  join(folder, 'dist', pageFile('/pricing')),
  `${rendered('/pricing')}<p>${CARD_NOTE_PLACEHOLDER}</p><script type="application/ld+json">{"text":"${CARD_NOTE_PLACEHOLDER}"}</script>`,
);
writeFileSync(
  join(folder, 'dist', pageFile('/privacy')),
  `${rendered('/privacy')}${OPERATOR_FACTS.map((fact) => `<dd>${factPlaceholder(fact)}</dd>`).join('')}`,
);
afterAll(() => rmSync(folder, { recursive: true }));

function client(config: ClientConfig = { publishableKey: 'public' }): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  mountWebClient(app, config, {
    publicUrl: 'https://leads.example',
    dist: pathToFileURL(`${join(folder, 'dist')}/`),
  });
  return app;
}

it.each([
  ['/signup', 200],
  ['/dashboard/how-to-use/website-extraction', 200],
  ['/how-to-use/no-such-guide', 404],
  ['/dashboard/website-extraction', 200],
  ['/dashboard/', 200],
  ['/dashboard/lists', 200],
  ['/dashboard/lists/0b9c3e1e-5f0b-4b4e-9d6e-0d8a3f3f2c11', 200],
  ['/dashboard/lead-enrichment/0b9c3e1e-5f0b-4b4e-9d6e-0d8a3f3f2c11', 200],
  ['/dashboard/lists/a/b', 404],
  ['/Login', 200],
  ['/dashboard/page-contacts', 200],
  ['/nothing', 404],
  ['/dashboard/nothing', 404],
  ['/%zz', 404],
])('serves the page for %s with status %d', async (path, status) => {
  const reply = await client().request(path);
  expect([reply.status, reply.headers.get('cache-control')]).toEqual([status, 'no-cache']);
  expect(await reply.text()).toContain('<div id="root">');
});

it('serves hashed files as immutable, and compressed if the client accepts it', async () => {
  const app = client();
  const reply = await app.request('/assets/main-1.js', { headers: { 'accept-encoding': 'gzip' } });
  expect(Object.fromEntries(reply.headers)).toMatchObject({
    'content-type': 'text/javascript; charset=utf-8',
    'cache-control': 'public, max-age=31536000, immutable',
    'content-encoding': 'gzip',
    vary: 'Accept-Encoding',
  });
  expect(gunzipSync(await reply.arrayBuffer()).toString()).toBe('start();');
  const brotli = await app.request('/assets/main-1.js', { headers: { 'accept-encoding': 'gzip, br' } });
  expect(brotli.headers.get('content-encoding')).toBe('br');
  expect(brotliDecompressSync(await brotli.arrayBuffer()).toString()).toBe('start();');
  const uncompressed = await app.request('/assets/main-1.js');
  expect([uncompressed.headers.get('content-encoding'), await uncompressed.text()]).toEqual([
    null,
    'start();',
  ]);
  const plain = await app.request('/favicon.svg');
  expect([plain.headers.get('cache-control'), await plain.text()]).toEqual(['no-cache', '<svg/>']);
});

it.each([
  '/../secrets.json',
  '/%2e%2e/secrets.json',
  '/..%2fsecrets.json',
  '/%252e%252e/secrets.json',
  '/assets/..%5c..%5csecrets.json',
  '/assets/....//....//secrets.json',
  '/secrets.json%00.js',
  '/assets/nothing.js',
])('returns 404 for %s', async (path) => {
  const reply = await client().request(path);
  expect(reply.status).toBe(404);
  expect(await reply.text()).not.toContain('secret"');
});

it('does not serve the page for API paths', async () => {
  const reply = await client().request('/functions/v1/nothing');
  expect([reply.status, await reply.text()]).toEqual([404, '404 Not Found']);
});

it('escapes its configuration in the page', async () => {
  const statistic = { value: '"><script>alert(1)</script>', label: "a & b, $& and __LEADWELL_CONFIG__'" };
  const html = await (
    await client({ publishableKey: 'public', landingStatistics: [statistic] }).request('/signup')
  ).text();
  expect(html).not.toContain('<script');
  const content = /content="([^"]*)"/.exec(html)?.[1] ?? '';
  const text = content
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#x27;', "'")
    .replaceAll('&amp;', '&');
  expect(JSON.parse(text)).toEqual({ publishableKey: 'public', landingStatistics: [statistic] });
});

const STATISTIC = { value: '<9>', label: 'lives & more' };

it.each([
  ['the built-in statistics', undefined, '<b>238,376</b>'],
  ['one statistic of the operator', [STATISTIC], '<b>&lt;9&gt;</b> lives &amp; more'],
  ['no statistics', [], 'none'],
])('serves the rendered landing page with %s', async (_name, landingStatistics, content) => {
  const html = await (await client({ publishableKey: 'public', landingStatistics }).request('/')).text();
  expect(html).toContain(content);
  expect(html).toContain('href="https://leads.example/"');
});

it.each([
  ['1', 'Card required, but not charged for 7 days.'],
  ['0', 'No card required during the trial.'],
])('says before sign-up whether the trial needs a card, with TRIAL_REQUIRES_CARD=%s', async (flag, note) => {
  const config = createClientConfig(parseConfig({ TRIAL_REQUIRES_CARD: flag }));
  const html = await (await client(config).request('/pricing')).text();
  expect(html).toContain(`<p>${note}</p>`);
  expect(html).toContain(`{"text":"${note}"}`);
});

it('writes the facts of the operator into a rendered page, or that they are unknown', async () => {
  const operator = { name: 'Acme <Data> & Co', email: 'privacy@acme.example' };
  const html = await (await client({ publishableKey: 'public', operator }).request('/Privacy/')).text();
  expect(html).toContain('<dd>Acme &lt;Data&gt; &amp; Co</dd>');
  expect(html).toContain('<dd>privacy@acme.example</dd>');
  expect(html.split(`<dd>${FACT_UNSET}</dd>`)).toHaveLength(3);
  expect(html).not.toContain('__LEADWELL_');
});

it('compresses pages, and sends none that the browser has', async () => {
  const app = client();
  const brotli = await app.request('/privacy', { headers: { 'accept-encoding': 'gzip, deflate, br' } });
  expect(Object.fromEntries(brotli.headers)).toMatchObject({
    'content-encoding': 'br',
    'content-type': 'text/html; charset=utf-8',
    vary: 'Accept-Encoding',
  });
  const html = brotliDecompressSync(await brotli.arrayBuffer()).toString();
  const gzip = await app.request('/privacy', { headers: { 'accept-encoding': 'gzip' } });
  expect(gunzipSync(await gzip.arrayBuffer()).toString()).toBe(html);
  expect(await (await app.request('/privacy')).text()).toBe(html);
  const etag = brotli.headers.get('etag') ?? '';
  const again = await app.request('/privacy', { headers: { 'if-none-match': etag } });
  expect([again.status, await again.text()]).toEqual([304, '']);
  const missing = await app.request('/nothing', { headers: { 'if-none-match': etag } });
  expect(missing.status).toBe(404);
});

it('tells search engines its pages', async () => {
  const app = client();
  const robots = await (await app.request('/robots.txt')).text();
  expect(robots).toContain('Disallow: /dashboard\n');
  expect(robots).toContain('Sitemap: https://leads.example/sitemap.xml');
  const sitemap = await app.request('/sitemap.xml');
  expect(sitemap.headers.get('content-type')).toContain('application/xml');
  const locations = [...(await sitemap.text()).matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, url]) => url);
  expect(locations).toContain('https://leads.example/');
  expect(locations).toContain('https://leads.example/how-to-use/website-extraction');
});
