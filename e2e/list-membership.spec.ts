import type { Page } from '@playwright/test';
import { violations } from './fixtures/accessibility.ts';
import { expect, signUp, test } from './fixtures/app-test.ts';
import { takeScreenshots } from './fixtures/screenshots.ts';

const PAGE = '/dashboard/lead-enrichment';

async function importList(page: Page, name: string, cells: string): Promise<void> {
  await page.goto(PAGE);
  await page.getByRole('button', { name: 'New list' }).click();
  const importing = page.getByRole('dialog', { name: 'New list' });
  await importing.getByRole('textbox', { name: 'Or paste cells from a spreadsheet' }).fill(cells);
  await importing.getByRole('button', { name: 'Continue' }).click();
  await importing.getByRole('textbox', { name: 'Name of the list' }).fill(name);
  await importing.getByRole('button', { name: /^Import/ }).click();
  await expect(page.getByRole('grid', { name })).toBeVisible();
}

test('a column says which rows are in another list, and why', async ({ page }) => {
  test.slow();
  await signUp(page);
  await importList(page, 'Customers', 'Company\tEmail\nAcme Corp\tann@acme.com\nFourth\t');
  await importList(
    page,
    'Leads',
    'Name\tEmail\tCompany\nAnn\tANN@acme.com\tAcme\nBen\tben@other.com\tOther\nDan\t\tFOURTH GmbH',
  );
  await page.getByRole('button', { name: 'Add column' }).click();
  const sheet = page.getByRole('dialog', { name: 'Add a column' });
  await sheet.getByRole('button', { name: /^Is it in a list/ }).click();
  await sheet.getByRole('button', { name: 'Add column' }).click();
  await expect(sheet.getByText('Choose the list to look in.')).toBeVisible();
  await sheet.getByLabel(/Customers/).check();
  await expect(sheet.getByLabel('Email', { exact: true })).toBeChecked();
  expect(await violations(page, 'all')).toEqual([]);
  await takeScreenshots(page, 'list-membership');
  await sheet.getByRole('button', { name: 'Add column' }).click();

  const run = page.getByRole('dialog', { name: /^Run/ });
  await expect(run.getByText('3 rows, 3 cells')).toBeVisible();
  await run.getByRole('button', { name: /^Run/ }).click();
  await expect(page.getByText('Completed')).toBeVisible();
  const grid = page.getByRole('grid', { name: 'Leads' });
  await expect(grid.getByRole('gridcell', { name: 'yes', exact: true })).toHaveCount(2);
  await expect(grid.getByRole('gridcell', { name: 'no', exact: true })).toHaveCount(1);

  await grid.getByRole('gridcell', { name: 'yes', exact: true }).first().click();
  await page.keyboard.press('Space');
  const panel = page.getByRole('dialog');
  await expect(panel.getByText('In “Customers”')).toBeVisible();
  await expect(
    panel.getByText('Customers: the row “Acme Corp” has the same email address ann@acme.com'),
  ).toBeVisible();
  expect(await violations(page, 'all')).toEqual([]);
  await takeScreenshots(page, 'list-membership-done');
});
