import { inlineRows, testWorkbook } from '#engines/csv/xlsx/test-workbooks.ts';
import { violations } from './fixtures/accessibility.ts';
import { expect, signUp, test } from './fixtures/app-test.ts';
import { takeScreenshots } from './fixtures/screenshots.ts';

test('bounces have an address and keys for the provider, and are reported with a file', async ({
  page,
  request,
}) => {
  await signUp(page);
  await page.goto('/dashboard/webhooks');
  await expect(page.getByText('No reports yet.')).toBeVisible();
  await page.getByRole('button', { name: 'Create address' }).click();
  const address = page.getByRole('button', { name: /^Copy http.*\/webhooks\/bounces\// });
  const url = ((await address.getAttribute('aria-label')) ?? '').replace('Copy ', '');
  const report = { email: 'jane@firm.example', code: '550 5.1.1', text: 'User unknown' };
  expect((await request.post(url, { data: [report] })).status()).toBe(200);

  await page.getByRole('button', { name: 'Set keys' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Provider').selectOption('postmark');
  await dialog.getByLabel('User and password').fill('leadwell:a-long-password');
  await takeScreenshots(page, 'bounces-keys');
  await dialog.getByRole('button', { name: 'Save key' }).click();
  await expect(page.getByText('Only signed reports count, from Postmark.')).toBeVisible();
  expect((await request.post(url, { data: [report] })).status()).toBe(400);

  await page.getByRole('button', { name: 'New address' }).click();
  await dialog.getByRole('button', { name: 'Replace address' }).click();
  await expect(dialog).toHaveCount(0);
  expect((await request.post(url, { data: [report] })).status()).toBe(404);

  const file = page.locator('input[aria-label="File of bounces"]');
  await file.setInputFiles({
    name: 'bounces.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(
      'Email,Reason\nann@firm.example,550 5.1.1 User unknown\nben@firm.example,550 5.7.1 Blocked\ncal@firm.example,Mailbox full\n',
    ),
  });
  await expect(
    page.getByText('3 reports: 1 hard bounce, 1 soft, 1 policy. 0 credits returned.'),
  ).toBeVisible();
  const table = page.getByRole('region', { name: 'Reports by day' });
  await expect(table.getByRole('row').nth(1)).toHaveText(/^All211000/);
  await takeScreenshots(page, 'bounces-reported');
  expect(await violations(page, 'all')).toEqual([]);

  // The second part of a file fails: the first one counts, and the same file can be sent again.
  const lines = Array.from({ length: 501 }, (_, n) => `bounce${n}@firm.example,Mailbox full`);
  const long = {
    name: 'long.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(`Email,Reason\n${lines.join('\n')}\n`),
  };
  let calls = 0;
  await page.route('**/functions/v1/bounces', (route) => {
    calls += 1;
    return calls === 1 ? route.continue() : route.abort();
  });
  await file.setInputFiles(long);
  await expect(page.getByText(/500 of 501 reports arrived\. Choose the file again/)).toBeVisible();
  await page.unroute('**/functions/v1/bounces');
  await file.setInputFiles(long);
  await expect(page.getByText(/^501 reports: 0 hard bounces, 1 soft.* 500 known before/)).toBeVisible();

  const workbook = testWorkbook({ sheets: [{ name: 'Names', xml: inlineRows([['Name'], ['Ann']]) }] });
  await file.setInputFiles({
    name: 'names.xlsx',
    mimeType: 'application/octet-stream',
    buffer: Buffer.from(workbook),
  });
  await expect(page.getByText('names.xlsx has no column with emails.')).toBeVisible();
});
