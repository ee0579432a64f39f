import type { Page } from '@playwright/test';
import { violations } from './fixtures/accessibility.ts';
import { expect, signUp, test } from './fixtures/app-test.ts';
import { PEOPLE_SITE } from './fixtures/people-site.ts';
import { takeScreenshots } from './fixtures/screenshots.ts';
import { signUpUnlimited } from './fixtures/unlimited-person.ts';

/** Tables may scroll sideways, but not the page. */
const pageOverflow = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
const choice = (page: Page) => page.getByLabel('Save the results to a list when the task ends');

async function fillIn(page: Page, url: string): Promise<void> {
  await page.goto('/dashboard/website-extraction');
  await page.getByRole('textbox', { name: /URL/ }).first().fill(url);
}

test('people are saved to the list that was chosen at the start, by keyboard', async ({ page, web }) => {
  test.slow();
  await signUp(page);
  await fillIn(page, web.siteUrl(PEOPLE_SITE.name));
  await page.getByLabel('Also find people').check();
  await choice(page).focus();
  await page.keyboard.press('Space');
  const name = page.getByLabel('List', { exact: true });
  await expect(name).toHaveValue(/^People, Website Extraction/);
  await page.keyboard.press('Tab');
  await expect(name).toBeFocused();
  await page.keyboard.press('Control+A');
  await page.keyboard.type('Berlin agencies');
  await expect(page.getByLabel('Rows', { exact: true })).toHaveValue('people');
  expect(await violations(page, 'all')).toEqual([]);
  await takeScreenshots(page, 'save-at-end-form');
  // Without people, there is nothing to choose about them.
  await page.getByLabel('Also find people').uncheck();
  await expect(page.getByLabel('Rows', { exact: true })).toHaveValue('found');
  await page.getByLabel('Also find people').check();
  // Like the list itself, the choice stays through a reload.
  await page.reload();
  await expect(choice(page)).toBeChecked();
  await expect(name).toHaveValue('Berlin agencies');
  await name.fill(' ');
  await page.getByRole('button', { name: 'Extract Data' }).click();
  await expect(page.getByText('Enter a name for the list.')).toBeVisible();
  await name.fill('Berlin agencies');
  await page.getByRole('button', { name: 'Extract Data' }).click();

  await expect(page.getByText('Saved 2 people to “Berlin agencies”.')).toBeVisible();
  expect(await violations(page, 'all')).toEqual([]);
  await takeScreenshots(page, 'save-at-end-done');
  await page.getByRole('link', { name: 'Open list' }).click();
  const grid = page.getByRole('grid', { name: 'Berlin agencies' });
  await expect(grid.getByRole('gridcell', { name: 'tom@people-studio.com' })).toBeVisible();

  // The rows of websites have another source.
  await fillIn(page, web.siteUrl(PEOPLE_SITE.name));
  await expect(choice(page)).not.toBeChecked();
  await choice(page).check();
  await name.fill('Berlin agencies');
  await page.getByRole('button', { name: 'Extract Data' }).click();
  await expect(page.getByText('You already have a list named “Berlin agencies”')).toBeVisible();
  await takeScreenshots(page, 'save-at-end-refused');
  await choice(page).uncheck();
  await page.getByRole('button', { name: 'Extract Data' }).click();
  await expect(page.getByText('Completed').first()).toBeVisible();
  await expect(page.getByText(/Saved \d/)).toHaveCount(0);
});

test('a list that is deleted before the end is said on a phone, and the results stay', async ({
  page,
  web,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  const person = await signUpUnlimited(page);
  await person.call('list-create', { name: 'Team', columns: [{ name: 'Name' }] });
  await fillIn(page, web.siteUrl(PEOPLE_SITE.name));
  await page.getByLabel('Also find people').check();
  await choice(page).check();
  await page.getByLabel('List', { exact: true }).fill('Team');
  await expect(page.getByText('The people are added to this list.')).toBeVisible();
  await page.getByLabel('People of each website').selectOption('1');
  expect(await pageOverflow(page)).toBeLessThanOrEqual(0);
  expect(await violations(page, 'all')).toEqual([]);
  await takeScreenshots(page, 'save-at-end-form-phone');

  // As the server says it. When it ends depends on the task.
  await page.route(/\/functions\/v1\/task\?/, async (route) => {
    const reply = await route.fetch();
    const task = await reply.json();
    const problem = 'The list was deleted before all results were saved to it.';
    await route.fulfill({ json: { ...task, save: { ...task.save, state: 'failed', added: 0, problem } } });
  });
  await page.getByRole('button', { name: 'Extract Data' }).click();
  await expect(page.getByText('Nothing was saved to the list “Team”')).toBeVisible();
  await expect(page.getByText(/The list was deleted .* “Save to list” saves them again/)).toBeVisible();
  expect(await pageOverflow(page)).toBeLessThanOrEqual(0);
  expect(await violations(page, 'all')).toEqual([]);
  await takeScreenshots(page, 'save-at-end-failed');
});

test('a file of people is saved when its emails are found', async ({ page }) => {
  await signUp(page);
  await page.goto('/dashboard/verified-email-finder');
  await page.getByLabel('CSV or XLSX file').setInputFiles({
    name: 'people.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('first_name,last_name,domain\nJane,Miller,example.com\n'),
  });
  await choice(page).check();
  await page.getByLabel('Rows', { exact: true }).selectOption('all');
  await page.getByLabel('List', { exact: true }).fill('Emails');
  await page.reload();
  await expect(page.getByLabel('Rows', { exact: true })).toHaveValue('all');
  await expect(page.getByLabel('List', { exact: true })).toHaveValue('Emails');
  expect(await violations(page, 'all')).toEqual([]);
  await takeScreenshots(page, 'save-at-end-emails');
  await page.getByRole('button', { name: 'Find emails' }).click();
  await expect(page.getByText('Saved 1 row to “Emails”.')).toBeVisible();
});
