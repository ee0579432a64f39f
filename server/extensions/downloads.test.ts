import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { unzipSync } from 'fflate';
import { Hono } from 'hono';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { COLLECT_SITES } from '#contract/collect-sites.ts';
import { createZip } from '#engines/zip/zip-files.ts';
import { createAuthenticator } from '../auth/sessions.ts';
import { send } from '../auth/test-requests.ts';
import { createBinder } from '../http/bind.ts';
import type { AppEnv } from '../http/context.ts';
import { errorResponse } from '../http/errors.ts';
import { beginRequest } from '../http/request.ts';
import { type ListBench, type ListOwner, openListBench } from '../lists/test-lists.ts';
import { openPackages } from './packages.ts';
import { mountExtensions } from './routes.ts';
import { EXTENSION_VERSION } from './versions.ts';

const folder = mkdtempSync(join(tmpdir(), 'leadwell-packages-'));
let bench: ListBench;
let app: Hono<AppEnv>;
let ada: ListOwner;

/** Leaves a build with these sites in the folder. */
function build(sites: readonly string[]): void {
  for (const site of sites) {
    const zip = createZip(new Map([['manifest.json', Buffer.from(`{"name":"${site}"}`)]]));
    writeFileSync(join(folder, `leadwell-${site}-chrome-${EXTENSION_VERSION}.zip`), zip);
  }
  writeFileSync(join(folder, 'version'), EXTENSION_VERSION);
}

beforeAll(async () => {
  bench = await openListBench();
  ada = await bench.person();
  const { deps } = bench;
  app = new Hono<AppEnv>();
  app.use(beginRequest(deps.log, { proxies: null }));
  app.onError(errorResponse);
  const binder = createBinder(app, {
    publishableKey: deps.config.PUBLISHABLE_KEY,
    authenticate: createAuthenticator(deps),
    childRunner: deps.childRunner,
  });
  mountExtensions(app, binder, deps, openPackages(deps, folder));
});
afterAll(async () => {
  await bench.close();
  rmSync(folder, { recursive: true, force: true });
});

// biome-ignore lint/suspicious/noExplicitAny: replies of several calls, checked by the tests.
async function call(name: string, request: { token?: string; body?: object } = {}): Promise<any> {
  return (await send(app, `/functions/v1/${name}`, request)).json();
}
const link = (site: string, token?: string) =>
  call('extension-download', { body: { site, browser: 'chrome' }, ...(token ? { token } : {}) });
const open = (url: string) => app.request(url.replace('http://127.0.0.1:3000', ''));

it('offers no packages before they are built, and all of them afterward', async () => {
  const before = await call('extensions', { token: ada.token });
  expect(before.extensions).toHaveLength(COLLECT_SITES.length);
  expect(before.extensions[0]).toMatchObject({ site: 'google-maps', allowed: false, packages: [] });
  expect((await link('google-maps')).error.code).toBe('unavailable');
  build(['google-maps', 'clutch', 'linkedin']);
  const { extensions } = await call('extensions');
  expect(extensions[0]).toMatchObject({
    allowed: true,
    limits: { rows: 50 },
    latestVersion: EXTENSION_VERSION,
  });
  expect(extensions[2]).toMatchObject({ site: 'clutch', allowed: false, limits: null });
});

it('gives a package that knows this server, with the same bytes each time', async () => {
  const { url, fileName } = await link('clutch', ada.token);
  expect(fileName).toBe(`leadwell-clutch-chrome-${EXTENSION_VERSION}.zip`);
  const response = await open(url);
  expect(response.headers.get('content-disposition')).toBe(`attachment; filename="${fileName}"`);
  const bytes = Buffer.from(await response.arrayBuffer());
  const files = unzipSync(bytes);
  expect(Object.keys(files)).toEqual(['manifest.json', 'server.json']);
  expect(JSON.parse(Buffer.from(files['server.json'] ?? []).toString())).toEqual({
    url: 'http://127.0.0.1:3000',
  });
  const { extensions } = await call('extensions', { token: ada.token });
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  expect(extensions[2].packages).toEqual([{ browser: 'chrome', fileName, bytes: bytes.length, sha256 }]);
  const again = await openPackages(bench.deps, folder).find('clutch', 'chrome');
  expect(again?.sha256).toBe(sha256);
});

it('checks the plan when the link is made and when it is opened', async () => {
  const free = await bench.person('free');
  expect((await link('clutch')).error.code).toBe('not_authenticated');
  expect((await link('clutch', free.token)).error.code).toBe('access_denied');
  await free.setPlan('premium');
  expect((await link('clutch', free.token)).error.code).toBe('access_denied');
  const { url } = await link('linkedin', free.token);
  expect((await open(url)).status).toBe(200);
  await free.setPlan('free');
  expect((await open(url)).status).toBe(402);
  expect((await open((await link('google-maps')).url)).status).toBe(200);
});

it('refuses forged and old links, those of other files, and other paths', async () => {
  const { url, fileName } = await link('clutch', ada.token);
  const [path = ''] = url.split('?');
  const token = new URL(url).searchParams.get('token') ?? '';
  const [, until, signature] = token.split('.');
  const bad = [
    path,
    `${path}?token=`,
    `${path}?token=${ada.id}.zzzzzzzzz.${signature}`,
    `${path}?token=${'0'.repeat(36)}.${until}.${signature}`,
    `${url.replace('clutch', 'linkedin')}`,
  ];
  for (const one of bad) expect([one, (await open(one)).status]).toEqual([one, 403]);
  for (const one of ['../package.json', '..%2Fpackage.json', 'version', `x${fileName}`])
    expect([one, (await open(`/downloads/${one}`)).status]).toEqual([one, 404]);
  bench.deps.clock.advance(10 * 60_000 + 1);
  expect((await open(url)).status).toBe(403);
});
