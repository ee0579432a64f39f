import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Download, Page } from '@playwright/test';
import { MESSAGES } from '#contract/messages.ts';
import { violations } from './fixtures/accessibility.ts';
import { expect, openDashboard, signUp, test } from './fixtures/app-test.ts';
import { type HeldCall, holdCalls } from './fixtures/held-calls.ts';
import { expectFocus, openByPalette, tabTo } from './fixtures/keyboard.ts';
import { exportButton, leadCount, PATH, titleField } from './fixtures/lead-databases-page.ts';
import { leadwell } from './fixtures/leadwell-command.ts';
import { expectCredits } from './fixtures/page-numbers.ts';
import { parseCsv } from './fixtures/parse-csv.ts';
import { takeScreenshots } from './fixtures/screenshots.ts';

async function readRows(download: Download): Promise<Record<string, string>[]> {
  const text = await readFile(await download.path(), 'utf8');
  expect(text.startsWith('\ufeff')).toBe(true);
  return parseCsv(text.slice(1));
}

async function afterExport(page: Page, click: Promise<void>): Promise<Record<string, string>[]> {
  const [download] = await Promise.all([page.waitForEvent('download'), click]);
  return readRows(download);
}

const options = (page: Page) => page.getByRole('dialog', { name: 'Export options' });
const openOptions = (page: Page) => page.getByRole('button', { name: 'Export options' }).click();

test.describe('a partial export', () => {
  test('has the selected leads of all pages, in their order, and the columns in sight', async ({ page }) => {
    test.slow();
    await signUp(page);
    await page.goto(`${PATH}?tab=apollo&title=manager`);
    const box = (row: number) => page.getByRole('row').nth(row).getByRole('checkbox');
    const emails: string[] = [];
    const pick = async (row: number) => {
      await box(row).check();
      const cells = page.getByRole('row').nth(row).getByRole('cell');
      emails.push(`${await cells.nth(0).innerText()} ${await cells.nth(1).innerText()}`);
    };
    await pick(2);
    await pick(5);
    await page.getByRole('button', { name: 'Next' }).click();
    await expect(page.getByText('Page 2 of 5')).toBeVisible();
    await pick(1);
    await expect(page.getByText('3 selected', { exact: true })).toBeVisible();
    await expect(page.getByText('Exporting 3 leads is free: these are sample leads')).toBeVisible();

    await page.getByRole('button', { name: /^Columns/ }).click();
    const columns = page.getByRole('dialog', { name: 'Columns' });
    await columns.getByRole('button', { name: 'Hide all' }).click();
    await columns.getByLabel('Last Name').check();
    await columns.getByLabel('Email', { exact: true }).check();
    await takeScreenshots(page, 'export-columns');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('columnheader')).toHaveText(['First Name', 'Last Name', 'Email']);
    await page.reload();
    await expect(page.getByRole('columnheader')).toHaveText(['First Name', 'Last Name', 'Email']);

    // A reload drops the selection, which the URL doesn't have.
    await expect(exportButton(page)).toBeEnabled();
    await page.goto(`${PATH}?tab=apollo&title=manager`);
    await page.getByLabel('Select all leads on this page').check();
    await box(3).uncheck();
    await openOptions(page);
    await expect(options(page).getByLabel('Selected (24)')).toBeChecked();
    await options(page).getByLabel('Only the 3 columns I see').check();
    await takeScreenshots(page, 'export-options');
    expect(await violations(page)).toEqual([]);
    const names = await page.getByRole('row').getByRole('cell').nth(0).innerText();
    const rows = await afterExport(page, options(page).getByRole('button', { name: 'Export' }).click());
    expect(rows).toHaveLength(24);
    expect(Object.keys(rows[0] ?? {})).toEqual(['first_name', 'last_name', 'email']);
    expect(rows[0]?.first_name).toBe(names.trim());
    await expect(page.getByText(MESSAGES.leads.exported(24))).toBeVisible();
    await titleField(page).fill('director');
    await titleField(page).press('Enter');
    await expect(exportButton(page)).toBeEnabled();
    await page.getByRole('button', { name: 'Clear filters' }).click();
  });

  test('by keyboard: has the first leads, or as many as the credits cover', async ({ page, server }) => {
    test.slow();
    // Sample leads would be free.
    const file = join(server.dataDir, 'managers.csv');
    const leads = Array.from(
      { length: 1100 },
      (_, n) => `Ada${n},Byron,Sales Manager,Firm ${n},ada${n}@firm${n}.example`,
    );
    await writeFile(file, `First Name,Last Name,Title,Company,Email\n${leads.join('\n')}\n`);
    await leadwell(server, 'leads', 'import', file, '-d', 'leadrocks', '-s', 'own', '-l', 'CC0');
    await openDashboard(page);
    await openByPalette(page, 'database', 'Database Export');
    await tabTo(page, titleField(page));
    // One filter, however it is written.
    for (const words of ['  MANAGER ', 'manager']) {
      await page.keyboard.type(words);
      await page.keyboard.press('Enter');
      await expect(page).toHaveURL(/title=MANAGER$/);
    }
    await expect(leadCount(page)).toHaveText(/Filtered: [\d,]+$/);
    const filtered = Number((await leadCount(page).innerText()).replace(/^.*: |,/g, ''));
    await expect(
      page.getByText(`Your credits cover 1,000 of ${filtered.toLocaleString('en-US')} leads.`),
    ).toBeVisible();
    const opener = page.getByRole('button', { name: 'Export options' });
    // While rows load, there is nothing to export, and Tab skips the button.
    await expect(opener).toBeEnabled();
    await tabTo(page, opener, 'Shift+Tab');
    await page.keyboard.press('Enter');
    await expect(options(page).getByLabel('As many as my credits cover (1,000)')).toBeChecked();
    const shown = await page.getByRole('row').nth(1).getByRole('cell').first().innerText();
    await tabTo(page, options(page).getByLabel('Number of leads'));
    await page.keyboard.press('Control+a');
    await page.keyboard.type('12');
    await tabTo(page, options(page).getByLabel('Only leads with an email'));
    await page.keyboard.press('Space');
    await expect(options(page).getByText('Costs 12 credits')).toBeVisible();
    await tabTo(page, options(page).getByRole('button', { name: 'Export' }));
    const first = await afterExport(page, page.keyboard.press('Enter'));
    expect(first).toHaveLength(12);
    for (const row of first) expect(row.Work_Email_1).toContain('@');
    await expect(page.getByText(MESSAGES.leads.exported(12))).toBeVisible();
    await expect(
      page.getByText(
        `12 of ${filtered.toLocaleString('en-US')} are free: you got them before. Your credits cover 988 of`,
      ),
    ).toBeVisible();
    await expectFocus(page);
    await expectCredits(page, 12);
    await page.goBack();
    await page.goBack();
    await expect(page.getByText(/Your credits cover 988 of/)).toBeVisible();
    await expect(opener).toBeEnabled();
    await tabTo(page, opener);
    await page.keyboard.press('Enter');
    await expect(options(page).getByLabel('As many as my credits cover (1,000)')).toBeChecked();
    await takeScreenshots(page, 'export-affordable');
    await tabTo(page, options(page).getByRole('button', { name: 'Export' }));
    await page.keyboard.press('Enter');
    const question = page.getByRole('dialog', { name: 'Spend 988 credits?' });
    await expect(question.getByText('You have 988 credits. Afterwards, 0 would be left.')).toBeVisible();
    await takeScreenshots(page, 'export-question');
    await page.keyboard.press('Escape');
    await expect(opener).toBeFocused();
    await page.keyboard.press('Enter');
    await tabTo(page, options(page).getByRole('button', { name: 'Export' }));
    await page.keyboard.press('Enter');
    await tabTo(page, question.getByRole('button', { name: 'Export' }));
    const rest = await afterExport(page, page.keyboard.press('Enter'));
    // The first 12 again, and 988 new ones.
    expect(rest).toHaveLength(1000);
    expect(rest[0]?.Full_Name).toBe(shown.trim());
    await expect(page.getByText(MESSAGES.leads.exported(1000))).toBeVisible();

    // At 0 credits, the export leads to the checkout, as other tools do.
    const message = MESSAGES.gate.noCredits;
    await expect(page.getByText(message)).toBeVisible();
    await takeScreenshots(page, 'export-no-credits');
    // What was paid for before can be exported again.
    await expect(page.getByText(/^1,000 of [\d,]+ are free: you got them before\./)).toBeVisible();
    await opener.click();
    await options(page).getByLabel('As many as my credits cover (1,000)').check();
    await expect(options(page).getByText(/are free: you got them before\. Free$/)).toBeVisible();
    await takeScreenshots(page, 'export-free-again');
    const again = await afterExport(page, options(page).getByRole('button', { name: 'Export' }).click());
    expect(again).toHaveLength(1000);
    // The choice stays while its leads are counted, and says why there is nothing to export.
    await expect(opener).toBeEnabled();
    await opener.click();
    const affordable = options(page).getByLabel(/^As many as my credits cover/);
    await affordable.check();
    const quotes: HeldCall[] = [];
    const release = await holdCalls(page, 'functions/v1/leadrocks-lead-export', (call) =>
      call.body.withEmail ? quotes.push(call) : call.send(),
    );
    await options(page).getByLabel('Only leads with an email').check();
    await expect.poll(() => quotes.length).toBe(1);
    await expect(affordable).toBeChecked();
    await quotes[0]?.answer({ json: { leads: 0, cost: 0, repeats: 0 } });
    const status = options(page).getByRole('status');
    await expect(status).toHaveText(
      'You have no credits left, and got none of these leads with an email before.',
    );
    await expect(options(page).getByRole('button', { name: 'Export' })).toBeDisabled();
    await expect(affordable).toBeChecked();
    await takeScreenshots(page, 'export-none-covered');
    expect(await violations(page)).toEqual([]);
    await release();
    await page.keyboard.press('Escape');
    await exportButton(page).click();
    await expect(page).not.toHaveURL(/database-export/);
    await leadwell(server, 'leads', 'sample', 'leadrocks', '--force');
  });
});

test.describe('the filter panel', () => {
  test('fits long words, takes "cto" and "CTO" as one, and finds countries by other names', async ({
    page,
  }) => {
    await signUp(page);
    const long = 'Donaudampfschifffahrtsgesellschaftskapitän'.repeat(2);
    await page.goto(`${PATH}?tab=sales_navigator&title=${long}&company=${long}&-place=${long}`);
    await expect(page.getByRole('list', { name: 'Companies: include' })).toBeVisible();
    for (const width of [1440, 768, 360]) {
      await page.setViewportSize({ width, height: 800 });
      if (width < 1024) await page.getByRole('button', { name: 'Filters', exact: true }).click();
      const panel = page.locator('#lead-filters');
      await expect(panel).toBeVisible();
      const box = await panel.boundingBox();
      for (const chip of await panel.getByRole('listitem').all()) {
        const inner = await chip.boundingBox();
        expect((inner?.x ?? 0) + (inner?.width ?? 0)).toBeLessThanOrEqual((box?.x ?? 0) + (box?.width ?? 0));
      }
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
      await takeScreenshots(page, `long-chips-${width}`);
      await page.setViewportSize({ width, height: 800 });
      if (width < 1024) await page.getByRole('button', { name: 'Filters', exact: true }).click();
    }
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto(`${PATH}?tab=sales_navigator`);
    for (const title of ['cto', 'CTO']) {
      await titleField(page).fill(title);
      await titleField(page).press('Enter');
    }
    const titles = page.getByRole('list', { name: 'Job titles: include' }).getByRole('listitem');
    await expect(titles).toHaveText(['cto']);
    const opener = page.getByRole('button', { name: /^Countries/ });
    await opener.click();
    const list = page.getByRole('dialog', { name: 'Countries' });
    const below = async () =>
      ((await list.boundingBox())?.y ?? 0) - ((await opener.boundingBox())?.y ?? Number.MAX_VALUE);
    const offset = await below();
    expect(offset).toBeGreaterThan(0);
    for (const [typed, country] of [
      ['usa', 'United States'],
      ['uk', 'United Kingdom'],
      ['czechia', 'Czech Republic'],
    ] as const) {
      await list.getByLabel('Search countries').fill(typed);
      await expect(list.getByRole('checkbox').first()).toHaveAccessibleName(country);
      // The list stays below its button, whatever its height.
      expect(await below()).toBe(offset);
    }
    await takeScreenshots(page, 'countries-open');
  });

  test('filters Apollo by company, domain, employees, place, keyword and industry', async ({ page }) => {
    await signUp(page);
    await page.goto(`${PATH}?tab=apollo`);
    const type = async (label: string, text: string) => {
      await page.getByRole('textbox', { name: label }).fill(text);
      await page.getByRole('textbox', { name: label }).press('Enter');
    };
    await type('Company Name', 'sample company');
    await type('Company Domain', 'https://www.example.com/');
    await type('Location', 'usa');
    await type('Location', 'berlin');
    await type('Keywords', 'sales');
    await page.getByRole('button', { name: /^Employees/ }).click();
    await page.getByLabel('51–200').check();
    await page.getByRole('dialog').getByRole('button', { name: 'Apply' }).click();
    await page.getByRole('button', { name: /^Industry/ }).click();
    await page.getByLabel('Retail').check();
    await page.getByRole('dialog').getByRole('button', { name: 'Include' }).click();
    await expect(page).toHaveURL(/domain=example.com/);
    await expect(page).toHaveURL(/employees=51-200/);
    await expect(leadCount(page)).toHaveText(/Filtered: [1-9]\d*$/);
    await expect(page.getByRole('checkbox', { name: /^Select / }).nth(1)).toBeVisible();
    const column = async (name: string) => {
      const index = (await page.getByRole('columnheader').allInnerTexts()).indexOf(name);
      return page
        .getByRole('row')
        .locator(`td:nth-child(${index + 1})`)
        .allInnerTexts();
    };
    expect(new Set(await column('Industry'))).toEqual(new Set(['Retail']));
    expect(new Set(await column('Employees'))).toEqual(new Set(['51']));
    for (const country of await column('Country')) expect(country).toMatch(/United States|Germany/);
    await takeScreenshots(page, 'apollo-filters');
  });

  test('says that a count failed instead of counting on', async ({ page }) => {
    await signUp(page);
    const error = { code: 'internal', message: 'No luck today.' };
    await holdCalls(page, 'functions/v1/leadrocks-lead-export', (call) =>
      ['total', 'count'].includes(String(call.body.action))
        ? call.answer({ status: 500, json: { error } })
        : call.send(),
    );
    await page.goto(`${PATH}?title=manager`);
    await expect(leadCount(page)).toHaveText('Total leads: unknown | Filtered: unknown');
    await expect(page.getByText(MESSAGES.leads.countFailed)).toBeVisible();
    await expect(page.getByText('Counting leads…')).toHaveCount(0);
    await takeScreenshots(page, 'counts-failed');
  });
});
