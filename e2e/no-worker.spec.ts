import { expect, signUp, test } from './fixtures/app-test.ts';
import { startLeadwell } from './fixtures/leadwell-server.ts';

test('people and the operator see that no worker is running', async ({ browser }) => {
  test.slow();
  const server = await startLeadwell({ env: { WORKER: 'none' } });
  const context = await browser.newContext({ baseURL: server.url });
  try {
    const page = await context.newPage();
    await signUp(page);
    await page.goto('/dashboard/website-extraction');
    await page.getByLabel('One URL per line').fill('acme.com');
    await page.getByRole('button', { name: 'Extract Data' }).click();
    await expect(page.getByText('No worker is running right now')).toBeVisible();
    await expect(page.getByText('Your task will start when a worker is running again.')).toBeVisible();

    await page.goto(/http\S+#code=\S+/.exec(server.output())?.[0] ?? '');
    await expect(page.getByLabel('Admin key')).not.toHaveValue('');
    await page.getByRole('button', { name: 'Show information' }).click();
    await expect(page.getByText('No worker is running, so no task makes progress')).toBeVisible();
  } finally {
    await context.close();
    await server.stop();
  }
});
