import { MESSAGES } from '#contract/messages.ts';
import { callAs } from './fixtures/account-calls.ts';
import { expect, logIn, newPerson, signUp, test } from './fixtures/app-test.ts';
import { startBrokenDownload } from './fixtures/broken-download.ts';
import { expectMessage } from './fixtures/expect-message.ts';
import { changeReplies, holdCalls } from './fixtures/held-calls.ts';
import { leadwell } from './fixtures/leadwell-command.ts';
import { mailTo } from './fixtures/outbox.ts';

const CONFIRM = 'Confirm your email address for Leadwell';
const { auth, gate, providers, secondFactor, settings, shell } = MESSAGES;

test('messages to signed-out people', async ({ page, browser, server }) => {
  const person = newPerson();
  const disabled = newPerson();
  const elsewhere = await browser.newPage({ baseURL: server.url });
  await signUp(elsewhere, disabled);
  const disabling = leadwell(server, 'users', 'disable', disabled.email);

  await page.goto('/no/such/page');
  await expectMessage(page.getByRole('main'), shell.returnHome);
  await page.goto('/dashboard/website-extraction');
  await expectMessage(page, gate.notSignedIn);
  await expectMessage(page, auth.forgotPassword);

  await page.getByLabel('Email').fill(person.email);
  await page.getByRole('link', { name: 'Log in with an emailed link' }).click();
  await page.getByRole('button', { name: 'Email me a login link' }).click();
  await expectMessage(page, auth.loginLinkSent(person.email));
  await page.getByLabel('Code').fill('12a');
  await page.getByRole('button', { name: 'Log in with the code' }).click();
  await expectMessage(page, auth.codeShape);

  await page.goto('/login/google?state=typed&code=by-hand');
  await expectMessage(page, providers.notSetUp);
  await page.goto('/login/google?state=typed&error=access_denied');
  await expectMessage(page, providers.rejected('Google'));

  await page.goto('/signup');
  await page.getByLabel('Name').fill(person.name);
  await page.getByLabel('Email').fill('ada@gmial.con');
  await page.getByLabel('Password', { exact: true }).fill('Password1');
  const create = page.getByRole('button', { name: 'Create Account' });
  await create.click();
  await expect(page.getByText('Did you mean ada@gmail.com?')).toBeVisible();
  await page.getByRole('button', { name: 'Use this address' }).click();
  await expect(page.getByLabel('Email')).toHaveValue('ada@gmail.com');
  await create.click();
  await expectMessage(page, auth.commonPassword);
  await page.getByLabel('Password', { exact: true }).fill(' '.repeat(8));
  await create.click();
  await expectMessage(page, auth.paddedPassword);
  await page.getByLabel('Password', { exact: true }).fill('ada@gmail.com');
  await create.click();
  await expectMessage(page, auth.emailPassword);

  // A broken server, and a firewall before it.
  let fault: { status: number; body: string } = { status: 500, body: '{"msg":"no luck"}' };
  await page.route('**/auth/v1/signup', (route) => route.fulfill(fault));
  await page.goto('/signup');
  await page.getByLabel('Name').fill(person.name);
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await page.getByRole('button', { name: 'Create Account' }).click();
  await expectMessage(page, auth.signupFailed);
  fault = { status: 403, body: '<html>Forbidden</html>' };
  await page.getByRole('button', { name: 'Create Account' }).click();
  await expectMessage(page, auth.unexpected);

  await disabling;
  await page.goto('/login');
  await logIn(page, disabled);
  await expectMessage(page, auth.disabled);
  await elsewhere.close();
});

test('messages about the email address', async ({ page, browser, server }) => {
  const first = await signUp(page);
  await page.goto('/dashboard/settings#two-factor');
  await expectMessage(page.locator('#two-factor'), secondFactor.confirmFirst);
  await page.goto('/dashboard/settings');
  await page.getByRole('button', { name: 'Change address' }).click();
  await expect(page.getByLabel('New email address')).toBeVisible();
  await expectMessage(page, settings.endsAccess);
  await page.getByRole('button', { name: 'Send code' }).click();
  await expectMessage(page, settings.codeSent(first.email));
  await page.getByLabel('Code from the email').fill('12a');
  await page.getByRole('button', { name: 'Confirm', exact: true }).click();
  await expectMessage(page, auth.codeShape);
  const firstMail = await mailTo(server, first.email, CONFIRM);
  await callAs(page, 'functions/v1/confirm-email', { code: firstMail.code });
  await page.getByRole('button', { name: 'Send another code' }).click();
  await expectMessage(page, settings.alreadyConfirmed);

  const second = await signUp(page);
  const elsewhere = await browser.newPage({ baseURL: server.url });
  const { email, password } = second;
  await elsewhere.request.post('/auth/v1/token?grant_type=password', {
    headers: { apikey: 'leadwell-public' },
    data: { email, password },
  });
  await page.goto('/dashboard/settings#sessions');
  await page.getByRole('button', { name: 'Log out all other sessions' }).click();
  await expectMessage(page, settings.othersEnded);
  await page.goto('/dashboard/settings');
  await page.getByRole('button', { name: 'Send code' }).click();
  const secondMail = await mailTo(server, email, CONFIRM);
  await page.getByLabel('Code from the email').fill(secondMail.code);
  await page.getByRole('button', { name: 'Confirm', exact: true }).click();
  await expectMessage(page, settings.confirmed);

  // Someone else signs up with the new address before it is confirmed.
  const taken = newPerson();
  await page.getByRole('button', { name: 'Change address' }).click();
  await page.getByLabel('New email address').fill(taken.email);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByLabel('Your current password').fill(password);
  await page.getByRole('button', { name: 'Send link' }).click();
  await expectMessage(page, settings.emailChangeSent(taken.email));
  const change = await mailTo(server, taken.email, 'Confirm your new email address for Leadwell');
  await signUp(elsewhere, taken);
  await page.getByLabel('Code from the email').fill(change.code);
  await page.getByRole('button', { name: 'Change address' }).click();
  await expectMessage(page, settings.emailTaken);
  await elsewhere.close();

  await page.goto('/dashboard/settings#data');
  const broken = await startBrokenDownload();
  await holdCalls(page, 'functions/v1/account-export', (call) => call.send({ url: broken.url }));
  await page.getByRole('button', { name: 'Export my data' }).click();
  await expectMessage(page, settings.exportFailed);
  await broken.close();

  // The address changed in another tab.
  await holdCalls(page, 'functions/v1/account-delete', (call) => call.send({ body: { email: taken.email } }));
  await page.getByRole('button', { name: 'Delete account' }).click();
  await page.getByLabel(`Type ${email} to confirm`).fill(email);
  await page.getByRole('button', { name: 'Delete my account and all data' }).click();
  await page.getByLabel('Your current password').fill(password);
  await page.getByRole('button', { name: 'Delete my account and all data' }).click();
  await expectMessage(page, settings.deleteWrongEmail);
});

test('messages about limits and passwords', async ({ page }) => {
  await signUp(page);
  // The password was set in another tab.
  await changeReplies(page, 'functions/v1/account', (account) => ({ ...account, hasPassword: false }));
  await page.goto('/dashboard/settings#password');
  await page.getByLabel('New password').fill('battery staple 7');
  await page.getByRole('button', { name: 'Set password' }).click();
  await expectMessage(page, auth.currentPasswordNeeded);
  await page.goto('/dashboard/settings');
  for (let sent = 0; sent < 5; sent += 1) await callAs(page, 'functions/v1/send-confirmation', {});
  await page.getByRole('button', { name: 'Send code' }).click();
  await expectMessage(page, auth.mailedTooOften);
  await expect(page.getByLabel('Code from the email')).toHaveCount(0);
});
