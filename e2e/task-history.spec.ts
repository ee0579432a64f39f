import { readFile } from 'node:fs/promises';
import { createClient } from '@supabase/supabase-js';
import { MESSAGES } from '#contract/messages.ts';
import type { TaskView } from '#contract/tasks.ts';
import { violations } from './fixtures/accessibility.ts';
import { expect, logIn, newPerson, test } from './fixtures/app-test.ts';
import { generatedName } from './fixtures/generated-sites.ts';
import { changeReplies } from './fixtures/held-calls.ts';
import { parseCsv } from './fixtures/parse-csv.ts';
import { takeScreenshots } from './fixtures/screenshots.ts';

const TASKS = 23;

test('the task history has pages, which the URL and Back restore', async ({ page, web, server }) => {
  test.slow();
  const person = newPerson();
  const client = createClient(server.url, 'leadwell-public');
  await client.auth.signUp({ ...person, options: { data: { name: person.name } } });
  for (let index = 0; index < TASKS; index += 1) {
    const started = await client.functions.invoke<TaskView>('website-extraction', {
      body: { urls: [web.siteUrl(generatedName(index))] },
      headers: { Prefer: 'respond-async' },
    });
    expect(started.error).toBeNull();
  }
  await page.goto('/dashboard/task-history');
  await logIn(page, person);
  const cards = page.getByRole('button', { name: 'View Results' });
  await expect(page.getByText(`${TASKS} tasks`)).toBeVisible();
  await expect(cards).toHaveCount(20);

  await page.getByRole('button', { name: 'Next' }).click();
  await expect(page).toHaveURL(/\?page=2$/);
  await expect(cards).toHaveCount(3);
  await page.reload();
  await expect(cards).toHaveCount(3);
  // The oldest task is last and opens its own result.
  await cards.last().click();
  await expect(page.getByText('info@firm-0.com').filter({ visible: true })).toBeVisible();
  await page.goBack();
  await expect(cards).toHaveCount(20);
  await expect(page.getByRole('cell', { name: 'Completed' })).toHaveCount(20);

  // The search reads names and items, on the server, and keeps its place in the URL.
  const search = page.getByLabel('Search tasks');
  await search.fill('FIRM-7');
  await expect(page.getByText('1 matching task')).toBeVisible();
  await expect(page).toHaveURL(/\?q=FIRM-7$/);
  await page.getByLabel('Tool').selectOption('Company To Domain');
  await expect(page.getByText('No tasks match')).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await page.reload();
  await page.getByRole('button', { name: 'Clear' }).press('Enter');
  await expect(search).toHaveValue('');
  await expect(page.getByRole('search', { name: 'Task history' })).toBeFocused();
  await page.getByLabel('Status', { exact: true }).selectOption('Completed');
  await page.getByRole('button', { name: 'Next' }).click();
  await expect(page).toHaveURL(/\?status=completed&page=2$/);
  await expect(cards).toHaveCount(3);

  await page.goto('/dashboard/task-history?page=9');
  await page.getByRole('button', { name: 'Show the latest tasks' }).click();
  await expect(cards).toHaveCount(20);
});

test('a person deletes the results of a task, after a second click', async ({ page, web, server }) => {
  const person = newPerson();
  const client = createClient(server.url, 'leadwell-public');
  await client.auth.signUp({ ...person, options: { data: { name: person.name } } });
  await client.functions.invoke('website-extraction', { body: { urls: [web.siteUrl(generatedName(0))] } });
  await page.goto('/dashboard/task-history');
  await logIn(page, person);
  const actions = page.getByRole('button', { name: /^Actions for/ });
  const remove = page.getByRole('menuitem', { name: 'Delete results' });
  await actions.click();
  await remove.click();
  await page.getByRole('button', { name: 'Keep' }).click();
  await actions.click();
  await remove.click();
  await page.getByRole('button', { name: 'Delete for good' }).click();
  await expect(page.getByRole('button', { name: 'Delete for good' })).toHaveCount(0);
  await actions.click();
  await expect(remove).toHaveCount(0);
  await expect(page.getByRole('menuitem', { name: 'Download CSV' })).toBeDisabled();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'View Results' }).click();
  await expect(page.getByText(/The results of this task were deleted on/)).toBeVisible();
  await page.getByRole('link', { name: 'Open' }).click();
  await expect(page.getByText(/The results of this task were deleted on/)).toBeVisible();
});

test('tasks have names, which can be changed, and fit every screen', async ({ page, web, server }) => {
  const person = newPerson();
  const client = createClient(server.url, 'leadwell-public');
  await client.auth.signUp({ ...person, options: { data: { name: person.name } } });
  const start = (urls: string[]) => client.functions.invoke('website-extraction', { body: { urls } });
  await start([
    web.siteUrl(generatedName(1)),
    web.siteUrl(generatedName(2)),
    'http://no-such-host-1.com/',
    web.siteUrl('closed-shop.com'),
  ]);
  await start([
    `http://no-such-host-with-a-${'very-'.repeat(8)}long-name.com/${'and-a-long-path/'.repeat(8)}`,
  ]);
  await page.goto('/dashboard/task-history');
  await logIn(page, person);
  const table = page.getByRole('region', { name: 'Tasks' });
  await expect(table.getByRole('link', { name: /firm-1\.com.* and 3 more/ })).toBeVisible();
  await expect(table.getByText('2 found · 2 failed')).toBeVisible();
  await page.getByRole('button', { name: /^Actions for firm-1/ }).click();
  await page.getByRole('menuitem', { name: 'Rename' }).click();
  await page.getByLabel('Task name').fill('Spring campaign');
  await page.keyboard.press('Enter');
  const renamed = table.getByRole('link', { name: 'Spring campaign' });
  await expect(renamed).toBeVisible();
  // The keyboard goes on at the name.
  await page.keyboard.press('Tab');
  await expect(renamed).toBeFocused();
  await takeScreenshots(page, 'history');
  expect(await violations(page)).toEqual([]);
  await page.getByRole('button', { name: 'View Results of Spring campaign' }).click();
  await expect(page.getByText('info@firm-1.com').filter({ visible: true })).toBeVisible();
  await takeScreenshots(page, 'history-open');
  for (const width of [1440, 768, 360]) {
    await page.setViewportSize({ width, height: 800 });
    const widest = async () =>
      Math.max(
        await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth),
        await table.evaluate((box) => box.scrollWidth - box.clientWidth),
      );
    await expect.poll(widest).toBeLessThanOrEqual(0);
  }

  // The failed rows that can succeed run again alone, as a new task. A dead domain can't.
  await page.getByRole('button', { name: 'Actions for Spring campaign' }).click();
  await page.getByRole('menuitem', { name: 'Run 1 failed URL again' }).click();
  await expect(page).toHaveURL(/website-extraction\?task=/);
  await expect(page.getByText('1 of 1 URL done').first()).toBeVisible();
  await expect(page.getByRole('row').filter({ hasText: 'closed-shop.com' })).toBeVisible();

  // The text about a run that reached its limit names the button.
  await changeReplies(page, 'functions/v1/task', (task) => ({
    ...task,
    ...{ status: 'cancelled', stop_reason: 'cap', resumable: true, total: 2 },
  }));
  await page.reload();
  await expect(page.getByRole('button', { name: 'Continue without a limit' })).toBeVisible();
  await expect(page.getByText('Click Continue without a limit to do the rest.')).toBeVisible();
});

test('a file has the rows and columns on screen, and the toast counts them', async ({
  page,
  web,
  server,
}) => {
  const person = newPerson();
  const client = createClient(server.url, 'leadwell-public');
  await client.auth.signUp({ ...person, options: { data: { name: person.name } } });
  const urls = [3, 4, 5].map((index) => web.siteUrl(generatedName(index)));
  await client.functions.invoke('website-extraction', {
    body: { urls: [...urls, 'http://no-such-host-3.com/'] },
  });
  await page.goto('/dashboard/task-history');
  await logIn(page, person);
  await page.getByRole('link', { name: /and 3 more/ }).click();
  const failed = page.getByRole('row').filter({ hasText: 'no-such-host-3.com' });
  const reason = failed.getByRole('cell', { name: /exist|find|resolve/ });
  await expect(reason).toBeVisible();
  // Columns have the widths that their page sets.
  for (const [name, width] of [
    ['URL', 200],
    ['Credits', 90],
    ['Phones', 140],
  ] as const)
    expect((await page.getByRole('columnheader', { name }).boundingBox())?.width).toBeGreaterThan(width);
  // Nothing of the reason is cut.
  expect(await reason.evaluate((cell) => cell.scrollWidth - cell.clientWidth)).toBeLessThanOrEqual(0);
  await takeScreenshots(page, 'website-results');

  await page.getByRole('button', { name: /^Found/ }).click();
  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByRole('checkbox', { name: 'Title' }).click();
  await page.getByRole('checkbox', { name: 'Phones' }).click();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('columnheader', { name: 'Phones' })).toHaveCount(0);
  await expect(page).toHaveURL(/hide=title%2Cphones/);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download shown rows' }).click(),
  ]);
  const text = await readFile(await download.path(), 'utf8');
  const rows = parseCsv(text);
  expect(text.startsWith('\ufeff')).toBe(true);
  expect(rows).toHaveLength(3);
  expect(rows[0]).toHaveProperty('emails');
  expect(rows[0]).not.toHaveProperty('title');
  expect(rows[0]).not.toHaveProperty('phones');
  await expect(page.getByText(MESSAGES.csv.downloaded(3))).toBeVisible();
  await page.getByRole('button', { name: 'More downloads' }).click();
  const [everything] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'All rows and columns' }).click(),
  ]);
  expect(parseCsv(await readFile(await everything.path(), 'utf8'))).toHaveLength(4);
  await page.getByRole('button', { name: 'More downloads' }).click();
  const [semicolons] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'CSV with semicolons (Excel in Europe)' }).click(),
  ]);
  expect(semicolons.suggestedFilename()).toMatch(/\.csv$/);
  expect(await readFile(await semicolons.path(), 'utf8')).toMatch(/^\ufeff[^,\r\n]*;emails\b/);

  // The page doesn't jump to its top while a filter is typed.
  await page.setViewportSize({ width: 360, height: 500 });
  const filter = page.getByLabel('Filter rows by text');
  // The layout needs a moment to adjust to the new width.
  await expect.poll(async () => (await filter.boundingBox())?.width).toBeGreaterThan(200);
  await filter.focus();
  await page.evaluate('scrollBy(0, 100)');
  const place = await filter.boundingBox();
  await page.keyboard.type('firm');
  await expect(page).toHaveURL(/q=firm/);
  expect(await filter.boundingBox(), 'the place of the field').toEqual(place);
});
