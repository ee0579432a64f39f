import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import { MESSAGES } from '#contract/messages.ts';
import type { TaskView } from '#contract/tasks.ts';
import { startTestProxy, type TestProxy } from '#server/platform/database/test-proxy.ts';
import { expect, newPerson, signUp, test } from './fixtures/app-test.ts';
import { startFakeWeb } from './fixtures/fake-web.ts';
import { generatedName } from './fixtures/generated-sites.ts';
import { type LeadwellServer, startLeadwell } from './fixtures/leadwell-server.ts';

const URLS = 200;
const REQUESTS_PER_POLL = 60;

// server/tasks/crash.test.ts kills a worker and checks each charge.
test('a task survives kill -9, with every row and every charge exactly once', async () => {
  // It starts the server twice, and waits three times.
  test.setTimeout(400_000);
  const web = await startFakeWeb({ generated: { count: URLS } });
  const env = { CRAWL_CONCURRENCY: '24' };
  let server: LeadwellServer = await startLeadwell({ dnsServer: web.dnsServer, env });
  const port = Number(new URL(server.url).port);
  const client = createClient(server.url, 'leadwell-public');
  try {
    await client.auth.signUp(newPerson());
    // The fake web answers a few requests per poll, so that each kill happens while the task runs.
    const throttle = web.throttle();
    const pollProcessed = async () => {
      throttle.allow(REQUESTS_PER_POLL);
      return (await getTask(client, id)).processed;
    };
    const urls = Array.from({ length: URLS }, (_, index) => web.siteUrl(generatedName(index)));
    const started = await client.functions.invoke<TaskView>('website-extraction', {
      body: { urls },
      headers: { Prefer: 'respond-async', 'Idempotency-Key': 'one-task' },
    });
    expect(started.error).toBeNull();
    const id = started.data?.id ?? '';

    await expect.poll(pollProcessed, { timeout: 100_000, intervals: [100] }).toBeGreaterThan(URLS * 0.4);
    const before = await getTask(client, id);
    await server.kill();
    server = await startLeadwell({ dnsServer: web.dnsServer, dataDir: server.dataDir, port, env });
    const after = await getTask(client, id);
    expect(after.processed, 'no acknowledged row is lost').toBeGreaterThanOrEqual(before.processed);
    expect(after.status).toBe('processing');
    await expect.poll(pollProcessed, { timeout: 100_000, intervals: [100] }).toBeGreaterThan(after.processed);
    throttle.release();
    await expect.poll(async () => (await getTask(client, id)).status, { timeout: 100_000 }).toBe('completed');

    const finished = await getTask(client, id);
    expect(finished).toMatchObject({ processed: URLS, total: URLS, found: URLS, creditsused: URLS });
    const stored = await client.from('tasks').select('result').eq('id', id).single();
    const rows = (stored.data?.result ?? []) as { url: string }[];
    expect(rows.map((row) => row.url)).toEqual(urls);
    const account = await client.functions.invoke('account', { method: 'GET' });
    expect(account.data).toMatchObject({ credits: 1000 - URLS, creditsUsed: URLS });
  } finally {
    await server.stop();
    await web.close();
  }
});

test.describe('while the server is down', () => {
  let proxy: TestProxy;
  test.beforeEach(async ({ server }) => {
    proxy = await startTestProxy(server.url);
  });
  test.afterEach(() => proxy.close());

  test('the page shows an error, keeps the input, and recovers on its own', async ({ browser, server }) => {
    const context = await browser.newContext({ baseURL: proxy.through(server.url) });
    const page = await context.newPage();
    await signUp(page);
    await page.goto('/dashboard/website-extraction');
    await page.getByLabel('One URL per line').fill('acme.com');
    proxy.refuse();
    await page.getByRole('button', { name: 'Extract Data' }).click();
    await expect(page.getByText("Can't reach the server.")).toBeVisible();

    const nav = page.getByRole('navigation', { name: 'Main' });
    await nav.getByRole('link', { name: 'Company To Domain' }).click();
    await expect(page.getByText("We couldn't load part of this page")).toBeVisible();
    proxy.restore();
    await expect(page.getByRole('heading', { name: 'Company To Domain' })).toBeVisible();
    await nav.getByRole('link', { name: 'Website Extraction' }).click();
    await expect(page.getByLabel('One URL per line')).toHaveValue('acme.com');

    await nav.getByRole('link', { name: 'Task History' }).click();
    await expect(page.getByText(MESSAGES.tasks.none)).toBeVisible();
    await nav.getByRole('link', { name: 'Dashboard' }).click();
    await expect(page.getByText('Available Credits')).toBeVisible();
    proxy.refuse();
    await nav.getByRole('link', { name: 'Task History' }).click();
    await page.getByRole('button', { name: 'Refresh' }).click();
    await expect(page.getByText("We couldn't refresh the list")).toBeVisible();
    proxy.restore();
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByText("We couldn't refresh the list")).toHaveCount(0);
    await context.close();
  });
});

async function getTask(client: SupabaseClient, id: string): Promise<TaskView> {
  const { data, error } = await client.functions.invoke<TaskView>(`task?id=${id}`, { method: 'GET' });
  if (error) throw new Error(`Could not read the task: ${await (error.context as Response).text()}`);
  if (!data) throw new Error('The task response is empty.');
  return data;
}
