import type { Page } from '@playwright/test';
import { MESSAGES } from '#contract/messages.ts';
import { violations } from './fixtures/accessibility.ts';
import { expect, signUp, test } from './fixtures/app-test.ts';
import { downloadCsv } from './fixtures/download-csv.ts';
import { generatedContacts, generatedName } from './fixtures/generated-sites.ts';
import { type HeldCall, holdCalls } from './fixtures/held-calls.ts';
import { takeScreenshots } from './fixtures/screenshots.ts';
import { signUpUnlimited } from './fixtures/unlimited-person.ts';

const ROWS = 60;
/** Each has its own website, and the others have none. */
const WITH_WEBSITE = 3;

test('the pages of the extensions offer what the plan includes, once it is known', async ({ page }) => {
  await signUp(page);
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await holdCalls(page, 'functions/v1/extensions', async (call) => {
    await held;
    await call.send();
  });
  await page.goto('/dashboard/linkedin-scraping');
  await expect(page.getByRole('status', { name: 'Loading your plan' })).toBeVisible();
  const offers = page.getByText(/Premium Feature|need a plan|^Download .* Extension$/);
  await expect(offers).toHaveCount(0);
  release();
  for (const [tab, tool] of [
    [null, 'Jobs Scraper'],
    ['Linkedin Scraper', 'Linkedin Scraper'],
    ['Sales Navigator Scraper', 'Sales Navigator Scraper'],
  ] as const) {
    if (tab) await page.getByRole('tab', { name: tab }).click();
    await expect(page.getByText(MESSAGES.extensions.premium(tool))).toBeVisible();
    await expect(page.getByRole('link', { name: MESSAGES.extensions.upgrade })).toHaveAttribute(
      'href',
      `/pricing?from=${encodeURIComponent(new URL(page.url()).pathname + new URL(page.url()).search)}`,
    );
  }
  expect(await violations(page, 'all')).toEqual([]);

  const nav = page.getByRole('navigation', { name: 'Main' });
  await nav.getByRole('link', { name: 'Twitter Scraper' }).click();
  await expect(page.getByText('Twitter Scraper is part of the unlimited plan.')).toBeVisible();
  await expect(page.getByRole('button', { name: /^Download/ })).toHaveCount(0);

  await nav.getByRole('link', { name: 'Google Maps Scraper' }).click();
  await expect(page.getByText('50 business profiles at a time')).toBeVisible();
  const downloaded = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download Google Maps Extension' }).click();
  await expect(page.getByText(MESSAGES.extensions.opening)).toBeVisible();
  expect((await downloaded).suggestedFilename()).toMatch(/^leadwell-google-maps-chrome-[\d.]+\.zip$/);
  await page.getByRole('tab', { name: 'Firefox' }).click();
  await expect(page.getByText('Load Temporary Add-on… and choose the file.')).toBeVisible();
  expect(await violations(page, 'all')).toEqual([]);
  await takeScreenshots(page, 'extension-page');
});

/** How many rows the list on screen has, or how many of them match. */
async function expectRows(page: Page, text: string): Promise<void> {
  await expect(page.getByRole('status').filter({ hasText: new RegExp(`^${text}$`) })).toBeVisible();
}

test('a list is searched, sorted, exported, used in a tool, saved, renamed and deleted', async ({
  page,
  web,
}) => {
  test.slow();
  const person = await signUpUnlimited(page);
  await page.goto('/dashboard/lead-enrichment');
  await expect(page.getByText('No lists yet')).toBeVisible();
  await takeScreenshots(page, 'lists-empty');
  const token = await person.connect('Work laptop');
  await person.sendRows(
    token,
    'Bakeries',
    Array.from({ length: ROWS }, (_, index) => ({
      name: `Bakery ${String(index).padStart(2, '0')}`,
      address: `${'A very long street name '.repeat(8)}${index}`,
      ...(index < WITH_WEBSITE ? { website: web.siteUrl(generatedName(index)) } : {}),
    })),
  );
  await page.reload();
  await takeScreenshots(page, 'lists');
  await page.getByRole('link', { name: 'Bakeries' }).click();
  const table = page.getByRole('grid', { name: 'Bakeries' });
  await expectRows(page, `${ROWS} rows`);
  await expect(table.getByRole('row').nth(1)).toContainText('Bakery 00');
  const name = table.getByRole('columnheader', { name: 'Name' });
  await name.click();
  await expect(name).toHaveAttribute('aria-sort', 'ascending');
  await name.click();
  await expect(table.getByRole('row').nth(1)).toContainText(`Bakery ${ROWS - 1}`);
  await page.reload();
  await expect(table.getByRole('row').nth(1)).toContainText(`Bakery ${ROWS - 1}`);
  await page.getByRole('searchbox', { name: 'Search rows' }).fill('bakery 0');
  await expectRows(page, `10 of ${ROWS} rows`);
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  const exporting = page.getByRole('dialog', { name: 'Export “Bakeries”' });
  await expect(exporting.getByLabel('Rows')).toHaveValue('filtered');
  await exporting.getByLabel('Rows').selectOption(`All ${ROWS} rows`);
  const { name: fileName, rows } = await downloadCsv(page, () =>
    exporting.getByRole('button', { name: 'Download' }).click(),
  );
  expect([fileName, rows.length]).toEqual(['Bakeries.csv', ROWS]);

  await page.getByRole('button', { name: 'Extract websites' }).click();
  await expect(page.getByRole('combobox', { name: 'Website' })).toHaveValue('website');
  await expect(page.getByText('Only the rows that match “bakery 0” are used.')).toBeVisible();
  await expect(page.getByText(`${WITH_WEBSITE} URLs`)).toBeVisible();
  await expect(page.getByText(`${10 - WITH_WEBSITE} rows left out`)).toBeVisible();
  expect(await violations(page, 'all')).toEqual([]);
  await takeScreenshots(page, 'list');
  await page.getByRole('button', { name: 'Extract websites' }).last().click();
  await expect(page).toHaveURL(/website-extraction\?task=/);
  await expect(page.getByText('Completed').first()).toBeVisible();

  // Closed while it saves: a toast says how it went.
  const saves: HeldCall[] = [];
  const release = await holdCalls(page, 'functions/v1/list-save-task', (call) => void saves.push(call));
  const saveAndClose = async (count: number) => {
    await page.getByRole('button', { name: 'Save to list' }).click();
    await page.getByLabel('List', { exact: true }).fill('Emails of bakeries');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect.poll(() => saves.length).toBe(count);
    await page.keyboard.press('Escape');
    await expect(page.getByLabel('List', { exact: true })).toHaveCount(0);
  };
  await saveAndClose(1);
  const error = { code: 'quota_exceeded', message: 'There is no room.' };
  await saves[0]?.answer({ status: 429, json: { error } });
  await expect(page.getByText("We couldn't save the rows")).toBeVisible();
  await expect(page.getByText('There is no room.')).toBeVisible();
  await saveAndClose(2);
  await saves[1]?.send();
  await expect(page.getByText(`Saved ${WITH_WEBSITE} rows to “Emails of bakeries”.`)).toBeVisible();
  await release();
  await page.getByRole('button', { name: 'Open list' }).click();
  const words = page.getByRole('searchbox', { name: 'Search rows' });
  await words.fill(generatedContacts(0).email);
  await expectRows(page, `1 of ${WITH_WEBSITE} rows`);
  await words.fill('');
  await expectRows(page, `${WITH_WEBSITE} rows`);

  for (const row of ['Select row 2', 'Select row 3'])
    await page.getByRole('checkbox', { name: row, exact: true }).check();
  await page.getByRole('button', { name: 'Delete 2 rows' }).click();
  await page.getByRole('button', { name: 'Yes, delete 2 rows' }).click();
  await expectRows(page, '1 row');
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await expectRows(page, `${WITH_WEBSITE} rows`);
  for (const row of ['Select row 2', 'Select row 3'])
    await page.getByRole('checkbox', { name: row, exact: true }).check();
  await page.getByRole('button', { name: 'Delete 2 rows' }).click();
  await page.getByRole('button', { name: 'Yes, delete 2 rows' }).click();
  await expectRows(page, '1 row');

  await page.getByRole('button', { name: 'Rename' }).click();
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill(' ');
  await page.getByRole('button', { name: 'Save name' }).click();
  await expect(page.getByText('Enter a name for the list.')).toBeVisible();
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Contacts');
  await page.getByRole('button', { name: 'Save name' }).click();
  await expect(page.getByRole('heading', { name: 'Contacts', level: 1 })).toBeVisible();
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(page.getByText('Delete “Contacts” with its 1 row?')).toBeVisible();
  await page.getByRole('button', { name: 'Delete list' }).click();
  await expect(page.getByRole('link', { name: 'Bakeries', exact: true })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Lists' }).getByRole('link')).toHaveCount(1);
});

test('selected rows of a list, and all rows of a search, are saved to a new list and to the same again', async ({
  page,
}) => {
  const person = await signUpUnlimited(page);
  const places = Array.from({ length: ROWS }, (_, index) => ({ name: `Café ${index}`, phone: `${index}` }));
  await person.sendRows(await person.connect('Work laptop'), 'Cafés', places);
  await page.goto('/dashboard/lead-enrichment');
  await page.getByRole('link', { name: 'Cafés' }).click();
  for (const name of ['Select row 1', 'Select row 3'])
    await page.getByRole('checkbox', { name, exact: true }).check();
  const bar = page.getByRole('region', { name: 'Selected rows' });
  await bar.getByRole('button', { name: 'Save to list' }).click();
  const dialog = page.getByRole('dialog', { name: 'Save to list' });
  await expect(dialog.getByLabel('List', { exact: true })).toHaveValue('Cafés, 2 rows');
  expect(await violations(page, 'all')).toEqual([]);
  await takeScreenshots(page, 'list-save');
  await dialog.getByLabel('List', { exact: true }).fill('Cafés');
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(dialog.getByText('These rows are in this list already.')).toBeVisible();
  await dialog.getByLabel('List', { exact: true }).fill('Picked');
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Saved 2 rows to “Picked”.')).toBeVisible();

  await page.getByRole('searchbox', { name: 'Search rows' }).fill('CAFE 5');
  await expectRows(page, `11 of ${ROWS} rows`);
  await page.getByRole('checkbox', { name: 'Select row 1', exact: true }).check();
  await bar.getByRole('button', { name: 'Select all 11' }).click();
  await bar.getByRole('button', { name: 'Save to list' }).click();
  await dialog.getByLabel('List', { exact: true }).fill('Picked');
  await expect(dialog.getByText('The rows are added to this list.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  const saved = 'Saved 11 rows to “Picked”.';
  await expect(page.getByText(saved)).toBeVisible();
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(page.getByText('What was saved to “Picked” was undone.')).toBeVisible();
  await bar.getByRole('button', { name: 'Save to list' }).click();
  await dialog.getByLabel('List', { exact: true }).fill('Picked');
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText(saved)).toBeVisible();
  await page.getByRole('button', { name: 'Open list' }).last().click();
  await expect(page.getByRole('heading', { name: 'Picked', level: 1 })).toBeVisible();
  await expectRows(page, '13 rows');
});

test('settings disconnect browsers, and a new activation code disconnects all', async ({ page }) => {
  const person = await signUpUnlimited(page);
  await person.connect('Work laptop');
  await person.connect('Home computer');
  await page.goto('/payment-success');
  await expect(page.getByRole('heading', { name: 'Payment Successful!' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Firefox' })).toBeVisible();
  await takeScreenshots(page, 'payment-success');
  await page.goto('/dashboard/settings#extensions');
  const devices = page.getByRole('list', { name: 'Connected browsers' });
  await expect(devices.getByRole('listitem')).toHaveCount(2);
  await takeScreenshots(page, 'settings-devices');
  await page.getByRole('button', { name: 'Disconnect Home computer, Google Maps' }).click();
  await expect(page.getByText(MESSAGES.extensions.disconnected)).toBeVisible();
  await expect(devices.getByRole('listitem')).toHaveCount(1);
  const { code } = await person.call('activation-code');
  await expect(page.getByText(String(code))).toBeVisible();
  await page.getByRole('button', { name: 'Replace activation code' }).click();
  await expect(page.getByText('All devices will be disconnected')).toBeVisible();
  expect(await violations(page, 'all')).toEqual([]);
  await page.getByRole('button', { name: 'Replace code' }).click();
  await expect(page.getByText(MESSAGES.extensions.codeReplaced)).toBeVisible();
  await expect(page.getByText('No browsers are connected yet.')).toBeVisible();
  await expect(page.getByText(String(code))).toHaveCount(0);
});
