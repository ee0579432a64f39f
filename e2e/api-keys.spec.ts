import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { violations } from './fixtures/accessibility.ts';
import { expect, signUp, test } from './fixtures/app-test.ts';
import { changeReplies, type HeldCall, holdCalls } from './fixtures/held-calls.ts';
import { takeScreenshots } from './fixtures/screenshots.ts';
import { signUpUnlimited } from './fixtures/unlimited-person.ts';

test('a key whose answer got lost is made once', async ({ page }) => {
  await signUpUnlimited(page);
  await page.goto('/dashboard/api');
  await page.getByRole('button', { name: 'Create API key' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('CRM sync');
  await changeReplies(
    page,
    'functions/v1/create-api-key',
    () => ({ error: { code: 'internal', message: 'Lost.' } }),
    1,
  );
  await dialog.getByRole('button', { name: 'Create key' }).click();
  await expect(dialog.getByRole('alert')).toBeVisible();
  await dialog.getByRole('button', { name: 'Create key' }).click();
  await expect(dialog.getByRole('heading', { name: 'Copy your API key' })).toBeVisible();
  await dialog.getByRole('button', { name: "I've saved the key" }).click();
  await expect(page.getByRole('button', { name: /^Revoke / })).toHaveCount(1);
});

test('after a key whose answer got lost was revoked, the next click creates another one', async ({
  page,
  context,
}) => {
  await signUpUnlimited(page);
  await page.goto('/dashboard/api');
  await page.getByRole('button', { name: 'Create API key' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('CRM sync');
  await changeReplies(
    page,
    'functions/v1/create-api-key',
    () => ({ error: { code: 'internal', message: 'Lost.' } }),
    1,
  );
  const create = dialog.getByRole('button', { name: 'Create key' });
  await create.click();
  await expect(dialog.getByRole('alert')).toBeVisible();
  const other = await context.newPage();
  await other.goto('/dashboard/api');
  await other.getByRole('button', { name: 'Revoke CRM sync' }).click();
  await other.getByRole('dialog').getByRole('button', { name: 'Revoke key' }).click();
  await expect(other.getByText('No API keys yet')).toBeVisible();
  await other.close();
  await create.click();
  await expect(dialog.getByRole('alert')).toContainText('This key has been revoked since');
  await create.click();
  await expect(dialog.getByRole('heading', { name: 'Copy your API key' })).toBeVisible();
});

test('an API key is created, copied once, used as the examples say, and revoked', async ({
  page,
  server,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const { email } = await signUp(page);
  await page.goto('/dashboard/api');
  const keys = page.getByRole('region', { name: 'API keys' });
  await expect(page.getByText('API access is part of the unlimited plan')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Create API key' })).toHaveCount(0);
  await takeScreenshots(page, 'api-locked');

  const { ADMIN_KEY } = JSON.parse(readFileSync(join(server.dataDir, 'secrets.json'), 'utf8'));
  const upgraded = await page.request.post('/functions/v1/admin-upgrade-account', {
    data: { adminKey: ADMIN_KEY, email },
  });
  expect(upgraded.status()).toBe(200);
  await page.reload();
  await page.getByRole('link', { name: 'API', exact: true }).click();
  await expect(page.getByText('No API keys yet')).toBeVisible();
  await takeScreenshots(page, 'api-empty');

  await page.getByRole('button', { name: 'Create API key' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('checkbox', { name: /^Read/ }).uncheck();
  await dialog.getByLabel('Monthly budget').fill('many');
  await dialog.getByRole('button', { name: 'Create key' }).click();
  await expect(dialog.getByText('Enter a name for the key')).toBeVisible();
  await expect(dialog.getByText('Choose at least one permission')).toBeVisible();
  await expect(dialog.getByText('The budget must be a whole number of credits')).toBeVisible();
  await takeScreenshots(page, 'api-create-errors');
  await dialog.getByLabel('Name').fill('CRM sync');
  await dialog.getByRole('checkbox', { name: /^Run/ }).check();
  await dialog.getByLabel('Monthly budget').fill('2,500');
  await dialog.getByLabel('Expires').fill('2099-12-31');
  await dialog.getByRole('button', { name: 'Create key' }).click();

  await expect(dialog.getByRole('heading', { name: 'Copy your API key' })).toBeVisible();
  await page.keyboard.press('Escape');
  await dialog.getByRole('button', { name: 'Copy' }).click();
  await expect(dialog.getByRole('button', { name: 'Copied' })).toBeVisible();
  await takeScreenshots(page, 'api-new-key');
  const key = await dialog.getByLabel('API key').inputValue();
  expect(key).toMatch(/^lwk_[0-9a-f]{48}$/);
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(key);
  await dialog.getByRole('button', { name: "I've saved the key" }).click();
  await expect(dialog).toHaveCount(0);
  await expect(keys).toContainText('CRM sync');
  await expect(keys).toContainText('0 of 2,500');
  expect(await page.content()).not.toContain(key);

  await page.getByRole('button', { name: 'Edit CRM sync' }).click();
  await dialog.getByLabel('Monthly budget').fill('1.5');
  await dialog.getByRole('button', { name: 'Save changes' }).click();
  await expect(dialog.getByText('The budget must be a whole number of credits')).toBeVisible();
  await takeScreenshots(page, 'api-edit-key');
  expect(await violations(page, 'all')).toEqual([]);
  await dialog.getByLabel('Monthly budget').fill('5,000');
  await dialog.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText('The API key was changed.')).toBeVisible();
  await expect(keys).toContainText('0 of 5,000');

  // The example runs as it is.
  const example = (language: string) =>
    page.getByRole('region', { name: `Example in ${language}` }).innerText();
  expect(await example('curl')).toContain('curl -X POST');
  await page.getByRole('tab', { name: 'TypeScript' }).click();
  const program = ['--input-type=module', '-e', await example('TypeScript')];
  const { stdout } = await promisify(execFile)(process.execPath, program, { env: { LEADWELL_API_KEY: key } });
  expect(stdout).toContain('total: 2');
  await page.getByRole('tab', { name: 'Python' }).click();
  expect(await example('Python')).toContain('requests.post(');
  await page.getByLabel('Function').selectOption('task-rows');
  await expect(page.getByText('Permission: Read')).toBeVisible();
  expect(await example('Python')).toContain('requests.get(');
  await takeScreenshots(page, 'api');
  expect(await violations(page, 'all')).toEqual([]);

  await page.getByRole('button', { name: 'Revoke CRM sync' }).click();
  await expect(dialog.getByRole('heading', { name: 'Revoke CRM sync?' })).toBeVisible();
  await takeScreenshots(page, 'api-revoke');
  await dialog.getByRole('button', { name: 'Revoke key' }).click();
  await expect(page.getByText('No API keys yet')).toBeVisible();
  const refused = await page.request.post('/functions/v1/website-extraction', {
    headers: { authorization: `Bearer ${key}` },
    data: { urls: ['acme.com'] },
  });
  expect(refused.status()).toBe(401);
});

test('a key that comes after its dialog was closed is shown', async ({ page }) => {
  await signUpUnlimited(page);
  await page.goto('/dashboard/api');
  await page.getByRole('button', { name: 'Create API key' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('CRM sync');
  const held = new Promise<HeldCall>((resolve) => {
    void holdCalls(page, 'functions/v1/create-api-key', resolve);
  });
  await dialog.getByRole('button', { name: 'Create key' }).click();
  const call = await held;
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toHaveCount(0);
  await call.send();
  await expect(dialog.getByRole('heading', { name: 'Copy your API key' })).toBeVisible();
  await dialog.getByRole('button', { name: "I've saved the key" }).click();
  await page.getByRole('button', { name: 'Create API key' }).click();
  await expect(dialog.getByRole('heading', { name: 'Create an API key' })).toBeVisible();
});

test('on a phone, all permissions of a key can be read, and the copy button covers no code', async ({
  page,
}) => {
  await signUpUnlimited(page);
  await page.goto('/dashboard/api');
  await page.getByRole('button', { name: 'Create API key' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('CRM sync of the whole sales team in Europe');
  for (const box of await dialog.getByRole('checkbox').all()) await box.check();
  await dialog.getByRole('button', { name: 'Create key' }).click();
  await dialog.getByRole('button', { name: "I've saved the key" }).click();
  await expect(dialog).toHaveCount(0);
  await takeScreenshots(page, 'api-permissions');
  await page.setViewportSize({ width: 360, height: 780 });
  const permissions = page.getByText('Read, Run, Export').filter({ visible: true });
  const isCut = (element: HTMLElement) => element.scrollWidth > element.clientWidth;
  expect(await permissions.evaluate(isCut)).toBe(false);
  const code = await page.getByRole('region', { name: 'Example in curl' }).boundingBox();
  const copy = await page.getByRole('button', { name: 'Copy the example' }).last().boundingBox();
  expect((code?.x ?? 0) + (code?.width ?? 0)).toBeLessThanOrEqual(copy?.x ?? 0);
});
