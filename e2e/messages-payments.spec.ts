import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { MESSAGES } from '#contract/messages.ts';
import { callAs } from './fixtures/account-calls.ts';
import { expect, newPerson, signUp, test } from './fixtures/app-test.ts';
import { accessToken } from './fixtures/browser-session.ts';
import { expectMessage } from './fixtures/expect-message.ts';
import { startFakeStripe } from './fixtures/fake-stripe.ts';
import { answerCalls, changeReplies, holdCalls } from './fixtures/held-calls.ts';
import { leadwell } from './fixtures/leadwell-command.ts';
import { startLeadwell } from './fixtures/leadwell-server.ts';
import { mailTo } from './fixtures/outbox.ts';
import { takeScreenshots } from './fixtures/screenshots.ts';

const { admin, leads, payments, settings } = MESSAGES;
const TRY = 'Try Unlimited free for 7 days';
const LEADS = 1100;

test('messages of test payments', async ({ page, context }) => {
  await signUp(page);
  await page.goto('/test-billing');
  await expectMessage(page, payments.nothingToManage);
  await page.goto('/payment-success');
  await expectMessage(page, payments.activationMissing);

  await page.goto('/pricing');
  const checkout = 'functions/v1/create-stripe-checkout';
  const click = () => page.getByRole('button', { name: TRY }).click();
  const repair = await answerCalls(page, checkout, { status: 500 });
  await click();
  await expectMessage(page, payments.invalidResponse);
  await repair();
  // The session has ended meanwhile.
  const logIn = await answerCalls(page, checkout, {
    status: 401,
    json: { error: { code: 'not_authenticated', message: 'Please log in.' } },
  });
  await click();
  await expectMessage(page, payments.logInToUpgrade);
  await logIn();
  // A page from before the price changed.
  const release = await holdCalls(page, checkout, (call) =>
    call.send({ body: { ...call.body, price: 3900 } }),
  );
  await click();
  await expectMessage(page, payments.priceDiffers);
  await release();
  // The page still shows the plan of before, whenever it reads the plan again.
  const { plan } = await callAs(page, 'functions/v1/account');
  const forget = await changeReplies(page, 'functions/v1/account', (account) => ({ ...account, plan }));
  await expect(page.getByRole('button', { name: TRY })).toBeVisible();
  // Another tab pays first.
  const { url } = await callAs(page, 'functions/v1/create-stripe-checkout', { planId: 'unlimited' });
  const sessionId = new URL(String(url)).searchParams.get('session');
  await callAs(page, 'functions/v1/test-checkout-act', { sessionId, act: 'pay' });
  await click();
  await expectMessage(page, payments.alreadyUnlimited);
  await forget();

  await signUp(page);
  await page.goto('/pricing');
  await expect(page.getByRole('button', { name: TRY })).toBeVisible();
  // The browser forgets that it is the operator's.
  await context.clearCookies();
  await click();
  await expectMessage(page, payments.testLocked);
  // As on a server without payments.
  await changeReplies(page, 'functions/v1/billing', (billing) => ({
    ...billing,
    source: 'none',
    trialAvailable: false,
  }));
  await page.reload();
  await expectMessage(page, payments.notSetUp);
});

test('messages of checkouts that end without a plan', async ({ page }) => {
  const checkout = async () => {
    await page.goto('/pricing');
    await page.getByRole('button', { name: TRY }).click();
    await expect(page).toHaveURL(/\/test-checkout/);
    return new URL(page.url()).searchParams.get('session');
  };
  // Two accounts of one mailbox open the checkout of a trial, and the other one pays first.
  const other = await signUp(page);
  const otherSession = await checkout();
  const otherToken = await accessToken(page);
  const person = newPerson();
  await signUp(page, { ...person, email: other.email.replace('@', '+2@') });
  await checkout();
  const paid = await page.request.post('/functions/v1/test-checkout-act', {
    headers: { apikey: 'leadwell-public', authorization: `Bearer ${otherToken}` },
    data: { sessionId: otherSession, act: 'pay' },
  });
  expect(paid.ok()).toBe(true);
  await page.getByRole('button', { name: 'Start trial', exact: true }).click();
  await expectMessage(page, payments.trialRefused);
  await expect(page).toHaveURL(/\/pricing$/);
  await expect(page.getByText(payments.activated)).toHaveCount(0);
  await expect(page.getByRole('button', { name: TRY })).toHaveCount(0);
  await takeScreenshots(page, 'pricing-trial-refused');
  // The way on.
  await page.getByRole('button', { name: 'Subscribe', exact: true }).click();
  await expect(page).toHaveURL(/\/test-checkout/);
  const bought = new URL(page.url()).searchParams.get('session');
  await page.getByRole('button', { name: 'Pay', exact: true }).click();
  await expectMessage(page, payments.activated);
  await page.waitForURL('**/dashboard');

  // A tab whose checkout was a second one, and one that returns while the provider is down.
  const back = `/pricing?status=success&session_id=${bought}`;
  const confirm = 'functions/v1/confirm-checkout';
  const once = await changeReplies(page, confirm, (order) => ({ ...order, status: 'duplicate' }));
  await page.goto(back);
  await expectMessage(page, payments.boughtTwice);
  await once();
  const down = { error: { code: 'unavailable', message: 'down' } };
  const repair = await answerCalls(page, confirm, { status: 503, json: down });
  await page.goto(back);
  await expectMessage(page, payments.pending);
  await repair();
});

test('messages of Stripe payments and the admin page', async ({ browser }) => {
  test.slow();
  const boss = newPerson();
  const stripe = await startFakeStripe();
  const server = await startLeadwell({
    env: {
      STRIPE_SECRET_KEY: 'sk_test_key',
      STRIPE_WEBHOOK_SECRET: stripe.webhookSecret,
      STRIPE_API_BASE: stripe.url,
      STAFF_EMAILS: boss.email,
      TRIAL_REQUIRES_CARD: '0',
    },
  });
  const file = join(server.dataDir, 'managers.csv');
  const rows = Array.from({ length: LEADS }, (_, n) => `Ada${n},Manager,ada${n}@firm${n}.example`);
  await writeFile(file, `First Name,Title,Email\n${rows.join('\n')}\n`);
  const loading = leadwell(server, 'leads', 'import', file, '-d', 'leadrocks', '-s', 'own', '-l', 'CC0');
  const page = await browser.newPage({ baseURL: server.url });
  const person = await signUp(page);

  // A bank debit that isn't confirmed yet.
  await answerCalls(page, 'checkout.stripe.test/*', { json: 'a checkout' });
  await page.goto('/pricing');
  await page.getByRole('button', { name: TRY }).click();
  await page.waitForURL(/checkout\.stripe\.test/);
  const session = /cs_test_\w+/.exec(page.url())?.[0] ?? '';
  await page.goto(`/pricing?status=success&session_id=${session}`);
  await expectMessage(page, payments.pending);

  const { ADMIN_KEY } = JSON.parse(readFileSync(join(server.dataDir, 'secrets.json'), 'utf8'));
  const operator = await browser.newPage({ baseURL: server.url });
  const press = (name: string) => operator.getByRole('button', { name }).click();
  await operator.goto('/admin');
  await operator.getByLabel('Admin key').fill(ADMIN_KEY);
  await press('Bulk sync payments');
  await expectMessage(operator, admin.synced(0, 0, 0));
  await operator.getByLabel('Email').fill('nobody@example.com');
  await operator.route('**/functions/v1/admin-upgrade-directly', (route) =>
    route.fulfill({ json: { success: false } }),
  );
  await press('Upgrade directly');
  await expectMessage(operator, payments.upgradeFailed);
  await press('Upgrade to Unlimited');
  await expectMessage(operator, admin.upgradeFailed(admin.noSuchAccount));
  const plan = operator.locator('form', { hasText: 'directly' }).getByLabel('Plan');
  await plan.selectOption('Free');
  await press('Take the plan back');
  await expectMessage(operator, admin.takeBackFailed(admin.noSuchAccount));
  await press('Take it back directly');
  await expectMessage(operator, admin.takeBackFailed(''));
  const broken = /functions\/v1\/(admin-upgrade|bulk-sync)/;
  await operator.route(broken, (route) => route.fulfill({ status: 500 }));
  await press('Take the plan back');
  await expectMessage(operator, admin.takeBackBroke);
  await plan.selectOption('Unlimited');
  await press('Upgrade to Unlimited');
  await expectMessage(operator, admin.upgradeBroke);
  await press('Bulk sync payments');
  await expectMessage(operator, admin.syncBroke);
  await operator.unroute(broken);

  await loading;
  const click = (name: string) => page.getByRole('button', { name }).click();
  await page.goto('/dashboard/database-export?title=manager');
  await click('Export CSV');
  await expectMessage(page, leads.creditsShort(LEADS, 1000));

  // Stripe can't be reached.
  await stripe.close();
  await page.goto('/dashboard/settings#delete');
  await click('Delete account');
  await page.getByLabel(`Type ${person.email} to confirm`).fill(person.email);
  await click('Delete my account and all data');
  await page.getByLabel('Your current password').fill(person.password);
  await click('Delete my account and all data');
  await expectMessage(page, settings.notDeleted);
  await page.goto('/pricing');
  await click('Subscribe now without a trial');
  await expectMessage(page, payments.checkoutFailed);
  await press('Bulk sync payments');
  await expectMessage(operator, admin.syncFailed(payments.notListed));
  await operator.getByLabel('Email').fill(person.email);
  await press('Upgrade to Unlimited');
  await expectMessage(operator, admin.upgraded(person.email, 'via edge function'));
  await operator.close();

  // Staff confirm their address while the pricing page loads.
  await signUp(page, boss);
  const before = await callAs(page, 'functions/v1/account');
  await callAs(page, 'functions/v1/send-confirmation', {});
  const { code } = await mailTo(server, boss.email, 'Confirm your email address for Leadwell');
  await callAs(page, 'functions/v1/confirm-email', { code });
  await changeReplies(page, 'functions/v1/account', () => before, 1);
  await page.goto('/pricing');
  await expectMessage(page, payments.upgraded);
  await page.waitForURL('**/dashboard');
  await page.close();
  await server.stop();
});
