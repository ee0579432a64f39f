import { existsSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expect, signUp, test } from './fixtures/app-test.ts';
import { confirmSpend } from './fixtures/confirm-spend.ts';
import { startFakeWeb } from './fixtures/fake-web.ts';
import { startLeadwell } from './fixtures/leadwell-server.ts';
import { parseCsv } from './fixtures/parse-csv.ts';

const CORPUS = join(import.meta.dirname, '../../shared/corpus/contact-pages');
const MIN_PRECISION = 0.97;
const MIN_RECALL = 0.97;

/** The saved page as a visitor's browser shows it, in lower case: its scripts run, nothing is loaded. */
async function shownToVisitor(page: Page, name: string): Promise<string> {
  await page.setContent(readFileSync(join(CORPUS, 'pages', name), 'utf8'), { waitUntil: 'domcontentloaded' });
  return (await page.locator('html').evaluate((root) => root.outerHTML)).toLowerCase();
}

test('extracts real contact pages with the accuracy of the labels', async ({ browser }) => {
  test.slow();
  test.skip(!existsSync(CORPUS), 'skipped: the labeled pages (shared/corpus/contact-pages) are missing');
  test.slow();
  const labels = JSON.parse(readFileSync(join(CORPUS, 'labels.json'), 'utf8')) as Record<
    string,
    { emails: string[] }
  >;
  const web = await startFakeWeb({ folder: join(CORPUS, 'pages') });
  const server = await startLeadwell({ dnsServer: web.dnsServer });
  const page = await (await browser.newContext({ baseURL: server.url })).newPage();
  try {
    await signUp(page);
    await page.goto('/dashboard/website-extraction');
    const names = Object.keys(labels);
    const caseUrl = (name: string) => web.siteUrl(`page-${name.replace('.html', '').toLowerCase()}.com`);
    await page.getByRole('textbox', { name: /URL/ }).first().fill(names.map(caseUrl).join('\n'));
    await page.getByRole('button', { name: 'Extract Data' }).click();
    await confirmSpend(page, names.length, 'Extract Data');
    await expect(page.getByText('Completed').first()).toBeVisible({ timeout: 80_000 });
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download CSV' }).click(),
    ]);
    const rows = new Map(
      parseCsv(await readFile(await download.path(), 'utf8')).map((row) => [row.url, row]),
    );
    let correct = 0;
    const wrong: string[] = [];
    const missed: string[] = [];
    // The people who labeled the pages didn't run their scripts, so an address that a script writes has no label.
    const visitor = await (await browser.newContext()).newPage();
    await visitor.route('**/*', (route) => route.abort());
    for (const name of names) {
      const found = new Set((rows.get(caseUrl(name))?.emails ?? '').split('; ').filter(Boolean));
      const labeled = new Set(labels[name]?.emails.map((email) => email.toLowerCase()));
      const unlabeled = [...found].filter((email) => !labeled.has(email));
      const shown = unlabeled.length > 0 ? await shownToVisitor(visitor, name) : '';
      wrong.push(...unlabeled.filter((email) => !shown.includes(email)).map((email) => `${name}: ${email}`));
      correct += found.size - unlabeled.length;
      for (const email of labeled) if (!found.has(email)) missed.push(`${name}: ${email}`);
    }
    await visitor.context().close();
    const precision = correct / (correct + wrong.length);
    const recall = correct / (correct + missed.length);
    test.info().annotations.push({
      type: 'emails',
      description: `precision ${precision.toFixed(3)}, recall ${recall.toFixed(3)}; wrong ${wrong.join(', ')}; missed ${missed.join(', ')}`,
    });
    expect(precision, `wrong: ${wrong.join(', ')}`).toBeGreaterThanOrEqual(MIN_PRECISION);
    expect(recall, `missed: ${missed.join(', ')}`).toBeGreaterThanOrEqual(MIN_RECALL);
  } finally {
    await page.context().close();
    await server.stop();
    await web.close();
  }
});
