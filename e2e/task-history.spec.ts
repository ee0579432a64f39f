import { createClient } from '@supabase/supabase-js';
import type { TaskView } from '#contract/tasks.ts';
import { expect, logIn, newPerson, test } from './fixtures/app-test.ts';
import { generatedName } from './fixtures/generated-sites.ts';

const TASKS = 23;

test('the task history has pages, which the URL and Back restore', async ({ page, web, server }) => {
  const person = newPerson();
  const client = createClient(server.url, 'leadwell-public');
  await client.auth.signUp({ ...person, options: { data: { name: person.name } } });
  for (let index = 0; index < TASKS; index += 1) {
    const started = await client.functions.invoke<TaskView>('website-extraction', {
      body: { urls: [web.urlOf(generatedName(index))] },
      headers: { Prefer: 'respond-async' },
    });
    expect(started.error).toBeNull();
  }
  await page.goto('/dashboard/task-history');
  await logIn(page, person);
  const cards = page.getByRole('button', { name: 'View Results' });
  await expect(page.getByText(`${TASKS} tasks`)).toBeVisible();
  await expect(cards).toHaveCount(20, { timeout: 60_000 });

  await page.getByRole('button', { name: 'Next' }).click();
  await expect(page).toHaveURL(/\?page=2$/);
  await expect(cards).toHaveCount(3);
  await page.reload();
  await expect(cards).toHaveCount(3);
  // The oldest task is last and opens its own result.
  await cards.last().click();
  await expect(page.getByText('info@firm-0.com').first()).toBeVisible();
  await page.goBack();
  await expect(cards).toHaveCount(20);

  await page.goto('/dashboard/task-history?page=9');
  await page.getByRole('button', { name: 'Show the latest tasks' }).click();
  await expect(cards).toHaveCount(20);
});

test('a person deletes the results of a task, after a second click', async ({ page, web, server }) => {
  const person = newPerson();
  const client = createClient(server.url, 'leadwell-public');
  await client.auth.signUp({ ...person, options: { data: { name: person.name } } });
  await client.functions.invoke('website-extraction', { body: { urls: [web.urlOf(generatedName(0))] } });
  await page.goto('/dashboard/task-history');
  await logIn(page, person);
  const remove = page.getByRole('button', { name: 'Delete results' });
  await remove.click();
  await page.getByRole('button', { name: 'Keep' }).click();
  await remove.click();
  await page.getByRole('button', { name: 'Delete for good' }).click();
  await expect(remove).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Download CSV' })).toBeDisabled();
  await page.getByRole('button', { name: 'View Results' }).click();
  await expect(page.getByText(/The results of this task were deleted on/)).toBeVisible();
  await page.getByRole('link', { name: 'Open' }).click();
  await expect(page.getByText(/The results of this task were deleted on/)).toBeVisible();
});
