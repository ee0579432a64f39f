import type { Page } from '@playwright/test';
import { PEOPLE_ORDERS_PATH, recordsPriceCents } from '#contract/people-orders.ts';
import { startDemoServer } from '../cli/demo-server.ts';
import { expect, logIn, test } from './fixtures/app-test.ts';
import { downloadCsv } from './fixtures/download-csv.ts';
import {
  expectCredits,
  expectHistoryRow,
  expectTaskNumbers,
  type FileNumbers,
  nounFor,
} from './fixtures/page-numbers.ts';

type Row = Readonly<Record<string, string>>;
type Counts = Pick<FileNumbers, 'items' | 'found' | 'failed' | 'credits' | 'statuses'>;

const countRows = (rows: readonly Row[], is: (row: Row) => boolean) => rows.filter(is).length;

/** The numbers of a file by the charge rules (docs/deviations.md 11). */
const NUMBERS: Readonly<Record<string, { noun: string; of: (rows: readonly Row[]) => Counts }>> = {
  'website-extraction': {
    noun: 'URL',
    of: (rows) => {
      const failed = countRows(rows, ({ error }) => error !== '');
      const found = countRows(rows, ({ emails }) => emails !== '');
      const statuses = { Found: found, 'Not found': rows.length - found - failed, Failed: failed };
      return { items: rows.length, found, failed, credits: rows.length - failed, statuses };
    },
  },
  'company-to-domain': {
    noun: 'name',
    of: (rows) => {
      const found = countRows(rows, ({ domain }) => domain !== '');
      const statuses = { Found: found, 'Not found': rows.length - found, Failed: 0 };
      return { items: rows.length, found, failed: 0, credits: found, statuses };
    },
  },
  'verified-email-finder': {
    noun: 'row',
    of: (rows) => {
      const of = (wanted: string) => countRows(rows, ({ status }) => status === wanted);
      const [deliverable, risky, unknown] = [of('deliverable'), of('risky'), of('unknown')];
      const statuses = {
        Deliverable: deliverable,
        Risky: risky,
        Undeliverable: of('undeliverable'),
        'Not found': of('not_found'),
        Unknown: unknown,
      };
      return {
        items: rows.length,
        found: deliverable,
        failed: unknown,
        credits: deliverable + risky,
        statuses,
      };
    },
  },
};

/** The addresses of the tasks in the history. */
async function taskAddresses(page: Page): Promise<string[]> {
  const links = page.getByRole('region', { name: 'Tasks' }).getByRole('link', { name: 'Open' });
  await expect(links).toHaveCount(4);
  return links.evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''));
}

/** Reads the file of the task on the page. */
async function edgeNumbers(page: Page, address: string): Promise<{ file: FileNumbers; rows: Row[] }> {
  await page.goto(address);
  const { rows } = await downloadCsv(page);
  const { noun, of } = NUMBERS[/dashboard\/([\w-]+)/.exec(address)?.[1] ?? ''] ?? {};
  if (!noun || !of) throw new Error(`No rule for ${address}.`);
  const file = { noun, failedLabel: noun === 'row' ? 'Unknown' : 'Failed', ...of(rows) };
  const wasStopped = !(await page.getByText('Completed').first().isVisible());
  return { file: wasStopped ? { ...file, total: ITEMS } : file, rows };
}

/** All tasks of the demo start with as many items. */
const ITEMS = 12;

function contactsIn(rows: readonly Row[]): { emails: number; phones: number } {
  const count = (...cells: string[]) => cells.flatMap((cell) => cell.split('; ')).filter(Boolean).length;
  return {
    emails: count(...rows.flatMap(({ emails = '', verified_email = '' }) => [emails, verified_email])),
    phones: count(...rows.map(({ phones = '' }) => phones)),
  };
}

/** Compares the order's page with its file. Returns the number of people in it. */
async function expectOrderNumbers(page: Page): Promise<number> {
  await page.goto(PEOPLE_ORDERS_PATH);
  const order = page.getByRole('list', { name: 'Your orders' }).getByRole('listitem');
  await expect(order).toHaveCount(1);
  await expect(order.getByText('Done')).toBeVisible();
  const { rows } = await downloadCsv(page, () => order.getByRole('link', { name: 'Download CSV' }).click());
  const people = rows.length;
  expect(people).toBeGreaterThan(100);
  const [paid, due] = [recordsPriceCents(ORDERED), recordsPriceCents(people)];
  const refund = due < paid ? ` · ${usd(paid - due)} refunded` : '';
  await expect(order).toContainText(
    `${people.toLocaleString('en-US')} of ${ORDERED.toLocaleString('en-US')} records`,
  );
  await expect(order).toContainText(` · ${usd(paid)}${refund}`);
  await order.getByRole('link', { name: 'records' }).click();
  const panel = page.getByRole('main');
  await expect(
    panel.getByRole('heading', {
      name: `${people.toLocaleString('en-US')} of ${ORDERED.toLocaleString('en-US')} records`,
    }),
  ).toBeVisible();
  await expect(panel).toContainText(
    due < paid
      ? `We refunded ${usd(paid - due)} of your ${usd(paid)} for missing records.`
      : `You paid ${usd(paid)} and got every record you ordered.`,
  );
  return people;
}

const ORDERED = 1000;

function usd(cents: number): string {
  return `$${(cents / 100).toFixed(2)}`;
}

/** Compares the current task, the recent ones and each tool's rate on the dashboard with the files, newest first. */
async function expectDashboard(page: Page, files: readonly FileNumbers[]): Promise<void> {
  const [last] = files;
  if (!last) throw new Error('The demo has no task.');
  const { items, total = items, found, failed, failedLabel, credits } = last;
  const current = page.getByRole('region', { name: 'Last task' });
  await expect(current).toContainText(
    `${items} of ${total} ${nounFor(total, last)} done, ${found} found, ${items - found - failed} not found, ${failed} ${failedLabel.toLowerCase()} · ${credits} credits`,
  );
  const tasks = page
    .getByRole('heading', { name: 'Recent Tasks' })
    .locator('xpath=ancestor::*[.//ul][1]')
    .getByRole('listitem');
  await expect(tasks).toHaveCount(files.length);
  for (const [index, file] of files.entries()) {
    await expect(tasks.nth(index)).toContainText(`${file.items} ${nounFor(file.items, file)}`);
    await expect(tasks.nth(index)).toContainText(`${file.found} found`);
  }
  for (const [noun, ofTool] of Map.groupBy(files, (file) => file.noun)) {
    const sum = (key: 'items' | 'found' | 'failed') => ofTool.reduce((total, file) => total + file[key], 0);
    const failures = sum('failed') > 0 ? `, ${sum('failed')} ${ofTool[0]?.failedLabel.toLowerCase()}` : '';
    const rate = `${sum('found')} found of ${sum('items')} ${noun}s${failures}`;
    await expect(page.getByText(rate, { exact: true })).toBeVisible();
  }
}

test('every page of the demo agrees with its files and our charge rules, and counts the contacts', async ({
  browser,
}) => {
  test.slow();
  const demo = await startDemoServer();
  const page = await (await browser.newContext({ baseURL: demo.url })).newPage();
  try {
    await page.goto('/login');
    await logIn(page, { name: 'Demo User', ...demo });
    await expect(page).toHaveURL(/\/dashboard$/);
    await page.goto('/dashboard/task-history');
    const files = new Map<string, FileNumbers>();
    const contacts = { Emails: 0, Phones: 0 };
    for (const address of await taskAddresses(page)) {
      const { file, rows } = await edgeNumbers(page, address);
      await expectTaskNumbers(page, file);
      files.set(address, file);
      const { emails, phones } = contactsIn(rows);
      contacts.Emails += emails;
      contacts.Phones += phones;
    }
    expect([...files.values()].filter(({ total }) => total !== undefined)).toHaveLength(1);
    await page.goto('/dashboard/task-history');
    const history = page.getByRole('region', { name: 'Tasks' }).getByRole('row');
    for (const [address, file] of files)
      await expectHistoryRow(history.filter({ has: page.locator(`a[href="${address}"]`) }), file);

    const people = await expectOrderNumbers(page);
    const spent = [...files.values()].reduce((sum, { credits }) => sum + credits, 0);
    expect(spent).toBeGreaterThan(20);
    await expectCredits(page, spent);
    await expectDashboard(page, [...files.values()]);
    for (const [kind, found] of Object.entries({ ...contacts, People: people })) {
      const term = page.getByRole('main').locator('dt', { hasText: kind });
      await expect(term.locator('xpath=..').locator('dd')).toHaveText(found.toLocaleString('en-US'));
    }
  } finally {
    await page.close();
    await demo.close();
  }
});
