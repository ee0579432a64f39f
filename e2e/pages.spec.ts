import type { Page } from '@playwright/test';
import { DASHBOARD_PAGES, PUBLIC_PAGES } from '#contract/pages.ts';
import { TOOLS } from '#tools/tools.ts';
import { seriousViolations, sidewaysOverflow } from './fixtures/accessibility.ts';
import { expect, signUp, test } from './fixtures/app-test.ts';
import { VIEWPORTS } from './fixtures/screenshots.ts';
import { signUpUnlimited } from './fixtures/unlimited-person.ts';

/** Every page. web/routes.test.ts fails if a route isn't here. */
const PAGES: readonly string[] = [
  ...PUBLIC_PAGES,
  ...DASHBOARD_PAGES,
  ...TOOLS.map(({ path }) => path),
  '/no/such/page',
  '/dashboard/no-such-page',
];
const THEMES = ['light', 'dark'] as const;

interface State {
  name: string;
  /** Signs in. Returns the addresses of the pages that need more than their path. */
  enter(page: Page): Promise<Record<string, string>>;
  /** The width at which axe checks the pages. */
  axeWidth: number;
}

const STATES: readonly State[] = [
  { name: 'signed out', enter: async () => ({}), axeWidth: 768 },
  {
    name: 'on trial',
    enter: async (page) => {
      await signUp(page);
      await page.goto('/pricing');
      await page.getByRole('button', { name: 'Try Unlimited free for 7 days' }).click();
      await expect(page.getByText('Due today')).toBeVisible();
      return { '/test-checkout': page.url(), '/dashboard/lists/:id': '/dashboard/lists/none' };
    },
    axeWidth: 360,
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
      return { '/dashboard/lists/:id': `/dashboard/lists/${(lists as { id: string }[])[0]?.id}` };
    },
    axeWidth: 1440,
  },
];

test('every page fits every width and has no serious violation, no error and no external request', async ({
  page,
  server,
}) => {
  test.setTimeout(600_000);
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
    if (message.type() === 'error') faults.push(`${page.url()}: ${message.text()}`);
  });
  page.on('pageerror', (error) => faults.push(`${page.url()}: ${error}`));

  const checked = new Set<string>();
  // Each round goes on with the theme and the width of the last one, because every change draws the page again.
  const themes = [...THEMES];
  const viewports = [...VIEWPORTS];
  for (const { name, enter, axeWidth } of STATES) {
    const addresses = await enter(page);
    await page.goto('/');
    for (const path of PAGES) {
      await open(page, addresses[path] ?? path);
      if (name === 'signed out' && /^\/(dashboard|test-)/.test(path))
        await expect(page).toHaveURL(/\/login$/);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(page.locator('.animate-pulse')).toHaveCount(0);
      await expect.poll(() => openRequests.size, path).toBe(0);
      // A redirect leads to a page that was checked, and some pages are the same in every state.
      const content = `${new URL(page.url()).pathname} ${await page.locator('main').innerText()}`;
      if (checked.has(content)) continue;
      checked.add(content);
      let themesChecked = 0;
      for (const colorScheme of themes) {
        await page.emulateMedia({ colorScheme });
        for (const viewport of viewports) {
          await page.setViewportSize(viewport);
          const where = `${path}, ${name}, ${colorScheme}, ${viewport.width} px`;
          // The layout needs a moment to adjust to the new width.
          await expect.poll(() => sidewaysOverflow(page), where).toBeLessThanOrEqual(0);
          if (viewport.width !== axeWidth) continue;
          await page.evaluate(AT_REST);
          // The second theme changes only colors.
          const found = await seriousViolations(page, { colorsOnly: themesChecked > 0 });
          faults.push(...found.map((fault) => `${where}: ${fault}`));
        }
        themesChecked += 1;
        viewports.reverse();
      }
      themes.reverse();
    }
  }
  await open(page, '/dashboard');
  await page.getByRole('button', { name: /^Account menu for/ }).click();
  await expect(page.getByRole('menu')).toBeVisible();
  for (const viewport of VIEWPORTS) {
    await page.setViewportSize(viewport);
    faults.push(...(await seriousViolations(page)).map((fault) => `menu, ${viewport.width} px: ${fault}`));
  }
  expect(faults).toEqual([]);
});

/** Runs in the page: waits for five frames without a transition. An inherited color changes level by level. */
const AT_REST = `new Promise((rest) => {
  let frames = 0;
  const look = () => {
    frames = document.getAnimations().length > 0 ? 0 : frames + 1;
    if (frames < 5) requestAnimationFrame(look);
    else rest();
  };
  look();
})`;

/** Goes to a page of the app without loading the app again. */
async function open(page: Page, address: string): Promise<void> {
  await page.evaluate((to) => {
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  }, address);
}
