import type { Page } from '@playwright/test';
import { callAs } from './fixtures/account-calls.ts';
import { expect, signUp, test } from './fixtures/app-test.ts';
import { answerCalls, type HeldCall, holdCalls } from './fixtures/held-calls.ts';
import { takeScreenshots } from './fixtures/screenshots.ts';

const CALLS = 'functions/v1';
const DOWN = { status: 503, json: { error: { code: 'unavailable', message: 'Try again in a minute.' } } };

async function newList(page: Page, name: string, rows: Record<string, string>[]): Promise<string> {
  const columns = Object.keys(rows[0] ?? {}).map((column) => ({ name: column }));
  const { id } = await callAs(page, `${CALLS}/list-create`, { name, columns });
  await callAs(page, `${CALLS}/list-add-rows`, { id, rows });
  return String(id);
}

test('people who are left out of a table are never in a task with its rows', async ({ page }) => {
  await signUp(page);
  const id = await newList(page, 'Leads', [
    { Name: 'Ann Lee', Website: 'acme.com' },
    { Name: 'Ben Ray', Website: 'beta.org' },
    { Name: 'Cal Fox', Website: 'gamma.net' },
  ]);
  const customers = await newList(page, 'Customers', [{ Website: 'beta.org' }]);
  await callAs(page, `${CALLS}/list-set-exclusion`, { id: customers, excludes: 'companies' });

  // The exclusion lists arrive late. Until then, no rows are shown.
  const waiting: (() => unknown)[] = [];
  const release = await holdCalls(page, `${CALLS}/lists`, (call) => waiting.push(() => call.send()));
  await page.goto(`/dashboard/lead-enrichment/${id}`);
  await expect.poll(() => waiting.length).toBeGreaterThan(0);
  await expect(page.getByLabel('Loading the list')).toBeVisible();
  await expect(page.getByRole('grid')).toHaveCount(0);
  for (const send of waiting) await send();
  await release();
  await expect(page.getByText('2 of 3 rows · 1 left out: Customers')).toBeVisible();

  await page.getByRole('button', { name: 'Extract websites' }).click();
  await expect(page.getByText(/\b2 (?:URLs|websites)\b/).first()).toBeVisible();
  await takeScreenshots(page, 'list-left-out-start');
});

test('a table whose rows don’t load says so, and loads again', async ({ page }) => {
  await signUp(page);
  const id = await newList(page, 'Leads', [
    { Name: 'Ann Lee', City: 'Rome' },
    { Name: 'Ben Ray', City: 'Oslo' },
  ]);
  await page.goto(`/dashboard/lead-enrichment/${id}`);
  await expect(page.getByRole('gridcell', { name: 'Ann Lee' })).toBeVisible();
  const release = await answerCalls(page, `${CALLS}/list-rows`, DOWN);
  await page.getByRole('searchbox', { name: 'Search rows' }).fill('Ben');
  await expect(page.getByText("We couldn't load these rows")).toBeVisible();
  await takeScreenshots(page, 'list-rows-failed');
  await release();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('gridcell', { name: 'Ben Ray' })).toBeVisible();
  await expect(page.getByText("We couldn't load these rows")).toHaveCount(0);
});

test('a list opens without the order and the filter of a column that is gone', async ({ page }) => {
  await signUp(page);
  const id = await newList(page, 'Leads', [
    { Name: 'Ann Lee', City: 'Rome' },
    { Name: 'Ben Ray', City: 'Oslo' },
  ]);
  const rows = (await callAs(page, `${CALLS}/list-rows?id=${id}`)) as {
    list: { fields: { id: string; name: string }[] };
  };
  const city = rows.list.fields.find(({ name }) => name === 'City')?.id ?? '';
  await page.goto(`/dashboard/lead-enrichment/${id}?sort=${city}`);
  await expect(page.getByRole('columnheader', { name: /City/ })).toHaveAttribute('aria-sort', 'ascending');
  await page.getByRole('button', { name: 'Menu of City' }).click();
  await page.getByRole('menuitem', { name: 'Delete column' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete “City”?' });
  await dialog.getByRole('button', { name: 'Delete column' }).click();
  await expect(page.getByRole('columnheader', { name: /City/ })).toHaveCount(0);
  await expect(page.getByRole('gridcell', { name: 'Ann Lee' })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('gridcell', { name: 'Ann Lee' })).toBeVisible();
});

test('a run that doesn’t start says why, and starts once when it is tried again', async ({ page }) => {
  await signUp(page);
  const id = await newList(page, 'Known', [{ Company: 'Acme', Website: 'acme.com' }]);
  await callAs(page, `${CALLS}/list-step-save`, {
    id,
    step: {
      kind: 'tool',
      name: 'Domain',
      tries: [{ tool: 'company-to-domain', inputs: { company: 'Company' } }],
      outputs: [{ field: 'domain' }],
    },
  });
  await page.goto(`/dashboard/lead-enrichment/${id}?run=all`);
  const run = page.getByRole('dialog', { name: 'Run' });
  const keys: unknown[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/list-run')) keys.push(request.headers()['idempotency-key']);
  });
  const release = await answerCalls(page, `${CALLS}/list-run`, DOWN);
  await run.getByRole('button', { name: /^Run/ }).click();
  await expect(run.getByText("You won't be charged twice if you try again.")).toBeVisible();
  await takeScreenshots(page, 'list-run-failed');
  const failure = run.getByText("You won't be charged twice if you try again.");
  await run.getByLabel('Try it with the first 10 rows').check();
  await expect(failure).toHaveCount(0);
  await run.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await expect(run.getByText('1 row, 1 cell')).toBeVisible();
  await expect(failure).toHaveCount(0);
  keys.length = 0;
  await run.getByRole('button', { name: /^Run/ }).click();
  await expect(failure).toBeVisible();
  await release();
  await run.getByRole('button', { name: /^Run/ }).click();
  await expect(run).toHaveCount(0);
  expect(keys).toHaveLength(2);
  expect(keys[1]).toBe(keys[0]);

  // It can be undone once, also after a reload.
  await expect(page.getByText('Completed')).toBeVisible();
  const undo = page.getByRole('button', { name: 'Undo this run' });
  await undo.click();
  await expect(page.getByText('Restored 1 cell')).toBeVisible();
  await expect(undo).toHaveCount(0);
  await page.reload();
  await expect(page.getByText('Undone', { exact: true })).toBeVisible();
  await expect(page.getByText(/^Had filled 1 of 1 cell before it was undone/)).toBeVisible();
  await takeScreenshots(page, 'list-run-undone');
  await expect(page.getByText('Completed')).toHaveCount(0);
  await expect(undo).toHaveCount(0);

  // The history says so, too, what it did in each cell, and where the list is.
  await page.goto('/dashboard/task-history');
  const task = page.getByRole('rowgroup', { name: 'Known: Domain' });
  await expect(task.getByText('Undone', { exact: true })).toBeVisible();
  await task.getByRole('button', { name: /^View Results/ }).click();
  await expect(page.getByRole('row', { name: /Domain, row 1 .*Filled/ })).toBeVisible();
  await takeScreenshots(page, 'task-history-run-of-list');
  const status = page.getByRole('combobox', { name: 'Status' });
  await status.selectOption('Completed');
  await expect(page.getByText('No tasks match')).toBeVisible();
  await status.selectOption('Undone');
  await task.getByRole('link', { name: 'Open', exact: true }).click();
  await expect(page.getByRole('gridcell', { name: 'Acme', exact: true })).toBeVisible();

  // Without its list, it leads nowhere.
  await callAs(page, `${CALLS}/list-delete`, { id });
  await page.goto('/dashboard/task-history');
  await expect(task.getByText('Known: Domain')).toBeVisible();
  await expect(task.getByRole('link')).toHaveCount(0);
  await page.goto('/dashboard');
  await page.getByRole('link', { name: /^Known: Domain/ }).click();
  await expect(page).toHaveURL(/task-history$/);
});

test('a dialog that is being saved doesn’t close or replace the one that is opened after it', async ({
  page,
}) => {
  await signUp(page);
  const id = await newList(page, 'Leads', [{ Email: 'ann@acme.com' }]);
  await page.goto(`/dashboard/lead-enrichment/${id}`);
  await page.getByRole('button', { name: 'Add column' }).click();
  const sheet = page.getByRole('dialog', { name: 'Add a column' });
  await sheet.getByRole('button', { name: /^Find or verify emails/ }).click();
  const held = Promise.withResolvers<HeldCall>();
  await holdCalls(page, `${CALLS}/list-step-save`, held.resolve);
  await sheet.getByRole('button', { name: 'Add column' }).click();
  const call = await held.promise;
  await page.keyboard.press('Escape');
  await expect(sheet).toHaveCount(0);
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  const importing = page.getByRole('dialog', { name: 'Import into “Leads”' });
  await expect(importing).toBeVisible();
  await call.send();
  await expect(page.getByRole('columnheader', { name: /^Verdict/, includeHidden: true })).toBeAttached();
  await expect(importing).toBeVisible();
});

test('a canceled export saves no file and leaves the next one open', async ({ page }) => {
  await signUp(page);
  const id = await newList(page, 'Leads', [{ Name: 'Ann Lee' }]);
  await page.goto(`/dashboard/lead-enrichment/${id}`);
  const open = () => page.getByRole('button', { name: 'Export', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Export “Leads”' });
  const download = dialog.getByRole('button', { name: 'Download' });
  let files = 0;
  page.on('download', () => {
    files += 1;
  });
  await open();
  const held = Promise.withResolvers<HeldCall>();
  const release = await holdCalls(page, `${CALLS}/list-csv`, held.resolve);
  await download.click();
  const call = await held.promise;
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toHaveCount(0);
  await open();
  await call.send().catch(() => undefined);
  await release();
  await expect(download).toBeEnabled();
  await Promise.all([page.waitForEvent('download'), download.click()]);
  await expect(dialog).toHaveCount(0);
  expect(files).toBe(1);
});

test('a tool that started after the person left its list doesn’t open', async ({ page }) => {
  await signUp(page);
  const id = await newList(page, 'Leads', [{ Website: 'acme.com' }]);
  await page.goto(`/dashboard/lead-enrichment/${id}`);
  await page.getByRole('button', { name: 'Extract websites' }).click();
  const held = Promise.withResolvers<HeldCall>();
  await holdCalls(page, `${CALLS}/list-start`, held.resolve);
  await expect(page.getByText('1 URL', { exact: false }).first()).toBeVisible();
  await page.getByRole('button', { name: 'Extract websites' }).last().click();
  const call = await held.promise;
  await page.getByRole('link', { name: 'Schedules' }).first().click();
  await expect(page).toHaveURL(/schedules$/);
  await call.send();
  await expect(page.getByText('Started', { exact: true })).toBeVisible();
  await expect(page).toHaveURL(/schedules$/);
});

test('a download that is refused says why', async ({ page }) => {
  await signUp(page);
  await newList(page, 'Leads', [{ Name: 'Ann Lee' }]);
  await page.goto('/dashboard/lead-enrichment');
  await answerCalls(page, `${CALLS}/list-csv`, DOWN);
  await page.getByRole('button', { name: 'Download Leads as XLSX' }).click();
  await expect(page.getByText('Failed to download the Excel workbook')).toBeVisible();
  await expect(page.getByText('Try again in a minute.')).toBeVisible();
});

test('an export counts only once its file is there', async ({ page }) => {
  await signUp(page);
  const id = await newList(page, 'Leads', [{ Name: 'Ann Lee' }]);
  await page.goto(`/dashboard/lead-enrichment/${id}`);
  const open = () => page.getByRole('button', { name: 'Export', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Export “Leads”' });
  const release = await answerCalls(page, `${CALLS}/list-export-confirm`, DOWN);
  await open();
  await dialog.getByRole('button', { name: 'Download' }).click();
  await expect(
    page.getByText('The file was downloaded, but Leadwell couldn’t remember the export'),
  ).toBeVisible();
  await release();
  await open();
  await expect(dialog.getByRole('button', { name: 'Download' })).toBeEnabled();
  await expect(dialog.getByLabel(/^Only what is new or changed/)).toHaveCount(0);
});

test('a file of what is new waits until the last export is known', async ({ page }) => {
  await signUp(page);
  const id = await newList(page, 'Leads', [{ Name: 'Ann Lee' }]);
  await page.goto(`/dashboard/lead-enrichment/${id}`);
  const open = () => page.getByRole('button', { name: 'Export', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Export “Leads”' });
  const download = dialog.getByRole('button', { name: 'Download' });
  await open();
  await download.click();
  await expect(dialog).toHaveCount(0);
  await open();
  await dialog.getByLabel(/^Only what is new or changed/).check();
  await download.click();
  await expect(dialog).toHaveCount(0);

  const release = await answerCalls(page, `${CALLS}/list-exports`, DOWN);
  await page.reload();
  await open();
  await expect(dialog.getByText('We couldn’t load the date of your last export')).toBeVisible();
  await expect(download).toBeDisabled();
  await release();
  await dialog.getByRole('button', { name: 'Try again' }).click();
  await expect(dialog.getByLabel(/^Only what is new or changed/)).toBeChecked();
  await expect(download).toBeEnabled();
});
