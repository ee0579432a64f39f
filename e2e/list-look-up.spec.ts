import { callAs } from './fixtures/account-calls.ts';
import { expect, signUp, test } from './fixtures/app-test.ts';
import { downloadCsv } from './fixtures/download-csv.ts';
import { checkState, chooseFile, csvFile } from './fixtures/list-job.ts';

test('a column takes values of another list, by websites in any spelling', async ({ page }) => {
  test.slow();
  await signUp(page);
  const firms = await chooseFile(
    page,
    csvFile('Firms.csv', [
      'Company,Website,Phone',
      'Acme,acme.com,+49 30 901820',
      'Birch,https://www.birch.de/en,+49 30 901821',
      'Cedar,cedar.org,+49 30 901822',
    ]),
  );
  await firms.getByRole('button', { name: 'Import 3 rows' }).click();
  await expect(page.getByRole('grid', { name: 'Firms' })).toBeVisible();
  const leads = await chooseFile(
    page,
    csvFile('Leads.csv', [
      'Website,Note',
      'HTTPS://www.Acme.com/about?x=1,first',
      'shop.birch.de,second',
      'unknown.example,third',
    ]),
  );
  await leads.getByRole('button', { name: 'Import 3 rows' }).click();
  const grid = page.getByRole('grid', { name: 'Leads' });
  await expect(grid).toBeVisible();

  await page.getByRole('button', { name: 'Add column' }).click();
  const sheet = page.getByRole('dialog', { name: 'Add a column' });
  await sheet.getByRole('button', { name: /^Look up in another list/ }).click();
  await expect(sheet.getByRole('button', { name: 'Add column' })).toBeDisabled();
  await checkState(page, 'list-look-up-start');
  await sheet.getByLabel('List to look in').selectOption({ label: 'Firms (3 rows)' });
  await expect(sheet.getByRole('textbox', { name: 'Name' })).toHaveValue('Firms');
  const taken = sheet.getByRole('group', { name: 'Columns to take' });
  await taken.getByLabel('Phone').check();
  await taken.getByLabel('Company').check();
  await taken.getByLabel('Company').uncheck();
  await expect(sheet.getByRole('group', { name: 'Columns to compare' }).getByLabel('Website')).toBeChecked();
  // Companies have nothing but their website and phone.
  await expect(sheet.getByLabel(/take one about the same company/)).toBeChecked();
  await checkState(page, 'list-look-up');
  await sheet.getByRole('button', { name: 'Add column' }).click();

  const run = page.getByRole('dialog', { name: /^Run/ });
  await expect(run.getByText('3 rows, 3 cells')).toBeVisible();
  await run.getByRole('button', { name: /^Run/ }).click();
  await expect(page.getByText('Completed')).toBeVisible();
  await expect(grid.getByRole('gridcell', { name: '+49 30 901820' })).toBeVisible();
  await expect(grid.getByRole('gridcell', { name: '+49 30 901821' })).toBeVisible();
  await grid.getByRole('gridcell', { name: '+49 30 901820' }).click();
  await page.keyboard.press('Space');
  const panel = page.getByRole('dialog', { name: 'Phone' });
  await expect(panel.getByText('From “Firms”')).toBeVisible();
  await expect(panel.getByText('Firms: the row “Acme” has the same website acme.com')).toBeVisible();
  await checkState(page, 'list-look-up-done');
  await panel.getByRole('button', { name: 'Close' }).click();

  await page.getByRole('button', { name: 'Export', exact: true }).click();
  const exporting = page.getByRole('dialog', { name: /^Export/ });
  const { rows } = await downloadCsv(page, () => exporting.getByRole('button', { name: 'Download' }).click());
  expect(rows.map(({ Note, Phone }) => [Note, Phone])).toEqual([
    ['first', '+49 30 901820'],
    ['second', '+49 30 901821'],
    ['third', ''],
  ]);

  // The other list loses the column: the cell says so, and another one can be chosen.
  const { lists } = (await callAs(page, 'functions/v1/lists')) as { lists: { id: string; name: string }[] };
  const id = lists.find(({ name }) => name === 'Firms')?.id;
  await callAs(page, 'functions/v1/list-change-columns', { id, delete: ['Phone'] });
  await page.reload();
  await grid.getByRole('button', { name: /Phone/ }).first().click();
  await page.getByRole('menuitem', { name: 'Change what fills it' }).click();
  const changing = page.getByRole('dialog', { name: 'Change “Firms”' });
  await expect(changing.getByText('That list has no column for “Phone”.')).toBeVisible();
  await checkState(page, 'list-look-up-gone');
  await changing.getByLabel('Column of Firms for Phone').selectOption('Company');
  await changing.getByRole('button', { name: 'Save' }).click();
  await expect(changing).toBeHidden();
});
