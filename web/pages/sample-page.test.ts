import { Hono } from 'hono';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { matchRoutes } from 'react-router';
import { createServer, type ViteDevServer } from 'vite';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { copyProduct, type ProductCopy } from '#tools/test-product-copy.ts';
import type * as routesModule from '../app/routes.tsx';
import type * as navLinks from '../kit/shell/nav-links.ts';
import type * as shortcuts from '../kit/shell/shortcuts.ts';

const FILES = {
  'web/pages/sample/page.ts': `
import type { Page } from '../page.ts';

export const sample: Page = {
  folder: 'pages/sample',
  path: '/dashboard/sample-page',
  title: 'Sample Page',
  access: 'signed-in',
  icon: 'Globe',
  nav: { group: 'Account', order: 245 },
  words: 'example',
  shortcut: 'p',
};
`,
  'web/pages/sample/page.tsx': `
import { PageHeader } from '../../ui/page-header.tsx';
import { sample } from './page.ts';

export function Component() {
  return <PageHeader title={sample.title} />;
}
`,
};
/** The list that names the page, with its line. */
const LINES = { 'web/pages/pages.ts': "export { sample } from './sample/page.ts';" };
const PATH = '/dashboard/sample-page';

let copy: ProductCopy;
let vite: ViteDevServer;
const load = async <M>(path: string): Promise<M> => (await vite.ssrLoadModule(`${copy.folder}/${path}`)) as M;

beforeAll(async () => {
  copy = copyProduct(FILES, LINES);
  vite = await createServer({
    root: `${copy.folder}/web`,
    configFile: false,
    server: { middlewareMode: true, watch: null, ws: false, fs: { strict: false } },
    optimizeDeps: { noDiscovery: true },
    logLevel: 'error',
  });
});
afterAll(async () => {
  await vite.close();
  copy.remove();
});

it('needs one folder and one line in one list', () => {
  for (const path of Object.keys(FILES)) expect(path).toMatch(/^web\/pages\/sample\//);
  expect(Object.values(LINES)).toEqual([expect.not.stringContaining('\n')]);
});

it('has a route to its view, with its title', async () => {
  const { routes } = await load<typeof routesModule>('web/app/routes.tsx');
  const route = matchRoutes(routes, PATH)?.at(-1)?.route;
  if (typeof route?.lazy !== 'function') throw new Error('The sample page has no route.');
  const { Component } = (await route.lazy()) as { Component: React.ComponentType };
  const html = renderToStaticMarkup(createElement(Component));
  expect(html).toContain('<title>Sample Page · Leadwell</title>');
  expect(html).toMatch(/<h1[^>]*>Sample Page<\/h1>/);
});

it('is in the sidebar and the command palette, with its shortcut', async () => {
  const { NAV_GROUPS, NAV_LINKS } = await load<typeof navLinks>('web/kit/shell/nav-links.ts');
  const links = NAV_GROUPS.find(({ label }) => label === 'Account')?.links ?? [];
  const index = links.findIndex(({ path }) => path === PATH);
  expect(links.slice(index - 1, index + 2).map(({ label }) => label)).toEqual([
    'Settings',
    'Sample Page',
    'Pricing',
  ]);
  expect(NAV_LINKS.find(({ path }) => path === PATH)).toMatchObject({
    label: 'Sample Page',
    words: 'example',
  });
  const { keysOfPage } = await load<typeof shortcuts>('web/kit/shell/shortcuts.ts');
  expect(keysOfPage(PATH)).toBe('g p');
});

it('is served, and has pictures', async () => {
  const { mountWebClient } = await load<{ mountWebClient(app: Hono, config: object): void }>(
    'server/web-client.ts',
  );
  const app = new Hono();
  mountWebClient(app, { publishableKey: 'key' });
  expect((await app.request(PATH)).status).toBe(200);
  expect((await app.request(`${PATH}-2`)).status).toBe(404);
  const { SCREENS } = await load<{ SCREENS: readonly object[] }>('cli/screen-list.ts');
  expect(SCREENS).toContainEqual({ name: 'sample', path: PATH, signedIn: true });
});
