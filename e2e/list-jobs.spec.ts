import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { violations } from './fixtures/accessibility.ts';
import { callAs } from './fixtures/account-calls.ts';
import { expect, signUp, test } from './fixtures/app-test.ts';
import { downloadCsv } from './fixtures/download-csv.ts';
import { generatedContacts, generatedName } from './fixtures/generated-sites.ts';
import { holdCalls } from './fixtures/held-calls.ts';
import { exportButton, PATH as LEADS, leadCount, titleField } from './fixtures/lead-databases-page.ts';
import { checkState, chooseFile, csvFile, downloadLines, LISTS } from './fixtures/list-job.ts';
import { takeScreenshots } from './fixtures/screenshots.ts';

/** Pastes cells into the open import dialog and goes on to the preview. */
async function paste(page: Page, title: string, cells: string) {
  const dialog = page.getByRole('dialog', { name: title });
  await dialog.getByRole('textbox', { name: 'Or paste cells from a spreadsheet' }).fill(cells);
  await dialog.getByRole('button', { name: 'Continue' }).click();
  return dialog;
}

test('a lead search leaves out last month’s contacts', async ({ page }) => {
  test.slow();
  await signUp(page);
  const search = async () => {
    await page.goto(LEADS);
    await titleField(page).fill('chief legal');
    await titleField(page).press('Enter');
    await expect(leadCount(page)).toHaveText(/Filtered: \d+$/);
    return Number(/Filtered: (\d+)$/.exec((await leadCount(page).textContent()) ?? '')?.[1]);
  };
  // Last month: the first page of the search, as a file.
  const all = await search();
  await page.getByRole('checkbox', { name: 'Select all leads on this page' }).check();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: /^Export 25/ }).click(),
  ]);
  const file = await download.path();

  await page.goto(LISTS);
  await page.getByRole('button', { name: 'New list' }).click();
  const importing = page.getByRole('dialog', { name: 'New list' });
  await importing.getByLabel('File with rows').setInputFiles({
    name: 'last month.csv',
    mimeType: 'text/csv',
    buffer: await readFile(file),
  });
  await importing.getByRole('button', { name: 'Import 25 rows' }).click();
  await page.getByRole('button', { name: 'Leave out', exact: true }).click();
  const choice = page.getByRole('dialog', { name: 'Leave out of other lists' });
  await choice.getByRole('radio', { name: /^The people in it/ }).check();
  await choice.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('button', { name: 'Leaves out', exact: true })).toBeVisible();

  // This month: the same search has only the others, and says so.
  const fresh = await search();
  expect(all - fresh).toBeGreaterThanOrEqual(25);
  const menu = page.getByRole('button', { name: 'Left out' });
  await expect(menu).toHaveText(`Left out${all - fresh}`);
  await expect(page.getByText(`${all - fresh} left out: last month`)).toBeVisible();
  await menu.click();
  const lists = page.getByRole('dialog', { name: 'Left out' });
  await expect(lists.getByText('aren’t shown, exported or saved')).toBeVisible();
  expect(await violations(page, 'all')).toEqual([]);
  await takeScreenshots(page, 'leads-left-out');
  await lists.getByRole('checkbox', { name: 'last month' }).click();
  await expect(leadCount(page)).toHaveText(new RegExp(`Filtered: ${all}$`));
  await page.reload();
  await expect(leadCount(page)).toHaveText(new RegExp(`Filtered: ${all}$`));
  await menu.click();
  await lists.getByRole('checkbox', { name: 'last month' }).click();
  await expect(leadCount(page)).toHaveText(new RegExp(`Filtered: ${fresh}$`));
  await page.keyboard.press('Escape');

  const before = new Set((await readFile(file, 'utf8')).split('\r\n').slice(1, 26));
  const { rows } = await downloadCsv(page, () => exportButton(page).click());
  expect(rows).toHaveLength(fresh);
  const again = rows.filter((row) =>
    before.has(
      Object.values(row)
        .map((cell) => `"${cell}"`)
        .join(','),
    ),
  );
  expect(again).toEqual([]);

  // Lists with too many keys for a search can be taken off.
  const message = 'Use fewer lists, or lists with fewer rows.';
  await holdCalls(page, 'functions/v1/leadrocks-lead-export', ({ body, answer, send }) =>
    JSON.stringify(body).includes('"leaveOut":["')
      ? answer({ status: 422, json: { error: { code: 'validation_failed', message } } })
      : send(),
  );
  await page.reload();
  await expect(page.getByText(message)).toBeVisible();
  await menu.click();
  await takeScreenshots(page, 'leads-left-out-refused');
  await lists.getByRole('checkbox', { name: 'last month' }).click();
  await expect(leadCount(page)).toHaveText(new RegExp(`Filtered: ${all}$`));
});

test('a key column that the list lacks is added, and told apart by from then on', async ({ page }) => {
  test.slow();
  await signUp(page);
  const contacts = csvFile('Contacts.csv', ['Name', 'Ann']);
  const cut = { ...contacts, buffer: Buffer.concat([contacts.buffer.subarray(0, -2), Buffer.from([0xc3])]) };
  const first = await chooseFile(page, cut);
  await expect(first.getByText("1 character couldn't be read.")).toBeVisible();
  await checkState(page, 'list-import-unreadable');
  await first.getByRole('button', { name: 'Import 1 row' }).click();
  await expect(page.getByText('1 row', { exact: true })).toBeVisible();

  const again = async (lines: readonly string[], text: string) => {
    await page.getByRole('button', { name: 'Import', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Import into “Contacts”' });
    await dialog.getByLabel('File with rows').setInputFiles(csvFile('more.csv', lines));
    const key = dialog.getByLabel('Key column');
    if ((await key.locator('option').first().textContent()) !== 'As before: Email')
      await key.selectOption('Email');
    await dialog.getByRole('button', { name: `Import ${lines.length - 1} rows` }).click();
    await expect(page.getByText(text)).toBeVisible();
    await expect(dialog).toBeHidden();
  };
  await again(['Name,Email', 'Bo,bo@x.example', 'Bob,bo@x.example'], '1 row added, 1 updated.');
  await again(
    ['Email,Name', 'bo@x.example,Bobby', 'cy@x.example,Cy', 'di@x.example,Di'],
    '2 rows added, 1 updated.',
  );
  const grid = page.getByRole('grid', { name: 'Contacts' });
  await expect(grid.getByRole('gridcell', { name: 'Bobby' })).toBeVisible();
  await expect(page.getByText('4 rows', { exact: true })).toBeVisible();

  // A key column that is gone with the names of the columns isn't the key of the list.
  const keyOf = async () => {
    const { lists } = await callAs(page, 'functions/v1/lists');
    return (lists as { keyColumn: string | null }[])[0]?.keyColumn;
  };
  const before = await keyOf();
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Import into “Contacts”' });
  await dialog
    .getByLabel('File with rows')
    .setInputFiles(csvFile('more.csv', ['Name,Email', 'Ed,ed@x.example']));
  await dialog.getByLabel('Key column').selectOption('Name');
  await dialog.getByLabel('The first row has the names of the columns').uncheck();
  await dialog.getByRole('button', { name: 'Import 2 rows' }).click();
  await expect(page.getByText('2 rows added, 0 updated.')).toBeVisible();
  expect(await keyOf()).toBe(before);
});

test('map results are added weekly, and only the new ones are read and exported', async ({ page, web }) => {
  test.slow();
  await signUp(page);
  const results = (indexes: readonly number[]) =>
    csvFile('Firms nearby.csv', [
      'Name,Website,Rating',
      ...indexes.map((index) => `Firm ${index},${web.siteUrl(generatedName(index))},4.${index}`),
    ]);
  const first = await chooseFile(page, results([0, 1]), 'Websites to contacts');
  await first.getByLabel('Key column').selectOption('Website');
  await first.getByRole('button', { name: 'Import 2 rows' }).click();

  const grid = page.getByRole('grid', { name: 'Firms nearby' });
  const run = page.getByRole('dialog', { name: 'Run' });
  const runNew = async () => {
    await expect(run.getByText('2 rows, 2 cells')).toBeVisible();
    await run.getByRole('button', { name: /^Run/ }).click();
    await expect(page.getByText('Completed')).toBeVisible();
  };
  const exportNew = async () => {
    await page.getByRole('button', { name: 'Export', exact: true }).click();
    const exporting = page.getByRole('dialog', { name: /^Export/ });
    const onlyNew = exporting.getByRole('checkbox', { name: /^Only what is new/ });
    if (await onlyNew.isVisible()) await onlyNew.check();
    const download = () => exporting.getByRole('button', { name: 'Download' }).click();
    return (await downloadLines(page, download)).lines;
  };
  await runNew();
  await expect(grid.getByRole('gridcell', { name: generatedContacts(0).email }).first()).toBeVisible();
  expect((await exportNew()).map((line) => line.split(',')[0])).toEqual(['Name', 'Firm 0', 'Firm 1']);

  // A week later, the map shows one of them again and two others.
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  const second = page.getByRole('dialog', { name: 'Import into “Firms nearby”' });
  await second.getByLabel('File with rows').setInputFiles(results([1, 2, 3]));
  await second.getByRole('button', { name: 'Import 3 rows' }).click();
  await expect(page.getByText('2 rows added, 1 updated.')).toBeVisible();
  await expect(grid.getByRole('gridcell', { name: 'Firm 3' })).toBeVisible();
  await expect(page.getByText('4 rows', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await runNew();
  await expect(grid.getByRole('gridcell', { name: generatedContacts(3).email }).first()).toBeVisible();
  const [header, ...lines] = await exportNew();
  expect(header).toBe('Name,Website,Rating,Email,All emails,Phones,LinkedIn');
  expect(lines.map((line) => line.split(',').slice(0, 5).join())).toEqual(
    [2, 3].map((index) => {
      const { email } = generatedContacts(index);
      return `Firm ${index},${web.siteUrl(generatedName(index))},4.${index},${email},${email}`;
    }),
  );

  // An answer that a person calls wrong goes, and doesn't come again.
  const wrong = generatedContacts(3).email;
  await grid.getByRole('gridcell', { name: wrong }).first().click();
  await page.keyboard.press('Space');
  const panel = page.getByRole('dialog');
  await expect(panel.getByText('Answer taken')).toBeVisible();
  await panel.getByText('Details and sources').first().click();
  await expect(panel.getByRole('heading', { name: 'Sources' })).toBeVisible();
  expect(await violations(page, 'all')).toEqual([]);
  await takeScreenshots(page, 'list-wrong');
  await panel.getByRole('button', { name: `Wrong: ${wrong}` }).click();
  await expect(page.getByText('Your lists won’t take this answer again.')).toBeVisible();
  await expect(grid.getByRole('gridcell', { name: wrong })).toHaveCount(0);
});

test('companies of a list become the people who work there', async ({ page }) => {
  test.slow();
  await signUp(page);
  await page.goto(LISTS);
  await page.getByRole('button', { name: 'New list' }).click();
  const importing = await paste(
    page,
    'New list',
    'Company\nSample Company 1\nSample Company 2, Inc.\nUnknown Ltd',
  );
  await importing.getByRole('textbox', { name: 'Name of the list' }).fill('Target companies');
  await importing.getByRole('button', { name: 'Import 3 rows' }).click();
  await page.getByRole('link', { name: 'Find people at these companies' }).click();
  await expect(leadCount(page)).toHaveText(/Filtered: [1-9]\d*$/);
  const chips = page.getByRole('list', { name: 'Companies in a list: include' });
  await expect(chips.getByText('Target companies')).toBeVisible();
  expect(await violations(page, 'all')).toEqual([]);
  await takeScreenshots(page, 'leads-in-list');
  const { rows } = await downloadCsv(page, () => exportButton(page).click());
  expect(new Set(rows.map(({ Company }) => Company))).toEqual(
    new Set(['Sample Company 1', 'Sample Company 2']),
  );
  await chips.getByRole('button').click();
  await expect(page.getByText('Apply filters')).toBeVisible();

  // A list of customers, too: whose people are wanted isn't left out, unless one says so.
  await page.goBack();
  await page.getByRole('link', { name: 'Lead Enrichment' }).first().click();
  await page.getByRole('link', { name: 'Target companies' }).click();
  await page.getByRole('button', { name: 'Leave out', exact: true }).click();
  const choice = page.getByRole('dialog', { name: 'Leave out of other lists' });
  await choice.getByRole('radio', { name: /^Everyone at their companies/ }).check();
  await choice.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('link', { name: 'Find people at these companies' }).click();
  await expect(leadCount(page)).toHaveText(new RegExp(`Filtered: ${rows.length}$`));
  await page.getByRole('button', { name: 'Left out' }).click();
  await page
    .getByRole('dialog', { name: 'Left out' })
    .getByRole('checkbox', { name: 'Target companies' })
    .click();
  // All of their leads, and not only as many as one wants of each company.
  await expect(page.getByText(/\d+ leads match, but your exclusion lists leave them out\./)).toBeVisible();
});
