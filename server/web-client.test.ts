import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { gunzipSync, gzipSync } from 'node:zlib';
import { Hono } from 'hono';
import { afterAll, expect, it } from 'vitest';
import type { AppEnv } from './http/context.ts';
import { type ClientConfig, mountWebClient } from './web-client.ts';

const PAGE = '<meta name="leadwell-config" content="__LEADWELL_CONFIG__"><div id="root"></div>';

// A build of the client next to a private file.
const folder = mkdtempSync(join(tmpdir(), 'leadwell-dist-'));
mkdirSync(join(folder, 'dist/assets'), { recursive: true });
writeFileSync(join(folder, 'secrets.json'), '{"secret":true}');
writeFileSync(join(folder, 'dist/index.html'), PAGE);
writeFileSync(join(folder, 'dist/favicon.svg'), '<svg/>');
writeFileSync(join(folder, 'dist/assets/main-1.js'), 'start();');
writeFileSync(join(folder, 'dist/assets/main-1.js.gz'), gzipSync('start();'));
afterAll(() => rmSync(folder, { recursive: true }));

function client(config: ClientConfig = { publishableKey: 'public' }): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  mountWebClient(app, config, pathToFileURL(`${join(folder, 'dist')}/`));
  return app;
}

it.each([
  ['/', 200],
  ['/dashboard/website-extraction', 200],
  ['/dashboard/', 200],
  ['/Login', 200],
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
  const reply = await app.request('/assets/main-1.js', { headers: { 'accept-encoding': 'br, gzip' } });
  expect(Object.fromEntries(reply.headers)).toMatchObject({
    'content-type': 'text/javascript; charset=utf-8',
    'cache-control': 'public, max-age=31536000, immutable',
    'content-encoding': 'gzip',
    vary: 'Accept-Encoding',
  });
  expect(gunzipSync(await reply.arrayBuffer()).toString()).toBe('start();');
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
    await client({ publishableKey: 'public', landingStatistics: [statistic] }).request('/')
  ).text();
  expect(html).not.toContain('<script');
  const content = /content="([^"]*)"/.exec(html)?.[1] ?? '';
  const text = content.replaceAll('&lt;', '<').replaceAll('&quot;', '"').replaceAll('&amp;', '&');
  expect(JSON.parse(text)).toEqual({ publishableKey: 'public', landingStatistics: [statistic] });
});
