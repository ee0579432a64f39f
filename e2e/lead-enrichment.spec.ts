import { readFile } from 'node:fs/promises';
import { violations } from './fixtures/accessibility.ts';
import { expect, signUp, test } from './fixtures/app-test.ts';
import { downloadCsv } from './fixtures/download-csv.ts';
import { type HeldCall, holdCalls } from './fixtures/held-calls.ts';
import { person } from './fixtures/mail-world/firms.ts';
import { takeScreenshots } from './fixtures/screenshots.ts';
import { signUpUnlimited } from './fixtures/unlimited-person.ts';

const PAGE = '/dashboard/lead-enrichment';
const PEOPLE = 5;

/** People of a firm as a spreadsheet copies them, and one that has no mailbox. */
function peopleTable(): string {
  const rows = Array.from({ length: PEOPLE }, (_, index) => {
    const { first, last } = person(index);
    return [first, last, 'dotted.com', `note ${index}`].join('\t');
  });
  return [
    ['First name', 'Last name', 'Website', 'Note'].join('\t'),
    ...rows,
    'No\tBody\tdotted.com\tnobody',
  ].join('\n');
}

test('names become a file for cold emails in one list', async ({ page }) => {
  test.slow();
  await signUp(page);
  await page.goto(PAGE);
  await page.getByRole('button', { name: 'New list' }).click();
  const importing = page.getByRole('dialog', { name: 'New list' });
  await importing.getByRole('textbox', { name: 'Or paste cells from a spreadsheet' }).fill(peopleTable());
  await importing.getByRole('button', { name: 'Continue' }).click();
  await importing.getByRole('textbox', { name: 'Name of the list' }).fill('Dotted people');
  await expect(importing.getByRole('cell', { name: 'note 4' })).toBeVisible();
  expect(await violations(page, 'all')).toEqual([]);
  await takeScreenshots(page, 'list-import');
  await importing.getByRole('button', { name: `Import ${PEOPLE + 1} rows` }).click();

  await expect(page.getByRole('heading', { name: 'Dotted people', level: 1 })).toBeVisible();
  const grid = page.getByRole('grid', { name: 'Dotted people' });
  await expect(grid.getByRole('gridcell', { name: 'note 4' })).toBeVisible();
  await takeScreenshots(page, 'list-imported');

  await page.getByRole('button', { name: 'Add column' }).click();
  const sheet = page.getByRole('dialog', { name: 'Add a column' });
  await takeScreenshots(page, 'list-add-column');
  await sheet.getByRole('button', { name: /^Find or verify emails/ }).click();
  await expect(sheet.getByLabel('First name')).toHaveValue('First name');
  await expect(sheet.getByLabel('Company domain')).toHaveValue('Website');
  expect(await violations(page, 'all')).toEqual([]);
  await takeScreenshots(page, 'list-step');
  await sheet.getByRole('button', { name: 'Add column' }).click();

  const run = page.getByRole('dialog', { name: /^Run/ });
  await expect(run.getByText(`${PEOPLE + 1} rows, ${PEOPLE + 1} cells`)).toBeVisible();
  expect(await violations(page, 'all')).toEqual([]);
  await takeScreenshots(page, 'list-run');
  await run.getByRole('button', { name: /^Run/ }).click();
  await expect(page.getByText('Completed')).toBeVisible();
  const { first, last } = person(0);
  await expect(grid.getByRole('gridcell', { name: `${first}.${last}@dotted.com` })).toBeVisible();
  expect(await violations(page, 'all')).toEqual([]);
  await takeScreenshots(page, 'list-done');

  // By keyboard: the panel of the email, with what the mail server said, and that of the row.
  await grid.getByRole('gridcell', { name: 'note 0' }).click();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Space');
  const panel = page.getByRole('dialog');
  await expect(panel.getByText('Answer taken')).toBeVisible();
  await expect(panel.getByText(/^1 credit · /)).toBeVisible();
  await panel.getByText('Details and sources').click();
  await expect(panel.getByRole('heading', { name: 'Mail server replies' })).toBeVisible();
  expect(await violations(page, 'all')).toEqual([]);
  await takeScreenshots(page, 'list-cell');
  await page.keyboard.press('Escape');
  await grid.getByRole('button', { name: 'Open row 6', exact: true }).click();
  await expect(panel.getByText('No answer').first()).toBeVisible();
  await takeScreenshots(page, 'list-row');
  await page.keyboard.press('Escape');

  // Running again is free: what was found stays, and nothing is left to do.
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await expect(run.getByText(/There is nothing to run/)).toBeVisible();
  await page.keyboard.press('Escape');

  // A value that a person types stays, also after an undo of the run.
  await grid.getByRole('gridcell', { name: `${first}.${last}@dotted.com` }).click();
  await page.keyboard.type('typed@dotted.com');
  await page.keyboard.press('Enter');
  await expect(grid.getByRole('gridcell', { name: 'typed@dotted.com' })).toBeVisible();
  await page.keyboard.press('Control+z');
  await expect(grid.getByRole('gridcell', { name: `${first}.${last}@dotted.com` })).toBeVisible();

  // Two clicks to a file of the whole list.
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  const exporting = page.getByRole('dialog', { name: 'Export “Dotted people”' });
  const download = () => exporting.getByRole('button', { name: 'Download' }).click();
  const plain = await downloadCsv(page, download);
  expect([plain.name, plain.rows.length]).toEqual(['Dotted people.csv', PEOPLE + 1]);
  await expect(exporting).toBeHidden();

  await page.getByRole('button', { name: 'Export', exact: true }).press('Enter');
  await expect(exporting.getByRole('checkbox', { name: /^Only what is new/ })).toBeVisible();
  await exporting.getByLabel('For which tool').selectOption('Salesforce Lead');
  await expect(exporting.getByText('Salesforce Lead needs a column for the company')).toBeVisible();
  await expect(exporting.getByRole('button', { name: 'Download' })).toBeDisabled();
  await exporting.getByLabel('For which tool').selectOption('Instantly');
  // What the tool needs moves the check boxes below it.
  await expect(exporting.getByText('Rows without an email are left out')).toBeVisible();
  await exporting.getByRole('checkbox', { name: 'Note' }).uncheck();
  await expect(exporting.getByRole('checkbox', { name: /^Only what is new/ })).toBeHidden();
  await exporting.getByRole('checkbox', { name: /^Write today’s date/ }).check();
  await expect(exporting.getByLabel('Column for the date')).toHaveValue('');
  expect(await violations(page, 'all')).toEqual([]);
  await takeScreenshots(page, 'list-export');
  const size = page.viewportSize();
  await page.setViewportSize({ width: 360, height: 740 });
  // The page is laid out again some time after its window changes.
  const sides = async () => {
    const box = await exporting.boundingBox();
    return [box && box.x >= 0, box && box.x + box.width <= 360];
  };
  await expect.poll(sides).toEqual([true, true]);
  const overflow = () => exporting.evaluate((dialog) => dialog.scrollWidth - dialog.clientWidth);
  await expect.poll(overflow).toBeLessThanOrEqual(0);
  if (size) await page.setViewportSize(size);
  const cold = await downloadCsv(page, download);
  expect(cold.rows).toHaveLength(PEOPLE);
  expect(Object.keys(cold.rows[0] ?? {}).slice(0, 4)).toEqual([
    'email',
    'first_name',
    'last_name',
    'website',
  ]);
  expect(cold.rows[0]).not.toHaveProperty('Note');
  expect(cold.rows[0]).toMatchObject({ first_name: first, last_name: last });
  await expect(grid.getByRole('columnheader', { name: 'Exported on' })).toBeVisible();
  const dated = page.getByRole('listitem').filter({ hasText: `Date written into ${PEOPLE} rows.` });
  await expect(dated.getByRole('button', { name: 'Undo' })).toBeVisible();

  // The choice stays, and what was exported doesn't come again.
  await page.reload();
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  await expect(exporting.getByLabel('For which tool')).toHaveValue('instantly');
  await expect(exporting.getByRole('checkbox', { name: 'Note' })).not.toBeChecked();
  const onlyNew = exporting.getByRole('checkbox', { name: /^Only what is new/ });
  await expect(exporting.getByText(`, ${PEOPLE} rows`)).toBeVisible();
  await onlyNew.check();
  expect((await downloadCsv(page, download)).rows).toEqual([]);
  await grid.getByRole('checkbox', { name: 'Select row 1', exact: true }).check();
  const bar = page.getByRole('region', { name: 'Selected rows' });
  await bar.getByRole('button', { name: 'Export', exact: true }).click();
  await expect(exporting.getByLabel('Rows')).toHaveValue('selected');
  expect((await downloadCsv(page, download)).rows).toHaveLength(1);
});

test('columns of a list are named, pinned, sorted and deleted, rows merged, and views kept', async ({
  page,
}) => {
  await signUp(page);
  await page.goto(PAGE);
  await page.getByRole('button', { name: 'New list' }).click();
  const importing = page.getByRole('dialog', { name: 'New list' });
  const rows = [
    'Name\tEmail\tNote',
    'Ann\tann@a.com\tfirst',
    'Ben\tben@b.com\t',
    'Ann B.\tANN@a.com\tsecond',
    'Cal\t\tthird',
  ];
  await importing.getByRole('textbox', { name: 'Or paste cells from a spreadsheet' }).fill(rows.join('\n'));
  await importing.getByRole('button', { name: 'Continue' }).click();
  await importing.getByRole('button', { name: 'Import 4 rows' }).click();
  const grid = page.getByRole('grid', { name: 'Pasted rows' });
  const menu = async (column: string, item: string) => {
    await grid.getByRole('button', { name: `Menu of ${column}` }).click();
    await page.getByRole('menuitem', { name: item }).click();
  };
  await expect(grid.getByRole('gridcell', { name: 'third' })).toBeVisible();

  await menu('Note', 'Name and type');
  const dialog = page.getByRole('dialog', { name: 'Name and type' });
  await dialog.getByRole('textbox', { name: 'Name' }).fill('email');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText('Two columns would be called')).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Remark');
  expect(await violations(page, 'all')).toEqual([]);
  await takeScreenshots(page, 'list-column');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(grid.getByRole('columnheader', { name: 'Remark' })).toBeVisible();

  await menu('Email', 'Find duplicates');
  const duplicates = page.getByRole('dialog', { name: 'Find duplicates' });
  await expect(duplicates.getByText('1 row repeats another one.')).toBeVisible();
  expect(await violations(page, 'all')).toEqual([]);
  await takeScreenshots(page, 'list-duplicates');
  await duplicates.getByRole('button', { name: 'Merge 1 row' }).click();
  await expect(page.getByText('1 row merged.')).toBeVisible();
  await expect(grid.getByRole('gridcell', { name: 'ann@a.com' })).toHaveCount(1);
  await grid.getByRole('gridcell', { name: 'third' }).click();
  await page.keyboard.press('Control+z');
  await expect(grid.getByRole('gridcell', { name: 'ann@a.com' })).toHaveCount(2);
  // It can’t be undone twice.
  await expect(page.getByText('1 row merged.')).toHaveCount(0);
  await menu('Email', 'Find duplicates');
  await expect(duplicates.getByText('1 row repeats another one.')).toBeVisible();
  const held: HeldCall[] = [];
  const release = await holdCalls(page, 'functions/v1/list-merge-duplicates', (call) => held.push(call));
  await duplicates.getByRole('button', { name: 'Merge 1 row' }).click();
  await expect(duplicates.getByText('You can close this window. Merging continues.')).toBeVisible();
  await duplicates.getByRole('button', { name: 'Close' }).click();
  await expect(duplicates).toHaveCount(0);
  for (const call of held) await call.send();
  await release();
  await expect(page.getByText('1 row merged.')).toBeVisible();
  await expect(grid.getByRole('gridcell', { name: 'ann@a.com' })).toHaveCount(1);

  await menu('Name', 'Sort Z to A');
  await menu('Email', 'Only rows with a value');
  await expect(page.getByText('2 of 3 rows')).toBeVisible();
  await menu('Remark', 'Hide');
  await expect(grid.getByRole('columnheader', { name: 'Remark' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Views' }).click();
  const views = page.getByRole('dialog', { name: 'Views' });
  await views.getByRole('textbox', { name: 'Save what is shown now as' }).fill('With email');
  await views.getByRole('button', { name: 'Save view' }).click();
  await expect(views.getByRole('button', { name: 'With email', exact: true })).toBeVisible();
  expect(await violations(page, 'all')).toEqual([]);
  await takeScreenshots(page, 'list-views');
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: 'Remove filter: Email is not empty' }).click();
  await expect(page.getByText('3 rows', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Views' }).click();
  await views.getByRole('button', { name: 'With email', exact: true }).click();
  await expect(page.getByText('2 of 3 rows')).toBeVisible();
  await page.reload();
  await expect(grid.getByRole('gridcell').first()).toHaveText('Ben');

  await menu('Email', 'Delete column');
  await page
    .getByRole('dialog', { name: 'Delete “Email”?' })
    .getByRole('button', { name: 'Delete column' })
    .click();
  await expect(grid.getByRole('columnheader', { name: 'Email' })).toHaveCount(0);
});

test('customers are left out of a list, its runs and its files', async ({ page }) => {
  const person = await signUpUnlimited(page);
  const make = async (name: string, emails: readonly string[]) => {
    const list = await person.call('list-create', { name, columns: [{ name: 'Email' }] });
    await person.call('list-add-rows', { id: list.id, rows: emails.map((Email) => ({ Email })) });
    return String(list.id);
  };
  const customers = await make('Customers', ['ann@acme.com']);
  const leads = await make('Old leads', ['ann@acme.com', 'ben@acme.com', 'cal@other.com']);
  await page.goto(`${PAGE}/${customers}`);
  await page.getByRole('button', { name: 'Leave out', exact: true }).click();
  const choice = page.getByRole('dialog', { name: 'Leave out of other lists' });
  await choice.getByRole('radio', { name: /^Everyone at their companies/ }).check();
  expect(await violations(page, 'all')).toEqual([]);
  await takeScreenshots(page, 'list-exclusion');
  await choice.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('button', { name: 'Leaves out', exact: true })).toBeVisible();

  await page.goto(`${PAGE}/${leads}`);
  const status = page.getByRole('status').filter({ hasText: 'left out' });
  await expect(status).toHaveText('1 of 3 rows · 2 left out: Customers');
  await page.getByRole('button', { name: 'Add column' }).click();
  const sheet = page.getByRole('dialog', { name: 'Add a column' });
  await sheet.getByRole('button', { name: /^Find or verify emails/ }).click();
  await sheet.getByRole('button', { name: 'Add column' }).click();
  const run = page.getByRole('dialog', { name: /^Run/ });
  await expect(run.getByText('1 row, 1 cell')).toBeVisible();
  await expect(run.getByText('2 rows left out: Customers')).toBeVisible();
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: 'Left out' }).click();
  const lists = page.getByRole('dialog', { name: 'Left out' });
  await lists.getByRole('checkbox', { name: 'Customers' }).uncheck();
  await expect(page.getByText('3 rows', { exact: true })).toBeVisible();
  await lists.getByRole('checkbox', { name: 'Customers' }).check();
  await expect(status).toBeVisible();
  expect(await violations(page, 'all')).toEqual([]);
  await takeScreenshots(page, 'list-left-out');
  await page.keyboard.press('Escape');
  await page.getByRole('checkbox', { name: 'Select all rows' }).check();
  const bar = page.getByRole('region', { name: 'Selected rows' });
  await bar.getByRole('button', { name: 'Export', exact: true }).click();
  const exporting = page.getByRole('dialog', { name: /^Export/ });
  await expect(exporting.getByText('Without those that your exclusion lists leave out.')).toBeVisible();
  const { rows } = await downloadCsv(page, () => exporting.getByRole('button', { name: 'Download' }).click());
  expect(rows.map(({ Email }) => Email)).toEqual(['cal@other.com']);

  // Also a list that was made after a choice leaves out its people, in a run even before the page knows it.
  const later = await make('Competitors', ['cal@other.com']);
  await person.call('list-set-exclusion', { id: later, excludes: 'people' });
  await bar.getByRole('button', { name: 'Clear' }).click();
  const [quoted] = await Promise.all([
    page.waitForRequest('**/list-run-quote'),
    page.getByRole('button', { name: 'Run', exact: true }).click(),
  ]);
  expect(quoted.postDataJSON()).not.toHaveProperty('leaveOut');
  await page.keyboard.press('Escape');
  await page.reload();
  await expect(status).toHaveText('0 of 3 rows · 3 left out: Customers 2, Competitors 1');
});

test('a recipe brings its columns, and is saved, downloaded and added again', async ({ page }) => {
  await signUp(page);
  await page.goto(PAGE);
  await expect(page.getByRole('button', { name: /^Clean an old list/ })).toBeVisible();
  await expect(page.getByText('No lists yet')).toBeVisible();
  await takeScreenshots(page, 'lead-enrichment');
  expect(await violations(page, 'all')).toEqual([]);
  await page.getByRole('button', { name: /^Companies to verified emails/ }).click();
  const importing = page.getByRole('dialog', { name: 'New list' });
  await importing.getByRole('button', { name: 'Continue' }).click();
  await expect(importing.getByLabel('Recipe')).toHaveValue('Companies to verified emails');
  await importing.getByRole('textbox', { name: 'Name of the list' }).fill('Trying it');
  await importing.getByRole('button', { name: 'Import 4 rows' }).click();
  const grid = page.getByRole('grid', { name: 'Trying it' });
  const run = page.getByRole('dialog', { name: 'Run' });
  await expect(run.getByText('4 rows, 12 cells')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(grid.getByRole('columnheader', { name: /^Domain/ })).toBeVisible();

  await page.getByRole('button', { name: 'Save recipe' }).click();
  const saving = page.getByRole('dialog', { name: 'Save recipe' });
  await saving.getByRole('textbox', { name: 'Name' }).fill('My way');
  await saving.getByRole('button', { name: 'Save recipe' }).click();
  await expect(page.getByText('The recipe “My way” has been saved.')).toBeVisible();
  await page.goto(PAGE);
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download the recipe My way' }).click();
  const file = await downloading;
  expect(file.suggestedFilename()).toBe('My way.json');
  const content = await readFile(await file.path());
  await page.getByRole('button', { name: 'Delete the recipe My way' }).click();
  await expect(page.getByRole('button', { name: 'Delete the recipe My way' })).toHaveCount(0);
  const upload = (buffer: Buffer) =>
    page
      .getByLabel('File with a recipe')
      .setInputFiles({ name: 'r.json', mimeType: 'application/json', buffer });
  await upload(Buffer.from('{"name": "x"}'));
  await expect(page.getByText('This file has no recipe')).toBeVisible();
  await upload(content);
  await expect(page.getByRole('button', { name: /^My way/ })).toBeVisible();
});

test('a recipe reads the columns of a CRM file by what they have', async ({ page }) => {
  await signUp(page);
  await page.goto(PAGE);
  await page.getByRole('button', { name: 'Import a list' }).click();
  const importing = page.getByRole('dialog', { name: 'New list' });
  const rows = ['Account ID\tAccount Name\tBilling Country\tSold by', 'A-1\tNordlicht Logistik\tDE\tKim'];
  await importing.getByRole('textbox', { name: 'Or paste cells from a spreadsheet' }).fill(rows.join('\n'));
  await importing.getByRole('button', { name: 'Continue' }).click();
  const company = importing.getByLabel('What “Account Name” has');
  await expect(company).toHaveValue('company');
  await expect(importing.getByLabel('What “Billing Country” has')).toHaveValue('country');
  await expect(importing.getByLabel('What “Account ID” has')).toHaveValue('');
  await importing.getByLabel('Recipe').selectOption('Companies to verified emails');
  await expect(importing.getByText('The recipe also reads')).toHaveCount(0);

  // Without a company, the recipe would have nothing to work with.
  await company.selectOption('Something else');
  await expect(importing.getByText('The recipe also reads: Company')).toBeVisible();
  expect(await violations(page, 'all')).toEqual([]);
  await takeScreenshots(page, 'list-import-recipe');
  await company.selectOption('Company');
  await importing.getByRole('button', { name: 'Import 1 row' }).click();

  await expect(page.getByRole('dialog', { name: 'Run' }).getByText('1 row, 3 cells')).toBeVisible();
  await page.keyboard.press('Escape');
  const grid = page.getByRole('grid', { name: 'Pasted rows' });
  await expect(grid.getByRole('columnheader', { name: /^Domain/ })).toBeVisible();
  await expect(grid.getByRole('columnheader', { name: /^Company$/ })).toHaveCount(0);
  await page.getByRole('button', { name: 'Find domains' }).click();
  await expect(page.getByRole('combobox', { name: 'Company' })).toHaveValue('Account Name');
});
