import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { MESSAGES } from '#contract/messages.ts';
import { authenticatorApp } from '#server/auth/second-factor/test-app.ts';
import { violations } from './fixtures/accessibility.ts';
import {
  expect,
  logIn,
  newPerson,
  newStaffMember,
  openDashboard,
  signUp,
  signUpByForm,
  test,
} from './fixtures/app-test.ts';
import { accessToken } from './fixtures/browser-session.ts';
import { confirmEmail } from './fixtures/confirm-email.ts';
import { expectMessage } from './fixtures/expect-message.ts';
import { answerCalls, changeReplies } from './fixtures/held-calls.ts';
import { mailTo } from './fixtures/outbox.ts';
import { takeScreenshots } from './fixtures/screenshots.ts';

const RESET = 'Reset your Leadwell password';
const CONFIRM = 'Confirm your email address for Leadwell';

/** Opens a tab of the settings by its link. */
async function openTab(page: Page, name: string): Promise<void> {
  await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name }).click();
}

async function openSettings(page: Page, tab = 'Profile'): Promise<void> {
  await page.getByRole('button', { name: /Account menu for/ }).click();
  await page.getByRole('menuitem', { name: 'Settings' }).click();
  await expect(page.getByRole('heading', { name: 'Settings', level: 1 })).toBeVisible();
  await openTab(page, tab);
}

async function logOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /Account menu for/ }).click();
  await page.getByRole('menuitem', { name: 'Logout' }).click();
  await expect(page.getByText(MESSAGES.auth.loggedOut)).toBeVisible();
}

/** Looks at another app, and comes back. Waits until the auth client has reported the session again. */
async function leaveAndComeBack(page: Page): Promise<void> {
  await page.evaluate(async (storageKey) => {
    // The client tells other tabs on this channel.
    const channel = new BroadcastChannel(storageKey);
    const reported = new Promise<void>((resolve) => {
      channel.onmessage = ({ data }) => {
        if (data.event === 'SIGNED_IN') resolve();
      };
    });
    for (const value of ['hidden', 'visible']) {
      Object.defineProperty(document, 'visibilityState', { value, configurable: true });
      document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
    }
    await reported;
    channel.close();
    Reflect.deleteProperty(document, 'visibilityState');
  }, 'leadwell-auth');
}

async function expectNoSeriousViolation(page: Page): Promise<void> {
  expect(await violations(page)).toEqual([]);
}

test.describe('a forgotten password', () => {
  async function requestReset(page: Page, email: string, from = '/login'): Promise<void> {
    await page.goto(from);
    await page.getByLabel('Email').fill(email);
    await page.getByRole('link', { name: MESSAGES.auth.forgotPassword }).click();
    await expect(page.getByRole('heading', { name: 'Forgot your password?' })).toBeVisible();
    // The email carries over from the login page.
    await expect(page.getByLabel('Email')).toHaveValue(email);
    await page.getByRole('button', { name: 'Send reset link' }).click();
    await expect(page.getByText(MESSAGES.auth.resetSent(email))).toBeVisible();
  }
  async function setPassword(page: Page, password: string): Promise<void> {
    await page.getByLabel('New password').fill(password);
    await page.getByRole('button', { name: 'Set new password' }).click();
  }

  test('can be reset with the emailed link, which works once and logs out other sessions', async ({
    page,
    server,
    browser,
  }) => {
    const person = await openDashboard(page);
    const context = await browser.newContext({ baseURL: server.url });
    const otherPage = await context.newPage();
    await requestReset(otherPage, person.email);
    await expectNoSeriousViolation(otherPage);
    const mail = await mailTo(server, person.email, RESET);
    expect(mail.link.startsWith(`${server.url}/reset-password?token_hash=`)).toBe(true);

    await otherPage.goto(mail.link);
    await setPassword(otherPage, 'short');
    await expect(otherPage.getByText(MESSAGES.auth.shortPassword)).toBeVisible();
    await setPassword(otherPage, 'battery staple 7');
    await expect(otherPage.getByText(MESSAGES.auth.passwordReset)).toBeVisible();
    await expect(otherPage).toHaveURL(/\/dashboard$/);

    // The earlier session has ended.
    await page.reload();
    await expect(page).toHaveURL(/\/login$/);
    await logIn(page, person);
    await expect(page.getByText(MESSAGES.auth.loginFailed)).toBeVisible();
    await logIn(page, { ...person, password: 'battery staple 7' });
    await expect(page).toHaveURL(/\/dashboard$/);

    await otherPage.goto(mail.link);
    await setPassword(otherPage, 'another one 88');
    await expect(otherPage.getByText(MESSAGES.auth.linkInvalid)).toBeVisible();
    await context.close();
  });

  test('can be reset with the code, and reusing the old password does not require a new code', async ({
    page,
    server,
  }) => {
    const person = await openDashboard(page);
    await openSettings(page);
    await page.getByRole('button', { name: 'Send code' }).click();
    const { code } = await mailTo(server, person.email, CONFIRM);
    await page.getByLabel('Code from the email').fill(code);
    await page.keyboard.press('Enter');
    await expect(page.getByText('Your email address is confirmed.')).toBeVisible();
    // The form is gone, and the focus is at what it confirmed.
    await expect(page.getByRole('main').getByText(person.email, { exact: true })).toBeFocused();
    await logOut(page);

    await requestReset(page, person.email, '/dashboard/usage');
    const mail = await mailTo(server, person.email, RESET);
    await page.getByRole('link', { name: 'Enter the code from the email' }).click();
    await expect(page.getByLabel('Email')).toHaveValue(person.email);
    await page.getByLabel('Code').fill(mail.code);
    await setPassword(page, person.password);
    await expect(page.getByText(MESSAGES.auth.samePassword)).toBeVisible();
    await setPassword(page, 'battery staple 7');
    await expect(page).toHaveURL(/\/dashboard\/usage$/);
  });

  test('shows the same message for an unknown email and sends nothing', async ({ page, server }) => {
    const person = await openDashboard(page);
    await logOut(page);
    await requestReset(page, 'nobody@example.com');
    await requestReset(page, person.email);
    await mailTo(server, person.email, RESET);
    const { readOutbox } = await import('#server/platform/mail/test-outbox.ts');
    expect(readOutbox(server.dataDir).filter(({ to }) => to === 'nobody@example.com')).toEqual([]);
  });
});

test.describe('settings', () => {
  test('save only what was changed in this tab', async ({ page }) => {
    await openDashboard(page);
    await openSettings(page);
    await page.getByLabel('Phone').fill('+44 20 7946 0000');
    // Another tab saves another name.
    const reply = await page.request.put('/auth/v1/user', {
      headers: { apikey: 'leadwell-public', authorization: `Bearer ${await accessToken(page)}` },
      data: { data: { name: 'Augusta King' } },
    });
    expect(reply.status()).toBe(200);
    await page.getByRole('button', { name: 'Save profile' }).click();
    await expect(page.getByText(MESSAGES.settings.saved)).toBeVisible();
    await expect(page.getByRole('banner').getByText('Augusta King')).toBeVisible();
    await expect(page.getByLabel('Name')).toHaveValue('Augusta King');
    await expect(page.getByLabel('Phone')).toHaveValue('+44 20 7946 0000');
    await page.reload();
    await expect(page.getByLabel('Name')).toHaveValue('Augusta King');
    await expect(page.getByLabel('Phone')).toHaveValue('+44 20 7946 0000');
    // What was typed survives a look at another tab of the settings.
    await page.getByLabel('Name').fill('Ada Lovelace');
    await openTab(page, 'Security');
    await openTab(page, 'Profile');
    await expect(page.getByLabel('Name')).toHaveValue('Ada Lovelace');
    await page.getByRole('button', { name: 'Save profile' }).click();
    await expect(page.getByRole('banner').getByText('Ada Lovelace')).toBeVisible();
  });

  test('change the profile and the password', async ({ page }) => {
    const person = await openDashboard(page);
    await openSettings(page);
    await page.getByLabel('Name').fill('Augusta King');
    await page.getByLabel('Phone').fill('call me');
    await page.getByRole('button', { name: 'Save profile' }).click();
    await expect(page.getByText(MESSAGES.auth.phoneShape)).toBeVisible();
    await page.getByLabel('Phone').fill('+44 20 7946 0000');
    await page.getByRole('button', { name: 'Save profile' }).click();
    await expect(page.getByText(MESSAGES.settings.saved)).toBeVisible();
    await expect(page.getByRole('banner').getByText('Augusta King')).toBeVisible();
    await page.reload();
    await expect(page.getByLabel('Phone')).toHaveValue('+44 20 7946 0000');

    await openTab(page, 'Security');
    await expect(page).toHaveURL(/\/dashboard\/settings\?tab=security$/);
    await page.goBack();
    await expect(page.getByLabel('Phone')).toBeVisible();
    // As the links in mails and older pages have it.
    await page.goto('/dashboard/settings#password');
    await page.getByLabel('Current password').fill('not it at all');
    await page.getByLabel('New password').fill('battery staple 7');
    await page.getByRole('button', { name: 'Change password' }).click();
    await expect(page.getByText(MESSAGES.auth.wrongCurrentPassword)).toBeVisible();
    await page.getByLabel('Current password').fill(person.password);
    await page.getByRole('button', { name: 'Change password' }).click();
    await expect(page.getByText(MESSAGES.auth.passwordChanged)).toBeVisible();
    await logOut(page);
    await page.goto('/login');
    await logIn(page, { ...person, password: 'battery staple 7' });
    await expect(page).toHaveURL(/\/dashboard/);
  });

  test('list the sessions and log one out', async ({ page, server, browser }) => {
    const person = await openDashboard(page);
    const other = await browser.newPage({ baseURL: server.url });
    await other.goto('/login');
    await logIn(other, person);
    await expect(other).toHaveURL(/\/dashboard$/);
    await openSettings(page, 'Security');
    await expect(page.getByText('This session')).toHaveCount(1);
    await page.getByRole('button', { name: /^Log out Chrome/ }).click();
    await expect(page.getByText(MESSAGES.settings.sessionEnded)).toBeVisible();
    await expect(page.getByRole('button', { name: /^Log out Chrome/ })).toHaveCount(0);
    await expect(page.getByRole('list', { name: 'Sessions' })).toBeFocused();
    await other.reload();
    await expect(other).toHaveURL(/\/login$/);
    const ended = other.getByText(MESSAGES.auth.sessionEnded);
    await expect(ended).toBeVisible();
    await other.reload();
    await expect(ended).toBeVisible();
    await other.close();
  });

  test('change the email address after confirming the new one', async ({ page, server }) => {
    const person = await openDashboard(page);
    const email = newPerson().email;
    await openSettings(page);
    await takeScreenshots(page, 'settings');
    await page.getByRole('button', { name: 'Change address' }).click();
    await page.getByLabel('New email address').fill(person.email.toUpperCase());
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(page.getByText(MESSAGES.settings.sameEmail)).toBeVisible();
    await page.getByLabel('New email address').fill('ada@gmial.con');
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(page.getByText('If ada@gmial.con is right, select Continue again.')).toBeVisible();
    await page.getByRole('button', { name: 'Use this address' }).click();
    await expect(page.getByLabel('New email address')).toHaveValue('ada@gmail.com');
    await page.getByLabel('New email address').fill(email);
    await page.getByRole('button', { name: 'Continue' }).click();
    // A session alone is not enough to take the account.
    await expect(page.getByLabel('Your current password')).toBeFocused();
    await takeScreenshots(page, 'settings-email-proof');
    await page.getByLabel('Your current password').fill('not it at all');
    await page.getByRole('button', { name: 'Send link' }).click();
    await expect(page.getByText(MESSAGES.auth.wrongCurrentPassword)).toBeVisible();
    await page.getByLabel('Your current password').fill(person.password);
    await page.getByRole('button', { name: 'Send link' }).click();
    await expect(page.getByText(`Open the link we sent to ${email}`)).toBeVisible();
    const mail = await mailTo(server, email, 'Confirm your new email address for Leadwell');
    await mailTo(server, person.email, 'Your Leadwell email address is about to change');
    await page.goto(mail.link);
    await expectNoSeriousViolation(page);
    // A server that fails doesn't use up the link.
    const repair = await answerCalls(page, 'auth/v1/verify', { status: 500, json: {} });
    await page.getByRole('button', { name: 'Use this address' }).click();
    await expect(page.getByText(MESSAGES.payments.somethingWrong)).toBeVisible();
    await repair();
    await page.getByRole('button', { name: 'Use this address' }).click();
    await expect(page.getByText(MESSAGES.settings.emailChanged)).toBeVisible();
    await expect(page.getByRole('main').getByText(email).first()).toBeVisible();
    await expect(page.getByText('Confirmed', { exact: true })).toBeVisible();
  });

  test('change the email address with two-factor login on, and stay logged in', async ({ page, server }) => {
    const person = await openDashboard(page);
    const email = newPerson().email;
    await openSettings(page);
    await page.getByRole('button', { name: 'Send code' }).click();
    const { code } = await mailTo(server, person.email, CONFIRM);
    await page.getByLabel('Code from the email').fill(code);
    await page.getByRole('button', { name: 'Confirm', exact: true }).click();
    await expect(page.getByText(MESSAGES.settings.confirmed)).toBeVisible();

    // Each step keeps the focus in its card.
    await openTab(page, 'Security');
    const card = page.locator('#two-factor');
    await card.getByRole('button', { name: 'Set up' }).press('Enter');
    await card.getByLabel('Your current password').fill(person.password);
    await page.keyboard.press('Enter');
    await expect(card.getByLabel('Code from the app')).toBeFocused();
    const secret = ((await card.locator('code').textContent()) ?? '').replaceAll(' ', '');
    const phone = authenticatorApp(secret, Date.now);
    await page.keyboard.type(phone.code());
    await page.keyboard.press('Enter');
    await expect(card.getByText('Save your recovery codes')).toBeVisible();
    await expect(card.locator(':focus')).toHaveCount(1);
    const [recovery = ''] = await card.getByRole('listitem').allTextContents();
    // They are shown only once, so they stay until they are saved.
    await openTab(page, 'Profile');
    await openTab(page, 'Security');
    await expect(card.getByRole('listitem').first()).toHaveText(recovery);
    const asked = page.waitForEvent('dialog');
    void page.reload().catch(() => undefined);
    await (await asked).dismiss();
    await expect(card.getByRole('listitem').first()).toHaveText(recovery);
    await card.getByRole('button', { name: 'I saved them' }).press('Enter');
    await expect(card.getByText('10 recovery codes left')).toBeVisible();
    await expect(card.locator(':focus')).toHaveCount(1);

    await openTab(page, 'Profile');
    await page.getByRole('button', { name: 'Change address' }).click();
    await page.getByLabel('New email address').fill(email);
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByLabel('Your current password').fill(person.password);
    await page.getByLabel('Code', { exact: true }).fill(recovery);
    await page.getByRole('button', { name: 'Send link' }).click();
    const change = await mailTo(server, email, 'Confirm your new email address for Leadwell');
    expect(change.text).toContain(MESSAGES.settings.endsAccess);
    await page.getByLabel('Code from the email').fill(change.code);
    await page.getByRole('button', { name: 'Change address' }).click();
    await expect(page.getByLabel('Code', { exact: true })).toBeVisible();
    await leaveAndComeBack(page);
    // A code works once, so this is the next one.
    await page.getByLabel('Code', { exact: true }).fill(phone.code(1));
    await takeScreenshots(page, 'settings-second-factor');
    await page.getByRole('button', { name: 'Log in' }).click();
    await expect(page.getByText(MESSAGES.settings.emailChanged)).toBeVisible();
    await expect(page.getByRole('main').getByText(email).first()).toBeVisible();
    await page.reload();
    await expect(page.getByRole('main').getByText(email).first()).toBeVisible();
    await expect(page.getByText('Confirmed', { exact: true })).toBeVisible();
  });

  test('ask for a new login where an account without a password has an old one', async ({ page }) => {
    await openDashboard(page);
    await changeReplies(page, 'functions/v1/account', (account) => ({ ...account, hasPassword: false }));
    await changeReplies(page, 'functions/v1/sign-in-methods', (methods) => ({
      ...methods,
      passwordNeeded: false,
      signInNeeded: true,
    }));
    const { signInNeeded } = MESSAGES.secondFactor;
    await page.goto('/dashboard/settings#password');
    await expect(page.locator('#password').getByText(signInNeeded)).toBeVisible();
    await expect(page.getByLabel('New password')).toHaveCount(0);
    await openTab(page, 'Profile');
    await page.getByRole('button', { name: 'Change address' }).click();
    await expect(page.locator('#email').getByText(signInNeeded)).toBeVisible();
    await openTab(page, 'Your data');
    await page.getByRole('button', { name: 'Delete account' }).click();
    await expect(page.locator('#delete').getByText(signInNeeded)).toBeVisible();
  });

  test('ask for the password although the page could not know, or did not know any more, that it is needed', async ({
    page,
  }) => {
    const person = await openDashboard(page);
    const repair = await answerCalls(page, 'functions/v1/sign-in-methods', { status: 500, json: {} });
    await openSettings(page);
    await page.getByRole('button', { name: 'Change address' }).click();
    const email = page.locator('#email');
    await expect(email.getByText("We couldn't load your login settings")).toBeVisible();
    await takeScreenshots(page, 'settings-email-failure');
    await openTab(page, 'Your data');
    await page.getByRole('button', { name: 'Delete account' }).click();
    const card = page.locator('#delete');
    await expect(card.getByText("We couldn't load your login settings")).toBeVisible();
    await repair();
    // The page was loaded while the login was fresh.
    const methods = 'functions/v1/sign-in-methods';
    await changeReplies(page, methods, (reply) => ({ ...reply, passwordNeeded: false }), 1);
    await card.getByRole('button', { name: 'Try again' }).click();
    await card.getByLabel(`Type ${person.email} to confirm`).fill(person.email);
    const confirm = card.getByRole('button', { name: 'Delete my account and all data' });
    await confirm.click();
    await expect(card.getByText(MESSAGES.secondFactor.passwordNeeded)).toBeVisible();
    await confirm.click();
    await card.getByLabel('Your current password').fill(person.password);
    await confirm.click();
    await expect(page.getByText(MESSAGES.settings.deleted)).toBeVisible();
  });

  test('export the account data as a file', async ({ page }) => {
    const person = await openDashboard(page);
    await openSettings(page, 'Your data');
    const downloadEvent = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export my data' }).click();
    const download = await downloadEvent;
    expect(download.suggestedFilename()).toBe('leadwell-account.json');
    const file = JSON.parse(readFileSync(await download.path(), 'utf8'));
    expect(file.account).toMatchObject({ email: person.email, name: person.name });
    expect(file.creditEntries).toMatchObject([{ amount: 1000, reason: 'sign-up' }]);
  });

  test('delete the account after typing its email; signing up again gives no free credits', async ({
    page,
    server,
    browser,
  }) => {
    const person = await openDashboard(page);
    // Anyone can sign up with any address, so only a confirmed one uses up the trial of its mailbox.
    await confirmEmail(page, server, person.email);
    const other = await browser.newPage({ baseURL: server.url });
    await other.goto('/login');
    await logIn(other, person);
    await expect(other).toHaveURL(/\/dashboard$/);

    // What was typed on a page stays in this browser until the account is deleted.
    await page.goto('/dashboard/website-extraction');
    await page.getByRole('textbox', { name: /URL/ }).first().fill('secret-customer.com');
    const kept = () =>
      page.evaluate(() =>
        [localStorage, sessionStorage].some((store) =>
          Object.values({ ...store }).some((text) => String(text).includes('secret-customer.com')),
        ),
      );
    await expect.poll(kept).toBe(true);
    const id = await page.evaluate(() => JSON.parse(localStorage.getItem('leadwell-auth') ?? '{}').user.id);
    await openSettings(page, 'Your data');
    await page.getByRole('button', { name: 'Delete account' }).click();
    const confirm = page.getByRole('button', { name: 'Delete my account and all data' });
    await expect(confirm).toBeDisabled();
    await page.getByLabel(`Type ${person.email} to confirm`).fill('someone@example.com');
    await expect(confirm).toBeDisabled();
    await page.getByLabel(`Type ${person.email} to confirm`).fill(person.email);
    await confirm.click();
    await takeScreenshots(page, 'settings-delete-proof');
    await page.getByLabel('Your current password').fill('not it at all');
    await confirm.click();
    await expect(page.getByText(MESSAGES.auth.wrongCurrentPassword)).toBeVisible();
    await page.getByLabel('Your current password').fill(person.password);
    await confirm.click();
    await expect(page.getByText(MESSAGES.settings.deleted)).toBeVisible();
    await mailTo(server, person.email, 'Your Leadwell account has been deleted');
    await expect(page).toHaveURL(/\/login$/);
    await expect(page.getByText('You need to be logged in')).toHaveCount(0);
    await expect(page.getByText(/where you left them/)).toHaveCount(0);
    await expect.poll(kept).toBe(false);
    await expect
      .poll(() => page.evaluate((id) => Object.values(localStorage).some((text) => text.includes(id)), id))
      .toBe(false);

    await other.reload();
    await expect(other).toHaveURL(/\/login$/);
    await logIn(other, person);
    await expect(other.getByText(MESSAGES.auth.notRegistered)).toBeVisible();
    await other.close();

    await signUpByForm(page, person);
    await expect(page.getByText(MESSAGES.auth.accountCreatedAgain)).toBeVisible();
    await expectMessage(page, MESSAGES.auth.noFreeCredits);
    await page.goto('/dashboard/usage');
    await expectMessage(page.getByRole('main'), MESSAGES.auth.noFreeCredits);
    await expect(page.getByRole('banner').getByText('0 credits')).toBeVisible();

    // A pricing page that was opened before the trial was used doesn't lead to a charge.
    await changeReplies(page, 'functions/v1/billing', (billing) => ({ ...billing, trialAvailable: true }), 1);
    await page.goto('/pricing');
    await page.getByRole('button', { name: 'Try Unlimited free for 7 days' }).click();
    await expect(page.getByText(MESSAGES.payments.trialUsed)).toBeVisible();
    await expect(page.getByRole('button', { name: 'Subscribe', exact: true })).toBeVisible();
    await expect(page).toHaveURL(/\/pricing$/);
  });

  test('log out right away if the server is down', async ({ page, context }) => {
    await openDashboard(page);
    await context.route('**/auth/v1/**', (route) => route.abort('connectionrefused'));
    await logOut(page);
    expect(await page.evaluate(() => localStorage.getItem('leadwell-auth'))).toBeNull();
    await expect(page).toHaveURL(/\/login$/);
  });

  test('log out if the server does not respond and the session has expired', async ({ page, context }) => {
    await openDashboard(page);
    await page.evaluate(() => {
      const session = JSON.parse(localStorage.getItem('leadwell-auth') ?? '{}');
      localStorage.setItem('leadwell-auth', JSON.stringify({ ...session, expires_at: 1, expires_in: -1 }));
    });
    await context.route('**/auth/v1/**', () => {});
    await logOut(page);
    await expect(page).toHaveURL(/\/login$/);
    await page.reload();
    await expect(page).toHaveURL(/\/login$/);
  });
});

test('every part of the settings is in view on a phone', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await signUp(page);
  await page.goto('/dashboard/settings');
  const links = page.getByRole('navigation', { name: 'Settings' }).getByRole('link');
  await expect(links).toHaveCount(7);
  for (const link of await links.all()) await expect(link).toBeInViewport({ ratio: 1 });
  await takeScreenshots(page, 'settings-parts');
});

test.describe('a staff address', () => {
  test('gets staff access only after confirmation, and then needs a new password', async ({
    page,
    server,
  }) => {
    const boss = newStaffMember();
    await openDashboard(page, boss);
    await expect(page.getByText('Free trial: 7 days and 1,000 credits left.')).toBeVisible();
    await openSettings(page);
    await expect(page.getByText('Not confirmed')).toBeVisible();
    await page.getByRole('button', { name: 'Send code' }).click();
    const { code } = await mailTo(server, boss.email, CONFIRM);
    const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, '0');
    await page.getByLabel('Code from the email').fill(wrong);
    await page.getByRole('button', { name: 'Confirm', exact: true }).click();
    await expect(page.getByText(MESSAGES.auth.codeInvalid)).toBeVisible();
    await page.getByLabel('Code from the email').fill(code);
    await page.getByRole('button', { name: 'Confirm', exact: true }).click();
    await expect(page.getByText(MESSAGES.settings.confirmedPasswordEnded)).toBeVisible();
    await expect(page.getByRole('banner').getByText('Unlimited')).toBeVisible();
    await openTab(page, 'Security');
    await page.getByLabel('New password').fill('a password of the boss');
    await page.keyboard.press('Enter');
    await expect(page.getByText(MESSAGES.auth.passwordChanged)).toBeVisible();
    // From now on, a change needs the current one.
    await page.getByRole('button', { name: 'Change password' }).waitFor();
    await expect(page.getByLabel('New password')).toBeFocused();
    await expect(page.getByLabel('New password')).toHaveValue('');
    await page.getByLabel('New password').fill('another password 7');
    await page.keyboard.press('Enter');
    await expect(page.getByText('Please enter your current password')).toBeVisible();
  });

  test('registered by a stranger belongs only to its owner after recovery', async ({
    page: stranger,
    server,
    browser,
  }) => {
    const boss = newStaffMember();
    await openDashboard(stranger, boss);
    const owner = await browser.newPage({ baseURL: server.url });
    await owner.goto('/forgot-password');
    await owner.getByLabel('Email').fill(boss.email);
    await owner.getByRole('button', { name: 'Send reset link' }).click();
    const mail = await mailTo(server, boss.email, RESET);
    await owner.goto(mail.link);
    await owner.getByLabel('New password').fill('a password of the boss');
    await owner.getByRole('button', { name: 'Set new password' }).click();
    await expect(owner.getByText('Staff access: every tool, free of charge.')).toBeVisible();

    await stranger.reload();
    await expect(stranger).toHaveURL(/\/login$/);
    await logIn(stranger, boss);
    await expect(stranger.getByText(MESSAGES.auth.loginFailed)).toBeVisible();
    await owner.close();
  });
});
