import { MESSAGES } from '#contract/messages.ts';
import { expect, logIn, newPerson, openDashboard, signUp, signUpByForm, test } from './fixtures/app-test.ts';
import { answerCalls } from './fixtures/held-calls.ts';
import { mailTo } from './fixtures/outbox.ts';
import { takeScreenshots } from './fixtures/screenshots.ts';

test.use({ contextOptions: { reducedMotion: 'no-preference' } });

test.describe('accounts', () => {
  test('sign up, log out, and return to the requested page after login', async ({ page }) => {
    const person = await signUpByForm(page);
    await expect(page.getByText(MESSAGES.auth.accountCreated)).toBeVisible();
    await expect(page.getByRole('main').getByText('1,000').first()).toBeVisible();
    await page.getByRole('button', { name: /Account menu for/ }).click();
    await expect(page.getByText('7 days left').first()).toBeVisible();
    await page.getByRole('menuitem', { name: 'Logout' }).click();
    await expect(page.getByText(MESSAGES.auth.loggedOut)).toBeVisible();
    await expect(page).toHaveURL(/\/login$/);
    await expect(page.getByText(MESSAGES.gate.notSignedIn)).toHaveCount(0);
    await page.reload();
    await expect(page.getByRole('button', { name: 'Log in', exact: true })).toBeVisible();
    await expect(page.getByText(MESSAGES.gate.notSignedIn)).toHaveCount(0);

    await page.goto('/dashboard/website-extraction?view=all');
    await expect(page).toHaveURL(/\/login$/);
    // With a character that no one sees, as an address that was copied from a page can have.
    await logIn(page, { ...person, email: `\u200B${person.email}` });
    await expect(page.getByText(MESSAGES.auth.loginSuccessful)).toBeVisible();
    await expect(page).toHaveURL(/\/dashboard\/website-extraction\?view=all$/);
    await page.goto('/login');
    await expect(page).toHaveURL(/\/dashboard$/);
  });

  test('take the next person to their own start, in each tab', async ({ page, context }) => {
    const next = newPerson();
    await signUpByForm(page, next);
    await page.evaluate(() => localStorage.removeItem('leadwell-auth'));
    await signUpByForm(page);
    await page.goto('/dashboard/website-extraction');
    const other = await context.newPage();
    await other.goto('/dashboard/usage');
    await expect(other.getByRole('heading', { level: 1 })).toBeVisible();
    await page.getByRole('button', { name: /Account menu for/ }).click();
    await page.getByRole('menuitem', { name: 'Logout' }).click();
    for (const tab of [other, page]) {
      await expect(tab).toHaveURL(/\/login$/);
      await expect(tab.getByText(MESSAGES.gate.notSignedIn)).toHaveCount(0);
    }
    await logIn(page, next);
    for (const tab of [other, page]) await expect(tab).toHaveURL(/\/dashboard$/);
    await other.close();
  });

  test('log in and work where the browser blocks storage, and say if a login cannot be stored', async ({
    page,
    browser,
    server,
  }) => {
    const person = await signUp(page);
    const blocking = await browser.newContext({ baseURL: server.url });
    await blocking.addInitScript(() => {
      for (const name of ['localStorage', 'sessionStorage'])
        Object.defineProperty(window, name, {
          get() {
            throw new DOMException('blocked', 'SecurityError');
          },
        });
    });
    const blocked = await blocking.newPage();
    await blocked.goto('/login');
    await logIn(blocked, person);
    await expect(blocked).toHaveURL(/\/dashboard$/);
    await expect(blocked.getByText(MESSAGES.auth.loggedInUntilReload)).toBeVisible();
    await expect(blocked.getByRole('banner').getByText('1,000 credits')).toBeVisible();
    await blocked.getByRole('button', { name: /Account menu for/ }).click();
    await blocked.getByRole('menuitem', { name: 'Logout' }).click();
    await expect(blocked).toHaveURL(/\/login$/);
    await blocking.close();

    const full = await browser.newContext({ baseURL: server.url });
    await full.addInitScript(() => {
      const before = Storage.prototype.setItem;
      Storage.prototype.setItem = function (key, text) {
        if (text.length > 100) throw new DOMException('full', 'QuotaExceededError');
        before.call(this, key, text);
      };
    });
    const other = await full.newPage();
    await other.goto('/login');
    await logIn(other, person);
    await expect(other.getByText(MESSAGES.auth.notStored)).toBeVisible();
    await expect(other).toHaveURL(/\/login$/);
    await full.close();
  });

  test('show validation errors and keep the input', async ({ page }) => {
    const person = newPerson();
    await page.goto('/signup');
    await page.getByLabel('Name').fill('P');
    await page.getByLabel('Email').fill('not-an-email');
    await page.getByLabel('Password', { exact: true }).fill('short');
    await page.getByRole('button', { name: 'Create Account' }).click();
    for (const text of [MESSAGES.auth.shortName, MESSAGES.auth.invalidEmail, MESSAGES.auth.shortPassword]) {
      await expect(page.getByText(text)).toBeVisible();
    }
    await expect(page.getByLabel('Email')).toHaveValue('not-an-email');

    await signUpByForm(page, person);
    await page.evaluate(() => localStorage.removeItem('leadwell-auth'));
    await page.goto('/signup');
    await page.getByLabel('Name').fill(person.name);
    await page.getByLabel('Email').fill(person.email.toUpperCase());
    await page.getByLabel('Password', { exact: true }).fill(person.password);
    await page.getByRole('button', { name: 'Create Account' }).click();
    await expect(page.getByText(MESSAGES.auth.alreadyRegistered)).toBeVisible();

    await page.goto('/login');
    await page.getByLabel('Email').fill('');
    await page.getByRole('button', { name: 'Log in' }).click();
    await expect(page.getByText(MESSAGES.auth.fillAllFields, { exact: true })).toBeVisible();
    await page.getByLabel('Email').focus();
    await page.keyboard.press('Tab');
    await expect(page.getByLabel('Password', { exact: true })).toBeFocused();
    await logIn(page, { ...person, password: 'wrong password' });
    await expect(page.getByText(MESSAGES.auth.loginFailed)).toBeVisible();
    await expect(page.getByLabel('Email')).toHaveValue(person.email);
    await logIn(page, { ...person, email: 'nobody@example.com' });
    await expect(page.getByText(MESSAGES.auth.notRegistered)).toBeVisible();
    await page.getByRole('alert').getByRole('link', { name: 'Sign up' }).click();
    await expect(page).toHaveURL(/\/signup$/);
    await expect(page.getByLabel('Email')).toHaveValue('nobody@example.com');
    await page.goBack();
    await expect(page).toHaveURL(/\/login$/);
    await logIn(page, { ...person, email: 'pat@example' });
    await expect(page.getByText(MESSAGES.auth.invalidEmail)).toBeVisible();
    await answerCalls(page, 'auth/v1/token', { status: 500 });
    await logIn(page, person);
    await expect(page.getByText(MESSAGES.payments.somethingWrong)).toBeVisible();
  });

  test('log in with an emailed code, which creates an account with 100 credits', async ({ page, server }) => {
    const { email } = newPerson();
    await page.goto('/dashboard/task-history');
    await page.getByLabel('Email').fill(email);
    await page.getByRole('link', { name: 'Log in with an emailed link' }).click();
    await expect(page.getByRole('button', { name: 'Email me a login link' })).toBeVisible();
    await expect(page.getByLabel('Email')).toHaveValue(email);
    await page.getByRole('link', { name: 'Log in with your password' }).click();
    await expect(page.getByLabel('Password', { exact: true })).toBeVisible();
    await expect(page.getByLabel('Email')).toHaveValue(email);
    await page.getByRole('link', { name: 'Log in with an emailed link' }).click();
    await takeScreenshots(page, 'login-link');
    await expect(page.getByRole('main')).toContainText('The link creates one with 100 free credits.');
    await page.getByLabel('Email').fill('ada@gmial.con');
    await page.getByRole('button', { name: 'Email me a login link' }).click();
    const question = page.getByText('Did you mean ada@gmail.com?');
    await expect(question).toBeVisible();
    await page.getByRole('button', { name: 'Use this address' }).click();
    await expect(page.getByLabel('Email')).toHaveValue('ada@gmail.com');
    await expect(question).toHaveCount(0);
    // An address that is right is asked about once.
    const odd = `${email}.con`.replace('example', 'acme');
    await page.getByLabel('Email').fill(odd);
    await page.getByRole('button', { name: 'Email me a login link' }).click();
    await expect(page.getByText(`If ${odd} is right, select Email me a login link again.`)).toBeVisible();
    await page.getByRole('button', { name: 'Email me a login link' }).click();
    await expect(page.getByText('Check your inbox')).toBeVisible();
    await expect(page.getByText('Did you mean')).toHaveCount(0);
    await page.getByLabel('Email').fill(email);
    await page.getByRole('button', { name: 'Send again' }).click();
    const mail = await mailTo(server, email, 'Your Leadwell login link');
    await page.getByLabel('Code').fill(mail.code);
    await takeScreenshots(page, 'login-link-sent');
    await page.getByRole('button', { name: 'Log in with the code' }).click();
    await expect(page).toHaveURL(/\/dashboard\/task-history$/);
    await expect(page.getByRole('banner').getByText('100 credits')).toBeVisible();
  });

  test('log in again after the session was revoked elsewhere, without losing the page or the input', async ({
    page,
  }) => {
    const person = await openDashboard(page);
    const revoke = (thenClick?: string) =>
      page.evaluate(async (label) => {
        const { access_token } = JSON.parse(localStorage.getItem('leadwell-auth') ?? '{}');
        await fetch('/auth/v1/logout?scope=global', {
          method: 'POST',
          headers: { authorization: `Bearer ${access_token}`, apikey: 'leadwell-public' },
        });
        const buttons = [...document.querySelectorAll('button')];
        buttons.find(({ textContent }) => textContent === label)?.click();
      }, thenClick);
    const ended = page.getByText(MESSAGES.auth.sessionEnded);

    const nav = page.getByRole('navigation', { name: 'Main' });
    await nav.getByRole('link', { name: 'Settings' }).click();
    await page.getByLabel('Name', { exact: true }).fill('Typed Name');
    // In one step: a request in the background may find the revoked session before a click does.
    await revoke('Save profile');
    await expect(page).toHaveURL(/\/login$/);
    await expect(ended).toBeVisible();
    await logIn(page, person);
    await expect(page).toHaveURL(/\/dashboard\/settings$/);
    await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Typed Name');

    // A page that only reads.
    await revoke();
    await nav.getByRole('link', { name: 'Task History' }).click();
    await expect(page).toHaveURL(/\/login$/);
    await expect(page.getByText(/Check your connection/)).toHaveCount(0);
    await logIn(page, person);
    await expect(page).toHaveURL(/\/dashboard\/task-history$/);
    await expect(page.getByText(MESSAGES.tasks.none)).toBeVisible();
  });

  test('stay open if the connection is down when the token has to be renewed', async ({ page }) => {
    test.slow();
    await openDashboard(page);
    await page.evaluate(() => {
      const session = JSON.parse(localStorage.getItem('leadwell-auth') ?? '{}');
      localStorage.setItem('leadwell-auth', JSON.stringify({ ...session, expires_at: 1, expires_in: -1 }));
    });
    await page.route('**/auth/v1/token*', (route) => route.abort('internetdisconnected'));
    // The auth client gives up after half a minute.
    const gaveUp = page.waitForEvent('console', {
      predicate: (message) => message.text().includes('AuthRetryableFetchError'),
      timeout: 90_000,
    });
    await page.reload();
    await gaveUp;
    await expect(page.getByRole('button', { name: /Account menu for/ })).toBeVisible();
    await expect(page).toHaveURL(/\/dashboard/);
    await page.unroute('**/auth/v1/token*');
    await page.reload();
    await expect(page.getByText('Available Credits')).toBeVisible();
  });

  test('refresh an expired access token in two tabs at once', async ({ page, context }) => {
    await openDashboard(page);
    const expire = () =>
      page.evaluate(() => {
        const session = JSON.parse(localStorage.getItem('leadwell-auth') ?? '{}');
        localStorage.setItem('leadwell-auth', JSON.stringify({ ...session, expires_at: 1, expires_in: -1 }));
        return session.refresh_token as string;
      });
    const before = await expire();
    const second = await context.newPage();
    await Promise.all([page.reload(), second.goto('/dashboard')]);
    for (const tab of [page, second]) await expect(tab.getByText('Available Credits')).toBeVisible();
    const after = await page.evaluate(
      () => JSON.parse(localStorage.getItem('leadwell-auth') ?? '{}').refresh_token,
    );
    expect(after).not.toBe(before);

    // Signing out in one tab signs out the other.
    await second.getByRole('button', { name: /Account menu for/ }).click();
    await second.getByRole('menuitem', { name: 'Logout' }).click();
    await expect(page).toHaveURL(/\/login/);
  });
});
