import type { Page } from '@playwright/test';
import { MESSAGES } from '#contract/messages.ts';
import { emptyCompanyRow } from '#tools/company-to-domain/definition.ts';
import { COMPANY_MESSAGES } from '#tools/company-to-domain/messages.ts';
import { EMAIL_MESSAGES } from '#tools/email-finder/messages.ts';
import { LINKEDIN_MESSAGES } from '#tools/linkedin-enrichment/messages.ts';
import { WEBSITE_MESSAGES } from '#tools/website-extraction/messages.ts';
import { callAs } from './fixtures/account-calls.ts';
import { expect, signUp, test } from './fixtures/app-test.ts';
import { startBrokenDownload } from './fixtures/broken-download.ts';
import { expectMessage } from './fixtures/expect-message.ts';
import { answerCalls, changeReplies, holdCalls } from './fixtures/held-calls.ts';
import { PATH as LEADS, leadCount } from './fixtures/lead-databases-page.ts';
import { addressField, countField, GERMANS, PATH as SCRAPER } from './fixtures/people-scraper-page.ts';

const { csv, extensions, leads, scraper, tasks } = MESSAGES;

/** Shows the task as it would be in another state. The rest is real. */
async function changeTask(page: Page): Promise<{ show(change: object, rows?: object[]): void }> {
  let shown: { change: object; rows: object[] | undefined } = { change: {}, rows: undefined };
  await changeReplies(page, 'functions/v1/task', (task) => ({ ...task, ...shown.change }));
  await holdCalls(page, 'functions/v1/task-rows', (call) => {
    if (!shown.rows) return call.send();
    const rows = shown.rows.map((row, position) => ({
      position,
      key: `key ${position}`,
      input: 'acme',
      charge: 0,
      row,
    }));
    return call.answer({ json: { rows, next: null } });
  });
  return {
    show: (change, rows) => {
      shown = { change, rows };
    },
  };
}

test('messages of tasks', async ({ page }) => {
  await signUp(page);
  await page.goto('/dashboard/website-extraction');
  await page.getByRole('textbox', { name: /URL/ }).first().fill('http://no-such-host-1.com');
  await page.getByRole('button', { name: 'Extract Data' }).click();
  await page.waitForURL(/task=/);
  // In the panel, and as a toast.
  await expectMessage(page, WEBSITE_MESSAGES.noResults, 2);
  const query = new URL(page.url()).search;

  await answerCalls(page, 'functions/v1/task-csv', { status: 500 });
  await page.getByRole('button', { name: 'Download CSV' }).click();
  await expectMessage(page, csv.downloadFailed);

  const task = await changeTask(page);
  const running = { status: 'processing', processed: 0, failed: 0, finished_at: null };
  const times = { started_at: '2026-01-01T00:00:00Z', finished_at: '2026-01-01T00:10:00Z' };
  task.show(running);
  await page.reload();
  await expectMessage(page, tasks.busy);
  task.show({ ...times, status: 'failed', processed: 0, failed: 0 });
  await expectMessage(page, tasks.processingFailed);
  await expectMessage(page, tasks.failed);
  task.show(running);
  await page.reload();
  await expectMessage(page, tasks.busy);
  task.show({ ...times, status: 'timeout', processed: 0, failed: 0 });
  await expectMessage(page, tasks.timedOut(600), 2);

  for (const [tool, type, message] of [
    ['verified-email-finder', 'csv-extraction', EMAIL_MESSAGES.failed],
    ['company-to-domain', 'company-to-domain', COMPANY_MESSAGES.failed],
    ['linkedin-enrichment', 'linkedin-enrichment', LINKEDIN_MESSAGES.failed],
  ] as const) {
    task.show({ type, status: 'failed', total: 2, processed: 0, failed: 0 });
    await page.goto(`/dashboard/${tool}${query}`);
    await expectMessage(page, message);
  }
  await page.getByRole('button', { name: 'Download CSV' }).click();
  await expectMessage(page, csv.nothingToExport);

  const done = { status: 'completed', found: 0 };
  const none = { ...done, total: 2, processed: 0, failed: 0 };
  task.show({ ...none, type: 'linkedin-enrichment' });
  await page.reload();
  await expectMessage(page, LINKEDIN_MESSAGES.noResults);
  task.show({ ...none, type: 'company-to-domain' });
  await page.goto(`/dashboard/company-to-domain${query}`);
  await expectMessage(page, COMPANY_MESSAGES.noResults);

  const two = { ...done, total: 2, processed: 2, failed: 1 };
  const company = { company_name: 'Acme', country: null, website: null };
  task.show({ ...two, type: 'company-to-domain' }, [
    emptyCompanyRow(company, COMPANY_MESSAGES.rowFailed, 'We tried'),
    emptyCompanyRow({ ...company, company_name: 'Beta' }, COMPANY_MESSAGES.notFound, 'We tried'),
  ]);
  await page.reload();
  await expectMessage(page.getByRole('row', { name: /Acme/ }), COMPANY_MESSAGES.rowFailed);
});

test('messages of forms and extensions', async ({ page }) => {
  await signUp(page);
  await page.goto('/dashboard/company-to-domain');
  await page.getByLabel('One company per line').press('Control+Enter');
  await expectMessage(page, COMPANY_MESSAGES.noNames);

  // A draft from earlier: Chromium needs minutes to type this many lines.
  const { id } = (await callAs(page, 'functions/v1/account')) as { id: string };
  await page.evaluate((accountId) => {
    const lines = Array.from({ length: 10_001 }, (_, index) => `linkedin.com/in/person-${index}`);
    const draft = JSON.stringify({ text: lines.join('\n'), attempt: null });
    localStorage.setItem(`leadwell-draft-linkedin-enrichment-${accountId}`, draft);
  }, id);
  await page.goto('/dashboard/linkedin-enrichment');
  const box = page.getByLabel(/^One profile URL per line/);
  await box.press('Control+Enter');
  await expectMessage(page, LINKEDIN_MESSAGES.tooMany);
  await holdCalls(page, 'functions/v1/linkedin-enrichment', () => {});
  await page.getByRole('button', { name: 'Clear', exact: true }).click();
  await box.fill('linkedin.com/in/jane');
  await page.getByRole('button', { name: 'Enrich Profiles' }).click();
  await expectMessage(page, LINKEDIN_MESSAGES.processing);

  await page.goto('/dashboard/linkedin-scraping');
  await expectMessage(page, extensions.upgrade);
  await page.goto('/dashboard/google-maps-scraper');
  await page.getByRole('tab', { name: 'Firefox' }).click();
  await page.getByRole('button', { name: 'Download Google Maps Extension' }).click();
  await expectMessage(page, extensions.openingFirefox);
});

test('messages of lead databases', async ({ page }) => {
  await signUp(page);
  await page.goto(`${LEADS}?tab=apollo`);
  await expectMessage(page, leads.selectFilters('Apollo'));

  const path = 'functions/v1/apollo-lead-export';
  const broken = ['total', 'search', 'suggestions'];
  const release = await holdCalls(page, path, (call) =>
    broken.includes(String(call.body.action)) ? call.answer({ status: 500 }) : call.send(),
  );
  await page.goto(`${LEADS}?tab=apollo&title=manager`);
  await expectMessage(page, leads.totalFailed);
  await expectMessage(page, leads.loadFailed);
  await page.getByRole('button', { name: /^Industry/ }).click();
  await expectMessage(page, leads.industriesFailed);
  await release();

  const download = await startBrokenDownload();
  await page.goto(`${LEADS}?tab=apollo&title=manager`);
  await expect(leadCount(page)).toHaveText(/Filtered: [\d,]+$/);
  /** What happens to the next export. */
  let act: 'break' | 'clear' | 'cap' = 'break';
  await holdCalls(page, path, (call) => {
    if (call.body.action !== 'export') return call.send();
    // The filters as they were before any was applied.
    if (act === 'clear') return call.send({ body: { ...call.body, filters: {} } });
    if (act === 'break') return call.send({ url: download.url });
    const error = {
      code: 'access_denied',
      message: leads.monthlyCap(600_000, 12_000),
      details: { leads: 600_000 },
    };
    return call.answer({ status: 402, json: { error } });
  });
  const exportAll = () => page.getByRole('button', { name: 'Export CSV' }).click();
  await exportAll();
  await expectMessage(page, leads.exportFailed);
  await expectMessage(page, leads.exportInterrupted);
  act = 'clear';
  await exportAll();
  await expectMessage(page, leads.applyBeforeExport);
  act = 'cap';
  await exportAll();
  await expectMessage(page, leads.monthlyCap(600_000, 12_000));
  await download.close();
});

test('messages of the people scraper', async ({ page }) => {
  await signUp(page);
  await page.goto(SCRAPER);
  await addressField(page).fill(GERMANS);
  await countField(page).fill('5');
  await countField(page).press('Enter');
  await expectMessage(page, scraper.recordRange);

  const order = { planId: 'apollo_scraper', apolloUrl: GERMANS, recordCount: 1000 };
  const { url, orderId } = await callAs(page, 'functions/v1/create-stripe-checkout', order);
  const sessionId = new URL(String(url)).searchParams.get('session');
  await callAs(page, 'functions/v1/test-checkout-act', { sessionId, act: 'pay' });
  const start = 'functions/v1/apollo-scraper';
  // Another search than the paid one.
  const release = await holdCalls(page, start, (call) =>
    call.send({ body: { ...call.body, recordCount: 2000 } }),
  );
  await page.goto(`${SCRAPER}?order=${orderId}`);
  await expectMessage(page, scraper.failed(scraper.nothingPaid));
  await release();
  await answerCalls(page, start, { status: 500 });
  await page.getByRole('button', { name: 'Start scraping' }).click();
  await expectMessage(page, scraper.broke);
});
