import type { Page } from '@playwright/test';
import { callAs } from './fixtures/account-calls.ts';
import { expect, signUp, test } from './fixtures/app-test.ts';
import { answerCalls } from './fixtures/held-calls.ts';
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
