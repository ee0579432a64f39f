import { violations } from './fixtures/accessibility.ts';
import { expect, signUp, test } from './fixtures/app-test.ts';
import { changeReplies } from './fixtures/held-calls.ts';
import { type ChosenFile, checkState, chooseFile, csvFile } from './fixtures/list-job.ts';
import { takeScreenshots } from './fixtures/screenshots.ts';

test('a step takes the website that a row has already, for free, and says so', async ({ page }) => {
  await signUp(page);
  await page.goto('/dashboard/lead-enrichment');
  await page.getByRole('button', { name: 'New list' }).click();
  const importing = page.getByRole('dialog', { name: 'New list' });
  await importing
    .getByRole('textbox', { name: 'Or paste cells from a spreadsheet' })
    .fill('Company\tWebsite\nAcme\thttps://www.acme.com/about\nBeta\tbeta.org');
  await importing.getByRole('button', { name: 'Continue' }).click();
  await importing.getByRole('textbox', { name: 'Name of the list' }).fill('Known');
  await importing.getByRole('button', { name: 'Import 2 rows' }).click();

  await page.getByRole('button', { name: 'Add column' }).click();
  const sheet = page.getByRole('dialog', { name: 'Add a column' });
  await sheet.getByRole('button', { name: /^Find company domains/ }).click();
  const known = sheet.getByLabel('Where “Website” has a value already, take it from there, for free');
  await expect(known).toBeChecked();
  await known.uncheck();
  await known.check();
  expect(await violations(page, 'all')).toEqual([]);
  await takeScreenshots(page, 'list-known');
  await sheet.getByRole('button', { name: 'Add column' }).click();

  const run = page.getByRole('dialog', { name: /^Run/ });
  await expect(run.getByText('2 cells are free: their rows have the value already')).toBeVisible();
  await expect(run.getByText(/2 rows, 2 cells · free/)).toBeVisible();
  expect(await violations(page, 'all')).toEqual([]);
  await takeScreenshots(page, 'list-known-run');
  await run.getByRole('button', { name: /^Run/ }).click();
  await expect(page.getByText('Completed')).toBeVisible();
  const cell = page.getByRole('gridcell', { name: 'acme.com', exact: true });
  await expect(cell).toBeVisible();
  await cell.click();
  await page.keyboard.press('Space');
  await expect(page.getByText('Already in the row: https://www.acme.com/about.')).toBeVisible();
  await takeScreenshots(page, 'list-known-cell');
});

test('a list whose reply got lost when it was made is imported into, not made again', async ({ page }) => {
  await signUp(page);
  await page.goto('/dashboard/lead-enrichment');
  const release = await changeReplies(page, 'functions/v1/list-create', () => ({}), 1);
  await page.getByRole('button', { name: 'New list' }).click();
  const importing = page.getByRole('dialog', { name: 'New list' });
  await importing
    .getByRole('textbox', { name: 'Or paste cells from a spreadsheet' })
    .fill('Company\tCity\nAcme\tRome\nBeta\tOslo');
  await importing.getByRole('button', { name: 'Continue' }).click();
  await importing.getByRole('textbox', { name: 'Name of the list' }).fill('Fair');
  await importing.getByRole('button', { name: 'Import 2 rows' }).click();
  await expect(importing.getByText('This wasn’t imported')).toBeVisible();
  await release();
  await importing.getByRole('button', { name: 'Import 2 rows' }).click();
  await expect(page.getByRole('gridcell', { name: 'Beta' })).toBeVisible();
  await page.goto('/dashboard/lead-enrichment');
  await expect(page.getByRole('link', { name: /^Fair/ })).toHaveCount(1);
});

test('an import leaves out a row with a value that no list takes, and says where it is', async ({ page }) => {
  await signUp(page);
  await page.goto('/dashboard/lead-enrichment');
  await page.getByRole('button', { name: 'New list' }).click();
  const importing = page.getByRole('dialog', { name: 'New list' });
  await importing
    .getByRole('textbox', { name: 'Or paste cells from a spreadsheet' })
    .fill(`Company\tNotes\nAcme\tshort\nBeta\t${'x'.repeat(10_001)}\nCora\tshort`);
  await importing.getByRole('button', { name: 'Continue' }).click();
  await importing.getByRole('textbox', { name: 'Name of the list' }).fill('Notes');
  await importing.getByRole('button', { name: 'Import 3 rows' }).click();
  await expect(importing.getByText('2 new, 0 updated, 1 left out.')).toBeVisible();
  await expect(
    importing.getByText('1: A value can have 10,000 characters at most. “Notes” has more, first in line 3.'),
  ).toBeVisible();
  await importing.getByRole('button', { name: 'Open the list' }).click();
  await expect(page.getByRole('gridcell', { name: 'Cora' })).toBeVisible();
  await expect(page.getByRole('gridcell', { name: 'Beta' })).toHaveCount(0);
});

test('the name of a new list follows its file until one is typed, and what is missing is said', async ({
  page,
}) => {
  await signUp(page);
  const dialog = await chooseFile(page, csvFile('wrong.csv', ['Name,Email']));
  const name = dialog.getByLabel('Name of the list');
  const start = dialog.getByRole('button', { name: /^Import \d+ rows?$/ });
  await expect(name).toHaveValue('wrong');
  await expect(dialog.getByText('There are no rows below the header.')).toBeVisible();
  await expect(start).toBeDisabled();
  await checkState(page, 'list-import-no-rows');
  const choose = async (file: ChosenFile) => {
    await dialog.getByRole('button', { name: 'Back' }).click();
    await dialog.getByLabel('File with rows').setInputFiles(file);
  };
  await choose(csvFile('right.csv', ['Name,Email', 'Ann,ann@acme.com']));
  await expect(name).toHaveValue('right');
  await name.fill('  ');
  await expect(dialog.getByText('Give the list a name.')).toBeVisible();
  await name.fill('Mine');
  await choose(csvFile('better.csv', ['Name,Email', 'Ann,ann@acme.com']));
  await expect(name).toHaveValue('Mine');
  await name.fill('');
  await choose(csvFile('best.csv', ['Name,Email', 'Ann,ann@acme.com']));
  await expect(name).toHaveValue('best');
  await expect(start).toBeEnabled();
});
