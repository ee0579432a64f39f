import { readFile } from 'node:fs/promises';
import { violations } from './fixtures/accessibility.ts';
import { expect, signUp, test } from './fixtures/app-test.ts';
import { generatedContacts, generatedName } from './fixtures/generated-sites.ts';
import { takeScreenshots } from './fixtures/screenshots.ts';

test('own columns are shown, filtered, selected, exported and saved', async ({ page, web }) => {
  test.slow();
  await signUp(page);
  await page.goto('/dashboard/website-extraction');
  const cities = ['Berlin', '', 'São Paulo', '', 'Köln', ''];
  const lines = cities.map(
    (city, index) =>
      `Firm ${index}\t${web.siteUrl(generatedName(index))}\t${city}\t${index === 1 ? '1.000,50' : index * 100}\tAnna "A" ${index}, Lead`,
  );
  const box = page.getByRole('textbox', { name: /URL/ }).first();
  await box.fill(['Firm\tWebsite\tCity\tStaff\tStatus', ...lines].join('\n'));
  await page.getByRole('button', { name: 'Extract Data' }).click();
  await expect(page.getByText('Completed').first()).toBeVisible();

  const table = page.getByRole('region', { name: 'Extraction results' });
  for (const header of ['Firm', 'Website', 'City', 'Staff', 'Status (your list)'])
    await expect(table.getByRole('columnheader', { name: header, exact: true })).toBeAttached();
  await expect(table.getByRole('cell', { name: 'São Paulo' })).toBeAttached();
  expect(await violations(page, 'all')).toEqual([]);
  await takeScreenshots(page, 'own-columns');
  // The table scrolls sideways; the page doesn't.
  for (const width of [360, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await expect
      .poll(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth))
      .toBeLessThanOrEqual(0);
  }

  // By value: as texts, 1.000,50 would come before 200.
  const staff = table.getByRole('columnheader', { name: 'Staff' }).getByRole('button', { name: 'Staff' });
  const lastRow = table.getByRole('row').last();
  await staff.click();
  await expect(lastRow).toContainText('1.000,50');
  await staff.click();
  await expect(lastRow).toContainText('Firm 0');
  await staff.click();
  await expect(lastRow).toContainText('Firm 5');

  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  await page.getByLabel('Column', { exact: true }).selectOption('City');
  await page.getByLabel('Condition').selectOption('Is empty');
  await takeScreenshots(page, 'own-columns-filter');
  await page.getByRole('button', { name: 'Add filter' }).click();
  await expect(page.getByText('3 of 6 rows')).toBeVisible();
  await page.reload();
  await expect(page.getByRole('button', { name: 'Remove filter: City is empty' })).toBeVisible();
  await expect(page.getByText('3 of 6 rows')).toBeVisible();

  // While the own columns can't be loaded, nothing is downloaded without their filter.
  await page.route('**/task-own-rows?*', (route) => route.abort());
  await page.reload();
  await expect(page.getByText("Couldn't load the columns of your list")).toBeVisible();
  await expect(page.getByRole('button', { name: 'Download shown rows' })).toBeDisabled();
  await page.unroute('**/task-own-rows?*');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('3 of 6 rows')).toBeVisible();

  // By keyboard: Space selects a row. A click with Shift selects all rows up to it.
  const boxes = table.getByRole('checkbox', { name: /^Select (?!all)/ });
  await boxes.nth(1).focus();
  await page.keyboard.press('Space');
  const bar = page.getByRole('region', { name: 'Selected rows' });
  await expect(bar.getByRole('status')).toHaveText('1 selected');
  await boxes.nth(2).click({ modifiers: ['Shift'] });
  await expect(bar.getByRole('status')).toHaveText('2 selected');
  await takeScreenshots(page, 'own-columns-selected');
  expect(await violations(page, 'all')).toEqual([]);

  const [whole, chosen] = [
    page.getByRole('button', { name: 'Download shown rows' }),
    bar.getByRole('button', { name: 'Export CSV' }),
  ];
  const files: string[] = [];
  for (const button of [whole, chosen]) {
    const [file] = await Promise.all([page.waitForEvent('download'), button.click()]);
    files.push(await readFile(await file.path(), 'utf8'));
  }
  const [shown = '', selected] = files;
  const [header, , ...last] = shown.split('\r\n');
  expect(selected).toBe([header, ...last].join('\r\n'));
  expect(header).toContain('\ufeffFirm,Website,City,Staff,Status,url,');
  expect(last.map((line) => line.slice(0, 6))).toEqual(['Firm 3', 'Firm 5', '']);
  expect(last[0]).toContain(',,300,"Anna ""A"" 3, Lead",');
  expect(last[0]).toContain(generatedContacts(3).email);

  await bar.getByRole('button', { name: 'Save to list' }).click();
  await page.getByLabel('List', { exact: true }).fill('Without a city');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Saved 2 rows to “Without a city”.')).toBeVisible();
  await page.getByRole('button', { name: 'Open list' }).click();
  await expect(page.getByText('2 rows', { exact: true })).toBeVisible();

  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  await page.getByLabel('Column', { exact: true }).selectOption('Staff');
  await page.getByLabel('Condition').selectOption('Is between');
  await page.getByLabel('From').fill('many');
  await expect(page.getByText('Enter a number or a date')).toBeVisible();
  await page.getByLabel('From').fill('400');
  await page.getByLabel('To', { exact: true }).fill('1,000');
  await page.keyboard.press('Enter');
  await expect(page.getByText('1 of 2 rows')).toBeVisible();
  await page.getByRole('checkbox', { name: 'Select row 1', exact: true }).check();
  await page.getByRole('button', { name: 'Find emails' }).click();
  await takeScreenshots(page, 'own-columns-list');
  await expect(page.getByText('Use the 1 selected row:')).toBeVisible();

  await page.goto('/dashboard/task-history');
  await page.getByRole('button', { name: /^View Results/ }).click();
  // The same table as on the tool's page, with a filter of its own: the URL has that of the history.
  await expect(table.getByRole('columnheader', { name: 'Status (your list)', exact: true })).toBeAttached();
  await page.getByLabel('Filter rows by text').fill('São');
  await expect(page.getByText('1 of 6 rows')).toBeVisible();
  await expect(page).toHaveURL(/task-history$/);
  await page.getByLabel('Filter rows by text').fill('');
  await expect(page.getByText('6 rows', { exact: true })).toBeVisible();
  await table.getByRole('checkbox', { name: 'Select all shown rows' }).check();
  await bar.getByRole('button', { name: 'Use in another tool' }).click();
  await takeScreenshots(page, 'own-columns-history');
  await page.getByRole('button', { name: 'Save and continue' }).click();
  await expect(page.getByRole('heading', { level: 1, name: /, 6 rows$/ })).toBeVisible();
});
