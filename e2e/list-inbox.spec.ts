import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { violations } from './fixtures/accessibility.ts';
import { expect, signUp, test } from './fixtures/app-test.ts';
import { accessToken } from './fixtures/browser-session.ts';
import { takeScreenshots } from './fixtures/screenshots.ts';

const run = promisify(execFile);

test('a list gets an address, and other programs send it rows with the copied commands', async ({ page }) => {
  await signUp(page);
  const headers = { authorization: `Bearer ${await accessToken(page)}` };
  const data = {
    name: 'Sign-ups',
    columns: [{ name: 'Email' }, { name: "Company's name" }],
    keyColumn: 'Email',
  };
  const made = await page.request.post('/functions/v1/list-create', { headers, data });
  const { id } = await made.json();
  await page.goto(`/dashboard/lead-enrichment/${id}`);
  await page.getByRole('button', { name: 'Receive rows' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText('Create an address for this list.')).toBeVisible();
  await takeScreenshots(page, 'inbox-none');
  await dialog.getByRole('button', { name: 'Create address' }).click();
  const secret = await dialog.getByLabel('Signing secret').inputValue();
  expect(secret).toMatch(/^whsec_/);
  await dialog.getByRole('button', { name: "I've saved the secret" }).click();
  await expect(dialog.getByText('Nothing came in yet.')).toBeVisible();

  const example = async (tab: string, label: string) => {
    await dialog.getByRole('tab', { name: tab }).click();
    const code = await dialog.getByRole('region', { name: label }).textContent();
    const env = { ...process.env, LEADWELL_LIST_SECRET: secret, LEADWELL_API_KEY: await accessToken(page) };
    return JSON.parse((await run('bash', ['-c', code ?? ''], { env })).stdout);
  };
  expect(await example('API key', 'Example with an API key')).toMatchObject({ added: 1 });
  expect(await example('Signature', 'Example with a signature')).toMatchObject({ added: 0 });
  const url = await dialog.getByRole('button', { name: /^Copy http/ }).textContent();
  const refused = await page.request.post(url ?? '', { data: { Email: 'eve@acme.com' } });
  expect(refused.status()).toBe(401);
  const messages = dialog.getByRole('region', { name: 'Last requests' });
  await expect(messages.getByText('1 new, 0 updated')).toBeVisible({ timeout: 15_000 });
  await expect(messages.getByText('Refused', { exact: true })).toBeVisible({ timeout: 15_000 });
  await expect(messages.getByText('No key or signature')).toBeVisible();
  await expect(messages.getByText('The request has no API key and no signature.')).toBeVisible();
  await takeScreenshots(page, 'inbox');
  await expect(page.getByText('1 row', { exact: false }).first()).toBeAttached();
  expect(await violations(page, 'all')).toEqual([]);

  await dialog.getByRole('button', { name: 'Change secret' }).click();
  expect(await dialog.getByLabel('Signing secret').inputValue()).not.toBe(secret);
  await dialog.getByRole('button', { name: "I've saved the secret" }).click();
  await expect(dialog.getByText('The old secret is accepted until')).toBeVisible();
  await dialog.getByRole('button', { name: 'Remove' }).click();
  await dialog.getByRole('button', { name: 'Remove address' }).click();
  await expect(dialog.getByRole('button', { name: 'Create address' })).toBeVisible();
});
