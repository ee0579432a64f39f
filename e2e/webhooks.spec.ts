import { Webhook } from 'standardwebhooks';
import { startWebhookReceiver, status } from '#server/webhooks/test-receiver.ts';
import { violations } from './fixtures/accessibility.ts';
import { expect, signUp, test } from './fixtures/app-test.ts';
import { accessToken } from './fixtures/browser-session.ts';
import { holdCalls } from './fixtures/held-calls.ts';
import { takeScreenshots } from './fixtures/screenshots.ts';

test('a webhook is created, tested, read in the log, replayed, rotated, disabled and deleted', async ({
  page,
}) => {
  const receiver = await startWebhookReceiver();
  receiver.answer('/hook', status(500));
  await signUp(page);
  await page.goto('/dashboard/webhooks');
  await expect(page.getByText('No webhooks yet')).toBeVisible();
  await takeScreenshots(page, 'webhooks-empty');

  await page.getByRole('button', { name: 'Create webhook' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('checkbox', { name: /^task.completed/ }).uncheck();
  await dialog.getByLabel('Address').fill('my server');
  await dialog.getByRole('button', { name: 'Create webhook' }).click();
  await expect(dialog.getByText('Enter the address as https://example.com/webhooks')).toBeVisible();
  await expect(dialog.getByText('Choose at least one event')).toBeVisible();
  await takeScreenshots(page, 'webhooks-create-errors');
  await dialog.getByLabel('Address').fill('http://169.254.169.254/');
  await dialog.getByRole('checkbox', { name: /^task.completed/ }).check();
  await dialog.getByRole('button', { name: 'Create webhook' }).click();
  await expect(dialog.getByText('Use an address on the public internet')).toBeVisible();
  await dialog.getByLabel('Address').fill(receiver.url('/hook'));
  await dialog.getByLabel('Name').fill('CRM sync');
  await dialog.getByRole('button', { name: 'Create webhook' }).click();

  await expect(dialog.getByRole('heading', { name: 'Copy your signing secret' })).toBeVisible();
  await page.keyboard.press('Escape');
  const secret = await dialog.getByLabel('Signing secret').inputValue();
  expect(secret).toMatch(/^whsec_/);
  await takeScreenshots(page, 'webhooks-secret');
  await dialog.getByRole('button', { name: "I've saved the secret" }).click();
  await expect(dialog).toHaveCount(0);
  const card = page.getByRole('listitem').filter({ hasText: 'CRM sync' });
  await expect(card.getByText('Enabled', { exact: true })).toBeVisible();
  expect(await page.content()).not.toContain(secret);

  await page.getByRole('button', { name: 'Send test to CRM sync' }).click();
  await expect.poll(() => receiver.at('/hook').length).toBeGreaterThan(0);
  const [sent] = receiver.at('/hook');
  const event = new Webhook(secret).verify(sent?.body ?? '', sent?.headers as Record<string, string>);
  expect(event).toMatchObject({ type: 'webhook.test' });

  receiver.answer('/hook', status(200));
  await page.getByRole('button', { name: 'Show log of CRM sync' }).click();
  await expect(dialog.getByText('webhook.test', { exact: true })).toBeVisible();
  // The second try is due after five seconds.
  await expect(dialog.getByText('Delivered', { exact: true })).toBeVisible({ timeout: 30_000 });
  await dialog.getByText('Request and 2 responses').click();
  await expect(dialog.getByText('500', { exact: true })).toBeVisible();
  await expect(dialog.getByText('answered').first()).toBeVisible();
  await takeScreenshots(page, 'webhooks-log');
  expect(await violations(page, 'all')).toEqual([]);
  const before = receiver.at('/hook').length;
  await dialog.getByRole('button', { name: /^Replay webhook.test/ }).click();
  await expect.poll(() => receiver.at('/hook').length).toBe(before + 1);
  expect(new Set(receiver.at('/hook').map(({ headers }) => headers['webhook-id'])).size).toBe(1);

  // More events than one request sends again.
  const asked: object[] = [];
  const next = '2026-11-26T09:00:00.000Z';
  await holdCalls(page, 'functions/v1/webhook-replay', ({ body, answer }) => {
    asked.push(body);
    return answer({ json: asked.length < 3 ? { replayed: 1000, next } : { replayed: 7, next: null } });
  });
  await dialog.getByLabel('Send undelivered events again from').fill('2026-11-26T08:00');
  await dialog.getByRole('button', { name: 'Replay', exact: true }).click();
  await expect(page.getByText('2,007 events sent again.')).toBeVisible();
  expect(asked.slice(1)).toMatchObject([{ from: next }, { from: next }]);
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: 'Rotate secret of CRM sync' }).click();
  const rotated = await dialog.getByLabel('Signing secret').inputValue();
  expect(rotated).not.toBe(secret);
  await dialog.getByRole('button', { name: "I've saved the secret" }).click();
  await expect(card.getByText('Old secret signs until')).toBeVisible();
  // A second change would end the first secret at once.
  await page.getByRole('button', { name: 'Rotate secret of CRM sync' }).click();
  await expect(card.getByText(/use the previous one stop working right away/)).toBeVisible();
  await expect(card.getByRole('button', { name: 'Keep this secret' })).toBeFocused();
  await takeScreenshots(page, 'webhooks-rotate-again');
  expect(await violations(page, 'all')).toEqual([]);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Rotate secret of CRM sync' })).toBeVisible();
  await page.getByRole('button', { name: 'Rotate secret of CRM sync' }).click();
  await card.getByRole('button', { name: 'Change it again' }).click();
  expect(await dialog.getByLabel('Signing secret').inputValue()).not.toBe(rotated);
  await dialog.getByRole('button', { name: "I've saved the secret" }).click();

  await page.getByRole('button', { name: 'Edit CRM sync' }).click();
  await dialog.getByRole('checkbox', { name: /^credits.low/ }).check();
  await dialog.getByRole('button', { name: 'Save changes' }).click();
  await expect(card.getByText('task.completed, credits.low')).toBeVisible();
  await takeScreenshots(page, 'webhooks');
  expect(await violations(page, 'all')).toEqual([]);

  await page.getByRole('button', { name: 'Disable CRM sync' }).click();
  await expect(card.getByText('You disabled it.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Send test to CRM sync' })).toBeDisabled();
  await page.getByRole('button', { name: 'Enable CRM sync' }).click();
  await expect(card.getByText('Enabled', { exact: true })).toBeVisible();

  await page.getByRole('tab', { name: 'Python' }).click();
  await expect(page.getByRole('region', { name: 'Example in Python' })).toContainText('standardwebhooks');

  await page.getByRole('button', { name: 'Create secret' }).click();
  await expect(dialog.getByLabel('Signing secret')).toHaveValue(/^whsec_/);
  await dialog.getByRole('button', { name: "I've saved the secret" }).click();
  const started = await page.request.post('/functions/v1/website-extraction', {
    headers: { authorization: `Bearer ${await accessToken(page)}`, prefer: 'respond-async' },
    data: { urls: ['not-there.example'], webhook: { url: receiver.url('/task') } },
  });
  expect(started.status()).toBe(202);
  await expect.poll(() => receiver.at('/task').length).toBe(1);
  await page.reload();
  await expect(page.getByRole('list', { name: 'Latest single starts' }).getByText('Done')).toBeVisible();
  await takeScreenshots(page, 'webhooks-single-starts');
  expect(await violations(page, 'all')).toEqual([]);

  await page.getByRole('button', { name: 'Delete CRM sync' }).click();
  await dialog.getByRole('button', { name: 'Delete webhook' }).click();
  await expect(page.getByText('No webhooks yet')).toBeVisible();
  await receiver.close();
});
