import { readFile } from 'node:fs/promises';
import { startWebhookReceiver } from '#server/webhooks/test-receiver.ts';
import { cellsOf } from '../engines/csv/xlsx/test-workbooks.ts';
import { violations } from './fixtures/accessibility.ts';
import { callAs } from './fixtures/account-calls.ts';
import { expect, signUp, test } from './fixtures/app-test.ts';
import { downloadCsv } from './fixtures/download-csv.ts';
import { PATH } from './fixtures/lead-databases-page.ts';
import { mailTo } from './fixtures/outbox.ts';
import { takeScreenshots } from './fixtures/screenshots.ts';
import { twoAddressName } from './fixtures/two-address-sites.ts';

test('a run of a list repeats, and says what is new, by email and to a webhook', async ({
  page,
  server,
  web,
}) => {
  test.slow();
  const receiver = await startWebhookReceiver();
  const { email } = await signUp(page);
  await page.goto('/dashboard/schedules');
  await expect(page.getByText('No schedules yet')).toBeVisible();
  await takeScreenshots(page, 'schedules-empty');
  expect(await violations(page, 'all')).toEqual([]);

  await callAs(page, 'functions/v1/webhook-create', {
    url: receiver.url('/hook'),
    events: ['schedule.completed'],
  });
  const { id } = await callAs(page, 'functions/v1/list-create', {
    name: 'Companies',
    columns: [{ name: 'Website', role: 'website' }],
  });
  const site = web.siteUrl(twoAddressName(0));
  await callAs(page, 'functions/v1/list-add-rows', { id, rows: [{ Website: site }] });
  await callAs(page, 'functions/v1/list-step-save', {
    id,
    step: {
      kind: 'tool',
      name: 'Read websites',
      tries: [{ tool: 'website-extraction', options: { depth: 'quick' }, inputs: { website: 'Website' } }],
      outputs: [{ field: 'company_email', name: 'Email' }],
    },
  });
  await callAs(page, 'functions/v1/list-save-view', { id, view: { name: 'With website' } });

  await page.goto(`/dashboard/lead-enrichment/${id}`);
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  const run = page.getByRole('dialog', { name: 'Run' });
  const form = page.getByRole('dialog', { name: 'Repeat' });
  const someRows = form.getByText(/It repeats for all rows of the list, not only those that you chose/);
  await run.getByLabel('Try it with the first 10 rows').check();
  await run.getByRole('button', { name: 'Repeat' }).click();
  await expect(form.getByLabel('Rows')).toHaveValue('');
  await expect(someRows).toBeVisible();
  await takeScreenshots(page, 'schedules-form-some-rows');
  await form.getByRole('button', { name: 'Cancel' }).click();
  await run.getByLabel('Try it with the first 10 rows').uncheck();
  await run.getByRole('button', { name: 'Repeat' }).click();
  await expect(form.getByLabel('Day')).toHaveValue('1');
  await expect(someRows).toHaveCount(0);
  await form.getByLabel('Name').fill('Weekly emails');
  await form.getByLabel('Rows').selectOption('With website');
  await form.getByLabel('Repeat').selectOption('Every month');
  await form.getByLabel('Day').selectOption('Last day');
  await form.getByLabel('Spend at most').fill('none');
  await expect(form.getByText('Enter a whole number above 0')).toBeVisible();
  await form.getByLabel('Spend at most').fill('20');
  expect(await violations(page, 'all')).toEqual([]);
  await takeScreenshots(page, 'schedules-form');
  await form.getByRole('button', { name: 'Repeat' }).click();
  await expect(page.getByText('It repeats from now on.')).toBeVisible();

  await page.goto('/dashboard/schedules');
  const item = page.getByRole('listitem').filter({ hasText: 'Weekly emails' });
  await expect(item.getByText('On the last day of every month at 09:00')).toBeVisible();
  await expect(item.getByText('Not yet')).toBeVisible();
  await item.getByRole('button', { name: 'Run now: Weekly emails' }).click();
  await expect(item.getByText('First run: 1 row')).toBeVisible({ timeout: 30_000 });
  await callAs(page, 'functions/v1/list-add-rows', { id, rows: [{ Website: `${site}/again` }] });
  await item.getByRole('button', { name: 'Run now: Weekly emails' }).click();
  await expect(item.getByText('1 new')).toBeVisible({ timeout: 30_000 });
  await takeScreenshots(page, 'schedules');
  expect(await violations(page, 'all')).toEqual([]);

  const mail = await mailTo(server, email, 'Weekly emails: 1 new');
  const link = /\/dashboard\/schedules\?\S+/.exec(mail.text)?.[0] ?? '';
  await page.goto(link);
  const runs = page.getByRole('dialog', { name: 'Weekly emails' });
  await expect(runs.getByRole('list', { name: 'What is new' })).toContainText('/again');
  await takeScreenshots(page, 'schedules-runs');
  expect(await violations(page, 'all')).toEqual([]);
  const { rows } = await downloadCsv(page);
  expect(rows).toMatchObject([{ Change: 'added', Website: `${site}/again` }]);
  const [workbook] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download XLSX' }).click(),
  ]);
  expect(workbook.suggestedFilename()).toBe('changes.xlsx');
  expect(cellsOf(await readFile(await workbook.path()))[1]).toEqual(
    expect.arrayContaining(['added', `${site}/again`]),
  );
  await page.keyboard.press('Escape');

  await expect.poll(() => receiver.at('/hook').length).toBe(2);
  const events = receiver.at('/hook').map(({ body }) => JSON.parse(body));
  expect(events.at(-1)).toMatchObject({
    type: 'schedule.completed',
    data: { added: 1, gone: 0, changed: 0, state: 'done' },
  });

  await item.getByRole('button', { name: 'Pause Weekly emails' }).click();
  await expect(item.getByText('Paused', { exact: true })).toBeVisible();
  await item.getByRole('button', { name: 'Resume Weekly emails' }).click();
  await expect(item.getByText('On', { exact: true })).toBeVisible();
  await item.getByRole('button', { name: 'Edit Weekly emails' }).click();
  const editing = page.getByRole('dialog', { name: 'Edit the schedule' });
  await expect(editing.getByLabel('Time zone')).toHaveCount(0);
  await editing.getByRole('button', { name: 'Cancel' }).click();
  // It was made in another time zone, which its owner has left.
  const { schedules } = (await callAs(page, 'functions/v1/schedules')) as { schedules: { id: string }[] };
  const time = { every: 'month', day: 31, hour: 9, timeZone: 'America/New_York' };
  await callAs(page, 'functions/v1/schedule-change', { id: schedules[0]?.id, time });
  await page.reload();
  await expect(item.getByText(/month at 09:00 \(America\/New York\)/)).toBeVisible();
  await item.getByRole('button', { name: 'Edit Weekly emails' }).click();
  await expect(editing.getByLabel('Time zone')).toHaveValue('America/New_York');
  await editing.getByLabel('Time zone').selectOption('UTC');
  expect(await violations(page, 'all')).toEqual([]);
  const column = editing.getByRole('checkbox', { name: 'Read websites' });
  await column.uncheck();
  await expect(editing.getByText('Choose a column to fill.')).toBeVisible();
  await expect(editing.getByRole('button', { name: 'Save changes' })).toBeDisabled();
  await column.check();
  await editing.getByLabel('Cells').selectOption('All, including finished ones');
  await expect(editing.getByLabel('Rows')).toHaveValue('With website');
  await editing.getByLabel('Rows').selectOption('All rows');
  await expect(editing.getByText('the next run reports rows as new or gone')).toBeVisible();
  await takeScreenshots(page, 'schedules-edit');
  await editing.getByLabel('Repeat').selectOption('Every day');
  await editing.getByLabel('Email me after each run').uncheck();
  await editing.getByRole('button', { name: 'Save changes' }).click();
  await expect(item.getByText('Every day at 09:00 (UTC)')).toBeVisible();
  await expect(item.getByText('Runs the columns of “Companies”', { exact: true })).toBeVisible();
  const { schedules: after } = await callAs(page, 'functions/v1/schedules');
  expect(after).toMatchObject([{ listWork: { steps: null, cells: 'all', view: null } }]);
  await item.getByRole('button', { name: 'Delete Weekly emails' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete schedule' }).click();
  await expect(page.getByText('No schedules yet')).toBeVisible();
  await receiver.close();
});

test('a website extraction is repeated from its task, and each run saves what it finds', async ({
  page,
  web,
}) => {
  test.slow();
  await signUp(page);
  const task = await callAs(page, 'functions/v1/website-extraction', {
    urls: [web.siteUrl(twoAddressName(0))],
  });
  await page.goto(`/dashboard/website-extraction?task=${task.task_id}`);
  await page.getByRole('button', { name: 'Repeat' }).click();
  const form = page.getByRole('dialog', { name: 'Repeat' });
  await form.getByLabel('Save the results to a list when the task ends').check();
  const list = form.getByLabel('List', { exact: true });
  await expect(list).toHaveValue(/^Website Extraction/);
  await list.fill(' ');
  await form.getByRole('button', { name: 'Repeat' }).click();
  await expect(form.getByText('Enter a name for the list.')).toBeVisible();
  await list.fill('Every week');
  expect(await violations(page, 'all')).toEqual([]);
  await takeScreenshots(page, 'schedules-form-save');
  await form.getByRole('button', { name: 'Repeat' }).click();
  await expect(page.getByText('It repeats from now on.')).toBeVisible();
  await page.goto('/dashboard/schedules');
  const item = page.getByRole('listitem').filter({ hasText: 'Website Extraction of 1 URL' });
  await expect(item.getByText('Website Extraction of 1 URL, saved to “Every week”')).toBeVisible();
  await item.getByRole('button', { name: /^Run now/ }).click();
  await expect(item.getByText('First run: 1 row')).toBeVisible({ timeout: 30_000 });
  await page.goto('/dashboard/lead-enrichment');
  await expect
    .poll(async () => (await callAs(page, 'functions/v1/lists')).lists, { timeout: 30_000 })
    .toMatchObject([{ name: 'Every week', rows: 1 }]);
});

test('a lead search repeats, and adds new leads to a list', async ({ page }) => {
  await signUp(page);
  await page.goto(`${PATH}?tab=apollo&title=manager`);
  await page.getByRole('button', { name: 'Repeat' }).click();
  const form = page.getByRole('dialog', { name: 'Repeat' });
  await form.getByLabel('List').fill('Managers');
  await form.getByLabel('Spend at most').fill('5');
  const [request] = await Promise.all([
    page.waitForRequest('**/schedule-create'),
    form.getByRole('button', { name: 'Repeat' }).click(),
  ]);
  // Each run leaves out the exclusion lists of its day.
  expect(request.postDataJSON().work.search.filters.leaveOut).toBe(null);
  await expect(page.getByText('It repeats from now on.')).toBeVisible();
  const { filters } = request.postDataJSON().work.search;
  await callAs(page, 'functions/v1/schedule-create', {
    work: { kind: 'leads', search: { database: 'apollo', filters, name: 'Owners' } },
    cap: 7,
    time: { every: 'day', hour: 9, timeZone: 'UTC' },
  });
  await page.goto('/dashboard/schedules');
  const item = page.getByRole('listitem').filter({ hasText: 'Managers' });
  const editing = page.getByRole('dialog', { name: 'Edit the schedule' });
  await item.getByRole('button', { name: 'Edit Managers' }).click();
  await expect(editing.getByLabel('Spend at most')).toHaveValue('5');
  await editing.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Edit Owners' }).click();
  await expect(editing.getByLabel('Spend at most')).toHaveValue('7');
  await expect(editing.getByLabel('Name')).toHaveValue('Owners');
  await editing.getByRole('button', { name: 'Cancel' }).click();
  for (let run = 0; run < 2; run += 1) {
    await item.getByRole('button', { name: 'Run now: Managers' }).click();
    await expect(item.getByText('Running now')).toBeVisible();
    await expect(item.getByText('5 new')).toBeVisible({ timeout: 30_000 });
  }
  await item.getByRole('link', { name: 'Adds new leads from Apollo to “Managers”: manager' }).click();
  await expect(page.getByText(/^Apollo database · 10 rows/)).toBeVisible();
});
