import { violations } from './fixtures/accessibility.ts';
import { expect, signUp, test } from './fixtures/app-test.ts';
import { takeScreenshots } from './fixtures/screenshots.ts';

test('a formula fills a long list in the background, and its header counts the rows in which it fails', async ({
  page,
}) => {
  test.slow();
  await signUp(page);
  await page.goto('/dashboard/lead-enrichment');
  await page.getByRole('button', { name: 'New list' }).click();
  const importing = page.getByRole('dialog', { name: 'New list' });
  const sizes = Array.from({ length: 900 }, (_, at) => (at === 850 ? 'none' : String(at * 2)));
  await importing
    .getByRole('textbox', { name: 'Or paste cells from a spreadsheet' })
    .fill(`Size\n${sizes.join('\n')}`);
  await importing.getByRole('button', { name: 'Continue' }).click();
  await importing.getByRole('textbox', { name: 'Name of the list' }).fill('Sizes');
  await importing.getByRole('button', { name: /^Import/ }).click();
  await page.getByRole('button', { name: 'Add column' }).click();
  const sheet = page.getByRole('dialog', { name: 'Add a column' });
  await sheet.getByRole('button', { name: /^Formula/ }).click();
  await sheet.getByLabel('Name', { exact: true }).fill('Half');
  const formula = sheet.getByLabel('Formula', { exact: true });
  await formula.fill('={Size} * 2');
  await expect(sheet.getByText('Not ready: Use number({Size}) to calculate.')).toBeVisible();
  await sheet.getByText('Functions', { exact: true }).click();
  await expect(sheet.getByText('=number("1,200 people") * 2')).toBeVisible();
  expect(await violations(page, 'all')).toEqual([]);
  await takeScreenshots(page, 'list-formula-help');
  await sheet.getByRole('button', { name: 'Add column' }).click();
  await expect(sheet.getByRole('alert')).toContainText(
    'The formula can’t be computed: Use number({Size}) to calculate.',
  );
  await formula.fill('=string(int({Size}) / 2 + 7)');
  await expect(sheet.getByText('In the first row: 7')).toBeVisible();
  await formula.fill('=string(int({Size}) / 2)');
  await sheet.getByRole('button', { name: 'Add column' }).click();
  const grid = page.getByRole('grid', { name: 'Sizes' });
  await expect(grid.getByRole('columnheader', { name: /Half/ })).toContainText('1 error');
  await expect(page.getByText(/updating rows/)).toHaveCount(0);
  await takeScreenshots(page, 'list-formula');

  await grid.getByRole('button', { name: /Half/ }).first().click();
  await page.getByRole('menuitem', { name: 'Only rows with an error' }).click();
  await expect(page.getByText('1 of 900 rows')).toBeVisible();
  await expect(grid.getByRole('gridcell', { name: 'none' })).toBeVisible();
  expect(await violations(page, 'all')).toEqual([]);
  await takeScreenshots(page, 'list-formula-errors');
});
