import { violations } from './fixtures/accessibility.ts';
import { expect, openDashboard, test } from './fixtures/app-test.ts';
import { generatedName } from './fixtures/generated-sites.ts';

test('the dashboard leads a new account to its first results and then shows them', async ({ page, web }) => {
  await openDashboard(page);
  const steps = page.getByRole('region', { name: 'Get started' });
  await expect(steps.getByText('0 of 3 done')).toBeVisible();
  await expect(page.getByText('Nothing here yet')).toBeVisible();

  await steps.getByRole('link', { name: 'Open the sample' }).click();
  const box = page.getByRole('textbox', { name: /URL/ }).first();
  await expect(box).toHaveValue(/https:\/\//);
  await box.fill([0, 1, 2].map((site) => web.urlOf(generatedName(site))).join('\n'));
  await page.getByRole('button', { name: 'Extract Data' }).click();
  await expect(page.getByText('Completed').first()).toBeVisible();
  await page.goto('/dashboard');
  await expect(steps.getByText('1 of 3 done')).toBeVisible();
  await expect(page.getByText('3 found of 3 URLs')).toBeVisible();
  const contacts = page.getByRole('definition').first();
  await expect(contacts).toHaveText(/^[1-9]/);

  // Today is the last bar. The keyboard goes from day to day.
  const chart = page.getByRole('slider', { name: 'Credits per day' });
  await chart.focus();
  await expect(chart).toHaveAttribute('aria-valuetext', /: 3 credits$/);
  await page.keyboard.press('ArrowLeft');
  await expect(chart).toHaveAttribute('aria-valuetext', /: 0 credits$/);
  await page.keyboard.press('Home');
  await expect(chart).toHaveAttribute('aria-valuenow', '0');
  expect(await violations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Show table' }).click();
  const table = page.getByRole('region', { name: 'Credits per day' }).getByRole('row');
  await expect(table).toHaveCount(31);
  await expect(table.nth(1).getByRole('cell').last()).toHaveText('3');

  await steps.getByRole('button', { name: 'Hide these steps' }).click();
  await expect(steps).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await page.reload();
  await expect(page.getByText('Last 30 days')).toBeVisible();
  await expect(page.getByText('3 found of 3 URLs')).toBeVisible();
  await expect(steps).toHaveCount(0);
});
