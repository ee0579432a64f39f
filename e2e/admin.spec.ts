import { MESSAGES } from '#contract/messages.ts';
import { expect, signUp, test } from './fixtures/app-test.ts';
import { answerCalls } from './fixtures/held-calls.ts';
import { takeScreenshots } from './fixtures/screenshots.ts';

test.describe('the admin page', () => {
  test('shows only forms without the key, rejects a wrong key, upgrades and syncs with the right one', async ({
    page,
    server,
  }) => {
    const person = await signUp(page);
    await page.goto('/admin');
    await expect(page.getByRole('button', { name: 'Show information' })).toBeVisible();
    await expect(page.getByLabel('Admin key')).toHaveValue('');
    await expect.poll(() => server.output()).toContain('/admin#code=');
    const link = /http\S+#code=\S+/.exec(server.output())?.[0] ?? '';
    await page.goto(link);
    await expect(page.getByText(MESSAGES.admin.linkOpened)).toBeVisible();
    await expect(page).toHaveURL(/\/admin$/);
    await expect(page.getByText('Recent key usage')).toHaveCount(0);
    const key = await page.getByLabel('Admin key').inputValue();
    expect(key).not.toBe('');
    await page.goto('/dashboard');
    await page.goto(link);
    await expect(page.getByText(MESSAGES.admin.linkUsed)).toBeVisible();
    // This browser keeps the key until it is closed.
    await expect(page.getByLabel('Admin key')).toHaveValue(key);
    await page.reload();
    await expect(page.getByLabel('Admin key')).toHaveValue(key);

    await page.getByLabel('Admin key').fill('a wrong key');
    await page.getByRole('button', { name: 'Show information' }).click();
    await expect(page.getByText(MESSAGES.admin.wrongKey)).toBeVisible();
    await page.getByRole('button', { name: 'Upgrade directly' }).click();
    await expect(page.getByText(MESSAGES.admin.enterEmail)).toBeVisible();
    await page.getByLabel('Email').fill(person.email);
    await page.getByRole('button', { name: 'Upgrade to Unlimited' }).click();
    await expect(page.getByText('Failed to upgrade account: The admin key is incorrect.')).toBeVisible();
    await page.getByLabel('Admin key').fill('');
    await page.getByRole('button', { name: 'Bulk sync payments' }).click();
    // At the key's own field, not under the email.
    await expect(page.getByLabel('Admin key')).toHaveAccessibleDescription(MESSAGES.admin.enterKey);
    await expect(page.getByLabel('Admin key')).toBeFocused();
    await expect(page.getByLabel('Email')).toHaveAccessibleDescription('');
    await takeScreenshots(page, 'admin-key-missing');

    await page.getByLabel('Admin key').fill(key);
    await page.getByRole('button', { name: 'Show information' }).click();
    await expect(page.getByText('Recent key usage')).toBeVisible();
    await expect(page.locator('body')).not.toContainText(key);
    const users = page.getByRole('region', { name: 'Users', exact: true });
    await users.getByLabel('Search users').fill(person.email.toUpperCase());
    await users.getByLabel('State').selectOption('Paid');
    await users.getByRole('button', { name: 'Show users' }).click();
    await expect(users.getByText('No user matches.')).toBeVisible();
    await users.getByLabel('State').selectOption('On trial');
    await users.getByRole('button', { name: 'Show users' }).click();
    await expect(users.getByRole('row').nth(1)).toContainText(
      `${person.email}${person.name}Free1,0000On trial`,
    );
    await takeScreenshots(page, 'admin-users');
    await page.getByLabel('Email').fill('');
    await users.getByRole('button', { name: `Upgrade ${person.email}` }).click();
    await expect(page.getByLabel('Email')).toHaveValue(person.email);
    await page.getByRole('button', { name: 'Bulk sync payments' }).click();
    await expect(
      page.getByText(/Bulk sync completed! \d+ users? synced, \d+ skipped, 0 errors\./),
    ).toBeVisible();
    await page.getByRole('button', { name: 'Upgrade to Unlimited' }).click();
    await expect(
      page.getByText(`Successfully upgraded ${person.email} to unlimited plan via edge function`),
    ).toBeVisible();
    await page.waitForEvent('load');
    await page.goto('/dashboard');
    await expect(page.getByText('Unlimited plan: every tool')).toBeVisible();
    await page.goto('/admin');
    await users.getByLabel('Search users').fill(person.email);
    await users.getByRole('button', { name: 'Show users' }).click();
    // What the plan covers isn't "0".
    await expect(users.getByRole('row').nth(1)).toContainText('UnlimitedUnlimitedIncludedPaid');
    expect(server.log()).not.toContain('"level":"error"');
  });

  test('the operator link of a server without an admin key says what to set', async ({ page }) => {
    // A server has no key only on PostgreSQL. server/admin/admin.test.ts checks that it answers this.
    await answerCalls(page, 'functions/v1/admin-prefill', { json: { adminKey: null } });
    await page.goto('/admin#code=first');
    await expect(
      page.getByText('Test payments work in this browser. This server has no admin key'),
    ).toBeVisible();
    await expect(page.getByText('set ADMIN_KEY to 16 characters or more')).toBeVisible();
    await expect(page.getByText('The admin key is filled in')).toHaveCount(0);
  });
});
