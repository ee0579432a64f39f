import { MESSAGES } from '#contract/messages.ts';
import { startFakeOpenId } from '#server/auth/openid/test-openid-provider.ts';
import { authenticatorApp } from '#server/auth/second-factor/test-app.ts';
import { violations } from './fixtures/accessibility.ts';
import { expect, logIn, newPerson, openDashboard, test } from './fixtures/app-test.ts';
import { confirmEmail } from './fixtures/confirm-email.ts';
import { startLeadwell } from './fixtures/leadwell-server.ts';

test('Google, an authenticator app and its recovery codes log in', async ({ page }) => {
  test.slow();
  const provider = await startFakeOpenId();
  const server = await startLeadwell({ env: provider.environment });
  const { email } = newPerson();
  provider.person = { sub: 'g-1', email, email_verified: true, name: 'Pat Google' };
  const logOut = async () => {
    await page.evaluate(() => localStorage.removeItem('leadwell-auth'));
    await page.goto(`${server.url}/dashboard/settings?tab=security`);
  };

  await page.goto(`${server.url}/dashboard/settings?tab=security`);
  await expect(page).toHaveURL(/\/login$/);
  await expect(page.getByRole('button', { name: 'Continue with Microsoft' })).toBeVisible();
  // What the buttons give, before they give it.
  await expect(page.getByRole('main')).toContainText('These buttons create one with 100 free credits.');
  await expect(page.getByRole('main')).toContainText('To get 1,000 credits, create an account first.');
  await page.getByRole('button', { name: 'Continue with Google' }).click();
  // Back on the page that asked for the login.
  await expect(page.getByRole('heading', { name: 'Settings', level: 1 })).toBeVisible();
  await expect(page.getByText(`${email} · Connected`)).toBeVisible();
  await expect(page.getByRole('banner').getByText('100 credits')).toBeVisible();

  const card = page.locator('#two-factor');
  await card.getByRole('button', { name: 'Set up' }).click();
  await expect(card.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible();
  const secret = ((await card.locator('code').textContent()) ?? '').replaceAll(' ', '');
  const phone = authenticatorApp(secret, Date.now);
  await card.getByLabel('Code from the app').fill(phone.code());
  await card.getByRole('button', { name: 'Turn on' }).click();
  await expect(page.getByText('Two-factor login is on.').first()).toBeVisible();
  await expect(card.getByRole('button', { name: 'I saved them' })).toBeVisible();
  const [first = '', second = ''] = await card.getByRole('listitem').allTextContents();
  await card.getByRole('button', { name: 'I saved them' }).click();
  await expect(card.getByText('10 recovery codes left')).toBeVisible();
  const tabs = page.getByRole('navigation', { name: 'Settings' });
  await tabs.getByRole('link', { name: 'Notifications' }).click();
  await page.locator('#notifications').getByRole('switch').click();
  await expect(page.getByText(MESSAGES.settings.mailSaved)).toBeVisible();
  expect(await violations(page)).toEqual([]);

  await logOut();
  await page.getByRole('button', { name: 'Continue with Google' }).click();
  await expect(page.getByRole('heading', { name: 'Enter your code' })).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await page.getByLabel('Code').fill('000000');
  await page.getByRole('button', { name: 'Log in' }).click();
  await expect(page.getByText('This code is incorrect or was already used.')).toBeVisible();
  // A code works once, so this is the next one.
  await page.getByLabel('Code').fill(phone.code(1));
  await page.getByRole('button', { name: 'Log in' }).click();
  await expect(card.getByText('10 recovery codes left')).toBeVisible();
  await tabs.getByRole('link', { name: 'Notifications' }).click();
  await expect(page.locator('#notifications').getByRole('switch')).toBeChecked();

  await logOut();
  await page.getByRole('button', { name: 'Continue with Google' }).click();
  await page.getByRole('button', { name: 'Use a recovery code' }).click();
  await page.getByLabel('Recovery code').fill(first.toUpperCase());
  await page.getByRole('button', { name: 'Log in' }).click();
  await expect(card.getByText('9 recovery codes left')).toBeVisible();
  await card.getByRole('button', { name: 'Turn off' }).click();
  await card.getByLabel('Code').fill(second);
  await card.getByRole('button', { name: 'Turn off' }).click();
  await expect(card.getByRole('button', { name: 'Set up' })).toBeVisible();
  await server.stop();
  await provider.close();
});

test('a code is no longer asked for once another tab has logged in', async ({ page, context, server }) => {
  const person = await openDashboard(page);
  await confirmEmail(page, server, person.email);
  await page.goto('/dashboard/settings?tab=security');
  const card = page.locator('#two-factor');
  await card.getByRole('button', { name: 'Set up' }).click();
  await card.getByLabel('Your current password').fill(person.password);
  await page.keyboard.press('Enter');
  await expect(card.getByLabel('Code from the app')).toBeVisible();
  const secret = ((await card.locator('code').textContent()) ?? '').replaceAll(' ', '');
  const phone = authenticatorApp(secret, Date.now);
  await card.getByLabel('Code from the app').fill(phone.code());
  await card.getByRole('button', { name: 'Turn on' }).click();
  await card.getByRole('button', { name: 'I saved them' }).click();
  const logOut = async () => {
    await page.getByRole('button', { name: /Account menu for/ }).click();
    await page.getByRole('menuitem', { name: 'Logout' }).click();
  };
  await logOut();
  const other = await context.newPage();
  await other.goto('/login');
  for (const tab of [page, other]) {
    await logIn(tab, person);
    await expect(tab.getByRole('heading', { name: 'Enter your code' })).toBeVisible();
  }
  await other.getByLabel('Code').fill(phone.code(1));
  await other.getByRole('button', { name: 'Log in' }).click();
  await expect(page).toHaveURL(/\/dashboard/);

  await page.getByRole('button', { name: /Account menu for/ }).click();
  await page.getByRole('menuitem', { name: 'Settings' }).click();
  await page.getByRole('button', { name: 'Change address' }).click();
  await expect(page.getByLabel('New email address')).toBeVisible();
  await logOut();
  await expect(page).toHaveURL(/\/login$/);
  await expect(page.getByLabel('Password', { exact: true })).toBeVisible();
});
