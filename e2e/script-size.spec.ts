import { statSync } from 'node:fs';
import type { Page, Request } from '@playwright/test';
import { PAGES } from '#web/pages/all-pages.ts';
import { expect, test } from './fixtures/app-test.ts';
import { signUpUnlimited } from './fixtures/unlimited-person.ts';

/** The most script that a page loads before its user does anything, in kB after gzip -9 (docs/measures.md). */
const LANDING_MAX_KB = 150;
const SIGNED_IN_MAX_KB = 270;
/** A page that loads more files waits for more requests (docs/decisions/2026-11-22-shared-chunks.md). */
const MAX_FILES = 45;
const AT_ONCE = 4;
const ASSETS = new URL('../web/dist/assets/', import.meta.url);

test('the landing page and each dashboard page load little script', async ({ page, context }) => {
  test.setTimeout(300_000);
  const landing = await scriptSize(page, '/');
  expect(landing.kilobytes).toBeLessThanOrEqual(LANDING_MAX_KB);

  const person = await signUpUnlimited(page);
  await person.sendRows(await person.connect('Work laptop'), 'Bakeries', [{ name: 'Bakery' }]);
  const { lists } = await person.call('lists');
  const list = `/dashboard/lead-enrichment/${(lists as { id: string }[])[0]?.id}`;
  // All guides have the same script.
  const paths = PAGES.map(({ path }) => path)
    .filter((path) => /^\/dashboard(?!\/lists)/.test(path) && !/how-to-use\/(?!website)/.test(path))
    .map((path) => (path === '/dashboard/lead-enrichment/:id' ? list : path));
  const sizes: Record<string, ScriptSize> = {};
  const measure = async () => {
    const tab = await context.newPage();
    for (let path = paths.shift(); path; path = paths.shift()) sizes[path] = await scriptSize(tab, path);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, measure));
  test.info().annotations.push({ type: 'script', description: JSON.stringify({ '/': landing, ...sizes }) });
  expect(Object.entries(sizes).filter(([, { kilobytes }]) => kilobytes > SIGNED_IN_MAX_KB)).toEqual([]);
  expect(Object.entries(sizes).filter(([, { files }]) => files > MAX_FILES)).toEqual([]);
});

interface ScriptSize {
  files: number;
  kilobytes: number;
}

/** Opens a page in a tab. Returns the size of all scripts that the page loads by itself, cached or not. */
async function scriptSize(tab: Page, path: string): Promise<ScriptSize> {
  const scripts = new Set<string>();
  const add = (request: Request) => {
    const name = /\/assets\/([^/]+\.js)$/.exec(request.url())?.[1];
    if (name) scripts.add(name);
  };
  // The last page may still load something.
  await tab.goto('/robots.txt');
  tab.on('request', add);
  await tab.goto(path, { waitUntil: 'networkidle' });
  await expect(tab.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(tab.locator('.animate-pulse')).toHaveCount(0);
  tab.off('request', add);
  const bytes = [...scripts].map((name) => statSync(new URL(`${name}.gz`, ASSETS)).size);
  return { files: bytes.length, kilobytes: bytes.reduce((sum, size) => sum + size, 0) / 1000 };
}
