import { MESSAGES } from '#contract/messages.ts';
import { sidewaysOverflow } from './fixtures/accessibility.ts';
import { expect, newPerson, openDashboard, signUp, signUpByForm, test } from './fixtures/app-test.ts';
import { answerCalls, holdCalls } from './fixtures/held-calls.ts';
import { takeScreenshots } from './fixtures/screenshots.ts';

const SIDEBAR_LINKS = [
  'Dashboard',
  'Lead Enrichment',
  'Website Extraction',
  'Verified Email Finder',
  'Company To Domain',
  'Google Maps Scraper',
  'LinkedIn Enrichment',
  'LinkedIn Scraping',
  'Database Export',
  'Twitter Scraper',
  'Clutch Scraper',
  'Apollo Scraper',
  'Crunchbase Scraper',
  'Page Contacts',
  'How To Use',
  'Task History',
  'Usage and Billing',
  'Settings',
  'Pricing',
];

test.describe('the shell', () => {
  test('has a page for every sidebar link', async ({ page }) => {
    await openDashboard(page);
    const nav = page.getByRole('navigation', { name: 'Main' });
    await nav.getByRole('button', { name: 'Scrapers' }).click();
    for (const name of SIDEBAR_LINKS) {
      const link = nav.getByRole('link', { name, exact: true });
      const address = (await link.getAttribute('href')) ?? '';
      await link.click();
      // The address changes when the page has loaded.
      await expect(page).toHaveURL(address);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(page.getByText("doesn't exist or has been moved")).toHaveCount(0);
    }
  });

  test('toggles the sidebar with Ctrl+B and remembers it after a reload', async ({ page }) => {
    await openDashboard(page);
    const nav = page.getByRole('navigation', { name: 'Main' });
    const wide = async () => (await nav.boundingBox())?.width ?? 0;
    expect(await wide()).toBeGreaterThan(200);
    await page.keyboard.press('Control+b');
    await expect.poll(wide).toBeLessThan(100);
    // Each link is a centered box, and the last one is in view.
    const width = await wide();
    const links = nav.getByRole('link');
    for (const link of await links.all()) {
      expect(await link.evaluate((element) => getComputedStyle(element).display)).toBe('flex');
      const icon = await link.locator('svg').boundingBox();
      expect(Math.abs((icon?.x ?? 0) + (icon?.width ?? 0) / 2 - width / 2)).toBeLessThan(1.5);
    }
    await expect(links.last()).toBeInViewport({ ratio: 1 });
    await takeScreenshots(page, 'sidebar-collapsed');
    const cookie = (await page.context().cookies()).find((one) => /sidebar/.test(one.name));
    expect((cookie?.expires ?? 0) - Date.now() / 1000).toBeGreaterThan(6.9 * 86_400);
    await page.reload();
    await expect.poll(wide).toBeLessThan(100);
    await page.keyboard.press('Control+b');
    await expect.poll(wide).toBeGreaterThan(200);
  });

  test('opens and closes the menu over the page on a phone', async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    await openDashboard(page);
    const nav = page.getByRole('navigation', { name: 'Main' });
    await expect(nav).toHaveCount(0);
    await page.getByRole('button', { name: 'Toggle sidebar' }).click();
    await expect(nav).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(nav).toHaveCount(0);
    const toggle = page.getByRole('button', { name: 'Toggle sidebar' });
    await expect(toggle).toBeFocused();
    await toggle.click();
    await expect(nav).toBeVisible();
    await page.goBack();
    await expect(nav).toHaveCount(0);
    await expect(page).toHaveURL(/\/dashboard$/);
    await toggle.click();
    await nav.getByRole('link', { name: 'Task History' }).click();
    await expect(page).toHaveURL(/task-history/);
    await expect(nav).toHaveCount(0);
    await expect(page.getByText(MESSAGES.tasks.none)).toBeVisible();
    expect(await sidewaysOverflow(page)).toBeLessThanOrEqual(0);
  });

  test('fits a very long name on a phone, with toasts large enough to close by touch', async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    await signUpByForm(page, { ...newPerson(), name: `<b>${'Ä'.repeat(150)}</b>` });
    await expect(page.getByRole('heading', { level: 1 })).toContainText('<b>Ä');
    expect(await sidewaysOverflow(page)).toBeLessThanOrEqual(0);
    const box = await page.getByRole('button', { name: 'Close toast' }).boundingBox();
    expect(Math.round(Math.min(box?.width ?? 0, box?.height ?? 0))).toBeGreaterThanOrEqual(24);
  });

  test('shows one error if the account fails to load, and can retry', async ({ page }) => {
    await openDashboard(page);
    const repair = await answerCalls(page, 'functions/v1/account', { status: 503 });
    await page.reload();
    await expect(page.getByText("We couldn't load your account")).toHaveCount(1);
    await repair();
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByText('Available Credits')).toBeVisible();
    await expect(page.getByText("We couldn't load your account")).toHaveCount(0);
  });

  test('offers nothing before the plan is known, and keeps the sidebar on the pricing page', async ({
    page,
  }) => {
    await signUp(page);
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await holdCalls(page, 'functions/v1/account', async (call) => {
      await held;
      await call.send();
    });
    await page.goto('/pricing');
    await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
    await expect(page.getByRole('status', { name: 'Loading your plan' })).toBeVisible();
    const offers = page.getByText(/Upgrade Plan|Try Unlimited|Start 7-Day Trial|Subscribe now/);
    await expect(offers).toHaveCount(0);
    release();
    await expect(page.getByRole('button', { name: 'Try Unlimited free for 7 days' })).toBeVisible();
    await expect(page.getByRole('banner').getByRole('link', { name: 'Upgrade Plan' })).toBeVisible();
    await takeScreenshots(page, 'pricing');
    await page.goto('/');
    const footer = page.getByRole('navigation', { name: 'Footer' });
    await expect(footer.getByRole('link', { name: 'Settings' })).toBeVisible();
    await expect(footer.getByRole('link', { name: 'Log in' })).toHaveCount(0);
  });

  test('prints usage as a page, without the controls around it', async ({ page }) => {
    await openDashboard(page);
    await page.goto('/dashboard/usage');
    await expect(page.getByText('1,000').first()).toBeVisible();
    await page.emulateMedia({ media: 'print' });
    await expect(page.getByRole('heading', { name: 'Usage and billing' })).toBeVisible();
    for (const part of [page.getByRole('banner'), page.getByRole('navigation', { name: 'Main' })])
      await expect(part).toBeHidden();
    const left = await page.locator('main').evaluate((main) => main.getBoundingClientRect().left);
    // Where the sidebar was.
    expect(left).toBeLessThan(100);
    await page.emulateMedia({ media: null });
  });

  test('shows a 404 page for an unknown path, and logs it', async ({ page, server }) => {
    const response = await page.goto('/no/such/page');
    expect(response?.status()).toBe(404);
    await expect(page.getByText(MESSAGES.shell.pageMissing)).toBeVisible();
    await expect.poll(() => server.log()).toContain('"missing_page":"/no/such/page"');
    await page.getByRole('link', { name: MESSAGES.shell.returnHome }).click();
    await expect(page).toHaveURL(/\/$/);
    // Logging in would lead to nothing.
    await page.goto('/dashboard/no-such-page');
    await expect(page.getByText(MESSAGES.shell.pageMissing)).toBeVisible();
    await expect(page).toHaveURL(/\/dashboard\/no-such-page$/);
  });
});
