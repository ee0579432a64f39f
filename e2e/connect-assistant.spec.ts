import { sidewaysOverflow, violations } from './fixtures/accessibility.ts';
import { expect, logIn, signUp, test } from './fixtures/app-test.ts';
import { forgetSessions } from './fixtures/browser-session.ts';
import { answerCalls } from './fixtures/held-calls.ts';
import { startOAuthAssistant } from './fixtures/oauth-assistant.ts';
import { takeScreenshots } from './fixtures/screenshots.ts';
import { signUpUnlimited } from './fixtures/unlimited-person.ts';

// These tests log out.
test.use({ ownContext: true });

test('an assistant is connected, gets a key with a budget, renews its token and is revoked', async ({
  page,
  server,
}) => {
  const person = await signUpUnlimited(page);
  const assistant = await startOAuthAssistant(server.url);
  const address = await assistant.connect();
  await page.goto(address?.href ?? '');
  await expect(
    page.getByRole('heading', { name: 'Connect “Desk Assistant” to your account?' }),
  ).toBeVisible();
  await expect(page.getByText('The assistant chose this name itself.')).toBeVisible();
  await expect(page.getByText('a program on your computer')).toBeVisible();
  await takeScreenshots(page, 'connect');
  expect(await violations(page, 'all')).toEqual([]);
  expect(await sidewaysOverflow(page)).toBe(0);

  await page.getByRole('checkbox', { name: /^Export/ }).uncheck();
  await page.getByLabel('Monthly budget').fill('');
  await page.getByLabel('Connected until').fill('2020-01-01');
  await page.getByRole('button', { name: 'Connect', exact: true }).click();
  await expect(page.getByText('The budget must be a whole number of credits')).toBeVisible();
  await expect(page.getByText('Choose a date in the future, at most a year from now')).toBeVisible();
  await takeScreenshots(page, 'connect-errors');
  await page.getByLabel('Monthly budget').fill('2');
  await page
    .getByLabel('Connected until')
    .fill(new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10));
  await page.getByRole('button', { name: 'Connect', exact: true }).click();
  await expect(page).toHaveTitle('Connected');
  await assistant.finish();

  expect(await assistant.connect()).toBeNull();
  expect(await assistant.call('credits', {})).toMatchObject({ budget: { monthly: 2, spent: 0, left: 2 } });
  assistant.expire();
  expect(await assistant.connect()).toBeNull();
  expect(await assistant.call('lists', {})).toMatchObject({ lists: [] });

  const { keys } = (await person.call('api-keys')) as { keys: { name: string; scopes: string[] }[] };
  expect(keys).toMatchObject([{ name: 'Desk Assistant (your computer)', scopes: ['read', 'run'] }]);
  await page.goto('/dashboard/api');
  await expect(page.getByRole('region', { name: 'API keys' })).toContainText('0 of 2');
  await takeScreenshots(page, 'connect-api');
  await page.getByRole('tab', { name: 'On your computer' }).click();
  await expect(page.getByRole('region', { name: 'Settings for On your computer' })).toContainText(
    'LEADWELL_API_KEY',
  );
  await page.getByRole('tab', { name: 'Claude', exact: true }).click();
  await expect(page.getByRole('region', { name: 'Settings for Claude', exact: true })).toHaveText(
    `${server.url}/mcp`,
  );
  expect(await violations(page, 'all')).toEqual([]);
  await page.getByRole('button', { name: 'Revoke Desk Assistant (your computer)' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke key' }).click();
  await expect(page.getByText('No API keys yet')).toBeVisible();
  // It asks to be connected again.
  expect(await assistant.connect()).not.toBeNull();
  await assistant.close();
});

test('a visitor logs in first and comes back, and can refuse', async ({ page, server, context }) => {
  const person = await signUp(page);
  await forgetSessions(context);
  const assistant = await startOAuthAssistant(server.url);
  const address = await assistant.connect();
  await page.goto(address?.href ?? '');
  await expect(page).toHaveURL(/\/login$/);
  await logIn(page, person);
  await expect(page).toHaveURL(address?.href ?? '');
  await expect(page.getByText('Assistants are part of the unlimited plan')).toBeVisible();
  for (const call of ['connection-request', 'account']) {
    const error = { code: 'unavailable', message: 'The database is away.' };
    const repair = await answerCalls(page, `functions/v1/${call}`, { status: 503, json: { error } });
    await page.reload();
    await expect(page.getByText('The database is away.')).toBeVisible();
    await repair();
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByText('Assistants are part of the unlimited plan')).toBeVisible();
  }
  await expect(page.getByRole('button', { name: 'Connect', exact: true })).toHaveCount(0);
  await takeScreenshots(page, 'connect-locked');
  await expect(page.getByText(`You are logged in as ${person.email}.`)).toBeVisible();
  await page.getByRole('button', { name: 'Use another account' }).click();
  await expect(page).toHaveURL(/\/login$/);
  await logIn(page, person);
  await expect(page).toHaveURL(address?.href ?? '');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page).toHaveTitle('Connected');
  await expect(assistant.finish()).rejects.toThrow();
  await assistant.close();
});

test('a request that someone changed is answered nowhere', async ({ page, server }) => {
  await signUp(page);
  const assistant = await startOAuthAssistant(server.url);
  const address = await assistant.connect();
  const url = new URL(address?.href ?? '');
  url.searchParams.set('redirect_uri', 'https://evil.example/');
  await page.goto(url.href);
  await expect(page.getByRole('heading', { name: "We can't connect this assistant" })).toBeVisible();
  await expect(page.getByText('never registered')).toBeVisible();
  await expect(page.getByRole('button')).toHaveCount(0);
  await takeScreenshots(page, 'connect-refused');
  url.searchParams.append('client_id', 'another');
  await page.goto(url.href);
  await expect(page.getByText('a part that came twice')).toBeVisible();
  const framed = await page.request.get(address?.href ?? '');
  expect(framed.headers()['content-security-policy']).toContain("frame-ancestors 'none'");
  await assistant.close();
});
