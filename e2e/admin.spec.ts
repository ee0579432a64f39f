import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type AdminStatus, STATUS_REFRESH_MS } from '#contract/admin-status.ts';
import { MESSAGES } from '#contract/messages.ts';
import { sidewaysOverflow, violations } from './fixtures/accessibility.ts';
import { expect, signUp, test } from './fixtures/app-test.ts';
import { answerCalls, changeReplies } from './fixtures/held-calls.ts';
import { takeScreenshots, VIEWPORTS } from './fixtures/screenshots.ts';
import { signUpUnlimited } from './fixtures/unlimited-person.ts';

test.describe('the admin page', () => {
  test('says when a canceled plan ends', async ({ page, server }) => {
    const person = await signUpUnlimited(page);
    await person.call('test-billing-act', { act: 'cancel' });
    const { email } = (await person.call('account')) as { email: string };
    await page.goto('/admin');
    await page.getByLabel('Admin key').fill(adminKeyOf(server));
    const users = page.getByRole('region', { name: 'Users', exact: true });
    await users.getByLabel('Search users').fill(email);
    await users.getByLabel('State').selectOption('Active');
    await users.getByRole('button', { name: 'Show users' }).click();
    await expect(
      users
        .getByRole('row')
        .nth(1)
        .getByText(/^Ends [A-Z][a-z]{2} \d+, \d{4}$/),
    ).toBeVisible();
    await takeScreenshots(page, 'admin-users-ending');
  });

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
    await users.getByLabel('State').selectOption('Active');
    await users.getByRole('button', { name: 'Show users' }).click();
    await expect(users.getByText('No user matches.')).toBeVisible();
    await users.getByLabel('State').selectOption('On trial');
    // As the table writes it.
    await users.getByLabel('Credits at most').fill('1,000');
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
    await expect(page.getByLabel('Admin key')).toHaveValue(key);
    await users.getByLabel('Search users').fill(person.email);
    await users.getByRole('button', { name: 'Show users' }).click();
    // What the plan covers isn't "0".
    await expect(users.getByRole('row').nth(1)).toContainText('UnlimitedUnlimitedIncludedActive');
    const form = page.locator('form', { hasText: 'Upgrade directly' });
    await form.getByLabel('Plan').selectOption('Free');
    await page.getByLabel('Email').fill(person.email);
    await takeScreenshots(page, 'admin-take-back');
    await page.getByRole('button', { name: 'Take the plan back' }).click();
    await expect(page.getByText(`Took back the plan of ${person.email} via edge function`)).toBeVisible();
    await page.goto('/dashboard/usage');
    await expect(page.getByText('Complimentary')).toHaveCount(0);
    await expect(page.getByText('Free', { exact: true })).toBeVisible();
    expect(server.log()).not.toContain('"level":"error"');
  });

  test('shows the status of the server, asks again by itself, and says which parts are down', async ({
    page,
    server,
  }) => {
    const adminKey = adminKeyOf(server);
    await page.clock.install();
    await page.goto('/admin');
    await expect(page.getByRole('region', { name: 'Status' })).toHaveCount(0);
    await page.getByLabel('Admin key').fill(adminKey);
    const busy = await changeReplies(page, 'functions/v1/admin-status', busyStatus);
    await page.getByRole('button', { name: 'Show information' }).click();
    const status = page.getByRole('region', { name: 'Status' });
    await expect(status.getByText('Jobs that wait')).toBeVisible();
    await expect(status.getByRole('region', { name: 'Slowest hosts', exact: true })).toContainText(
      'slow.example1224,210 ms',
    );
    await expect(status.getByRole('region', { name: 'Accounts with most work', exact: true })).toContainText(
      'busy@example.com312,000',
    );
    await expect(status.getByText(/^PostgreSQL \d+[\d.]*, embedded$/)).toBeVisible();
    for (const viewport of VIEWPORTS) {
      await page.setViewportSize(viewport);
      expect([viewport.width, await sidewaysOverflow(page), await violations(page, 'all')]).toEqual([
        viewport.width,
        0,
        [],
      ]);
    }
    await takeScreenshots(page, 'admin-status');
    await busy();
    const away = await changeReplies(page, 'functions/v1/admin-status', awayStatus);
    await page.clock.fastForward(STATUS_REFRESH_MS + 1000);
    await expect(status.getByText("Can't be read now: queue, database")).toBeVisible();
    await expect(status.getByText('Unknown').first()).toBeVisible();
    await takeScreenshots(page, 'admin-status-away');
    await away();
    await answerCalls(page, 'functions/v1/admin-status', { status: 503, json: UNAVAILABLE });
    await page.clock.fastForward(STATUS_REFRESH_MS + 1000);
    await expect(status.getByText('These are the last values that the server sent')).toBeVisible();
    await expect(status.getByText('Jobs that wait')).toBeVisible();
  });

  test('says how many people of the lead databases must still be told', async ({ page, server }) => {
    const release = await changeReplies(page, 'functions/v1/admin-info', (info) => ({
      ...info,
      notices: { people: 48_210, sent: 41_000, overdue: 12, soon: 350, next: '2026-11-20T09:00:00.000Z' },
    }));
    await page.goto('/admin');
    await page.getByLabel('Admin key').fill(adminKeyOf(server));
    await page.getByRole('button', { name: 'Show information' }).click();
    const notices = page.getByRole('region', { name: 'Notices to people in the lead databases' });
    await expect(notices).toContainText(
      '41,000 of 48,210 were told. The first of the others was due on Nov 20, 2026.',
    );
    await expect(notices).toContainText('12 overdue');
    await expect(notices).toContainText('338 due within a week');
    for (const viewport of VIEWPORTS) {
      await page.setViewportSize(viewport);
      expect([viewport.width, await sidewaysOverflow(page), await violations(page, 'all')]).toEqual([
        viewport.width,
        0,
        [],
      ]);
    }
    await takeScreenshots(page, 'admin-notices');
    await release();
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

function adminKeyOf(server: { dataDir: string }): string {
  const secrets = readFileSync(join(server.dataDir, 'secrets.json'), 'utf8');
  return (JSON.parse(secrets) as { ADMIN_KEY: string }).ADMIN_KEY;
}

const UNAVAILABLE = { error: { code: 'unavailable', message: 'Try again later.', request_id: 'none' } };

/** A server with much to do, and one fault. */
function busyStatus(status: AdminStatus): AdminStatus {
  return {
    ...status,
    requests: { all: 8410, failed: 31 },
    queue: [
      { kind: 'shards', waiting: 1842, running: 12, oldestSeconds: 1260 },
      { kind: 'webhook-deliveries', waiting: 3, running: 1, oldestSeconds: 0 },
    ],
    work: {
      items: [
        { tool: 'website-extraction', done: 5210, failed: 312 },
        { tool: 'email-finder', done: 890, failed: 0 },
      ],
      pages: [
        { result: 'read', count: 9120 },
        { result: 'domain-not-found', count: 410 },
        { result: 'timeout', count: 77 },
      ],
      hosts: [
        { host: 'slow.example', requests: 12, averageMs: 24_210 },
        { host: `a-host-with-a-long-name.${'sub.'.repeat(12)}example`, requests: 2, averageMs: 3104 },
      ],
    },
    accounts: [
      { email: 'busy@example.com', tasks: 3, itemsLeft: 12_000 },
      { email: 'someone-with-a-long-address@a-long-name-of-a-company.example', tasks: 1, itemsLeft: 40 },
    ],
    faults: [
      {
        check: 'queue',
        state: 'warning',
        says: 'jobs that are due wait: shards for 21 minutes',
        todo: 'Start more workers with `leadwell worker`, and look for errors in the log of those that run.',
      },
    ],
  };
}

function awayStatus(status: AdminStatus): AdminStatus {
  const says = "The database doesn't answer.";
  return {
    ...status,
    down: [
      { part: 'queue', says },
      { part: 'database', says },
    ],
    queue: null,
    workers: null,
    work: null,
    accounts: null,
    disk: { ...status.disk, databaseBytes: null },
    versions: { ...status.versions, database: null, schema: null },
    faults: [],
  };
}
