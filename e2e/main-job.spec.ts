import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { MESSAGES } from '#contract/messages.ts';
import { WEBSITE_MESSAGES } from '#tools/website-extraction/messages.ts';
import { violations } from './fixtures/accessibility.ts';
import { expect, openDashboard, signUp, test } from './fixtures/app-test.ts';
import { confirmSpend } from './fixtures/confirm-spend.ts';
import { downloadCsv } from './fixtures/download-csv.ts';
import type { FakeWeb } from './fixtures/fake-web.ts';
import { generatedContacts, generatedName } from './fixtures/generated-sites.ts';
import { holdCalls } from './fixtures/held-calls.ts';
import { expectFocus, goByKeys, openByPalette, tabTo } from './fixtures/keyboard.ts';
import { expectAccountNumbers, expectTaskNumbers } from './fixtures/page-numbers.ts';
import { parseCsv } from './fixtures/parse-csv.ts';

const PRIVATE = 'http://169.254.169.254/latest/meta-data/';
const GENERATED = 26;

/**
 * A table as people copy it: 26 live sites, some written oddly and one of them twice, two that don't exist, a
 * private address, and two rows without a website.
 */
function messyTable(web: FakeWeb): string {
  const live = Array.from({ length: GENERATED }, (_, index) => web.siteUrl(generatedName(index)));
  const written = [...live, 'http://no-such-host-1.com', 'http://no-such-host-2.com', PRIVATE].map(
    (url, index) => [url, `\u2022 ${url}`, `"${url}";`, `<${url}>`, url.toUpperCase()][index < 5 ? index : 0],
  );
  const sites = [...written, ` ${live[3]?.replace('firm', 'FIRM')}#top `, '', 'joe@gmail.com'];
  return ['Company\tWebsite\tNote', ...sites.map((site, index) => `Firm ${index}\t${site}\tn${index}`)].join(
    '\n',
  );
}

async function start(page: Page, lines: readonly string[]): Promise<void> {
  await page.goto('/dashboard/website-extraction');
  await page.getByRole('textbox', { name: /URL/ }).first().fill(lines.join('\n'));
  await page.getByRole('button', { name: 'Extract Data' }).click();
}

/** A row's receipt opens next to the table, and arrow keys show the rows above and below. */
async function readReceipts(page: Page): Promise<void> {
  const panel = page.getByRole('dialog');
  await page.getByRole('button', { name: 'Show details for no-such-host-2.com' }).click();
  await expect(panel).toContainText('Row 1 of 29');
  await page.keyboard.press('ArrowDown');
  await expect(panel).toContainText('no-such-host-1.com');
  await panel.getByRole('button', { name: 'Next row' }).click();
  await expect(panel).toContainText('Row 3 of 29');
  await expect(panel).toContainText('1 credit for reading this site');
  expect(await violations(page)).toEqual([]);
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Show details for no-such-host-1.com' })).toBeFocused();
  await expect(panel).toHaveCount(0);
}

/** Columns are resized and filtered by; a file has the same rows, and a reload keeps both. */
async function changeColumns(page: Page): Promise<void> {
  const emails = page.getByRole('columnheader', { name: 'Emails' });
  const edge = page.getByRole('separator', { name: 'Width of Emails' });
  const width = async () => (await emails.boundingBox())?.width ?? 0;
  const before = await width();
  await edge.hover();
  await page.mouse.down();
  const { x = 0, y = 0 } = (await edge.boundingBox()) ?? {};
  await page.mouse.move(x + 100, y + 5, { steps: 3 });
  await page.mouse.up();
  await expect.poll(width).toBeGreaterThan(before + 80);
  const dragged = await width();
  await edge.focus();
  await page.keyboard.press('ArrowLeft');
  await expect.poll(width).toBe(dragged - 16);

  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  await page.getByLabel('Column', { exact: true }).selectOption('Emails');
  await page.getByRole('textbox', { name: 'Contains' }).fill('@FIRM-1');
  await page.keyboard.press('Enter');
  const chip = page.getByRole('button', { name: 'Remove filter: Emails contains @FIRM-1' });
  await expect(chip).toBeVisible();
  await expect(page.getByText('11 of 29 rows')).toBeVisible();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download shown rows' }).click(),
  ]);
  expect(parseCsv(await readFile(await file.path(), 'utf8'))).toHaveLength(11);
  await page.reload();
  await expect(chip).toBeVisible();
  expect(await width()).toBe(dragged - 16);
  await edge.dblclick();
  await expect.poll(width).toBe(before);
  await chip.click();
  await expect(page.getByText('29 rows', { exact: true })).toBeVisible();
  // The table scrolls sideways; the page doesn't.
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
}

test.describe('website extraction', () => {
  test('takes a column of a pasted table, and says what is left out', async ({ page }) => {
    await signUp(page);
    await page.goto('/dashboard/website-extraction');
    const box = page.getByRole('textbox', { name: /URL/ }).first();
    await box.fill('Company\tWebsite\tEmail\nAcme\tacme.example\tinfo@other.example\nNone\t\tjoe@gmail.com');
    const column = page.getByLabel('Column with the websites');
    await expect(column).toHaveValue('1');
    await expect(page.getByText('1 URL · 1 row left out:')).toBeVisible();
    await expect(page.getByText('has no web address')).toBeVisible();
    await column.selectOption('Email (1 website)');
    await expect(page.getByText('is a mailbox provider, not a company website')).toBeVisible();

    const sent = page.waitForRequest(/website-extraction/);
    await page.getByRole('button', { name: 'Extract Data' }).click();
    expect((await sent).postDataJSON()).toEqual({
      // The rows keep their own columns, also the one without a website.
      urls: ['https://other.example/', ''],
      list: {
        columns: ['Company', 'Website', 'Email'],
        rows: ['Acme,acme.example,info@other.example', 'None,,joe@gmail.com'],
      },
      depth: 'standard',
    });
  });

  test('by keyboard: a messy table becomes rows, with the same numbers everywhere', async ({ page, web }) => {
    test.slow();
    await openDashboard(page);
    await page.keyboard.press('Tab');
    await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
    await openByPalette(page, 'website', 'Website Extraction');
    await tabTo(page, page.getByRole('textbox', { name: /URL/ }).first());
    await page.keyboard.insertText(messyTable(web));
    await expect(page.getByText(/^29 URLs/).first()).toBeVisible();
    await expect(page.getByText(/1 duplicate/).first()).toBeVisible();
    await expect(page.getByText(/2 rows left out/)).toBeVisible();
    await expect(page.getByText(/up to 29 credits/)).toBeVisible();
    await tabTo(page, page.getByRole('button', { name: 'Extract Data' }));
    await page.keyboard.press('Enter');

    await expect(page).toHaveURL(/task=/);
    await expectFocus(page);
    await expect(page.getByText('Completed').first()).toBeVisible();
    await expectFocus(page);
    await tabTo(page, page.getByRole('button', { name: 'Download CSV' }));
    const { name, rows } = await downloadCsv(page, () => page.keyboard.press('Enter'));
    expect(name).toBe('website_extraction_results.csv');
    // The rows of the table, also those that repeat a site or have none.
    expect(rows.map(({ Note }) => Note)).toEqual(Array.from({ length: 32 }, (_, index) => `n${index}`));
    await expect(page.getByText(MESSAGES.csv.downloaded(32))).toBeVisible();
    for (let index = 0; index < GENERATED; index += 1) {
      const { email, phone } = generatedContacts(index);
      const url = web.siteUrl(generatedName(index));
      expect(rows[index]).toMatchObject({ url, emails: email, phones: phone, error: '' });
    }
    expect(rows[29]).toMatchObject({ url: rows[3]?.url, emails: rows[3]?.emails });
    expect(rows[28]?.error).toMatch(/private/i);

    const sites = [...new Map(rows.filter(({ url }) => url).map((row) => [row.url, row])).values()];
    const found = sites.filter(({ emails, phones }) => emails || phones).length;
    const failed = sites.filter(({ error }) => error).length;
    const counts = {
      items: sites.length,
      noun: 'URL',
      found,
      failed,
      failedLabel: 'Failed',
      credits: sites.length - failed,
      statuses: { Found: found, 'Not found': sites.length - found - failed, Failed: failed },
    };
    expect([counts.items, found, failed]).toEqual([29, 26, 3]);
    await expectTaskNumbers(page, counts);

    // The table sorts by a column in both directions, and the URL keeps the order.
    const header = page.getByRole('columnheader', { name: 'URL' });
    await tabTo(page, header.getByRole('button'));
    await page.keyboard.press('Enter');
    await expect(header).toHaveAttribute('aria-sort', 'ascending');
    await page.keyboard.press('Enter');
    await expect(header).toHaveAttribute('aria-sort', 'descending');
    await expectFocus(page);
    await page.reload();
    await expect(page).toHaveURL(/sort=-url/);
    const firstCell = page.getByRole('table').getByRole('row').nth(1).getByRole('cell').first();
    await expect(firstCell).toContainText('no-such-host-2.com');

    await readReceipts(page);
    await changeColumns(page);

    await expectAccountNumbers(page, counts);
    const contacts = page.getByRole('main').locator('dl').first();
    await expect(contacts).toHaveText(/^26\s*Emails\s*26\s*Phones|^Emails\s*26\s*Phones\s*26/);

    // The same sites again are free, and the form says so before it starts.
    await goByKeys(page, 'w', 'Website Extraction');
    await tabTo(page, page.getByRole('textbox', { name: /URL/ }).first());
    await page.keyboard.insertText(`${web.siteUrl(generatedName(0))}\n${web.siteUrl('plain.com')}`);
    await expect(page.getByText('1 of 2 is free: you paid for it before')).toBeVisible();
    await expect(page.getByText(/up to 1 credit · you have 974/)).toBeVisible();
  });

  test('loses no rows and charges none twice after reload, cancel and resume', async ({ page, web }) => {
    test.slow();
    await signUp(page);
    const lines = Array.from({ length: 400 }, (_, index) => web.siteUrl(generatedName(index)));
    const { release } = web.holdFrom(200);
    // The click waits until it is known what it costs, and asks first.
    let count = () => {};
    const counted = new Promise<void>((resolve) => {
      count = resolve;
    });
    const endHold = await holdCalls(page, 'functions/v1/task-repeats', async (call) => {
      await counted;
      await call.send();
    });
    await start(page, lines);
    await expect(page.getByRole('button', { name: 'Extract Data' })).toHaveAttribute('aria-busy', 'true');
    count();
    await page.getByRole('dialog', { name: 'Spend up to 400 credits?' }).getByText('Cancel').click();
    await expect(page).not.toHaveURL(/task=/);
    await page.getByRole('button', { name: 'Extract Data' }).click();
    await confirmSpend(page, 400, 'Extract Data');
    await endHold();
    await expect(page).toHaveURL(/task=/);
    await page.reload();
    await expect(page.getByText(/\b[1-9]\d+ of 400/).first()).toBeVisible();
    await page.getByRole('button', { name: /^Cancel/ }).click();
    await expect(page.getByText('Cancelled').first()).toBeVisible();
    const partial = (await downloadCsv(page)).rows.length;
    expect(partial).toBeLessThan(400);
    release();
    await page.reload();
    await page.getByRole('button', { name: /^Resume/ }).click();
    await confirmSpend(page, 400 - partial, 'Resume');
    await expect(page.getByText('Completed').first()).toBeVisible({ timeout: 90_000 });
    const { rows } = await downloadCsv(page);
    expect(new Set(rows.map((row) => row.url)).size).toBe(400);
    expect(rows).toHaveLength(400);
    await page.goto('/dashboard');
    await expect(page.getByRole('main').getByText('600', { exact: true })).toBeVisible();
  });

  test('shows what became of a stopped task elsewhere when the user returns to it', async ({
    page,
    web,
    context,
  }) => {
    await signUp(page);
    const { release } = web.holdFrom(0);
    await start(page, [web.siteUrl(generatedName(0))]);
    await page.getByRole('button', { name: /^Cancel/ }).click();
    await expect(page.getByText('Cancelled').first()).toBeVisible();
    release();
    const other = await context.newPage();
    await other.goto(page.url());
    await other.getByRole('button', { name: /^Resume/ }).click();
    await expect(other.getByText('Completed').first()).toBeVisible();
    await other.close();
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
    await expect(page.getByText('Completed').first()).toBeVisible();
    await expect(page.getByRole('row').filter({ hasText: generatedContacts(0).email })).toBeVisible();
  });

  test('shows a task as completed if the cancel came too late', async ({ page, web }) => {
    await signUp(page);
    const { release } = web.holdFrom(0);
    await holdCalls(page, 'functions/v1/task-cancel', async (call) => {
      release();
      await expect(page.getByText('3 of 3 URLs done').first()).toBeVisible();
      await call.send();
    });
    await start(
      page,
      [0, 1, 2].map((index) => web.siteUrl(generatedName(index))),
    );
    const response = page.waitForResponse('**/task-cancel');
    await page.getByRole('button', { name: /^Cancel/ }).click();
    expect(await (await response).json()).toMatchObject({ status: 'completed' });
    await expect(page.getByText(MESSAGES.tasks.completed(3)).first()).toBeVisible();
    await expect(page.getByText(MESSAGES.tasks.cancelled)).toHaveCount(0);
  });

  test('reports invalid input and keeps it', async ({ page, server, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await signUp(page);
    await page.goto('/dashboard/website-extraction');
    const box = page.getByRole('textbox', { name: /URL/ }).first();
    await page.keyboard.press('Tab');
    await box.focus();
    await page.keyboard.press('Control+Enter');
    await expect(page.getByText(WEBSITE_MESSAGES.noUrls)).toBeVisible();

    const many = Array.from({ length: 10_001 }, (_, index) => `site-${index}.com`).join('\n');
    // The test pastes, because Chromium needs minutes to type this many lines.
    await page.evaluate((text) => navigator.clipboard.writeText(text), many);
    await box.press('Control+v');
    await box.press('Control+Enter');
    await expect(page.getByText(WEBSITE_MESSAGES.tooManyUrls).first()).toBeVisible();
    expect(await box.inputValue()).toBe(many);

    await box.fill('not a url\nalso not one');
    await box.press('Control+Enter');
    await expect(page.getByText(/(isn't a|aren't) web address/).first()).toBeVisible();
    await page.reload();
    await expect(box).toHaveValue('not a url\nalso not one');
    expect(server.log()).not.toContain('"level":"error"');

    // While offline, the page shows an error immediately. Nothing starts later.
    await box.fill('https://plain.com');
    const extract = page.getByRole('button', { name: 'Extract Data' });
    await context.setOffline(true);
    await extract.click();
    await expect(page.getByText("Can't reach the server.").first()).toBeVisible();
    await expect(extract).toBeEnabled();
    const starts: string[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/website-extraction')) starts.push(request.method());
    });
    await context.setOffline(false);
    await page.getByRole('link', { name: 'Task History' }).click();
    await expect(page.getByText('No tasks found').first()).toBeVisible();
    expect(starts).toEqual([]);
  });

  test('shows a scraped script in a title as text', async ({ page, web }) => {
    await signUp(page);
    let alerted = false;
    page.on('dialog', (dialog) => {
      alerted = true;
      void dialog.dismiss();
    });
    await start(page, [web.siteUrl('script-title.com')]);
    await expect(page.getByText('Completed').first()).toBeVisible();
    await expect(page.getByText('<script>alert(1)</script>').first()).toBeVisible();
    expect(alerted).toBe(false);
  });
});
