import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { violations } from './fixtures/accessibility.ts';
import { expect, signUp, test } from './fixtures/app-test.ts';
import { downloadCsv } from './fixtures/download-csv.ts';
import { PEOPLE_SITE } from './fixtures/people-site.ts';
import { takeScreenshots } from './fixtures/screenshots.ts';

/** The table may scroll sideways, but not the page. */
const pageOverflow = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);

test('people of websites are found, saved to a list, and exported', async ({ page, web }) => {
  test.slow();
  await signUp(page);
  await page.goto('/dashboard/website-extraction');
  const site = web.siteUrl(PEOPLE_SITE.name);
  await page.getByRole('textbox', { name: /URL/ }).first().fill(`Owner\tWebsite\nMia\t${site}`);
  const people = page.getByLabel('Also find people');
  await people.check();
  await page.reload();
  await expect(people).toBeChecked();
  expect(await violations(page, 'all')).toEqual([]);
  await takeScreenshots(page, 'people-form');
  await page.getByRole('button', { name: 'Extract Data' }).click();

  await expect(page.getByText('Depth: standard, with people')).toBeVisible();
  await expect(page.getByText('Jane Miller, Director')).toBeVisible();
  await page.getByRole('button', { name: /^Show details for/ }).click();
  const panel = page.getByRole('dialog');
  await expect(panel.getByRole('heading', { name: 'People', exact: true })).toBeVisible();
  await expect(panel.getByText('Tom Reed')).toBeVisible();
  expect(await violations(page, 'all')).toEqual([]);
  await takeScreenshots(page, 'people-receipt');
  await page.keyboard.press('Escape');
  await takeScreenshots(page, 'people-results');

  await page.getByRole('button', { name: 'More downloads' }).click();
  const file = await downloadCsv(page, () =>
    page.getByRole('menuitem', { name: 'One row per person (CSV)' }).click(),
  );
  expect(file.rows).toMatchObject([
    { name: 'Jane Miller', title: 'Director', email: 'jane@people-studio.com', Owner: 'Mia' },
    { name: 'Tom Reed', website: 'people-studio.com', company_email: 'info@people-studio.com', Owner: 'Mia' },
  ]);
  await page.getByRole('button', { name: 'More downloads' }).click();
  await takeScreenshots(page, 'people-downloads');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'One row per person (CSV with semicolons)' }).click(),
  ]);
  expect(await readFile(await download.path(), 'utf8')).toContain('\nJane Miller;Director;');

  await page.getByRole('button', { name: 'Save to list' }).click();
  const menu = page.getByRole('dialog', { name: 'Save to list' });
  await menu.getByLabel('One row per person').check();
  await expect(menu.getByLabel('List', { exact: true })).toHaveValue(/^People, Website Extraction/);
  await menu.getByLabel('List', { exact: true }).fill('Team');
  expect(await violations(page, 'all')).toEqual([]);
  await takeScreenshots(page, 'people-save');
  await menu.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByRole('button', { name: 'Open list' }).click();
  const grid = page.getByRole('grid', { name: 'Team' });
  await expect(grid.getByRole('gridcell', { name: 'tom@people-studio.com' })).toBeVisible();
  await takeScreenshots(page, 'people-list');
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  const exporting = page.getByRole('dialog', { name: 'Export “Team”' });
  const { rows } = await downloadCsv(page, () => exporting.getByRole('button', { name: 'Download' }).click());
  expect(rows.map(({ name, Owner }) => [name, Owner]).sort()).toEqual([
    ['Jane Miller', 'Mia'],
    ['Tom Reed', 'Mia'],
  ]);
  await page.keyboard.press('Escape');

  // The websites of a list are searched for people in the same way.
  await page.getByRole('button', { name: 'Find people on their websites' }).click();
  await takeScreenshots(page, 'people-from-list');
  // The first one opens the form, whose own button is the second.
  await page.getByRole('button', { name: 'Find people on their websites' }).nth(1).click();
  await expect(page.getByText('Depth: standard, with people')).toBeVisible();
});

test('people are chosen and saved on a phone', async ({ page, web }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await signUp(page);
  await page.goto('/dashboard/website-extraction');
  await page.getByRole('textbox', { name: /URL/ }).first().fill(web.siteUrl(PEOPLE_SITE.name));
  await page.getByLabel('Also find people').check();
  expect(await pageOverflow(page)).toBeLessThanOrEqual(0);
  await page.getByRole('button', { name: 'Extract Data' }).click();
  await page.getByRole('button', { name: /^Show details for/ }).click();
  await expect(page.getByRole('dialog').getByText('Jane Miller', { exact: true })).toBeVisible();
  expect(await pageOverflow(page)).toBeLessThanOrEqual(0);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Save to list' }).click();
  const menu = page.getByRole('dialog', { name: 'Save to list' });
  await menu.getByLabel('One row per person').check();
  await menu.getByLabel('People of each website').selectOption('1');
  expect(await violations(page, 'all')).toEqual([]);
  await takeScreenshots(page, 'people-save-phone');
  await menu.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText(/^Saved 1 row to/)).toBeVisible();
  expect(await pageOverflow(page)).toBeLessThanOrEqual(0);
});
