import type { Page } from '@playwright/test';
import { PAGES } from '#web/pages/all-pages.ts';
import { sidewaysOverflow, violations } from './fixtures/accessibility.ts';
import { expect, signUp, test } from './fixtures/app-test.ts';
import { VIEWPORTS } from './fixtures/screenshots.ts';
import { signUpUnlimited } from './fixtures/unlimited-person.ts';

// These tests change the emulated theme.
test.use({ ownContext: true });

/** Every page, and two that are missing. */
const VISITS: readonly { path: string; access: string }[] = [
  ...PAGES,
  { path: '/no/such/page', access: 'public' },
  { path: '/dashboard/no-such-page', access: 'public' },
];
const THEMES = ['light', 'dark'] as const;
/** Visitors also come with the smallest phones. */
const SMALLEST = { width: 320, height: 640 };

/** The addresses of a list, with the one that it had before. */
function listPaths(id: string): Record<string, string> {
  return Object.fromEntries(
    ['/dashboard/lead-enrichment/:id', '/dashboard/lists/:id'].map((path) => [path, path.replace(':id', id)]),
  );
}

interface State {
  name: string;
  /** Signs in. Returns the addresses of the pages that need more than their path. */
  enter(page: Page): Promise<Record<string, string>>;
  /** The width at which axe checks the pages. */
  axeWidth: number;
  viewports: readonly { width: number; height: number }[];
}

const STATES: readonly State[] = [
  { name: 'signed out', enter: async () => ({}), axeWidth: 768, viewports: [SMALLEST, ...VIEWPORTS] },
  {
    name: 'on trial',
    enter: async (page) => {
      await signUp(page);
      await page.goto('/pricing');
      await page.getByRole('button', { name: 'Try Unlimited free for 7 days' }).click();
      await expect(page.getByText('Due today')).toBeVisible();
      return { '/test-checkout': page.url(), ...listPaths('none') };
    },
    axeWidth: 360,
    viewports: VIEWPORTS,
  },
  {
    name: 'unlimited',
    enter: async (page) => {
      const person = await signUpUnlimited(page);
      const token = await person.connect('Work laptop');
      await person.sendRows(token, 'Bakeries', [
        { name: 'Bakery', address: 'A very long street '.repeat(20) },
      ]);
      const { lists } = await person.call('lists');
      return listPaths((lists as { id: string }[])[0]?.id ?? '');
    },
    axeWidth: 1440,
    viewports: VIEWPORTS,
  },
];

// Some pages are the same in every state. Each is checked once.
const checked = new Set<string>();
// Each page goes on with the theme of the last one, because every change draws the page again.
const themes = [...THEMES];

test.describe('every page fits every width and has no serious violation, no error and no external request', () => {
  test.describe.configure({ mode: 'serial' });

  for (const state of STATES)
    test(state.name, async ({ page, server }) => {
      // It opens dozens of pages without loading the app again.
      test.setTimeout(300_000);
      const faults: string[] = [];
      const openRequests = new Set<unknown>();
      page.on('request', (request) => {
        openRequests.add(request);
        if (!request.url().startsWith(server.url) && !/^(data|blob):/.test(request.url()))
          faults.push(`external request: ${request.url()}`);
      });
      page.on('requestfinished', (request) => openRequests.delete(request));
      page.on('requestfailed', (request) => openRequests.delete(request));
      page.on('console', (message) => {
        // The page of a connection asks the server about the request in its address, and here there is none. It may be left already.
        const isRefused =
          message.text().includes('status of 400') && message.location().url.includes('/connection-request');
        if (message.type() === 'error' && !isRefused) faults.push(`${page.url()}: ${message.text()}`);
      });
      page.on('pageerror', (error) => faults.push(`${page.url()}: ${error}`));

      const addresses = await state.enter(page);
      await page.goto('/');
      // Another address before the first page is drawn would be a mismatch between both.
      await expect.poll(() => page.evaluate(isDrawnByReact)).toBe(true);
      await page.evaluate(NO_TRANSITIONS);
      for (const { path, access } of VISITS) {
        await open(page, addresses[path] ?? path);
        if (state.name === 'signed out' && access === 'signed-in') await expect(page).toHaveURL(/\/login$/);
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        await expect(page.locator('.animate-pulse')).toHaveCount(0);
        await expect.poll(() => openRequests.size, path).toBe(0);
        // A redirect leads to a page that was checked.
        const content = `${new URL(page.url()).pathname} ${await page.locator('main').innerText()}`;
        if (checked.has(content)) continue;
        checked.add(content);
        faults.push(...(await checkPage(page, state, path)));
      }
      if (state === STATES.at(-1)) faults.push(...(await checkMenu(page)));
      expect(faults).toEqual([]);
    });
});

/** Checks that a page fits every width. Returns its violations in both themes, as text. */
async function checkPage(page: Page, state: State, path: string): Promise<string[]> {
  const { name, axeWidth } = state;
  // axe runs at the last width.
  const viewports = [...state.viewports].sort(
    (a, b) => Number(a.width === axeWidth) - Number(b.width === axeWidth),
  );
  for (const viewport of viewports) {
    await page.setViewportSize(viewport);
    // The layout needs a moment to adjust to the new width.
    await expect
      .poll(() => sidewaysOverflow(page), `${path}, ${name}, ${viewport.width} px`)
      .toBeLessThanOrEqual(0);
  }
  const faults: string[] = [];
  // A theme changes only colors.
  for (const [index, colorScheme] of themes.entries()) {
    await page.emulateMedia({ colorScheme });
    const found = await violations(page, index > 0 ? 'colors' : 'serious');
    faults.push(...found.map((fault) => `${path}, ${name}, ${colorScheme}, ${axeWidth} px: ${fault}`));
  }
  themes.reverse();
  return faults;
}

/** Opens the menu of the account. Returns its violations at each width, as text. */
async function checkMenu(page: Page): Promise<string[]> {
  await open(page, '/dashboard');
  await page.getByRole('button', { name: /^Account menu for/ }).click();
  await expect(page.getByRole('menu')).toBeVisible();
  const faults: string[] = [];
  for (const viewport of VIEWPORTS) {
    await page.setViewportSize(viewport);
    faults.push(...(await violations(page)).map((fault) => `menu, ${viewport.width} px: ${fault}`));
  }
  return faults;
}

/** Runs in the page: whether React has taken over its heading. */
function isDrawnByReact(): boolean {
  return Object.keys(document.querySelector('#root h1') ?? {}).some((key) => key.startsWith('__reactFiber'));
}

/**
 * Runs in the page: turns transitions off. After a change of the theme, an inherited color changes level by level, and
 * waiting for the last level takes a quarter of the test's time.
 */
const NO_TRANSITIONS = `{
  const sheet = new CSSStyleSheet();
  sheet.replaceSync('*, ::before, ::after { transition: none !important; }');
  document.adoptedStyleSheets.push(sheet);
}`;

/** Goes to a page of the app without loading the app again. */
async function open(page: Page, address: string): Promise<void> {
  await page.evaluate((to) => {
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  }, address);
}

test('the check for violations finds them', async ({ page }) => {
  await page.goto('/robots.txt');
  await page.evaluate(`document.body.innerHTML =
    '<img src="/favicon.svg"><button></button><p style="color: #bbb; background: #fff">Pale text</p>'`);
  const rules = async (which: Parameters<typeof violations>[1]) =>
    (await violations(page, which)).map((found) => found.split(':')[0]);
  const serious = ['button-name', 'color-contrast', 'document-title', 'html-has-lang', 'image-alt'];
  expect(await rules('serious')).toEqual(serious);
  expect(await rules('colors')).toEqual(['color-contrast']);
  expect(await rules('all')).toEqual(expect.arrayContaining([...serious, 'landmark-one-main', 'region']));
});
