import { expect, signUp, test } from './fixtures/app-test.ts';
import { downloadCsv } from './fixtures/download-csv.ts';
import { takeScreenshots } from './fixtures/screenshots.ts';
import { twoAddressEmails, twoAddressName } from './fixtures/two-address-sites.ts';

test('a list keeps its columns, and the task its depth', async ({ page, web, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await signUp(page);
  await page.goto('/dashboard/website-extraction');
  const box = page.getByRole('textbox', { name: /URL/ }).first();
  await expect(page.getByRole('radio', { name: 'Standard' })).toBeChecked();
  // The styles of this control are only in the folder of the tool.
  const tops = await page
    .getByRole('radio')
    .evaluateAll((radios) => radios.map((radio) => radio.parentElement?.getBoundingClientRect().top));
  expect(new Set(tops).size).toBe(1);
  await takeScreenshots(page, 'website-form-empty');

  const site = web.siteUrl(twoAddressName(0)).replace('http:', 'HTTP:');
  const cells = `Company\tWebsite\tCity\nFirm\t${site}\tBerlin\nNobody\t\tRome`;
  await page.evaluate((text) => navigator.clipboard.writeText(text), cells);
  await box.press('Control+v');
  await expect(box).toHaveValue(cells);
  await expect(page.getByLabel('Column with the websites')).toHaveValue('1');
  await expect(
    page.getByText(/keep the list's own columns: Company, Website, City \(2 rows\)/),
  ).toBeVisible();
  await page.getByRole('radio', { name: 'Standard' }).focus();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('radio', { name: 'Deep' })).toBeChecked();
  await expect(page.getByText(/up to 10 pages per site/)).toBeVisible();
  await takeScreenshots(page, 'website-form');

  // The draft survives a reload with its columns and depth.
  await page.reload();
  await expect(page.getByText(/list from your last visit/)).toBeVisible();
  await expect(page.getByText(/own columns: Company, Website, City/)).toBeVisible();
  await page.getByRole('button', { name: 'Extract Data' }).click();
  await expect(page.getByText('Completed').first()).toBeVisible();
  await expect(page.getByText('Depth: deep')).toBeVisible();
  await takeScreenshots(page, 'website-task');

  const { rows } = await downloadCsv(page);
  expect(rows).toHaveLength(2);
  expect(rows[0]).toMatchObject({
    Company: 'Firm',
    Website: site,
    City: 'Berlin',
    input: site,
    url: web.siteUrl(twoAddressName(0)),
  });
  expect(rows[0]?.emails?.split('; ').sort()).toEqual(twoAddressEmails(0).sort());
  expect(rows[0]?.email_pages?.split('; ')).toHaveLength(3);
  expect(rows[1]).toMatchObject({ Company: 'Nobody', City: 'Rome', emails: '' });

  await page.goto('/dashboard/task-history');
  await expect(page.getByText('Website Extraction · Depth: deep').first()).toBeVisible();
  await page.goto('/dashboard/website-extraction');
  await expect(page.getByRole('radio', { name: 'Standard' })).toBeChecked();
  await expect(box).toHaveValue('');
  await expect(page.getByText(/list from your last visit/)).toBeHidden();
});
