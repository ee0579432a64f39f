import { expect, signUp, test } from './fixtures/app-test.ts';
import {
  addressField,
  countCalls,
  download,
  expectSound,
  fill,
  found,
  GERMAN_CHIEFS,
  GERMANS,
  orders,
  PATH,
  pay,
  shoot,
  UNMAPPED,
} from './fixtures/people-scraper-page.ts';

test.describe('people scraper', () => {
  test('a search is previewed, paid in a new tab, run in both tabs at once and downloaded', async ({
    page,
    context,
  }) => {
    await signUp(page);
    await page.goto(PATH);
    await expect(page.getByText('No orders yet')).toBeVisible();
    await shoot(page, 'scraper-empty');
    await fill(page, `${GERMANS}&personLocations[]=Berlin&qKeywords=saas`, '2000');
    await expect(page.getByText('Sample data', { exact: true })).toBeVisible();
    const understood = page.getByRole('region', { name: 'Applied filters' });
    await expect(understood.getByText('Germany')).toBeVisible();
    await expect(page.getByText('Location: Berlin. Leads are searched by country')).toBeVisible();
    await expect(page.getByText('Keywords: saas. Leads are searched by job title')).toBeVisible();
    await expect(page.getByText('2,000 × $0.003')).toBeVisible();
    await expect(page.getByText(/^You get 2,000 of the 2,\d{3} people found\.$/)).toBeVisible();
    await shoot(page, 'scraper-preview');

    const checkout = await pay(page);
    expect(await checkout.evaluate(() => window.opener)).toBeNull();
    await expect(checkout.getByText('2,000 × People records')).toBeVisible();
    await expect(checkout.getByText('$6.00').first()).toBeVisible();
    await expect(orders(page).first()).toContainText('Waiting for payment');
    await shoot(page, 'scraper-waiting');

    await checkout.getByRole('button', { name: 'Pay', exact: true }).click();
    await expect(page.getByText('Payment successful! Starting Apollo scraping...').first()).toBeVisible();
    await expect(checkout).toHaveURL(/apollo-scraper\?order=/);
    for (const tab of [page, checkout]) {
      await expect(tab.getByText('Scraping completed! 2000 records extracted.').first()).toBeVisible();
      await expect(tab.getByText('You paid $6.00 and got every record you ordered.')).toBeVisible();
      await expect(orders(tab)).toHaveCount(1);
      await expect(orders(tab)).toContainText('Done');
    }
    const { name, rows } = await download(page);
    expect(name).toMatch(/^apollo_results_\d{4}-\d\d-\d\d\.csv$/);
    expect(rows).toHaveLength(2000);
    expect(new Set(rows.map((row) => row.email || row.person_linkedin_url)).size).toBe(2000);
    for (const row of rows) expect(row.country).toBe('Germany');
    expect(context.pages()).toHaveLength(2);

    // What was typed is done with; the next order begins empty.
    await page.getByRole('link', { name: 'New order' }).click();
    await expect(addressField(page)).toHaveValue('');
    await expect(orders(page).getByText('Person locations: Germany, Berlin · Keywords: saas')).toBeVisible();
    await page.getByRole('button', { name: 'Show URL' }).click();
    await expect(page.getByLabel('Search URL', { exact: true })).toHaveValue(/sortByField/);
  });

  test('fewer found than ordered: told before, paid back after', async ({ page }) => {
    await signUp(page);
    await fill(page, GERMAN_CHIEFS);
    const count = Number((await found(page).textContent())?.replace(/\D/g, ''));
    expect(count).toBeGreaterThan(50);
    expect(count).toBeLessThan(1000);
    const back = `$${((300 - Math.round(count * 0.3)) / 100).toFixed(2)}`;
    await expect(
      page.getByText(
        `You pay $3.00 for 1,000 records. We found ${count} people, so we refund about ${back} for missing records.`,
      ),
    ).toBeVisible();
    const checkout = await pay(page);
    await checkout.getByRole('button', { name: 'Pay', exact: true }).click();
    await expect(checkout).toHaveURL(/apollo-scraper\?order=/);
    await checkout.close();
    await expect(page.getByText(`Scraping completed! ${count} records extracted.`).first()).toBeVisible();
    await expect(page.getByText(`We refunded ${back} of your $3.00 for missing records.`)).toBeVisible();
    await expect(orders(page)).toContainText(`${count} of 1,000 records · $3.00 · ${back} refunded`);
    await shoot(page, 'scraper-refund');
    const { rows } = await download(page);
    expect(rows).toHaveLength(count);
    for (const row of rows) expect(row.title).toMatch(/chief/i);
    await expectSound(page);
  });

  test('a cancelled and a refused payment are told, and can be ordered again', async ({ page }) => {
    await signUp(page);
    await fill(page, GERMAN_CHIEFS);
    const cancelled = await pay(page);
    await cancelled.getByRole('button', { name: 'Cancel', exact: true }).click();
    await expect(cancelled.getByText('Payment was canceled')).toBeVisible();
    await expect(cancelled).toHaveURL(/apollo-scraper$/);
    await expect(page.getByText('The checkout was closed')).toBeVisible();
    await cancelled.goBack();
    await expect(cancelled.getByText('This checkout is over.')).toBeVisible();
    await cancelled.getByRole('link', { name: 'See your orders' }).click();
    await expect(orders(cancelled)).toContainText('Expired');
    await cancelled.close();
    await expect(orders(page)).toContainText('Expired');

    await page.getByRole('button', { name: /^Order again/ }).click();
    await expect(addressField(page)).toHaveValue(GERMAN_CHIEFS);
    await expect(found(page)).toBeVisible();
    const refused = await pay(page);
    await refused.getByRole('button', { name: 'Pay and fail' }).click();
    for (const tab of [page, refused]) await expect(tab.getByText('The payment failed')).toBeVisible();
    await expect(page.getByText("You weren't charged.")).toBeVisible();
    await expect(orders(page).getByText('Payment failed')).toBeVisible();
    await expect(orders(page)).toHaveCount(2);
    await shoot(page, 'scraper-refused');
  });

  test('a reload goes on waiting, and a paid order that was not started is started later', async ({
    page,
  }) => {
    await signUp(page);
    await fill(page, GERMAN_CHIEFS);
    const first = await pay(page);
    await first.close();
    await page.reload();
    await expect(page.getByText('Waiting for your payment')).toBeVisible();
    const [checkout] = await Promise.all([
      page.waitForEvent('popup'),
      page.getByRole('link', { name: /^Continue to payment/ }).click(),
    ]);
    // From here on no run can be started: as if the server went away between payment and run.
    await page.context().route('**/functions/v1/apollo-scraper', (route) => route.abort());
    await checkout.getByRole('button', { name: 'Pay', exact: true }).click();
    // A tab that is closed lets its requests go: only after its own try.
    for (const tab of [checkout, page])
      await expect(tab.getByText("Scraping failed: Can't reach the server.")).toBeVisible();
    await checkout.close();
    await expect(page.getByText('Your payment is safe, and each order runs only once.')).toBeVisible();
    await shoot(page, 'scraper-not-started');
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

  test('progress is shown, and goes on after a reload in the middle', async ({ page }) => {
    await signUp(page);
    let held = true;
    // The run itself is over in a moment: its end is kept from the page until it was reloaded.
    const hold = (order: { run: object | null }) =>
      held && order.run
        ? { ...order, run: { ...order.run, status: 'running', recordsFound: 400, downloadUrl: null } }
        : order;
    await page.route('**/functions/v1/order-status?*', async (route) => {
      const reply = await route.fetch();
      await route.fulfill({ json: hold(await reply.json()) });
    });
    await page.route('**/functions/v1/people-orders', async (route) => {
      const reply = await route.fetch();
      await route.fulfill({ json: { orders: (await reply.json()).orders.map(hold) } });
    });
    await fill(page, GERMANS);
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
    await shoot(page, 'scraper-running');
    await page.goto(PATH);
    await page.getByRole('link', { name: /^Show progress/ }).click();
    await expect(page.getByText('400 of 1,000 records')).toBeVisible();
    held = false;
    await expect(page.getByText('Scraping completed! 1000 records extracted.').first()).toBeVisible();
    await expect(orders(page)).toContainText('Done');
  });

  test('an address typed by hand starts nothing and says so', async ({ page }) => {
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

  test('a payment that never comes is given up after 5 minutes, and looked for again on request', async ({
    page,
  }) => {
    await page.clock.install();
    await signUp(page);
    await fill(page, GERMANS);
    const checkout = await pay(page);
    const looks = countCalls(page, 'order-status');
    await page.clock.fastForward('05:01');
    await expect(page.getByText('No payment received in 5 minutes')).toBeVisible();
    const before = looks();
    await page.clock.fastForward('00:30');
    await shoot(page, 'scraper-gave-up');
    expect(looks()).toBe(before);
    await checkout.close();
    await page.getByRole('button', { name: 'Check again' }).click();
    await expect(page.getByText('Waiting for your payment')).toBeVisible();
    expect(looks()).toBeGreaterThan(before);
  });

  test('the page holds at every width, and axe finds nothing serious', async ({ page, context }) => {
    await signUp(page);
    await page.goto(PATH);
    await expect(page.getByText('No orders yet')).toBeVisible();
    await expectSound(page);
    const titles = Array.from({ length: 30 }, (_, index) => `&personTitles[]=chief%20officer%20${index}`);
    await fill(page, `${UNMAPPED}${titles.join('')}&organizationIndustryTagIds[]=5567cdd37369640d26000000`);
    await expectSound(page);
    await pay(page);
    await page.getByRole('button', { name: 'Show URL' }).first().click();
    await expectSound(page);
    await shoot(page, 'scraper-list');
    const [, checkout] = context.pages();
    await checkout?.getByRole('button', { name: 'Pay', exact: true }).click();
    await expect(page.getByText(/^Scraping completed!/).first()).toBeVisible();
    await page.goto(PATH);
    await expect(orders(page)).toContainText('Done');
    await expectSound(page);
  });
});
