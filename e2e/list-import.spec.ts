import type { Page } from '@playwright/test';
import { callAs } from './fixtures/account-calls.ts';
import { expect, signUp, test } from './fixtures/app-test.ts';
import { answerCalls, changeReplies } from './fixtures/held-calls.ts';
import { tabTo } from './fixtures/keyboard.ts';
import { checkState, csvFile } from './fixtures/list-job.ts';

const CALLS = 'functions/v1';

/** Opens a list with these rows whose key is the column Email. */
async function openList(page: Page, columns: readonly string[], rows: readonly object[]): Promise<string> {
  const { id } = await callAs(page, `${CALLS}/list-create`, {
    name: 'Leads',
    columns: columns.map((name) => ({ name })),
    keyColumn: 'Email',
  });
  await callAs(page, `${CALLS}/list-add-rows`, { id, rows });
  await page.goto(`/dashboard/lead-enrichment/${id}`);
  return String(id);
}

/** The rows of a list as it was made, by the names of its columns. */
async function rowsOf(page: Page, id: string): Promise<Record<string, string>[]> {
  const reply = await callAs(page, `${CALLS}/list-rows?id=${id}&order=added`);
  const { list, rows } = reply as {
    list: { fields: { id: string; name: string }[] };
    rows: { values: Record<string, string> }[];
  };
  const nameOf = new Map(list.fields.map((field) => [field.id, field.name]));
  return rows.map(({ values }) =>
    Object.fromEntries(Object.entries(values).map(([column, value]) => [nameOf.get(column) ?? '', value])),
  );
}

const openImport = (page: Page) => page.getByRole('button', { name: 'Import', exact: true }).click();
const importDialog = (page: Page) => page.getByRole('dialog', { name: 'Import into “Leads”' });

test('the columns of a file go to those of the list, which a person can change and doesn’t choose twice', async ({
  page,
}) => {
  await signUp(page);
  const id = await openList(
    page,
    ['Company', 'Website', 'Email', 'Phones'],
    [{ Company: 'Acme', Email: 'a@acme.com' }],
  );
  await openImport(page);
  const importing = importDialog(page);
  await importing
    .getByLabel('File with rows')
    .setInputFiles(
      csvFile('crm.csv', [
        'Company Name,Website URL,E-mail,Phone Number,Notes,Rank',
        'Acme Inc.,acme.com,A@acme.com,+1 515 555 0100,met in May,1',
        'Beta,beta.org,b@beta.org,+1 515 555 0101,,2',
      ]),
    );
  const goesTo = (column: string) => importing.getByLabel(`Where “${column}” goes`);
  const chosen = (column: string) => goesTo(column).locator('option:checked');
  await expect(chosen('Company Name')).toHaveText('Company');
  await expect(chosen('Website URL')).toHaveText('Website');
  await expect(chosen('E-mail')).toHaveText('Email');
  await expect(chosen('Phone Number')).toHaveText('Phones');
  await expect(importing.getByText('The list gets 2 new columns: Notes, Rank.')).toBeVisible();
  await expect(importing.getByLabel('Key column').locator('option').first()).toHaveText('As before: Email');
  await checkState(page, 'list-import-columns');

  // By keyboard: two new columns are skipped, and one of them goes to another column.
  await tabTo(page, importing.getByRole('button', { name: 'Skip new columns' }));
  await page.keyboard.press('Enter');
  await expect(importing.getByText('The list gets no new columns. 2 columns are skipped.')).toBeVisible();
  await tabTo(page, goesTo('E-mail'));
  await page.keyboard.press('Home');
  await expect(chosen('E-mail')).toHaveText('New: E-mail');
  await expect(importing.getByText('No column goes to “Email”, so every row is added.')).toBeVisible();
  await goesTo('E-mail').selectOption('Email');
  await goesTo('Notes').selectOption('New column');
  await expect(goesTo('Notes').locator('option', { hasText: 'Email' })).toBeDisabled();

  // Nothing of that is lost, and an import that fails goes on with it.
  await page.keyboard.press('Escape');
  await expect(importing).toBeHidden();
  await openImport(page);
  await expect(chosen('Rank')).toHaveText('Skip');
  await expect(chosen('Notes')).toHaveText('New: Notes');
  const message = 'Try again in a minute.';
  const down = { status: 503, json: { error: { code: 'unavailable', message } } };
  const release = await answerCalls(page, `${CALLS}/list-add-rows`, down);
  await importing.getByRole('button', { name: 'Import 2 rows' }).click();
  await expect(importing.getByText(message)).toBeVisible();
  await release();
  await page.keyboard.press('Escape');
  await openImport(page);
  await expect(chosen('Rank')).toHaveText('Skip');
  await importing.getByRole('button', { name: 'Import 2 rows' }).click();
  await expect(page.getByText('1 row added, 1 updated.')).toBeVisible();
  await expect(importing).toBeHidden();
  expect(await rowsOf(page, id)).toEqual([
    {
      Company: 'Acme Inc.',
      Website: 'acme.com',
      Email: 'A@acme.com',
      Phones: '+1 515 555 0100',
      Notes: 'met in May',
    },
    { Company: 'Beta', Website: 'beta.org', Email: 'b@beta.org', Phones: '+1 515 555 0101' },
  ]);

  // The next import starts afresh.
  await openImport(page);
  await expect(importing.getByText('Choose a file, or drop it here')).toBeVisible();
  await importing.getByLabel('Or paste cells from a spreadsheet').fill('Email\nkept@acme.com');
  await page.keyboard.press('Escape');
  await openImport(page);
  await expect(importing.getByLabel('Or paste cells from a spreadsheet')).toHaveValue('Email\nkept@acme.com');
});

test('60 columns of a file are shown one below the other', async ({ page }) => {
  await signUp(page);
  await openList(page, ['Company', 'Email'], [{ Company: 'Acme', Email: 'a@acme.com' }]);
  await openImport(page);
  const importing = importDialog(page);
  const names = Array.from({ length: 58 }, (_, index) => `Custom property ${index + 1} of the CRM`);
  const values = names.map((_, index) => `value ${index + 1}`);
  await importing
    .getByLabel('File with rows')
    .setInputFiles(csvFile('crm.csv', [`Email,Company,${names.join()}`, `b@beta.org,Beta,${values.join()}`]));
  await expect(importing.getByRole('combobox', { name: /^Where “/ })).toHaveCount(60);
  await expect(importing.getByText(/^The list gets 58 new columns: .* and 53 more\.$/)).toBeVisible();
  await checkState(page, 'list-import-60-columns');
  await importing.getByRole('button', { name: 'Skip new columns' }).click();
  await importing.getByRole('button', { name: 'Import 1 row' }).click();
  await expect(page.getByText('1 row added, 0 updated.')).toBeVisible();
});

test('an import is undone as one edit, by its message and by Ctrl+Z', async ({ page }) => {
  test.slow();
  await signUp(page);
  const id = await openList(
    page,
    ['Email', 'Owner', 'City'],
    [{ Email: 'a@x.example', Owner: 'Ann' }, { Email: 'b@x.example' }],
  );
  const before = await rowsOf(page, id);
  const many = Array.from({ length: 600 }, (_, index) => `new${index}@x.example,Bob,Bern`);
  const start = async (lines: readonly string[], existing: string) => {
    await openImport(page);
    await importDialog(page)
      .getByLabel('File with rows')
      .setInputFiles(csvFile('crm.csv', ['Email,Owner,City', ...lines]));
    await importDialog(page).getByLabel('Rows already in the list').selectOption(existing);
    await importDialog(page)
      .getByRole('button', { name: /^Import \d+ rows?$/ })
      .click();
  };
  const grid = page.getByRole('grid', { name: 'Leads' });
  await start(['a@x.example,Bob,Bern', ...many], 'Update them');
  await expect(page.getByText('600 rows added, 1 updated.')).toBeVisible();
  await expect(grid.getByRole('gridcell', { name: 'Ann' })).toHaveCount(0);
  await checkState(page, 'list-import-undo');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('2 rows', { exact: true })).toBeVisible({ timeout: 60_000 });
  expect(await rowsOf(page, id)).toEqual(before);

  await start(['a@x.example,Bob,Bern', 'c@x.example,Bob,Bern'], 'Fill only their empty cells');
  await expect(page.getByText('1 row added, 1 updated.')).toBeVisible();
  expect((await rowsOf(page, id))[0]).toEqual({ Email: 'a@x.example', Owner: 'Ann', City: 'Bern' });
  await expect(page.getByText('3 rows', { exact: true })).toBeVisible();
  await grid.getByRole('gridcell', { name: 'Ann' }).click();
  await page.keyboard.press('Control+z');
  await expect(page.getByText('2 rows', { exact: true })).toBeVisible();
  expect(await rowsOf(page, id)).toEqual(before);

  // Rows that stay are named.
  await start(['a@x.example,Bob,Bern', 'c@x.example,Bob,Bern'], 'Leave them as they are');
  await expect(importDialog(page).getByText('1 new, 0 updated, 1 left out.')).toBeVisible();
  await expect(importDialog(page).getByText('1: This row is already in the list.')).toBeVisible();
  await checkState(page, 'list-import-kept');
  await page.keyboard.press('Escape');
  await expect(page.getByText('3 rows', { exact: true })).toBeVisible();
  await expect(page.getByText('1 row added, 0 updated.')).toBeVisible();
  const said = page.getByRole('listitem').filter({ hasText: '1 row added, 0 updated.' });
  await said.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('2 rows', { exact: true })).toBeVisible();
  expect(await rowsOf(page, id)).toEqual(before);
});

test('an import that broke off is undone, and then starts again from its first row', async ({ page }) => {
  await signUp(page);
  const id = await openList(page, ['Email', 'Owner'], [{ Email: 'a@x.example', Owner: 'Ann' }]);
  const before = await rowsOf(page, id);
  await openImport(page);
  const importing = importDialog(page);
  const lines = Array.from({ length: 600 }, (_, index) => `new${index}@x.example,Bob`);
  await importing.getByLabel('File with rows').setInputFiles(csvFile('crm.csv', ['Email,Owner', ...lines]));
  let parts = 0;
  const release = await changeReplies(page, `${CALLS}/list-add-rows`, (reply) => {
    parts += 1;
    if (parts === 2) throw new Error('The reply is lost.');
    return reply;
  });
  await importing.getByRole('button', { name: 'Import 600 rows' }).click();
  await expect(importing.getByText('500 rows before that are saved.')).toBeVisible();
  await release();
  await page.keyboard.press('Escape');
  // The rows whose reply was lost are there, and are undone, too.
  await expect(page.getByText('601 rows', { exact: true })).toBeVisible();
  const ann = page.getByRole('grid', { name: 'Leads' }).getByRole('gridcell', { name: 'Ann' });
  await ann.click();
  await page.keyboard.press('Control+z');
  await expect(page.getByText('1 row', { exact: true })).toBeVisible({ timeout: 60_000 });
  expect(await rowsOf(page, id)).toEqual(before);
  await openImport(page);
  await importing.getByRole('button', { name: 'Import 600 rows' }).click();
  await expect(page.getByText('600 rows added, 0 updated.')).toBeVisible();
});
