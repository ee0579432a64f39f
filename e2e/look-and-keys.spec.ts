import type { Page } from '@playwright/test';
import { MESSAGES } from '#contract/messages.ts';
import { violations } from './fixtures/accessibility.ts';
import { expect, openDashboard, test } from './fixtures/app-test.ts';

// The scripts of a page must not be cached yet, and one test changes the emulated theme.
test.use({ ownContext: true });

const DARK_SURFACE = 'rgb(24, 24, 27)';

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });

async function cardColor(page: Page): Promise<string> {
  return page.evaluate(() => {
    const probe = document.body.appendChild(document.createElement('div'));
    probe.style.backgroundColor = 'var(--card)';
    const color = getComputedStyle(probe).backgroundColor;
    probe.remove();
    return color;
  });
}

test('keeps the chosen theme, and shows it before the script of the page has loaded', async ({ page }) => {
  await openDashboard(page);
  expect(await cardColor(page)).not.toBe(DARK_SURFACE);
  const other = await page.context().newPage();
  await other.goto('/login');
  await page.getByRole('button', { name: /^Account menu for/ }).click();
  await page.getByRole('menuitemradio', { name: 'Dark' }).click();
  expect(await cardColor(page)).toBe(DARK_SURFACE);
  // Other tabs follow, and this tab without the script of the page.
  await expect(other.locator('html')).toHaveAttribute('data-theme', 'dark');
  await other.close();
  await page.route(/\/assets\/index-.*\.js$/, (route) => route.abort());
  await page.reload();
  expect(await cardColor(page)).toBe(DARK_SURFACE);
  await page.unrouteAll();
  // The system's theme again.
  await page.goto('/dashboard/settings');
  await page.getByRole('radio', { name: 'System' }).check();
  expect(await cardColor(page)).not.toBe(DARK_SURFACE);
  await page.emulateMedia({ colorScheme: 'dark' });
  expect(await cardColor(page)).toBe(DARK_SURFACE);
});

test('a visitor chooses a theme at the foot of the page, which is there before the first paint', async ({
  page,
}) => {
  await page.goto('/');
  const theme = page.getByRole('group', { name: 'Theme' });
  await expect(theme.getByRole('radio', { name: 'System' })).toBeChecked();
  await theme.getByText('Dark').click();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await page.route('**/assets/*.js', (route) =>
    route.request().url().includes('saved-theme') ? route.continue() : route.abort(),
  );
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await page.unroute('**/assets/*.js');
  await page.reload();
  await expect(theme.getByRole('radio', { name: 'Dark' })).toBeChecked();
});

test('works by keyboard: palette, shortcuts and the focus after a navigation', async ({ page }) => {
  await openDashboard(page);
  const palette = page.getByRole('dialog', { name: 'Search and run commands' });
  const shortcuts = page.getByRole('dialog', { name: 'Keyboard shortcuts' });

  await page.keyboard.press('Control+k');
  const field = page.getByRole('combobox');
  await expect(field).toBeFocused();
  expect(await violations(page)).toEqual([]);
  // The arrows go around the ends. Screen readers hear which option the field means.
  for (const [key, chosen] of [
    ['ArrowUp', page.getByRole('option').last()],
    ['ArrowDown', page.getByRole('option').first()],
    ['ArrowDown', page.getByRole('option').nth(1)],
  ] as const) {
    await field.press(key);
    await expect(chosen).toHaveAttribute('aria-selected', 'true');
    await expect(field).toHaveAttribute('aria-activedescendant', (await chosen.getAttribute('id')) ?? '');
  }
  await page.keyboard.type('passw');
  await page.keyboard.press('Home');
  await page.keyboard.type('profile ');
  await expect(field).toHaveValue('profile passw');
  await expect(page.getByRole('option', { selected: true })).toHaveCount(1);
  await expect(page.getByRole('option')).toHaveCount(1);
  await page.keyboard.press('Enter');
  await expect(heading(page, 'Settings')).toBeFocused();
  await expect(palette).toHaveCount(0);

  // Letters in a field are no shortcuts.
  await page.getByLabel('Name').fill('');
  await page.getByLabel('Name').pressSequentially('g d?n/');
  await expect(page.getByLabel('Name')).toHaveValue('g d?n/');
  await expect(page).toHaveURL(/settings$/);
  await page.getByLabel('Name').blur();

  await page.keyboard.press('g');
  await page.keyboard.press('l');
  await expect(heading(page, 'Lead Enrichment')).toBeFocused();
  await page.keyboard.press('n');
  await expect(page.getByRole('combobox', { name: 'Search tools' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(heading(page, 'Lead Enrichment')).toBeFocused();

  await page.keyboard.press('?');
  await expect(shortcuts).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await shortcuts.getByRole('switch', { name: 'Shortcuts without Ctrl or Cmd' }).click();
  await page.keyboard.press('Escape');
  await expect(shortcuts).toHaveCount(0);
  await page.reload();
  await expect(heading(page, 'Lead Enrichment')).toBeVisible();
  await page.keyboard.press('?');
  await page.keyboard.press('Control+k');
  await expect(palette).toBeVisible();
  await expect(shortcuts).toHaveCount(0);
  await page.keyboard.type('log out');
  await page.keyboard.press('Enter');
  await expect(page.getByText(MESSAGES.auth.loggedOut)).toBeVisible();
});

test('opens the account menu and tooltips by keyboard, although both are loaded then', async ({ page }) => {
  await openDashboard(page);
  // The first item of the menu depends on the plan.
  await expect(page.getByRole('banner').getByText('credits')).toBeVisible();
  const account = page.getByRole('button', { name: /^Account menu for/ });
  const items = page.getByRole('menu', { name: /^Account menu for/ }).getByRole('menuitem');
  for (const key of ['Enter', 'ArrowDown', 'Space']) {
    await account.press(key);
    await expect(items.first()).toBeFocused();
    await page.keyboard.press('ArrowDown');
    await expect(items.nth(1)).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(account).toBeFocused();
    await expect(account).toHaveAttribute('aria-expanded', 'false');
  }
  await account.click();
  await expect(items.first()).toBeVisible();
  await expect(items.first()).not.toBeFocused();
  await account.click();
  await expect(items).toHaveCount(0);

  await page.keyboard.press('Control+b');
  const home = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Dashboard' });
  await home.focus();
  await expect(page.getByRole('tooltip', { name: 'Dashboard' })).toBeVisible();
  await expect(home).toHaveAccessibleDescription('Dashboard');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('tooltip')).toHaveCount(0);
  await expect(home).toBeFocused();
  await page.getByRole('link', { name: 'Task History' }).hover();
  await expect(page.getByRole('tooltip', { name: 'Task History' })).toBeVisible();
  await page.mouse.move(700, 500, { steps: 5 });
  await expect(page.getByRole('tooltip')).toHaveCount(0);
});

test('focuses the heading after a link in the menu of a phone', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await openDashboard(page);
  await page.getByRole('button', { name: 'Toggle sidebar' }).click();
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Task History' }).click();
  await expect(heading(page, 'Task History')).toBeFocused();
  await page.getByRole('button', { name: 'Search and run commands' }).click();
  await page.getByRole('option', { name: 'Dashboard' }).click();
  await expect(heading(page, 'Welcome')).toBeFocused();
});

test('says when the browser is offline, and loads what failed when it is back', async ({ page }) => {
  await openDashboard(page);
  await page.context().setOffline(true);
  await expect(page.getByText('You’re offline.')).toBeVisible();
  await page.getByRole('button', { name: 'Try now' }).click();
  // The chunk of the palette can't load, which must not replace the page.
  await page.keyboard.press('Control+k');
  await expect(page.getByText(MESSAGES.shell.notLoaded)).toBeVisible();
  await expect(heading(page, 'Welcome')).toBeVisible();
  await page.context().setOffline(false);
  await expect(page.getByText('You’re offline.')).toHaveCount(0);

  // What failed in the meantime is loaded again without a click.
  await page.route('**/functions/v1/account', (route) => route.abort());
  await page.reload();
  await expect(page.getByText("We couldn't load your account")).toBeVisible();
  await page.unrouteAll();
  await page.context().setOffline(true);
  await expect(page.getByText('You’re offline.')).toBeVisible();
  await page.context().setOffline(false);
  await expect(page.getByText("We couldn't load your account")).toHaveCount(0);
  await expect(page.getByText('You’re offline.')).toHaveCount(0);
});
