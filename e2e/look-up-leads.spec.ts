import { violations } from './fixtures/accessibility.ts';
import { expect, signUp, test } from './fixtures/app-test.ts';
import { downloadCsv } from './fixtures/download-csv.ts';
import { holdCalls } from './fixtures/held-calls.ts';
import { takeScreenshots } from './fixtures/screenshots.ts';

test('people are looked up at the companies of a list, and the rows get what the list says', async ({
  page,
}) => {
  test.slow();
  await signUp(page);
  await page.goto('/dashboard/lead-enrichment');
  await page.getByRole('button', { name: 'New list' }).click();
  const importing = page.getByRole('dialog', { name: 'New list' });
  await importing
    .getByRole('textbox', { name: 'Or paste cells from a spreadsheet' })
    .fill('Company\tOwner\nSample Company 1\tMia\nSample Company 2, Inc.\tTom\nUnknown Ltd\tZoe');
  await importing.getByRole('button', { name: 'Continue' }).click();
  await importing.getByRole('textbox', { name: 'Name of the list' }).fill('Targets');
  await importing.getByRole('button', { name: 'Import 3 rows' }).click();
  await page.getByRole('link', { name: 'Find people at these companies' }).click();
  const most = page.getByLabel('People of each company');
  await expect(most).toHaveValue('3');
  await most.selectOption('1');
  await expect(page).toHaveURL(/per-company=1/);
  await expect(page.getByText(/Filtered: 2$/)).toBeVisible();
  expect(await violations(page, 'all')).toEqual([]);
  await takeScreenshots(page, 'look-up-leads');

  await page.getByRole('button', { name: 'Save to list' }).click();
  const menu = page.getByRole('dialog', { name: 'Save to list' });
  await expect(menu.getByLabel('With the columns of the companies')).toBeChecked();
  await menu.getByLabel('List', { exact: true }).fill('People');
  expect(await violations(page, 'all')).toEqual([]);
  await takeScreenshots(page, 'look-up-leads-save');
  await menu.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByRole('button', { name: 'Open list' }).click();
  const grid = page.getByRole('grid', { name: 'People' });
  await expect(grid.getByRole('gridcell', { name: 'Sample Company 1', exact: true })).toBeVisible();
  await takeScreenshots(page, 'look-up-leads-list');
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  const exporting = page.getByRole('dialog', { name: 'Export “People”' });
  const { rows } = await downloadCsv(page, () => exporting.getByRole('button', { name: 'Download' }).click());
  expect(rows.map(({ Company, Owner }) => [Company, Owner]).sort()).toEqual([
    ['Sample Company 1', 'Mia'],
    ['Sample Company 2', 'Tom'],
  ]);
  await page.keyboard.press('Escape');

  // The rows of a save can be taken back.
  await page.goBack();
  await expect(most).toHaveValue('1');
  await most.selectOption('2');
  await page.getByRole('button', { name: 'Save to list' }).click();
  await menu.getByLabel('List', { exact: true }).fill('People');
  await menu.getByRole('button', { name: 'Save', exact: true }).click();
  const release = await holdCalls(page, 'functions/v1/list-undo', async (undo) => {
    await expect(page.getByText('Undoing your change…')).toBeVisible();
    await undo.send();
  });
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText(/What was saved to “People” was undone/)).toBeVisible();
  await release();
  await expect(page.getByText('Undoing your change…')).toHaveCount(0);
  await expect(page.getByText('The change was undone')).toHaveCount(0);
  await takeScreenshots(page, 'look-up-leads-undone');
});
