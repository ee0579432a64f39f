import type { Page } from '@playwright/test';
import { startDemoServer } from '../cli/demo-server.ts';
import { expect, logIn, test } from './fixtures/app-test.ts';
import { downloadCsv } from './fixtures/download-csv.ts';
import { expectCredits, expectTaskNumbers, type FileNumbers } from './fixtures/page-numbers.ts';

type Row = Readonly<Record<string, string>>;
type Counts = Pick<FileNumbers, 'items' | 'found' | 'failed' | 'credits' | 'statuses'>;

const countOf = (rows: readonly Row[], is: (row: Row) => boolean) => rows.filter(is).length;

/** The numbers of a file by the charge rules (docs/deviations.md 11). */
const NUMBERS: Readonly<Record<string, { noun: string; of: (rows: readonly Row[]) => Counts }>> = {
  'website-extraction': {
    noun: 'URL',
    of: (rows) => {
      const failed = countOf(rows, ({ error }) => error !== '');
      const found = countOf(rows, ({ emails }) => emails !== '');
      const statuses = { Found: found, 'Not found': rows.length - found - failed, Failed: failed };
      return { items: rows.length, found, failed, credits: rows.length - failed, statuses };
    },
  },
  'company-to-domain': {
    noun: 'name',
    of: (rows) => {
      const found = countOf(rows, ({ domain }) => domain !== '');
      const statuses = { Found: found, 'Not found': rows.length - found, Failed: 0 };
      return { items: rows.length, found, failed: 0, credits: found, statuses };
    },
  },
  'verified-email-finder': {
    noun: 'row',
    of: (rows) => {
      const of = (wanted: string) => countOf(rows, ({ status }) => status === wanted);
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
  return links.evaluateAll((all) => all.map((link) => (link as HTMLAnchorElement).href));
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
    let spent = 0;
    const contacts = { Emails: 0, Phones: 0 };
    for (const address of await taskAddresses(page)) {
      await page.goto(address);
      const { rows } = await downloadCsv(page);
      const { noun, of } = NUMBERS[/dashboard\/([\w-]+)/.exec(address)?.[1] ?? ''] ?? {};
      if (!noun || !of) throw new Error(`No rule for ${address}.`);
      const counts = of(rows);
      // One of the tasks was stopped halfway.
      if (await page.getByText('Completed').first().isVisible())
        await expectTaskNumbers(page, { noun, failedLabel: labelOf(noun), ...counts });
      spent += counts.credits;
      for (const { emails = '', verified_email = '', phones = '' } of rows) {
        contacts.Emails += [...emails.split('; '), verified_email].filter(Boolean).length;
        contacts.Phones += phones.split('; ').filter(Boolean).length;
      }
    }
    expect(spent).toBeGreaterThan(20);
    await expectCredits(page, spent);
    for (const [kind, found] of Object.entries(contacts)) {
      const term = page.getByRole('main').locator('dt', { hasText: kind });
      await expect(term.locator('xpath=..').locator('dd')).toHaveText(String(found));
    }
  } finally {
    await page.close();
    await demo.close();
  }
});

function labelOf(noun: string): string {
  return noun === 'row' ? 'Unknown' : 'Failed';
}
