import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { axe } from './fixtures/accessibility.ts';
import {
  expect,
  logIn,
  newPerson,
  openDashboard,
  type Person,
  signUpByForm,
  test,
} from './fixtures/app-test.ts';
import { type LeadwellServer, startLeadwell } from './fixtures/leadwell-server.ts';
import { mailTo } from './fixtures/outbox.ts';

const RESET = 'Reset your Leadwell password';
const CONFIRM = 'Confirm your email address for Leadwell';

async function openSettings(page: Page): Promise<void> {
  await page.getByRole('button', { name: /Account of/ }).click();
  await page.getByRole('menuitem', { name: 'Settings' }).click();
  await expect(page.getByRole('heading', { name: 'Settings', level: 1 })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Sessions' })).toBeVisible();
}

async function logOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /Account of/ }).click();
  await page.getByRole('menuitem', { name: 'Logout' }).click();
  await expect(page.getByText('You have been logged out.')).toBeVisible();
}

async function expectNothingSerious(page: Page): Promise<void> {
  const { violations } = await axe(page).analyze();
  const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
  expect(serious.map(({ id, nodes }) => [id, nodes[0]?.html])).toEqual([]);
}

test.describe('a forgotten password', () => {
  async function askForReset(page: Page, email: string): Promise<void> {
    await page.goto('/login');
    await page.getByLabel('Email').fill(email);
    await page.getByRole('link', { name: 'Forgot password?' }).click();
    await expect(page.getByRole('heading', { name: 'Forgot your password?' })).toBeVisible();
    // What was typed came along.
    await expect(page.getByLabel('Email')).toHaveValue(email);
    await page.getByRole('button', { name: 'Send reset link' }).click();
    await expect(page.getByText(`If ${email} has an account, a link`)).toBeVisible();
  }
  async function setPassword(page: Page, password: string): Promise<void> {
    await page.getByLabel('New password').fill(password);
    await page.getByRole('button', { name: 'Set new password' }).click();
  }

  test('is set anew by the mailed link, which serves once and ends other sessions', async ({
    page,
    server,
    browser,
  }) => {
    const person = await openDashboard(page);
    const context = await browser.newContext({ baseURL: server.url });
    const elsewhere = await context.newPage();
    await askForReset(elsewhere, person.email);
    await expectNothingSerious(elsewhere);
    const mail = await mailTo(server, person.email, RESET);
    expect(mail.link.startsWith(`${server.url}/reset-password?token_hash=`)).toBe(true);

    await elsewhere.goto(mail.link);
    await setPassword(elsewhere, 'short');
    await expect(elsewhere.getByText('Password must be at least 8 characters')).toBeVisible();
    await setPassword(elsewhere, 'battery staple 7');
    await expect(elsewhere.getByText('Your password has been changed.')).toBeVisible();
    await expect(elsewhere).toHaveURL(/\/dashboard$/);

    // The session of before has ended.
    await page.reload();
    await expect(page).toHaveURL(/\/login$/);
    await logIn(page, person);
    await expect(page.getByText('Login failed. Please check your credentials.')).toBeVisible();
    await logIn(page, { ...person, password: 'battery staple 7' });
    await expect(page).toHaveURL(/\/dashboard$/);

    await elsewhere.goto(mail.link);
    await setPassword(elsewhere, 'another one 88');
    await expect(elsewhere.getByText('This link has expired or was used already.')).toBeVisible();
    await context.close();
  });

  test('is set anew by the code; a password that is the old one is typed again, not asked for again', async ({
    page,
    server,
  }) => {
    const person = await openDashboard(page);
    await openSettings(page);
    await page.getByRole('button', { name: 'Send code' }).click();
    const { code } = await mailTo(server, person.email, CONFIRM);
    await page.getByLabel('Code from the email').fill(code);
    await page.getByRole('button', { name: 'Confirm', exact: true }).click();
    await expect(page.getByText('Your email address is confirmed.')).toBeVisible();
    await logOut(page);

    await askForReset(page, person.email);
    const mail = await mailTo(server, person.email, RESET);
    await page.getByRole('link', { name: 'Enter the code from the email' }).click();
    await expect(page.getByLabel('Email')).toHaveValue(person.email);
    await page.getByLabel('Code').fill(mail.code);
    await setPassword(page, person.password);
    await expect(page.getByText('New password should be different from the old password.')).toBeVisible();
    await setPassword(page, 'battery staple 7');
    await expect(page).toHaveURL(/\/dashboard$/);
  });

  test('of nobody looks the same and sends nothing', async ({ page, server }) => {
    const person = await openDashboard(page);
    await logOut(page);
    await askForReset(page, 'nobody@example.com');
    await askForReset(page, person.email);
    await mailTo(server, person.email, RESET);
    const { readOutbox } = await import('#server/platform/test-outbox.ts');
    expect(readOutbox(server.dataDir).filter(({ to }) => to === 'nobody@example.com')).toEqual([]);
  });
});

test.describe('settings', () => {
  test('change the profile and the password', async ({ page }) => {
    const person = await openDashboard(page);
    await openSettings(page);
    await expectNothingSerious(page);
    await page.getByLabel('Name').fill('Augusta King');
    await page.getByLabel('Phone').fill('+44 20 7946 0000');
    await page.getByRole('button', { name: 'Save profile' }).click();
    await expect(page.getByText('Your profile has been saved.')).toBeVisible();
    await expect(page.getByRole('banner').getByText('Augusta King')).toBeVisible();
    await page.reload();
    await expect(page.getByLabel('Phone')).toHaveValue('+44 20 7946 0000');

    await page.getByLabel('Current password').fill('not it at all');
    await page.getByLabel('New password').fill('battery staple 7');
    await page.getByRole('button', { name: 'Change password' }).click();
    await expect(page.getByText('Your current password is not right.')).toBeVisible();
    await page.getByLabel('Current password').fill(person.password);
    await page.getByRole('button', { name: 'Change password' }).click();
    await expect(page.getByText('Your password has been changed.')).toBeVisible();
    await logOut(page);
    await page.goto('/login');
    await logIn(page, { ...person, password: 'battery staple 7' });
    await expect(page).toHaveURL(/\/dashboard/);
  });

  test('list the sessions and end one, whose browser is logged out', async ({ page, server, browser }) => {
    const person = await openDashboard(page);
    const other = await browser.newPage({ baseURL: server.url });
    await other.goto('/login');
    await logIn(other, person);
    await expect(other).toHaveURL(/\/dashboard$/);
    await openSettings(page);
    await expect(page.getByText('This session')).toHaveCount(1);
    await page.getByRole('button', { name: /^Log out Chrome/ }).click();
    await expect(page.getByText('The session has been logged out.')).toBeVisible();
    await expect(page.getByRole('button', { name: /^Log out Chrome/ })).toHaveCount(0);
    await other.reload();
    await expect(other).toHaveURL(/\/login$/);
    await expect(other.getByText('Your session has ended. Log in to go on where you were.')).toBeVisible();
    await other.close();
  });

  test('change the address, once the new one has answered', async ({ page, server }) => {
    const person = await openDashboard(page);
    const email = newPerson().email;
    await openSettings(page);
    await page.getByRole('button', { name: 'Change address' }).click();
    await page.getByLabel('New email address').fill(email);
    await page.getByRole('button', { name: 'Send link' }).click();
    await expect(page.getByText(`Open the link sent to ${email}`)).toBeVisible();
    const mail = await mailTo(server, email, 'Confirm your new email address for Leadwell');
    await mailTo(server, person.email, 'Your Leadwell email address is about to change');
    await page.goto(mail.link);
    await expectNothingSerious(page);
    await page.getByRole('button', { name: 'Use this address' }).click();
    await expect(page.getByText('Your email address has been changed.')).toBeVisible();
    await expect(page.getByRole('main').getByText(email).first()).toBeVisible();
    await expect(page.getByText('Confirmed', { exact: true })).toBeVisible();
  });

  test('export one’s data as a file', async ({ page }) => {
    const person = await openDashboard(page);
    await openSettings(page);
    const downloading = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export my data' }).click();
    const download = await downloading;
    expect(download.suggestedFilename()).toBe('leadwell-account.json');
    const file = JSON.parse(readFileSync(await download.path(), 'utf8'));
    expect(file.account).toMatchObject({ email: person.email, name: person.name });
    expect(file.creditEntries).toMatchObject([{ amount: 1000, reason: 'sign-up' }]);
  });

  test('delete the account after its address is typed; signing up again brings no new credits', async ({
    page,
    server,
    browser,
  }) => {
    const person = await openDashboard(page);
    const other = await browser.newPage({ baseURL: server.url });
    await other.goto('/login');
    await logIn(other, person);
    await expect(other).toHaveURL(/\/dashboard$/);

    await openSettings(page);
    await page.getByRole('button', { name: 'Delete account' }).click();
    const confirm = page.getByRole('button', { name: 'Delete my account and all data' });
    await expect(confirm).toBeDisabled();
    await page.getByLabel(`Type ${person.email} to confirm`).fill('someone@example.com');
    await expect(confirm).toBeDisabled();
    await page.getByLabel(`Type ${person.email} to confirm`).fill(person.email);
    await confirm.click();
    await expect(page.getByText('Your account and all its data have been deleted.')).toBeVisible();
    await expect(page).toHaveURL(/\/login$/);

    await other.reload();
    await expect(other).toHaveURL(/\/login$/);
    await logIn(other, person);
    await expect(other.getByText('This email is not registered. Please sign up first.')).toBeVisible();
    await other.close();

    await signUpByForm(page, person);
    await expect(page.getByText('its free credits are used up.')).toBeVisible();
    await expect(page.getByRole('banner').getByText('0 credits')).toBeVisible();
  });

  test('let go of this browser at once when the server is down', async ({ page, context }) => {
    await openDashboard(page);
    await context.route('**/auth/v1/**', (route) => route.abort('connectionrefused'));
    await logOut(page);
    expect(await page.evaluate(() => localStorage.getItem('leadwell-auth'))).toBeNull();
    await expect(page).toHaveURL(/\/login$/);
  });

  test('let go of this browser when the server does not answer and the session is old', async ({
    page,
    context,
  }) => {
    await openDashboard(page);
    await page.evaluate(() => {
      const session = JSON.parse(localStorage.getItem('leadwell-auth') ?? '{}');
      localStorage.setItem('leadwell-auth', JSON.stringify({ ...session, expires_at: 1, expires_in: -1 }));
    });
    await context.route('**/auth/v1/**', () => {});
    await logOut(page);
    await expect(page).toHaveURL(/\/login$/, { timeout: 3000 });
    await page.reload();
    await expect(page).toHaveURL(/\/login$/);
  });
});

test.describe('a staff address', () => {
  const bosses: Person[] = [0, 1].map((n) => ({
    ...newPerson(),
    name: 'The Boss',
    email: `boss${n}@example.com`,
  }));
  let staffed: LeadwellServer;
  test.beforeAll(async ({ web }) => {
    const env = { STAFF_EMAILS: bosses.map(({ email }) => email).join(',') };
    staffed = await startLeadwell({ dnsServer: web.dnsServer, env });
  });
  test.afterAll(async () => {
    await staffed.stop();
  });

  test('has no privilege until it is confirmed, and a new password after that', async ({ browser }) => {
    const boss = bosses[0]!;
    const page = await browser.newPage({ baseURL: staffed.url });
    await openDashboard(page, boss);
    await expect(page.getByText('Free trial: 7 days and 1,000 credits left.')).toBeVisible();
    await openSettings(page);
    await expect(page.getByText('Not confirmed')).toBeVisible();
    await page.getByRole('button', { name: 'Send code' }).click();
    const { code } = await mailTo(staffed, boss.email, CONFIRM);
    const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, '0');
    await page.getByLabel('Code from the email').fill(wrong);
    await page.getByRole('button', { name: 'Confirm', exact: true }).click();
    await expect(page.getByText('This code is wrong, has expired or was used already.')).toBeVisible();
    await page.getByLabel('Code from the email').fill(code);
    await page.getByRole('button', { name: 'Confirm', exact: true }).click();
    await expect(page.getByText('the old password no longer works')).toBeVisible();
    await expect(page.getByRole('banner').getByText('Unlimited')).toBeVisible();
    await page.getByLabel('New password').fill('a password of the boss');
    await page.getByRole('button', { name: 'Set password' }).click();
    await expect(page.getByText('Your password has been changed.')).toBeVisible();
    await page.close();
  });

  test('registered by a stranger is its owner’s alone once recovered', async ({ browser }) => {
    const boss = bosses[1]!;
    const stranger = await browser.newPage({ baseURL: staffed.url });
    await openDashboard(stranger, boss);
    const owner = await browser.newPage({ baseURL: staffed.url });
    await owner.goto('/forgot-password');
    await owner.getByLabel('Email').fill(boss.email);
    await owner.getByRole('button', { name: 'Send reset link' }).click();
    const mail = await mailTo(staffed, boss.email, RESET);
    await owner.goto(mail.link);
    await owner.getByLabel('New password').fill('a password of the boss');
    await owner.getByRole('button', { name: 'Set new password' }).click();
    await expect(owner.getByText('Staff access: every tool, nothing is charged.')).toBeVisible();

    await stranger.reload();
    await expect(stranger).toHaveURL(/\/login$/);
    await logIn(stranger, boss);
    await expect(stranger.getByText('Login failed. Please check your credentials.')).toBeVisible();
    await owner.close();
    await stranger.close();
  });
});
