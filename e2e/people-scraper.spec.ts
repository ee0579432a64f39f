import { MESSAGES } from '#contract/messages.ts';
import { callAs } from './fixtures/account-calls.ts';
import { expect, signUp, test } from './fixtures/app-test.ts';
import { changeReplies } from './fixtures/held-calls.ts';
import {
  addressField,
  countCalls,
  download,
  expectAccessible,
  fillForm,
  GERMAN_CHIEFS,
  GERMANS,
  orders,
  PATH,
  pay,
  peopleFound,
  UNMAPPED,
} from './fixtures/people-scraper-page.ts';
import { takeScreenshots } from './fixtures/screenshots.ts';

test.describe('people scraper', () => {
  test('previews a search, takes payment in a new tab, updates both tabs and downloads the file', async ({
    page,
    context,
  }) => {
    test.slow();
    await signUp(page);
    await page.goto(PATH);
    await expect(page.getByText('No orders yet')).toBeVisible();
    await takeScreenshots(page, 'scraper-empty');
    await fillForm(page, `${GERMANS}&organizationLocations[]=Berlin&revenueRange[min]=5`, '2000');
    await expect(page.getByText('Sample data', { exact: true })).toBeVisible();
    const filters = page.getByRole('region', { name: 'Applied filters' });
    await expect(filters.getByText('Germany')).toBeVisible();
    await expect(
      page.getByText('Company location: Berlin. Our database filters by the person'),
    ).toBeVisible();
    await expect(page.getByText('Revenue from: 5. Our database doesn')).toBeVisible();
    await expect(page.getByText('2,000 × $0.003')).toBeVisible();
    await expect(page.getByText(/^You get 2,000 of the 2,\d{3} people found\.$/)).toBeVisible();
    await takeScreenshots(page, 'scraper-preview');

    const checkout = await pay(page);
    expect(await checkout.evaluate(() => window.opener)).toBeNull();
    await expect(checkout.getByText('2,000 × People records')).toBeVisible();
    await expect(checkout.getByText('$6.00').first()).toBeVisible();
    await expect(orders(page).first()).toContainText('Waiting for payment');
    await takeScreenshots(page, 'scraper-waiting');

    await checkout.getByRole('button', { name: 'Pay', exact: true }).click();
    await expect(page.getByText(MESSAGES.scraper.paid).first()).toBeVisible();
    await expect(checkout).toHaveURL(/apollo-scraper\?order=/);
    for (const tab of [page, checkout]) {
      await expect(tab.getByText(MESSAGES.scraper.completed(2000)).first()).toBeVisible();
      await expect(tab.getByText('You paid $6.00 and got every record you ordered.')).toBeVisible();
      await expect(orders(tab)).toHaveCount(1);
      await expect(orders(tab)).toContainText('Done');
    }
    // Its link expires after a day, so a return to the page gets another one.
    const asked = page.waitForRequest((request) => request.url().includes('/order-status'));
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
    await asked;
    const { name, rows } = await download(page);
    expect(name).toMatch(/^apollo_results_\d{4}-\d\d-\d\d\.csv$/);
    expect(rows).toHaveLength(2000);
    expect(new Set(rows.map((row) => row.email || row.person_linkedin_url)).size).toBe(2000);
    for (const row of rows) expect(row.country).toBe('Germany');
    expect(context.pages()).toHaveLength(2);

    // A new order starts with an empty form.
    await page.getByRole('link', { name: 'New order' }).click();
    await expect(addressField(page)).toHaveValue('');
    await expect(
      orders(page).getByText('Location: Germany · Company location: Berlin · Revenue from: 5'),
    ).toBeVisible();
    await page.getByRole('button', { name: 'Show URL' }).click();
    await expect(page.getByLabel('Search URL', { exact: true })).toHaveValue(/sortByField/);
  });

  test('warns before payment if too few records exist, and refunds the missing ones', async ({ page }) => {
    await signUp(page);
    await fillForm(page, GERMAN_CHIEFS);
    const count = Number((await peopleFound(page).textContent())?.replace(/\D/g, ''));
    expect(count).toBeGreaterThan(50);
    expect(count).toBeLessThan(1000);
    const refund = `$${((300 - Math.round(count * 0.3)) / 100).toFixed(2)}`;
    await expect(
      page.getByText(
        `You pay $3.00 for 1,000 records. We found ${count} people, so we refund about ${refund} for missing records.`,
      ),
    ).toBeVisible();
    const checkout = await pay(page);
    await checkout.getByRole('button', { name: 'Pay', exact: true }).click();
    await expect(checkout).toHaveURL(/apollo-scraper\?order=/);
    await checkout.close();
    await expect(page.getByText(`Scraping completed! ${count} records extracted.`).first()).toBeVisible();
    await expect(page.getByText(`We refunded ${refund} of your $3.00 for missing records.`)).toBeVisible();
    await expect(orders(page)).toContainText(`${count} of 1,000 records · $3.00 · ${refund} refunded`);
    await takeScreenshots(page, 'scraper-refund');
    await page.getByRole('button', { name: 'Receipt', exact: true }).click();
    await expect(page.getByRole('heading', { name: 'Receipt' })).toBeVisible();
    await expect(page.getByText('1,000 people records')).toBeVisible();
    await expect(page.getByText(refund, { exact: true })).toBeVisible();
    await takeScreenshots(page, 'receipt');
    await page.getByRole('link', { name: 'Back to Leadwell' }).click();
    const paid = page.getByRole('list', { name: 'Orders of records' }).getByRole('listitem');
    await expect(paid).toContainText(`1,000 people records · $3.00 · ${refund} refunded`);
    await takeScreenshots(page, 'usage-orders');
    await expectAccessible(page);
    // As if a deletion of the account had failed before its refund was paid.
    const due = { status: 'refunded', run: null, refundDue: true };
    const restore = await changeReplies(page, 'functions/v1/people-orders', (reply) => ({
      orders: (reply as { orders: object[] }).orders.map((order) => ({ ...order, ...due })),
    }));
    await page.reload();
    await expect(paid).toContainText('1,000 people records · $3.00');
    await expect(paid).not.toContainText('refunded');
    await restore();
    await paid.getByRole('button', { name: /^Receipt/ }).click();
    await expect(page).toHaveURL(/\/test-billing\?order=/);
    await page.goBack();
    await paid.getByRole('link').click();
    const { rows } = await download(page);
    expect(rows).toHaveLength(count);
    for (const row of rows) expect(row.title).toMatch(/chief/i);
    await expectAccessible(page);
    // The order that is open has the button, too.
    await page.getByRole('button', { name: 'Order again' }).click();
    await expect(addressField(page)).toHaveValue(GERMAN_CHIEFS);
  });

  test('shows canceled and declined payments, and can order again', async ({ page }) => {
    await signUp(page);
    await fillForm(page, GERMAN_CHIEFS);
    const canceled = await pay(page);
    await canceled.getByRole('button', { name: 'Cancel', exact: true }).click();
    await expect(canceled.getByText(MESSAGES.payments.canceled)).toBeVisible();
    await expect(canceled).toHaveURL(/apollo-scraper$/);
    await expect(page.getByText('The checkout was closed')).toBeVisible();
    await canceled.goBack();
    await expect(canceled.getByText('This checkout has ended.')).toBeVisible();
    await canceled.getByRole('link', { name: 'View your orders' }).click();
    await expect(orders(canceled)).toContainText('Expired');
    await canceled.close();
    await expect(orders(page)).toContainText('Expired');

    await page.getByRole('button', { name: /^Order again/ }).click();
    await expect(addressField(page)).toHaveValue(GERMAN_CHIEFS);
    await expect(peopleFound(page)).toBeVisible();
    const refused = await pay(page);
    await refused.getByRole('button', { name: 'Fail the payment' }).click();
    for (const tab of [page, refused]) await expect(tab.getByText('The payment failed')).toBeVisible();
    await expect(page.getByText("You weren't charged.")).toBeVisible();
    await expect(orders(page).getByText('Payment failed')).toBeVisible();
    await expect(orders(page)).toHaveCount(2);
    await takeScreenshots(page, 'scraper-refused');
  });

  test('says that a finished checkout is not paid yet, also after a reload', async ({ page }) => {
    await signUp(page);
    await fillForm(page, GERMAN_CHIEFS);
    const checkout = await pay(page);
    const session = new URL(checkout.url()).searchParams.get('session');
    await checkout.close();
    // As after a bank debit, which takes days.
    const clearing = (order: object) => ({ ...order, checkoutUrl: null, clearing: true });
    const repairs = [
      await changeReplies(page, 'functions/v1/confirm-checkout', clearing),
      await changeReplies(page, 'functions/v1/order-status', clearing),
      await changeReplies(page, 'functions/v1/people-orders', ({ orders: all }) => ({
        orders: all.map(clearing),
      })),
    ];
    await page.goto(`${PATH}?payment_success=true&session_id=${session}`);
    for (const again of [false, true]) {
      if (again) await page.reload();
      await expect(page.getByText("Your payment hasn't gone through yet")).toBeVisible();
      await expect(orders(page)).toContainText('Payment processing');
      await expect(page.getByText('Pay in the other tab')).toHaveCount(0);
      await expect(page.getByRole('link', { name: /^Continue to payment/ })).toHaveCount(0);
    }
    await takeScreenshots(page, 'scraper-clearing');
    for (const repair of repairs) await repair();
  });

  test('shows the run of an order that the server started meanwhile', async ({ page }) => {
    await signUp(page);
    await fillForm(page, GERMAN_CHIEFS);
    const checkout = await pay(page);
    let refused = false;
    const hideRun = (order: object) => (refused ? order : { ...order, run: null });
    const repair = await changeReplies(page, 'functions/v1/order-status', hideRun);
    await page.evaluate(() => {
      const look = () => {
        if (document.body.innerText.includes('Scraping failed')) document.body.dataset.failed = 'yes';
      };
      new MutationObserver(look).observe(document.body, { subtree: true, childList: true });
    });
    await page.context().route('**/functions/v1/apollo-scraper', async (route) => {
      // As the server does for an order that no one starts.
      await callAs(page, 'functions/v1/apollo-scraper', route.request().postDataJSON());
      const reply = await route.fetch();
      expect(reply.status()).toBe(402);
      refused = true;
      await route.fulfill({ response: reply });
    });
    await checkout.route('**/functions/v1/confirm-checkout', (route) => route.abort());
    await checkout.getByRole('button', { name: 'Pay', exact: true }).click();
    await expect(page.getByText(/^Scraping completed! \d+ records extracted\.$/).first()).toBeVisible();
    expect(await page.evaluate(() => document.body.dataset.failed)).toBeUndefined();
    await page.context().unroute('**/functions/v1/apollo-scraper');
    await repair();
    await checkout.close();
  });

  test('keeps waiting for payment after a reload, and can start a paid order later', async ({ page }) => {
    await signUp(page);
    await fillForm(page, GERMAN_CHIEFS);
    const first = await pay(page);
    await first.close();
    await page.reload();
    const waiting = page.getByText('Waiting for your payment');
    await expect(waiting).toBeVisible();
    // As if the checkout couldn't be created some minutes ago.
    const restore = await changeReplies(page, 'functions/v1/order-status', (order) => ({
      ...order,
      checkoutUrl: null,
      createdAt: new Date(Date.now() - 180_000).toISOString(),
    }));
    await expect(page.getByText("The checkout couldn't be opened")).toBeVisible();
    await expect(orders(page).getByText('No checkout')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Order again', exact: true })).toBeVisible();
    await expect(waiting).toHaveCount(0);
    await takeScreenshots(page, 'scraper-no-checkout');
    await restore();
    await expect(waiting).toBeVisible();
    // As if a deletion of the account had failed, and the payment is disputed.
    const refundProblem = 'The payment is disputed, so the bank decides the outcome.';
    const repair = await changeReplies(page, 'functions/v1/order-status', (order) => ({
      ...order,
      status: 'refunded',
      checkoutUrl: null,
      refundProblem,
    }));
    await expect(page.getByText("Our refund didn't go through")).toBeVisible();
    await expect(orders(page).getByText('Refund failed')).toBeVisible();
    await expect(page.getByText(refundProblem)).toBeVisible();
    await takeScreenshots(page, 'scraper-refund-problem');
    await repair();
    await page.reload();
    await expect(waiting).toBeVisible();
    const [checkout] = await Promise.all([
      page.waitForEvent('popup'),
      page.getByRole('link', { name: /^Continue to payment/ }).click(),
    ]);
    // From now on no run can start, as if the server stopped between payment and run.
    await page.context().route('**/functions/v1/apollo-scraper', (route) => route.abort());
    await checkout.getByRole('button', { name: 'Pay', exact: true }).click();
    // A closed tab cancels its requests, so wait for both tabs to fail first.
    for (const tab of [checkout, page])
      await expect(tab.getByText("Scraping failed: Can't reach the server.")).toBeVisible();
    await checkout.close();
    await expect(page.getByText('Your payment is safe, and each order runs only once.')).toBeVisible();
    await takeScreenshots(page, 'scraper-not-started');
    await page.goto(PATH);
    await expect(orders(page)).toContainText('Paid, not started');
    await page.context().unroute('**/functions/v1/apollo-scraper');
    await page.getByRole('link', { name: /^Start scraping/ }).click();
    await page.reload();
    await expect(page.getByText(/^Scraping completed! \d+ records extracted\.$/).first()).toBeVisible();
    await page.reload();
    await expect(page.getByText(/^Scraping completed! \d+ records extracted\.$/)).toBeVisible();
    await expect(orders(page)).toHaveCount(1);
  });

  test('shows progress, also after a reload', async ({ page }) => {
    await signUp(page);
    let paused = true;
    // The run takes only a moment, so the test hides its end from the page until after the reload.
    const showRunning = (order: { run: object | null }) =>
      paused && order.run
        ? { ...order, run: { ...order.run, status: 'running', recordsFound: 400, downloadUrl: null } }
        : order;
    await changeReplies(page, 'functions/v1/order-status', showRunning);
    await changeReplies(page, 'functions/v1/people-orders', ({ orders }) => ({
      orders: orders.map(showRunning),
    }));
    await fillForm(page, GERMANS);
    const checkout = await pay(page);
    await checkout.getByRole('button', { name: 'Pay', exact: true }).click();
    await expect(checkout).toHaveURL(/apollo-scraper\?order=/);
    await checkout.close();
    for (const again of [false, true]) {
      if (again) await page.reload();
      await expect(page.getByRole('progressbar', { name: 'Scraping progress' })).toHaveAttribute(
        'aria-valuenow',
        '400',
      );
      await expect(page.getByText('400 of 1,000 records')).toBeVisible();
      await expect(
        page.getByText(/^\d+ seconds? so far\. You can close this page\. Scraping continues\.$/),
      ).toBeVisible();
      await expect(orders(page)).toContainText('Running: 400 of 1,000');
    }
    await takeScreenshots(page, 'scraper-running');
    await page.goto(PATH);
    await page.getByRole('link', { name: /^Show progress/ }).click();
    await expect(page.getByText('400 of 1,000 records')).toBeVisible();
    paused = false;
    await expect(page.getByText(MESSAGES.scraper.completed(1000)).first()).toBeVisible();
    await expect(orders(page)).toContainText('Done');
  });

  test('a hand-typed URL starts nothing and shows a message', async ({ page }) => {
    await signUp(page);
    const runs = countCalls(page, 'apollo-scraper');
    for (const query of [
      'payment_success=true',
      'payment_success=true&session_id=cs_test_0123456789abcdef',
    ]) {
      await page.goto(`${PATH}?${query}`);
      await expect(page.getByText('No payment found for this link')).toBeVisible();
    }
    await expect(page.getByText('No orders yet')).toBeVisible();
    await page.getByRole('button', { name: 'Dismiss' }).click();
    await expect(page).toHaveURL(/apollo-scraper$/);
    for (const order of ['00000000-0000-4000-8000-000000000000', 'nonsense']) {
      await page.goto(`${PATH}?order=${order}`);
      await expect(page.getByText('Order not found')).toBeVisible();
    }
    expect(runs()).toBe(0);
  });

  test.describe('with a clock of its own', () => {
    test.use({ ownContext: true });
    test('stops waiting for a payment after 5 minutes, and checks again on request', async ({ page }) => {
      await page.clock.install();
      await signUp(page);
      await fillForm(page, GERMANS);
      const checkout = await pay(page);
      const statusCalls = countCalls(page, 'order-status');
      await page.clock.fastForward('05:01');
      await expect(page.getByText('No payment received in 5 minutes')).toBeVisible();
      const before = statusCalls();
      await page.clock.fastForward('00:30');
      await takeScreenshots(page, 'scraper-gave-up');
      expect(statusCalls()).toBe(before);
      await checkout.close();
      await page.getByRole('button', { name: 'Check again' }).click();
      await expect(page.getByText('Waiting for your payment')).toBeVisible();
      expect(statusCalls()).toBeGreaterThan(before);
    });
  });

  test('fits every screen width and has no serious accessibility violations', async ({ page, context }) => {
    await signUp(page);
    const titles = Array.from({ length: 30 }, (_, index) => `&personTitles[]=chief%20officer%20${index}`);
    await fillForm(
      page,
      `${UNMAPPED}${titles.join('')}&organizationIndustryTagIds[]=5567cdd37369640d26000000`,
    );
    await expectAccessible(page);
    await pay(page);
    await page.getByRole('button', { name: 'Show URL' }).first().click();
    await expectAccessible(page);
    await takeScreenshots(page, 'scraper-list');
    const [, checkout] = context.pages();
    await checkout?.getByRole('button', { name: 'Pay', exact: true }).click();
    await expect(page.getByText(/^Scraping completed!/).first()).toBeVisible();
    await page.goto(PATH);
    await expect(orders(page)).toContainText('Done');
    await expectAccessible(page);
  });
});
