import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { createClient } from '@supabase/supabase-js';
import { MESSAGES } from '#contract/messages.ts';
import { EMAIL_MESSAGES } from '#tools/email-finder/messages.ts';
import { inlineRows, testWorkbook } from '../engines/csv/xlsx/test-workbooks.ts';
import { violations } from './fixtures/accessibility.ts';
import { expect, logIn, newPerson, openDashboard, signUp, test } from './fixtures/app-test.ts';
import { confirmSpend } from './fixtures/confirm-spend.ts';
import { downloadCsv } from './fixtures/download-csv.ts';
import { expectFocus, goByKeys, openByPalette, tabTo } from './fixtures/keyboard.ts';
import { startLaterServer } from './fixtures/later-server.ts';
import { leadwell } from './fixtures/leadwell-command.ts';
import { REAL } from './fixtures/mail-world/behaviors.ts';
import { trespasses } from './fixtures/mail-world/finder-world.ts';
import { person } from './fixtures/mail-world/firms.ts';
import { expectAccountNumbers, expectTaskNumbers } from './fixtures/page-numbers.ts';
import { takeScreenshots } from './fixtures/screenshots.ts';

const PAGE = '/dashboard/verified-email-finder';
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

function buildCsv(count: number, domain: string, from = 0): string {
  const rows = Array.from({ length: count }, (_, index) => {
    const { first, last } = person(from + index);
    return `${index + 1};${last};${first};${domain}`;
  });
  return `Nr;Nachname;Vorname;Website\r\n${rows.join('\r\n')}\r\n`;
}

async function chooseFile(page: Page, content: string | Buffer, name = 'my list.csv'): Promise<void> {
  await page
    .getByLabel('CSV or XLSX file', { exact: true })
    .setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(content) });
}

test.describe('the email finder', () => {
  test('by keyboard: uploads a list and returns it with its own columns and the numbers of the page', async ({
    page,
    mail,
  }) => {
    test.slow();
    const { first, last } = person(0);
    await openDashboard(page);
    await openByPalette(page, 'verified email', 'Verified Email Finder');
    const picker = page.waitForEvent('filechooser');
    await tabTo(page, page.getByRole('button', { name: 'Upload CSV' }));
    await page.keyboard.press('Enter');
    const again = `15;${last.toUpperCase()};  ${first.toUpperCase()};https://www.Dotted.com/about\r\n`;
    await (await picker).setFiles({
      name: 'my list.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(
        `${buildCsv(12, 'dotted.com')}13;Body;No;dotted.com\r\n14;Doe;Joe;\r\n1;x;y;all-taken.com\r\n${again}`,
      ),
    });
    await expect(page.getByText('my list.csv')).toBeVisible();
    await expect(page.getByLabel('First name')).toHaveValue('2');
    await expect(page.getByText('line 15 has no domain')).toBeVisible();
    await expect(page.getByText('16 rows · 1 duplicate').first()).toBeVisible();
    await expect(page.getByText(/up to 15 credits/)).toBeVisible();
    expect(await violations(page)).toEqual([]);
    await expectFocus(page);
    await tabTo(page, page.getByRole('button', { name: 'Find emails' }));
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/task=/);
    await expectFocus(page);
    await expect(page.getByText('Completed').first()).toBeVisible();
    await expect(page.getByText(EMAIL_MESSAGES.completed(12, 15)).first()).toBeVisible();

    expect(await violations(page)).toEqual([]);
    await expectFocus(page);
    const line = page.getByRole('row').filter({ hasText: `${first}.${last}@dotted.com` });
    await expect(line).toContainText('Deliverable');
    await expect(line).toContainText('first.last');
    await expect(line).toContainText('Mail server');
    await tabTo(page, page.getByRole('button', { name: /^Risky/ }));
    await page.keyboard.press('Enter');
    await expect(page.getByRole('row').filter({ hasText: 'all-taken.com' })).toContainText('Guess');
    await tabTo(page, page.getByRole('button', { name: /^All/ }), 'Shift+Tab');
    await page.keyboard.press('Enter');
    await tabTo(page, page.getByRole('button', { name: `Show details for ${first} ${last}` }));
    await page.keyboard.press('Enter');
    await expect(page.getByText('1 credit for this result')).toBeVisible();
    await expectFocus(page);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expectFocus(page);

    // On a phone, the email and its status are visible without scrolling sideways.
    const grid = page.getByRole('region', { name: 'Email results' });
    const widths = () => grid.evaluate(({ clientWidth, scrollWidth }) => [clientWidth, scrollWidth]);
    const wide = await widths();
    await page.setViewportSize({ width: 390, height: 780 });
    // The keyboard scrolled it. The columns of the list are further right.
    await grid.evaluate((element) => element.scrollTo({ left: 0 }));
    for (const text of [`Copy ${first}.${last}@dotted.com`, 'Deliverable']) {
      const shown = line
        .getByText(text)
        .or(line.getByRole('button', { name: text }))
        .filter({ visible: true });
      const box = await shown.first().boundingBox();
      expect(box && box.x >= 0 && box.x + box.width <= 390).toBe(true);
    }
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(
      0,
    );
    await takeScreenshots(page, 'finder-results');
    await page.setViewportSize({ width: 1440, height: 900 });
    await expect.poll(widths).toEqual(wide);

    await tabTo(page, page.getByRole('button', { name: 'Download CSV' }), 'Shift+Tab');
    const { name, rows } = await downloadCsv(page, () => page.keyboard.press('Enter'));
    expect(name).toBe('csv_extraction_results.csv');
    expect(rows).toHaveLength(16);
    expect(rows[15]).toMatchObject({ Nr: '15', verified_email: `${first}.${last}@dotted.com` });
    expect(rows[0]).toMatchObject({
      Nr: '1',
      Nachname: last,
      Vorname: first,
      Website: 'dotted.com',
      verified_email: `${first}.${last}@dotted.com`,
      status: 'deliverable',
    });
    expect(rows[13]).toMatchObject({ Nr: '14', verified_email: '', status: 'unknown' });
    expect(rows[14]).toMatchObject({ verified_email: '', status: 'risky' });

    // The last row is the first person again.
    const people = rows.slice(0, 15);
    const count = (status: string) => people.filter((row) => row.status === status).length;
    const counts = {
      items: people.length,
      noun: 'row',
      found: people.filter(({ verified_email }) => verified_email).length,
      failed: count('unknown'),
      failedLabel: 'Unknown',
      credits: count('deliverable') + count('risky'),
      statuses: {
        Deliverable: count('deliverable'),
        Risky: count('risky'),
        Undeliverable: count('undeliverable'),
        'Not found': count('not_found'),
        Unknown: count('unknown'),
      },
    };
    expect([counts.found, counts.credits]).toEqual([12, 13]);
    await expectTaskNumbers(page, counts);
    await expectAccountNumbers(page, counts);
    await goByKeys(page, 't', 'Task History');
    await tabTo(page, page.getByRole('button', { name: /^View Results/ }));
    await page.keyboard.press('Enter');
    await expect(page.getByText(`${first}.${last}@dotted.com`).filter({ visible: true })).toBeVisible();
    await tabTo(page, page.getByRole('link', { name: 'Open' }));
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/verified-email-finder\?task=/);
    expect(trespasses(mail)).toEqual([]);
  });

  test('keeps finished rows on cancel, continues on resume, and charges each row once', async ({ page }) => {
    test.slow();
    await signUp(page);
    await page.goto(PAGE);
    await chooseFile(page, buildCsv(120, 'crowd.com'));
    await page.getByRole('button', { name: 'Find emails' }).click();
    await confirmSpend(page, 120, 'Find emails');
    // From 30 rows on, the rest costs less than a tenth of the credits, so that Resume doesn't ask.
    await expect(page.getByText(/\b(?:[3-9]\d|1[01]\d) of 120/).first()).toBeVisible({ timeout: 90_000 });
    await page.getByRole('button', { name: /^Cancel/ }).click();
    await expect(page.getByText(MESSAGES.tasks.cancelled).first()).toBeVisible();
    expect((await downloadCsv(page)).rows.length).toBeLessThan(120);
    await page.getByRole('button', { name: /^Resume/ }).click();
    await expect(page.getByText('Completed').first()).toBeVisible({ timeout: 90_000 });
    expect((await downloadCsv(page)).rows).toHaveLength(120);
    await page.goto('/dashboard');
    await expect(page.getByRole('main').getByText('880', { exact: true })).toBeVisible();
  });

  test('finds one person and verifies one address', async ({ page }) => {
    test.slow();
    await signUp(page);
    await page.goto(PAGE);
    await page.getByRole('link', { name: 'Find one' }).click();
    await page.getByRole('button', { name: 'Find email' }).click();
    await expect(page.getByText('Enter a domain like example.com')).toBeVisible();
    await page.getByLabel('First name').fill('Jane');
    await page.getByLabel('Last name').fill('Miller');
    await page.getByLabel('Domain').fill('normal-mail.com');
    await page.keyboard.press('Enter');
    // The answer is a card below the form, which keeps what was typed, also after a reload.
    const answer = page.getByRole('status').filter({ hasText: `${REAL}@normal-mail.com` });
    await expect(answer).toContainText('Deliverable');
    await expect(answer).toContainText('1 credit for this result');
    await expect(page.getByText('1 of 1')).toHaveCount(0);
    await expect(page.getByLabel('First name')).toHaveValue('Jane');
    await takeScreenshots(page, 'lookup');
    await page.reload();
    await expect(answer).toBeVisible();
    await expect(page.getByLabel('Domain')).toHaveValue('normal-mail.com');
    await page.getByRole('button', { name: 'Show details' }).click();
    await expect(page.getByText('Mail server replies')).toBeVisible();
    expect(await violations(page)).toEqual([]);
    await page.goto(`${PAGE}?mode=verify`);
    // It says what several addresses cost.
    await page.getByLabel('Email address').fill(`${REAL}@takes-all.com; other@takes-all.com`);
    await expect(page.getByText(/^2 emails/)).toBeVisible();
    await expect(page.getByText(/up to 2 credits/)).toBeVisible();
    await page.getByLabel('Email address').fill(`${REAL}@takes-all.com`);
    await expect(page.getByText(/up to 1 credit\b/)).toBeVisible();
    await page.getByRole('button', { name: 'Verify email' }).click();
    await expect(page.getByRole('status').filter({ hasText: `${REAL}@takes-all.com` })).toContainText(
      'Risky',
      {
        timeout: 30_000,
      },
    );
    await takeScreenshots(page, 'lookup-verify');
    // The history and the credit history name the address, in words.
    await page.goto('/dashboard/task-history');
    await page.getByRole('button', { name: `View Results of ${REAL}@takes-all.com` }).click();
    await expect(page.getByRole('region', { name: /results$/ })).toContainText(`${REAL}@takes-all.com`);
    await page.goto('/dashboard/usage');
    await expect(page.getByRole('cell', { name: `${REAL}@takes-all.com`, exact: true })).toBeVisible();
    await expect(page.getByRole('cell', { name: 'Jane Miller, normal-mail.com', exact: true })).toBeVisible();
    await expect(page.getByRole('main')).not.toContainText('{"');
    await takeScreenshots(page, 'usage');
  });

  test('rejects a lookup of an opted-out person, and marks their row in a list', async ({ page, server }) => {
    const { first, last } = person(40);
    await leadwell(server, 'optout', 'add', `${first}.${last}@dotted.com`);
    await signUp(page);
    await page.goto(`${PAGE}?mode=find`);
    await page.getByLabel('First name').fill(first);
    await page.getByLabel('Last name').fill(last);
    await page.getByLabel('Domain').fill('dotted.com');
    await page.keyboard.press('Enter');
    await expect(page.getByText('This person asked not to be listed.')).toContainText("you weren't charged");
    await page.goto(PAGE);
    await chooseFile(page, buildCsv(2, 'dotted.com', 40));
    await page.getByRole('button', { name: 'Find emails' }).click();
    await expect(page.getByText('Completed').first()).toBeVisible();
    const row = page.getByRole('row').filter({ hasText: `${first} ${last}` });
    await expect(row).toContainText('asked not to be listed');
    await expect(row).toContainText('Unknown');
    await expect(page.getByRole('button', { name: /^Unknown/ })).toHaveText('Unknown1');
    await expect(page.getByRole('button', { name: /^Deliverable/ })).toHaveText('Deliverable1');
    await expect(page.getByRole('button', { name: /^Risky/ })).toHaveText('Risky0');
    // A status can also be left out, on the page and in the file.
    await page.getByRole('button', { name: 'Filter', exact: true }).click();
    await page.getByLabel('Column', { exact: true }).selectOption('Status');
    await page.getByLabel('Condition').selectOption('Is not');
    await page.getByRole('combobox', { name: 'Is not' }).selectOption('Unknown');
    await page.getByRole('button', { name: 'Add filter' }).click();
    await expect(page.getByRole('button', { name: 'Remove filter: Status is not Unknown' })).toBeVisible();
    await expect(page.getByText('1 of 2 rows')).toBeVisible();
    await expect(row).toHaveCount(0);
    const shown = await downloadCsv(page, () =>
      page.getByRole('button', { name: 'Download shown rows' }).click(),
    );
    expect(shown.rows.map(({ status }) => status)).toEqual(['deliverable']);
  });

  test('offers people who were not found again, free of charge, when it knows more the next day', async ({
    page,
    web,
    mail,
  }) => {
    test.slow();
    const server = await startLaterServer({
      dnsServer: web.dnsServer,
      env: { SMTP_PORT: String(mail.port), EMAIL_BATCH_PAUSE_MS: '0' },
    });
    try {
      // At 22:00 UTC, and then at 2:00: on the same day, the server tries them again by itself.
      const days = ((22 * HOUR_MS + DAY_MS - (Date.now() % DAY_MS)) % DAY_MS) / DAY_MS;
      await server.setDaysAhead(days);
      const person = newPerson();
      const { email, password } = person;
      const client = createClient(server.url, 'leadwell-public');
      expect((await client.auth.signUp({ email, password })).error).toBeNull();
      await page.goto(`${server.url}/login`);
      await logIn(page, person);
      await expect(page).toHaveURL(/dashboard$/);
      await page.goto(server.url + PAGE);
      await chooseFile(page, 'first_name,last_name,domain\nJürgen,Müller,joined.com\nZed,Quark,joined.com\n');
      await page.getByRole('button', { name: 'Find emails' }).click();
      await expect(page.getByText('Completed').first()).toBeVisible();
      await expect(page.getByRole('button', { name: /^Not found/ })).toHaveText('Not found2');
      const first = page.url();
      const offer = page.getByRole('button', { name: 'Try again' });
      await expect(offer).toHaveCount(0);

      await server.setDaysAhead(days + 4 / 24);
      await page.evaluate(() => localStorage.clear());
      await page.goto(`${server.url}/login`);
      await logIn(page, person);
      await expect(page).toHaveURL(/dashboard$/);
      await page.goto(`${server.url}${PAGE}?mode=find`);
      await page.getByLabel('First name').fill('Ann');
      await page.getByLabel('Last name').fill('Lee');
      await page.getByLabel('Domain').fill('joined.com');
      await page.keyboard.press('Enter');
      await expect(page.getByRole('status').filter({ hasText: 'annlee@joined.com' })).toBeVisible();

      await page.goto(first);
      await expect(page.getByText('We know more now about 1 person not found')).toBeVisible();
      await expect(page.getByText('You can try the person again once, free of charge.')).toBeVisible();
      expect(await violations(page)).toEqual([]);
      const asked = page.waitForRequest(/email-try-again/);
      await offer.click();
      expect((await asked).postDataJSON()).toMatchObject({ free: true });
      await expect(page).not.toHaveURL(first);
      const answer = page.getByRole('status').filter({ hasText: 'jurgenmuller@joined.com' });
      await expect(answer).toContainText('Deliverable');
      await expect(answer).toContainText('Free');
      // Once.
      await page.goto(first);
      await expect(page.getByText('Completed').first()).toBeVisible();
      await expect(page.getByRole('button', { name: /^Not found/ })).toBeVisible();
      await expect(offer).toHaveCount(0);
    } finally {
      await server.stop();
    }
  });

  test('keeps an uploaded file and its columns across reloads, and deletes it on start and on logout', async ({
    page,
    context,
  }) => {
    await signUp(page);
    await page.goto(PAGE);
    const saved = page.getByText('saved in this browser');
    await chooseFile(
      page,
      'Person;Where;Other\nJane Miller;normal-mail.com;x\nNo Body;dotted.com;y\n',
      'people.csv',
    );
    await expect(page.getByLabel('Full name')).toHaveValue('0');
    await page.getByLabel('Full name').selectOption('');
    await page.getByLabel('First name').selectOption('0');
    await expect(saved).toBeVisible();
    await page.reload();
    await expect(page.getByText('people.csv')).toBeVisible();
    await expect(page.getByLabel('First name')).toHaveValue('0');
    await expect(page.getByLabel('Full name')).toHaveValue('');
    await page.getByLabel('First name').selectOption('');
    await page.getByLabel('Full name').selectOption('0');
    await expect(saved).toBeVisible();

    // A second tab restores the file and replaces it. Starting this tab's list keeps the replacement.
    const other = await context.newPage();
    await other.goto(PAGE);
    await expect(other.getByLabel('Full name')).toHaveValue('0');
    await chooseFile(other, buildCsv(2, 'dotted.com'), 'other.csv');
    await expect(other.getByText('saved in this browser')).toBeVisible();
    await page.getByRole('button', { name: 'Find emails' }).click();
    await expect(page.getByText('Completed').first()).toBeVisible();
    await expect(page.getByRole('row').filter({ hasText: 'Jane Miller' })).toContainText(
      `${REAL}@normal-mail.com`,
    );
    const { rows } = await downloadCsv(page);
    expect(rows[0]).toMatchObject({
      Person: 'Jane Miller',
      Where: 'normal-mail.com',
      first_name: 'Jane',
      last_name: 'Miller',
    });
    await page.goto(PAGE);
    await expect(page.getByText('other.csv')).toBeVisible();
    await page.getByRole('button', { name: 'Find emails' }).click();
    await expect(page).toHaveURL(/task=/);
    await page.goto(PAGE);
    await expect(page.getByRole('button', { name: 'Upload CSV' })).toBeVisible();

    await chooseFile(page, buildCsv(2, 'dotted.com'), 'third.csv');
    await expect(saved).toBeVisible();
    await page.getByRole('button', { name: /Account menu for/ }).click();
    await page.getByRole('menuitem', { name: 'Logout' }).click();
    await expect(page).not.toHaveURL(/dashboard/);
    const remaining = await page.evaluate(
      () =>
        new Promise((resolve, reject) => {
          const request = indexedDB.open('leadwell-files', 1);
          request.onerror = () => reject(request.error);
          request.onsuccess = () => {
            const count = request.result.transaction('files').objectStore('files').count();
            count.onsuccess = () => resolve(count.result);
          };
        }),
    );
    expect(remaining).toBe(0);
  });

  test('brings a list back with its sheet and columns after the sample has replaced it', async ({ page }) => {
    await signUp(page);
    await page.goto(PAGE);
    const people = (domain: string) =>
      inlineRows([
        ['Person', 'Where', 'Other'],
        ['Jane Miller', domain, 'x'],
      ]);
    const workbook = testWorkbook({
      sheets: [
        { name: 'A', xml: people('normal-mail.com') },
        { name: 'B', xml: people('dotted.com') },
      ],
    });
    await chooseFile(page, Buffer.from(workbook), 'people.xlsx');
    const sheet = page.getByRole('combobox', { name: 'Sheet' });
    await sheet.selectOption('B');
    await expect(page.getByRole('cell', { name: 'dotted.com' })).toBeVisible();
    await page.getByLabel('Full name').selectOption('');
    await page.getByLabel('First name').selectOption('0');
    await expect(page.getByText('saved in this browser')).toBeVisible();

    await page.goto(`${PAGE}?sample=1`);
    await expect(page.getByText('sample.csv')).toBeVisible();
    await page.getByRole('button', { name: 'Undo' }).click();
    for (const reload of [() => page.reload(), () => undefined]) {
      await expect(page.getByText('people.xlsx')).toBeVisible();
      await expect(sheet.getByRole('option', { selected: true })).toHaveText('B');
      await expect(page.getByRole('cell', { name: 'dotted.com' })).toBeVisible();
      await expect(page.getByLabel('First name')).toHaveValue('0');
      await expect(page.getByLabel('Full name')).toHaveValue('');
      await expect(page.getByText('saved in this browser')).toBeVisible();
      await reload();
    }
  });

  test('explains why a file is invalid, and accepts the template', async ({ page }) => {
    await signUp(page);
    await page.goto(PAGE);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download template' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('csv_template.csv');
    await expect(page.getByText(EMAIL_MESSAGES.templateDownloaded)).toBeVisible();
    const template = await readFile(await download.path());
    for (const [content, name, message] of [
      ['', 'empty.csv', EMAIL_MESSAGES.empty],
      ['first_name,last_name,domain\n', 'header.csv', EMAIL_MESSAGES.empty],
      ['a', 'list.pdf', EMAIL_MESSAGES.onlyCsv],
      [Buffer.from([0x50, 0x4b, 3, 4, 0, 0]), 'book.csv', 'book.csv is damaged'],
      [Buffer.alloc(51 * 1024 * 1024, 'x'), 'large.csv', EMAIL_MESSAGES.tooLarge],
      ['Jane,Miller,acme.com\n'.repeat(200_000), 'long.csv', MESSAGES.csv.tooManyRows],
    ] as const) {
      if (Buffer.byteLength(content) > 50 * 1024 * 1024) {
        // Playwright can't upload a file this large, so the browser creates it.
        await page.getByLabel('CSV or XLSX file', { exact: true }).evaluate((input) => {
          const files = new DataTransfer();
          files.items.add(new File([new Uint8Array(51 * 1024 * 1024)], 'large.csv'));
          (input as HTMLInputElement).files = files.files;
          input.dispatchEvent(new Event('change', { bubbles: true }));
        });
      } else await chooseFile(page, Buffer.from(content), name);
      await expect(page.getByRole('alert').filter({ hasText: message })).toBeVisible();
    }
    // Other columns with emails are verified, too, unless the person says no.
    await chooseFile(page, 'Email,Second email\na@dotted.com,b@dotted.com\n', 'two.csv');
    const more = page.getByLabel('Also verify the emails in Second email');
    await expect(more).toBeChecked();
    await expect(page.getByText(/^2 emails/)).toBeVisible();
    await more.uncheck();
    await expect(page.getByText(/up to 1 credit\b/)).toBeVisible();
    await page.getByRole('button', { name: 'Remove' }).click();
    const line = Array.from({ length: 9 }, (_, index) => `u${index}@dotted.com`).join(', ');
    await chooseFile(page, line, 'line.csv');
    const others = 'column_2, column_3, column_4, column_5, column_6 and 3 other columns';
    await expect(page.getByLabel(`Also verify the emails in ${others}`)).toBeChecked();
    await expect(page.getByText(/^9 emails/)).toBeVisible();
    await page.getByRole('button', { name: 'Remove' }).click();
    await chooseFile(page, 'Who,Where\nJane,Acme\n', 'columns.csv');
    await expect(page.getByText(/Choose the columns with names/)).toBeVisible();
    await expect(page.getByRole('button', { name: 'Find emails' })).toBeDisabled();
    await page.getByRole('button', { name: 'Remove' }).click();
    await chooseFile(page, template, 'csv_template.csv');
    await expect(page.getByText('3 rows').first()).toBeVisible();
    await expect(page.getByRole('button', { name: 'Find emails' })).toBeEnabled();
  });
});
