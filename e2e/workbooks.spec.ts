import { readFile } from 'node:fs/promises';
import { cellsOf, inlineRows, testWorkbook } from '../engines/csv/xlsx/test-workbooks.ts';
import { violations } from './fixtures/accessibility.ts';
import { expect, signUp, test } from './fixtures/app-test.ts';
import { takeScreenshots } from './fixtures/screenshots.ts';

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
const BOOK = Buffer.from(
  testWorkbook({
    sheets: [
      { name: 'Cover', xml: inlineRows([['Our customers'], ['as of March']]) },
      {
        name: 'Customers 2026',
        xml: `${inlineRows([['Company', 'Postcode', 'Since']])}<row><c t="inlineStr"><is><t>Acme</t></is></c><c s="2"><v>1067</v></c><c s="1"><v>45356</v></c></row><row hidden="1"><c t="inlineStr"><is><t>Nord</t></is></c><c t="inlineStr"><is><t>=1+1</t></is></c><c s="1"><v>45357</v></c></row>`,
      },
      { name: 'Old', xml: inlineRows([['Company'], ['Gone']]), state: 'hidden' },
    ],
    formats: [14, '00000'],
  }),
);
const file = { name: 'customers.xlsx', mimeType: XLSX, buffer: BOOK };

test('a sheet of an Excel workbook becomes a list, and the list a workbook', async ({ page }) => {
  await signUp(page);
  await page.goto('/dashboard/lead-enrichment');
  await page.getByRole('button', { name: 'New list' }).click();
  const importing = page.getByRole('dialog', { name: 'New list' });
  await importing.getByLabel('File with rows').setInputFiles({
    name: 'broken.xlsx',
    mimeType: XLSX,
    buffer: BOOK.subarray(0, 700),
  });
  await expect(
    importing.getByText('broken.xlsx is damaged. Open it in your spreadsheet program'),
  ).toBeVisible();

  await importing.getByLabel('File with rows').setInputFiles(file);
  await expect(importing.getByRole('cell', { name: 'as of March' })).toBeVisible();
  const sheet = importing.getByRole('combobox', { name: 'Sheet' });
  await expect(sheet.getByRole('option')).toHaveText(['Cover', 'Customers 2026', 'Old (hidden)']);
  await sheet.selectOption('Customers 2026');
  await expect(importing.getByRole('cell', { name: '01067' })).toBeVisible();
  await expect(importing.getByRole('cell', { name: '2024-03-05' })).toBeVisible();
  await expect(importing.getByText('1 hidden row is included.')).toBeVisible();
  expect(await violations(page, 'all')).toEqual([]);
  await takeScreenshots(page, 'list-import-workbook');
  await importing.getByRole('button', { name: 'Import 2 rows' }).click();

  await expect(page.getByRole('heading', { name: 'customers', level: 1 })).toBeVisible();
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  const exporting = page.getByRole('dialog', { name: 'Export “customers”' });
  const format = exporting.getByRole('combobox', { name: 'Format' });
  await format.selectOption('CSV with semicolons (Excel in Europe)');
  await expect(exporting.getByText('as text, for Excel')).toBeVisible();
  await takeScreenshots(page, 'list-export-semicolons');
  const [csv] = await Promise.all([
    page.waitForEvent('download'),
    exporting.getByRole('button', { name: 'Download' }).click(),
  ]);
  expect(csv.suggestedFilename()).toBe('customers.csv');
  expect(await readFile(await csv.path(), 'utf8')).toMatch(/^\ufeffCompany;Postcode;Since\r\nAcme;01067;/);
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  await format.selectOption('Excel workbook (XLSX)');
  await expect(exporting.getByText('as text, for Excel')).toBeHidden();
  await takeScreenshots(page, 'list-export-workbook');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    exporting.getByRole('button', { name: 'Download' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('customers.xlsx');
  expect(cellsOf(await readFile(await download.path()))).toEqual([
    ['Company', 'Postcode', 'Since'],
    ['Acme', '01067', '2024-03-05'],
    ['Nord', '=1+1', '2024-03-06'],
  ]);
});

test('a sheet of an Excel workbook fills the forms of the tools', async ({ page }) => {
  await signUp(page);
  await page.goto('/dashboard/company-to-domain');
  const named = {
    ...file,
    buffer: Buffer.from(
      testWorkbook({
        sheets: [
          {
            name: 'A',
            xml: inlineRows([
              ['Company', 'Note'],
              ['Acme GmbH', 'x'],
            ]),
          },
          {
            name: 'B',
            xml: inlineRows([
              ['Company', 'Note'],
              ['Nord AG', 'y'],
            ]),
          },
        ],
      }),
    ),
  };
  await page.getByLabel('File with company names').setInputFiles(named);
  const list = page.getByRole('textbox', { name: /company|companies/i }).first();
  await expect(list).toHaveValue(/Acme GmbH/);
  await page.getByRole('combobox', { name: 'Sheet' }).selectOption('B');
  await expect(list).toHaveValue(/Nord AG/);
  await expect(list).not.toHaveValue(/Acme GmbH/);
  expect(await violations(page, 'all')).toEqual([]);
  await takeScreenshots(page, 'tool-workbook');

  // The addresses behind words and names.
  const link = (address: string, text: string) => `<c t="str"><f>HYPERLINK("${address}","${text}")</f></c>`;
  const person = (name: string) =>
    `<row>${link(`https://acme.com/${name}`, name)}${link(`https://www.linkedin.com/in/${name}`, 'View profile')}</row>`;
  const people = `${inlineRows([['Name', 'LinkedIn']])}${person('jane')}${person('joe')}`;
  const buffer = Buffer.from(testWorkbook({ sheets: [{ name: 'People', xml: people }] }));
  await page.goto('/dashboard/linkedin-enrichment');
  await page
    .getByLabel('File with profile URLs')
    .setInputFiles({ name: 'people.xlsx', mimeType: XLSX, buffer });
  await expect(page.getByText('2 URLs detected')).toBeVisible();
  await expect(page.getByLabel('One profile URL per line')).toHaveValue(
    'Name,LinkedIn,Name link\njane,https://www.linkedin.com/in/jane,https://acme.com/jane\njoe,https://www.linkedin.com/in/joe,https://acme.com/joe',
  );
});
