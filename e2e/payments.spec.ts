import type { Page } from '@playwright/test';
import type { AccountView } from '#contract/account.ts';
import { UPGRADE_REDIRECT_MS } from '#contract/limits.ts';
import { MESSAGES } from '#contract/messages.ts';
import { expect, newPerson, signUp, test } from './fixtures/app-test.ts';
import { accessToken } from './fixtures/browser-session.ts';
import { confirmEmail } from './fixtures/confirm-email.ts';
import { confirmSpend } from './fixtures/confirm-spend.ts';
import { expectMessage } from './fixtures/expect-message.ts';
import { startFakeStripe } from './fixtures/fake-stripe.ts';
import type { FakeWeb } from './fixtures/fake-web.ts';
import { generatedName } from './fixtures/generated-sites.ts';
import { answerCalls, changeReplies, type HeldCall, holdCalls } from './fixtures/held-calls.ts';
import { leadwell } from './fixtures/leadwell-command.ts';
import { startLeadwell } from './fixtures/leadwell-server.ts';
import { takeScreenshots } from './fixtures/screenshots.ts';

/** The offer to a signed-in user. */
const TRY = 'Try Unlimited free for 7 days';

async function extract(page: Page, web: FakeWeb, count: number, from = 0): Promise<void> {
  await page.goto('/dashboard/website-extraction');
  const lines = Array.from({ length: count }, (_, index) => web.siteUrl(generatedName(from + index)));
  await page.getByRole('textbox', { name: /URL/ }).first().fill(lines.join('\n'));
  await page.getByRole('button', { name: 'Extract Data' }).click();
}

test.describe('payments', () => {
  test('the gate redirects to a trial checkout, and paying unlocks the tool', async ({ page, web }) => {
    test.slow();
    const server = await startLeadwell({
      dnsServer: web.dnsServer,
      env: { TRIAL_REQUIRES_CARD: '1' },
      emptyFolder: true,
    });
    try {
      await page.context().addCookies([server.operatorCookie()]);
      await page.goto(`${server.url}/`);
      // Beside each offer of the trial: in the header, at the top, with the plan and at the end.
      await expect(page.getByText('Card required, but not charged for 7 days.')).toHaveCount(4);
      await expect(page.getByRole('link', { name: 'Start Free Trial' })).toHaveAccessibleDescription(
        'Card required, but not charged for 7 days.',
      );
      await expect(page.getByText('Your first 1,000 credits are on us. Card required')).toBeVisible();
      await page.goto(`${server.url}/signup`);
      await expect(page.getByText('Card required, but not charged for 7 days.')).toBeVisible();
      await page.getByLabel('Name').fill('Gate Person');
      await page.getByLabel('Email').fill('gate@example.com');
      await page.getByLabel('Password', { exact: true }).fill('correct horse 9');
      await page.getByRole('button', { name: 'Create Account' }).click();
      await expectMessage(page, MESSAGES.auth.accountCreatedCardNext);
      await expect(page).toHaveURL(/\/dashboard$/);
      await expect(page.getByText('To use them, confirm your email address and add a card.')).toBeVisible();

      // The sample runs without a card.
      await page.getByRole('link', { name: 'Open the sample' }).click();
      await expect(page.getByText('free sample')).toBeVisible();
      await page.getByRole('button', { name: 'Extract Data' }).click();
      await expect(page).toHaveURL(/\?task=/);

      await page.goto(`${server.url}/dashboard/website-extraction`);
      const url = web.siteUrl(generatedName(0));
      await page.getByRole('textbox', { name: /URL/ }).first().fill(url);
      // The trial is for whoever has the address.
      const CONFIRM = 'Confirm your email address in the settings to start your trial of Unlimited.';
      await expectMessage(page, CONFIRM);
      await page.getByRole('button', { name: 'Extract Data' }).click();
      await expectMessage(page, CONFIRM, 2);
      await expect(page.getByText('Confirm your email address to start your trial.')).toBeVisible();
      await takeScreenshots(page, 'trial-unconfirmed');
      await page.goto(`${server.url}/pricing`);
      await expect(page.getByRole('link', { name: 'Confirm your email to start the trial' })).toBeVisible();
      await expect(page.getByRole('button', { name: TRY })).toHaveCount(0);
      await takeScreenshots(page, 'pricing-unconfirmed');
      await page.goto(`${server.url}/dashboard/website-extraction`);
      await page.getByRole('link', { name: 'Open settings' }).click();
      await expect(page).toHaveURL(/\/dashboard\/settings#email$/);
      await confirmEmail(page, server, 'gate@example.com');

      await page.goto(`${server.url}/dashboard/website-extraction`);
      await expect(page.getByText(CONFIRM)).toHaveCount(0);
      await page.getByRole('button', { name: 'Extract Data' }).click();
      await expect(page).toHaveURL(/\/test-checkout\?session=/);
      for (const text of ['Leadwell Unlimited', '$49.00', '7 days', MESSAGES.payments.testNotice]) {
        await expect(page.getByText(text).first()).toBeVisible();
      }
      // The checkout says why it opened, and Cancel leads back to the tool with its list.
      await expect(page.getByText(MESSAGES.gate.cardNeeded)).toBeVisible();
      await expect(page.getByText('You return to Website Extraction either way.')).toBeVisible();
      await takeScreenshots(page, 'checkout-reason');
      await page.getByRole('button', { name: 'Cancel', exact: true }).click();
      await expect(page.getByText(MESSAGES.payments.canceled)).toBeVisible();
      await expect(page).toHaveURL(/\/dashboard\/website-extraction$/);
      await expect(page.getByRole('textbox', { name: /URL/ }).first()).toHaveValue(url);
      await page.getByRole('button', { name: 'Extract Data' }).click();
      await expect(page).toHaveURL(/\/test-checkout\?session=/);
      await page.getByRole('button', { name: 'Start trial', exact: true }).click();
      await expect(page.getByText(MESSAGES.payments.activated)).toBeVisible();
      await expect(page.getByRole('button', { name: 'Get activation code' })).toBeVisible();
      // Back at the tool, which kept its list during the checkout.
      await expect(page).toHaveURL(/\/dashboard\/website-extraction$/);
      await expect(page.getByRole('textbox', { name: /URL/ }).first()).toHaveValue(url);
      await page.getByRole('button', { name: 'Extract Data' }).click();
      await expect(page.getByText('Completed').first()).toBeVisible();

      await page.goto(`${server.url}/pricing`);
      await expect(page.getByRole('button', { name: 'Current Plan' })).toBeDisabled();
      await page.goto(`${server.url}/dashboard/usage`);
      await expect(page.getByText('Included', { exact: true }).first()).toBeVisible();
      await takeScreenshots(page, 'usage-unlimited');
      await page.goto(`${server.url}/payment-success`);
      await expect(page.getByRole('heading', { name: 'Payment Successful!' })).toBeVisible();
      await takeScreenshots(page, 'payment-success');
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
      await page.getByRole('button', { name: 'Copy Activation Code' }).click();
      await expect(page.getByText(MESSAGES.payments.activationCopied)).toBeVisible();
      expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/^LW(-\w{5}){4}$/);
      await expect(page.getByRole('button', { name: 'Copied!' })).toBeVisible();
      await expect(page.getByRole('button', { name: 'Copy Activation Code' })).toBeVisible();
    } finally {
      await server.stop();
    }
  });

  test('a canceled checkout and a hand-typed URL change nothing', async ({ page }) => {
    await signUp(page);
    await page.goto('/pricing');
    await page.getByRole('button', { name: TRY }).click();
    await page.getByRole('button', { name: 'Cancel', exact: true }).click();
    await expect(page.getByText(MESSAGES.payments.canceled)).toBeVisible();
    await expect(page).toHaveURL(/\/pricing$/);
    for (const query of ['status=success', 'status=success&session_id=cs_test_0123456789abcdef']) {
      await page.goto(`/pricing?${query}`);
      await expect(page).toHaveURL(/\/pricing$/);
      await expect(page.getByRole('button', { name: TRY })).toBeVisible();
    }
    // The last address named a checkout that this account doesn't have.
    await expect(page.getByText(MESSAGES.payments.otherCheckout)).toBeVisible();
    await page.goto('/dashboard');
    await expect(page.getByText('Free (Trial)')).toBeVisible();
  });

  test('who returns without a session logs in, and then has the plan and the page from before', async ({
    page,
  }) => {
    const person = await signUp(page);
    await page.goto('/dashboard/twitter-scraper');
    await page.getByRole('main').getByRole('link', { name: 'Upgrade Plan' }).click();
    await expect(page).toHaveURL(/\/pricing\?from=%2Fdashboard%2Ftwitter-scraper$/);
    await page.getByRole('button', { name: 'Subscribe now without a trial' }).click();
    const back = page.waitForRequest(/\/pricing\?status=success.*session_id=/);
    await page.getByRole('button', { name: 'Pay', exact: true }).click();
    const returned = (await back).url();
    await expect(page).toHaveURL(/\/dashboard\/twitter-scraper$/);
    await expect(page.getByRole('button', { name: /^Download/ })).toBeVisible();

    // The same return in a browser whose session has ended.
    await page.evaluate(() => localStorage.removeItem('leadwell-auth'));
    await page.goto(returned);
    await expect(page).toHaveURL(/\/login$/);
    await expect(page.getByText('Log in with the account you used for the checkout.')).toBeVisible();
    await takeScreenshots(page, 'login-after-checkout');
    await page.getByLabel('Email').fill(person.email);
    await page.getByLabel('Password', { exact: true }).fill(person.password);
    await page.getByRole('button', { name: 'Log in', exact: true }).click();
    await expect(page.getByText(MESSAGES.payments.activated)).toBeVisible();
    await expect(page).toHaveURL(/\/dashboard\/twitter-scraper$/);
  });

  test.describe('with a clock of its own', () => {
    test.use({ ownContext: true });
    test('leaves the page alone that a person opened before the plan was active', async ({ page }) => {
      await page.clock.install();
      await signUp(page);
      const held = Promise.withResolvers<HeldCall>();
      await holdCalls(page, 'functions/v1/confirm-checkout', held.resolve);
      await page.goto('/pricing?dev_mode=true');
      const call = await held.promise;
      await page.getByRole('link', { name: 'Schedules' }).first().click();
      await expect(page).toHaveURL(/\/schedules$/);
      await call.send();
      await expect(page.getByText(MESSAGES.payments.activated)).toBeVisible();
      await page.clock.fastForward(UPGRADE_REDIRECT_MS + 1000);
      await expect(page).toHaveURL(/\/schedules$/);
    });
  });

  test('says how a checkout ended that gives no plan', async ({ page }) => {
    await signUp(page);
    await page.goto('/pricing');
    await page.getByRole('button', { name: TRY }).click();
    await expect(page).toHaveURL(/\/test-checkout/);
    const session = new URL(page.url()).searchParams.get('session');
    for (const [status, text] of [
      ['refunded', /This payment was refunded/],
      ['expired', /closed before it was paid/],
    ] as const) {
      const restore = await changeReplies(page, 'functions/v1/confirm-checkout', (order) => ({
        ...order,
        status,
      }));
      await page.goto(`/pricing?status=success&session_id=${session}`);
      await expect(page.getByText(text)).toBeVisible();
      await restore();
    }
    await takeScreenshots(page, 'pricing-checkout-expired');
  });

  test('visitors sign up first, and return to the plan', async ({ page }) => {
    await page.goto('/pricing');
    const main = page.getByRole('main');
    await expect(main.getByText('No card required during the trial.', { exact: true })).toBeVisible();
    await expect(main.getByText('Your card')).toHaveCount(0);
    await page.getByRole('button', { name: 'Start 7-Day Trial' }).click();
    await expect(page).toHaveURL(/\/signup$/);
    const person = newPerson();
    await page.getByLabel('Name').fill(person.name);
    await page.getByLabel('Email').fill(person.email);
    await page.getByLabel('Password', { exact: true }).fill(person.password);
    await page.getByRole('button', { name: 'Create Account' }).click();
    await expect(page).toHaveURL(/\/pricing$/);
  });

  test('a failed payment ends the plan, caps the credits and shows a message', async ({ page, server }) => {
    const person = await signUp(page);
    await leadwell(server, 'users', 'credits', person.email, '5000');
    await page.goto('/pricing');
    await page.getByRole('button', { name: 'Subscribe now without a trial' }).click();
    await page.getByRole('button', { name: 'Pay', exact: true }).click();
    await expect(page).toHaveURL(/\/dashboard$/);
    await page.goto('/dashboard/usage');
    await page.getByRole('button', { name: 'Manage billing' }).click();
    await page.getByRole('button', { name: 'Fail the next payment' }).click();
    const failed = page.getByText(MESSAGES.payments.failedRevoked);
    await expect(failed).toBeVisible();
    // Reported once, not on every page.
    const synced = page.waitForResponse(/payment-record/);
    await page.goto('/dashboard');
    await synced;
    await expect(page.getByRole('main').getByRole('link', { name: 'Manage billing' })).toBeVisible();
    await expect(failed).toHaveCount(0);
    await expect(page.getByRole('main').getByText('1,000', { exact: true })).toBeVisible();
    await expect(page.getByText(/Free \(Trial\)|Free trial/)).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Update payment method' })).toBeVisible();
    await page.goto('/dashboard/usage');
    await expect(page.getByText('Removed when the plan ended')).toBeVisible();
    await expect(page.getByText('−4,000')).toBeVisible();
    // A second subscription would charge twice.
    await page.goto('/pricing');
    await expect(page.getByRole('button', { name: 'Manage billing' })).toBeVisible();
    await expect(page.getByText(MESSAGES.payments.paymentDue)).toBeVisible();
    await takeScreenshots(page, 'pricing-payment-due');
    await expect(page.getByRole('button', { name: /Subscribe|Try Unlimited/ })).toHaveCount(0);
  });

  test('a failed first payment shows an error on return', async ({ page }) => {
    await signUp(page);
    await page.goto('/pricing');
    await page.getByRole('button', { name: TRY }).click();
    await page.getByRole('button', { name: 'Fail the payment' }).click();
    await expectMessage(page, MESSAGES.payments.firstFailed);
    await expect(page.getByRole('button', { name: TRY })).toBeVisible();
    // It took nothing away.
    await expect(page.getByText(MESSAGES.payments.failedRevoked)).toHaveCount(0);
    await page.goto('/dashboard/usage');
    await expect(page.getByText("Your first payment failed, so Unlimited didn't start.")).toBeVisible();
    await expect(page.getByText('Free (Trial)').first()).toBeVisible();
  });

  test('running down to 100 and 0 credits shows prompts, and the history lists every charge', async ({
    page,
    server,
    web,
  }) => {
    const person = await signUp(page);
    await leadwell(server, 'users', 'credits', person.email, '103');
    await extract(page, web, 3);
    await expect(page.getByText(MESSAGES.gate.lowCredits(100))).toBeVisible();
    await leadwell(server, 'users', 'credits', person.email, '5');
    await extract(page, web, 8, 10);
    await confirmSpend(page, 5, 'Extract Data');
    await expect(page.getByText(MESSAGES.gate.ranOut).first()).toBeVisible();
    await expect(page.getByText('Out of credits').first()).toBeVisible();
    await page.getByRole('button', { name: MESSAGES.gate.upgradeNow }).first().click();
    await expect(page).toHaveURL(/\/pricing$/);

    await page.goto('/dashboard/usage');
    const history = page.getByRole('region', { name: 'Credit history' });
    await expect(history.getByText('Website Extraction').first()).toBeVisible();
    // The task of the file above, by its link.
    await expect(history.getByRole('link').first()).toHaveAttribute('href', /website-extraction\?task=/);
    await expect(page.getByText('Welcome credits')).toBeVisible();

    // A date that is typed, digit by digit.
    const usage = page.getByRole('main');
    const from = usage.getByLabel('From', { exact: true });
    await from.focus();
    await page.keyboard.type('01022027');
    await expect(from).toHaveValue('2027-01-02');
    await expect(page).toHaveURL(/[?&]from=2027-01-02/);
    await expect(usage.getByText('Nothing matches')).toBeVisible();
    // The buttons that show everything go, and the focus stays with the filters.
    const filters = usage.getByRole('search', { name: 'Credit history' });
    await usage.getByRole('button', { name: 'Clear' }).press('Enter');
    await expect(from).toHaveValue('');
    await expect(filters).toBeFocused();
    await page.goto('/dashboard/usage?from=2027-01-02&to=2027-01-01');
    await expect(usage.getByText('The first day is after the last day')).toBeVisible();
    await expect(usage.getByText("We couldn't load your credit history")).toHaveCount(0);
    await expect(usage.getByRole('button', { name: 'Download CSV' })).toBeDisabled();
    await usage.getByRole('button', { name: 'Show everything' }).press('Enter');
    await expect(history.getByText('Welcome credits')).toBeVisible();
    await expect(filters).toBeFocused();

    // "Show more" that fails.
    await changeReplies(page, 'functions/v1/credit-history', (reply) => ({ ...reply, next: 1 }), 1);
    await page.reload();
    await expect(usage.getByText('Welcome credits')).toBeVisible();
    const error = { code: 'access_denied', message: 'Not now.' };
    const repair = await answerCalls(page, 'functions/v1/credit-history', { status: 403, json: { error } });
    await usage.getByRole('button', { name: 'Show more' }).click();
    await expect(usage.getByText("We couldn't load more lines")).toBeVisible();
    await repair();
    await usage.getByRole('button', { name: 'Try again' }).click();
    await expect(usage.getByText("We couldn't load more lines")).toHaveCount(0);
    await expect(usage.getByText('End of history.')).toBeVisible();

    // With 0 credits, the tool opens the checkout for a site that isn't paid for.
    await extract(page, web, 1, 20);
    await expect(page).toHaveURL(/\/test-checkout/);
  });
});

test.describe('with Stripe', () => {
  test('webhooks alone activate and end the plan, and the payment sync notifies the user', async ({
    page,
    web,
  }) => {
    test.slow();
    const stripe = await startFakeStripe();
    const server = await startLeadwell({
      dnsServer: web.dnsServer,
      env: {
        STRIPE_SECRET_KEY: 'sk_test_key',
        STRIPE_WEBHOOK_SECRET: stripe.webhookSecret,
        STRIPE_API_BASE: stripe.url,
      },
    });
    const deliver = async (type: string, objectId: string) => {
      const { body, signature } = await stripe.signEvent(type, objectId);
      const reply = await fetch(`${server.url}/webhooks/stripe`, {
        method: 'POST',
        body,
        headers: { 'stripe-signature': signature },
      });
      expect(reply.status).toBe(200);
    };
    try {
      await page.goto(`${server.url}/signup`);
      await page.getByLabel('Name').fill('Stripe Person');
      await page.getByLabel('Email').fill('stripe@example.com');
      await page.getByLabel('Password', { exact: true }).fill('correct horse 9');
      await page.getByRole('button', { name: 'Create Account' }).click();
      await expect(page).toHaveURL(/\/dashboard$/);
      const headers = { apikey: 'leadwell-public', authorization: `Bearer ${await accessToken(page)}` };
      const account = async (): Promise<AccountView> =>
        (await fetch(`${server.url}/functions/v1/account`, { headers })).json();
      await confirmEmail(page, server, 'stripe@example.com');
      await answerCalls(page, 'checkout.stripe.test/*', { json: 'a checkout at Stripe' });
      await page.goto(`${server.url}/pricing`);
      await page.getByRole('button', { name: TRY }).click();
      await expect(page).toHaveURL(/checkout\.stripe\.test/);
      const session = /cs_test_\w+/.exec(page.url())?.[0] ?? '';

      // The user closes the checkout tab, so the success page never opens.
      stripe.pay(session);
      await deliver('checkout.session.completed', session);
      await expect.poll(async () => (await account()).plan, { timeout: 100_000 }).toBe('unlimited');
      await page.goto(`${server.url}/dashboard`);
      await expect(page.getByText('Unlimited plan: every tool')).toBeVisible();

      // A page that still shows the free plan updates a second later.
      const stale = { plan: 'free', credits: 1000 };
      await changeReplies(page, 'functions/v1/account', (account) => ({ ...account, ...stale }), 1);
      await page.goto(`${server.url}/dashboard`);
      await expect(page.getByText(MESSAGES.payments.activated)).toBeVisible();
      await expect(page.getByText('Unlimited plan: every tool')).toBeVisible();

      const { subscription } = stripe.session(session);
      stripe.change(subscription, { status: 'past_due' });
      await deliver('invoice.payment_failed', stripe.subscription(subscription).latest_invoice);
      await expect.poll(async () => (await account()).paymentDue, { timeout: 100_000 }).toBe(true);
      await page.goto(`${server.url}/dashboard`);
      await expect(page.getByText(MESSAGES.payments.failedRevoked)).toBeVisible();
      for (const path of ['/dashboard', '/dashboard/website-extraction', '/pricing']) {
        if (path !== '/dashboard') await page.goto(`${server.url}${path}`);
        const banner = page.getByRole('region', { name: 'Account notice' });
        await expect(banner.getByRole('button', { name: 'Update payment method' })).toBeVisible();
        await expect(page.getByText(/free trial|trial has expired/i)).toHaveCount(0);
      }

      // The address of the return is still in the history.
      await page.goto(`${server.url}/pricing?status=success&session_id=${session}`);
      await expectMessage(page, "You paid for this checkout earlier, and its plan isn't active anymore.");
      await expect(page.getByText(MESSAGES.payments.activated)).toHaveCount(0);
      await expect(page).toHaveURL(/\/pricing$/);

      // The operator deletes the customer at Stripe, and its event is lost.
      stripe.deleteCustomer(stripe.subscription(subscription).customer);
      await page.getByRole('button', { name: 'Manage billing' }).click();
      await expectMessage(page, MESSAGES.payments.customerGone);
      await takeScreenshots(page, 'pricing-customer-gone');
      await page.getByRole('button', { name: 'Subscribe', exact: true }).click();
      await expect(page).toHaveURL(/checkout\.stripe\.test/);
      expect(stripe.faults).toEqual([]);
    } finally {
      await server.stop();
      await stripe.close();
    }
  });
});
