import { violations } from './fixtures/accessibility.ts';
import { expect, openDashboard, test } from './fixtures/app-test.ts';
import { generatedName } from './fixtures/generated-sites.ts';
import { changeReplies } from './fixtures/held-calls.ts';
import { signUpUnlimited } from './fixtures/unlimited-person.ts';

test('the dashboard leads a new account to its first results and then shows them', async ({ page, web }) => {
  await openDashboard(page);
  const steps = page.getByRole('region', { name: 'Get started' });
  await expect(steps.getByText('0 of 3 done')).toBeVisible();
  await expect(page.getByText('Nothing here yet')).toBeVisible();

  await steps.getByRole('link', { name: 'Open the sample' }).click();
  const box = page.getByRole('textbox', { name: /URL/ }).first();
  await expect(box).toHaveValue(/https:\/\//);
  await box.fill([0, 1, 2].map((site) => web.siteUrl(generatedName(site))).join('\n'));
  await page.getByRole('button', { name: 'Extract Data' }).click();
  await expect(page.getByText('Completed').first()).toBeVisible();
  await page.goto('/dashboard');
  await expect(steps.getByText('1 of 3 done')).toBeVisible();
  await expect(page.getByText('3 found of 3 URLs')).toBeVisible();
  const contacts = page.getByRole('definition').first();
  await expect(contacts).toHaveText(/^[1-9]/);

  // Today is the last bar. The keyboard goes from day to day.
  const chart = page.getByRole('slider', { name: 'Credits per day' });
  await chart.focus();
  await expect(chart).toHaveAttribute('aria-valuetext', /: 3 credits$/);
  await page.keyboard.press('ArrowLeft');
  await expect(chart).toHaveAttribute('aria-valuetext', /: 0 credits$/);
  await page.keyboard.press('Home');
  await expect(chart).toHaveAttribute('aria-valuenow', '0');
  expect(await violations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Show table' }).click();
  const table = page.getByRole('region', { name: 'Credits per day' }).getByRole('row');
  await expect(table).toHaveCount(31);
  await expect(table.nth(1).getByRole('cell').last()).toHaveText('3');

  await steps.getByRole('button', { name: 'Hide these steps' }).click();
  await expect(steps).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await page.reload();
  await expect(page.getByText('Last 30 days')).toBeVisible();
  await expect(page.getByText('3 found of 3 URLs')).toBeVisible();
  await expect(steps).toHaveCount(0);
});

test('the dashboard shows the running task and the latest lists, also of an unlimited plan', async ({
  page,
  web,
}) => {
  const person = await signUpUnlimited(page);
  const urls = [0, 1, 2].map((site) => web.siteUrl(generatedName(site)));
  const { task_id: taskId } = await person.call('website-extraction', { urls });
  for (const name of ['Bakeries', 'Cafes'])
    await person.call('list-save-task', { taskId: String(taskId), name });
  await page.goto('/dashboard');
  const current = (title: string) => page.getByRole('region', { name: title });
  await expect(current('Last task')).toContainText('3 of 3 URLs done, 3 found, 0 not found, 0 failed');
  // The plan covers it, which isn't the same as 0 credits.
  await expect(current('Last task')).toContainText('Included');
  await expect(current('Last task')).not.toContainText('credit');

  const lists = page.locator('li', { hasText: /Bakeries|Cafes/ });
  await expect(lists).toHaveText([/Cafes.*3 rows/, /Bakeries.*3 rows/]);
  await expect(page.getByText('Recent lists')).toBeVisible();
  await lists.first().getByRole('link').click();
  await expect(page.getByRole('heading', { name: 'Cafes', level: 1 })).toBeVisible();

  await changeReplies(page, 'functions/v1/tasks', ({ tasks, ...reply }) => ({
    ...reply,
    tasks: tasks.map((task: object) => ({ ...task, status: 'processing', processed: 1, found: 1 })),
  }));
  await page.goto('/dashboard');
  await expect(current('Running now')).toContainText('1 of 3 URLs done');
  await current('Running now').getByRole('link', { name: 'View progress' }).click();
  await expect(page).toHaveURL(`/dashboard/website-extraction?task=${taskId}`);
});
