import type { Page } from '@playwright/test';
import { expect, openDashboard, signUp, test } from './fixtures/app-test.ts';
import { takeScreenshots } from './fixtures/screenshots.ts';

/** Runs in the page: the sum of its layout shifts so far. */
const SHIFT = `new Promise((resolve) => {
  let sum = 0;
  const observer = new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) sum += entry.value;
  });
  observer.observe({ type: 'layout-shift', buffered: true });
  requestAnimationFrame(() => requestAnimationFrame(() => resolve(sum)));
})`;
const MAX_SHIFT = 0.01;
const SHIFTING = [
  '/dashboard',
  '/dashboard/website-extraction',
  '/dashboard/google-maps-scraper',
  '/dashboard/api',
  '/dashboard/webhooks',
  '/dashboard/usage',
];

const scrolled = (page: Page) => page.evaluate<number>('Math.round(scrollY)');
const scrollTo = async (page: Page, top: number) => {
  await page.evaluate(`scrollTo(0, ${top})`);
  await expect.poll(() => scrolled(page)).toBe(top);
};

test('nothing on a page moves when the account arrives, with its banner, or the first steps', async ({
  page,
}) => {
  await signUp(page);
  for (const width of [1440, 360]) {
    await page.setViewportSize({ width, height: 900 });
    for (const path of SHIFTING) {
      // As in a browser that knows nothing of the account yet.
      await page.evaluate("localStorage.removeItem('leadwell-warned')").catch(() => {});
      await page.goto(path);
      await expect(page.getByRole('region', { name: 'Account notice' })).toBeVisible();
      await page.waitForLoadState('networkidle');
      if (path === '/dashboard') await expect(page.getByText('Nothing here yet')).toBeVisible();
      expect(await page.evaluate<number>(SHIFT), `${path}, ${width} px`).toBeLessThan(MAX_SHIFT);
    }
  }
});

test('a page opens at its top, and Back and a reload return to where the reader was', async ({ page }) => {
  // The script of a page keeps its position.
  await page.goto('/terms', { waitUntil: 'networkidle' });
  await scrollTo(page, 700);
  await page.goto('/privacy', { waitUntil: 'networkidle' });
  expect(await scrolled(page)).toBe(0);
  await scrollTo(page, 300);
  await page.reload();
  await expect.poll(() => scrolled(page)).toBe(300);
  await page.goBack();
  await expect(page).toHaveURL(/\/terms$/);
  await expect.poll(() => scrolled(page)).toBe(700);
});

test('a page stays where its reader has scrolled before its script arrived', async ({ page }) => {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/assets/index-*.js', async (route) => {
    await held;
    await route.continue();
  });
  await page.goto('/terms', { waitUntil: 'commit' });
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await scrollTo(page, 500);
  release();
  // The router names the entry as soon as its script runs.
  await expect.poll(() => page.evaluate('history.state?.idx ?? null')).toBe(0);
  await page.waitForLoadState('networkidle');
  expect(await scrolled(page)).toBe(500);
});

test('a click shows at once that the next page is loading', async ({ page, context }) => {
  await signUp(page);
  // A browser that has the script of the next page would not ask for it.
  await (await context.newCDPSession(page)).send('Network.setCacheDisabled', { cacheDisabled: true });
  const bar = page.getByRole('progressbar', { name: 'Loading' });
  const menu = page.getByRole('navigation', { name: 'Main' });
  const clicks = [
    { from: '/', link: page.getByRole('link', { name: 'Go to Dashboard' }), to: /^Welcome/ },
    {
      from: '/dashboard',
      link: menu.getByRole('link', { name: 'Usage and Billing' }),
      to: 'Usage and billing',
    },
  ];
  for (const { from, link, to } of clicks) {
    await page.goto(from, { waitUntil: 'networkidle' });
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route('**/assets/*.js', async (route) => {
      await held;
      await route.continue();
    });
    await expect(bar).toHaveCount(0);
    await link.click();
    await expect(bar).toBeVisible();
    const heading = page.getByRole('heading', { level: 1, name: to });
    await expect(heading).toHaveCount(0);
    release();
    await expect(heading).toBeVisible();
    await expect(bar).toHaveCount(0);
    await page.unrouteAll({ behavior: 'wait' });
  }
});

test('toasts keep clear of the primary button', async ({ page }) => {
  await signUp(page);
  for (const width of [1440, 360]) {
    await page.setViewportSize({ width, height: 780 });
    await page.goto('/dashboard/website-extraction?sample=1');
    const button = page.getByRole('button', { name: 'Extract Data' });
    await expect(button).toBeVisible();
    await page.getByRole('button', { name: 'Clear' }).click();
    const toast = page.locator('[data-sonner-toast]', { hasText: 'List cleared' });
    await expect(toast).toBeVisible();
    // Where the toast would be if it stayed at the bottom of the window.
    for (const edge of [24, 60, 100]) {
      await button.evaluate((element, bottom) => {
        const area = element.ownerDocument.defaultView!;
        area.scrollBy(0, element.getBoundingClientRect().bottom - (area.innerHeight - bottom));
      }, edge);
      await expect
        .poll(async () => {
          const [a, b] = [await toast.boundingBox(), await button.boundingBox()];
          if (!a || !b) return 'gone';
          const apart =
            a.x >= b.x + b.width || b.x >= a.x + a.width || a.y >= b.y + b.height || b.y >= a.y + a.height;
          return apart ? 'apart' : 'covered';
        }, `${width} px, ${edge} px above the edge`)
        .toBe('apart');
    }
    if (width === 360) await page.getByRole('button', { name: 'Close toast' }).first().click();
  }
});

test('one field takes any list, and opens it in the form of the right tool', async ({ page }) => {
  await openDashboard(page);
  const field = page.getByLabel('Paste a list to start');
  await field.fill('Nordlicht Logistik GmbH\nBrightwave');
  await expect(page.getByRole('combobox', { name: 'This looks like' })).toHaveValue('companies');
  await takeScreenshots(page, 'home-start');
  await page.reload();
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByLabel('One company per line')).toHaveValue('Nordlicht Logistik GmbH\nBrightwave');

  // A list that waits in a form isn't lost.
  await page.goto('/dashboard');
  await expect(field).toHaveValue('');
  await field.fill('Oak & Sons Ltd');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByLabel('One company per line')).toHaveValue('Oak & Sons Ltd');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByLabel('One company per line')).toHaveValue('Nordlicht Logistik GmbH\nBrightwave');

  await page.goto('/dashboard');
  await field.fill('First name\tLast name\tCompany\nJane\tMiller\tAcme\nTom\tBerg\tNord AG');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText('pasted-list.csv')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Find domains and emails' })).toBeVisible();
});

test('the sidebar folds groups and keeps pinned links first', async ({ page }) => {
  await openDashboard(page);
  const nav = page.getByRole('navigation', { name: 'Main' });
  const link = (name: string) => nav.getByRole('link', { name, exact: true });
  const scrapers = nav.getByRole('button', { name: 'Scrapers' });
  await expect(scrapers).toHaveAttribute('aria-expanded', 'false');
  await expect(link('Clutch Scraper')).toHaveCount(0);
  await scrapers.focus();
  await page.keyboard.press('Enter');
  await nav.getByRole('button', { name: 'Pin Clutch Scraper' }).focus();
  await page.keyboard.press('Enter');
  await expect(nav.getByRole('list', { name: 'Pinned' }).getByRole('link')).toHaveText('Clutch Scraper');
  // The link moved, and took the focus along.
  await expect(nav.getByRole('button', { name: 'Pin Clutch Scraper' })).toBeFocused();
  await scrapers.click();
  await page.reload();
  await expect(link('Clutch Scraper')).toBeVisible();
  await expect(link('Google Maps Scraper')).toHaveCount(0);
  await takeScreenshots(page, 'sidebar-pinned');

  await page.setViewportSize({ width: 360, height: 740 });
  await page.getByRole('button', { name: 'Toggle sidebar' }).click();
  await expect(nav.getByRole('list', { name: 'Pinned' }).getByRole('link')).toHaveText('Clutch Scraper');
  await scrapers.click();
  await link('Google Maps Scraper').click();
  await expect(page).toHaveURL(/google-maps-scraper/);
  await expect(nav).toHaveCount(0);
  await page.getByRole('button', { name: 'Toggle sidebar' }).click();
  // The group of the open page is open.
  await expect(scrapers).toHaveAttribute('aria-disabled', 'true');
  await takeScreenshotOfMenu(page);
});

async function takeScreenshotOfMenu(page: Page): Promise<void> {
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/menu-360.png` });
}
