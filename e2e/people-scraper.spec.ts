import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect, signUp, test } from './fixtures/app-test.ts';
import { parseCsv } from './fixtures/parse-csv.ts';

const PATH = '/dashboard/apollo-scraper';
const SHOTS = process.env.SHOTS;
const APOLLO = 'https://app.apollo.io/#/people?page=1&sortByField=%5Bnone%5D';
/** More sample people than the least order. */
const GERMANS = `${APOLLO}&personLocations[]=Germany`;
/** Fewer than the least order. */
const GERMAN_CHIEFS = `${GERMANS}&personTitles[]=chief`;
const UNMAPPED = `${GERMAN_CHIEFS}&personLocations[]=Berlin&qKeywords=saas`;

const SIZES = [
  [1440, 900],
  [768, 1024],
  [360, 780],
] as const;

const addressField = (page: Page) => page.getByLabel('Address of a people search');
const countField = (page: Page) => page.getByLabel('Records');
const payButton = (page: Page) => page.getByRole('button', { name: /^Pay \$/ });
const orders = (page: Page) => page.getByRole('list', { name: 'Your orders' }).getByRole('listitem');
const found = (page: Page) => page.getByText(/^[\d,]+ (?:person|people) found$/);

async function shoot(page: Page, name: string): Promise<void> {
  if (!SHOTS) return;
  for (const [width, height] of SIZES) {
    await page.setViewportSize({ width, height });
    await page.screenshot({ path: join(SHOTS, `${name}-${width}.png`), fullPage: true });
  }
  await page.setViewportSize({ width: 1440, height: 900 });
}

/** Nothing scrolls sideways and axe finds nothing serious, at each width. */
async function expectSound(page: Page): Promise<void> {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  for (const [width, height] of SIZES) {
    await page.setViewportSize({ width, height });
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(overflow, `sideways at ${width} px`).toBeLessThanOrEqual(0);
    const { violations } = await new AxeBuilder({ page })
      .withTags(['wcag2a', 'wcag2aa', 'wcag21aa'])
      .analyze();
    const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
    expect(serious.map((fault) => `${width} ${fault.id}: ${fault.nodes[0]?.html}`)).toEqual([]);
  }
  await page.setViewportSize({ width: 1440, height: 900 });
}

/** Pastes a search, waits until it was read, sets the number. */
async function fill(page: Page, address: string, count = '1000'): Promise<void> {
  await page.goto(PATH);
  await addressField(page).fill(address);
  await countField(page).fill(count);
  await expect(found(page)).toBeVisible();
}

/** Pays in the form: the checkout's tab. */
async function pay(page: Page): Promise<Page> {
  const [checkout] = await Promise.all([page.waitForEvent('popup'), payButton(page).click()]);
  await expect(checkout.getByText('Test payment: no card is charged')).toBeVisible();
  await expect(page.getByText('Waiting for your payment')).toBeVisible();
  return checkout;
}

async function download(page: Page): Promise<{ name: string; rows: Record<string, string>[] }> {
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download CSV' }).first().click(),
  ]);
  return { name: file.suggestedFilename(), rows: parseCsv(await readFile(await file.path(), 'utf8')) };
}

/** How often the page made a call. */
function countCalls(page: Page, name: string): () => number {
  let calls = 0;
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === `/functions/v1/${name}`) calls += 1;
  });
  return () => calls;
}

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
    const understood = page.getByRole('region', { name: 'Searched for' });
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
      await expect(tab.getByText('You paid $6.00; every record you ordered is there.')).toBeVisible();
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
    await page.getByRole('button', { name: 'Show the address' }).click();
    await expect(page.getByLabel('Address of the search')).toHaveValue(/sortByField/);
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
        `We found ${count}. You pay for 1,000 ($3.00); what is not found is paid back: about ${back}.`,
      ),
    ).toBeVisible();
    const checkout = await pay(page);
    await checkout.getByRole('button', { name: 'Pay', exact: true }).click();
    await expect(checkout).toHaveURL(/apollo-scraper\?order=/);
    await checkout.close();
    await expect(page.getByText(`Scraping completed! ${count} records extracted.`).first()).toBeVisible();
    await expect(page.getByText(`${back} of your $3.00 was paid back for what was not found.`)).toBeVisible();
    await expect(orders(page)).toContainText(`${count} of 1,000 records · $3.00 · ${back} paid back`);
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
    await cancelled.close();
    await expect(orders(page)).toContainText('Expired');

    await page.getByRole('button', { name: /^Order again/ }).click();
    await expect(addressField(page)).toHaveValue(GERMAN_CHIEFS);
    await expect(found(page)).toBeVisible();
    const refused = await pay(page);
    await refused.getByRole('button', { name: 'Pay and fail' }).click();
    for (const tab of [page, refused]) await expect(tab.getByText('The payment failed')).toBeVisible();
    await expect(page.getByText('Nothing was charged and nothing was started.')).toBeVisible();
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
      await expect(tab.getByText('Scraping failed: The server cannot be reached.')).toBeVisible();
    await checkout.close();
    await expect(page.getByText('Your payment is kept, and an order runs only once.')).toBeVisible();
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
        page.getByText(/^\d+ seconds? so far\. You can close this page; the work goes on\.$/),
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
      await expect(page.getByText('No payment belongs to this address')).toBeVisible();
    }
    await expect(page.getByText('No orders yet')).toBeVisible();
    await page.getByRole('button', { name: 'OK' }).click();
    await expect(page).toHaveURL(/apollo-scraper$/);
    await page.goto(`${PATH}?order=00000000-0000-4000-8000-000000000000`);
    await expect(page.getByText('There is no such order')).toBeVisible();
    expect(runs()).toBe(0);
  });

  test('an invalid number falls back to 1,000 where it is seen, and is not paid unseen', async ({ page }) => {
    await signUp(page);
    const checkouts = countCalls(page, 'create-stripe-checkout');
    await fill(page, GERMANS, '60000');
    const told = page.getByText('Record count must be between 1,000 and 50,000. Set to 1,000.');
    await payButton(page).click();
    await expect(told).toBeVisible();
    await expect(countField(page)).toHaveValue('1000');
    await shoot(page, 'scraper-count');
    for (const typed of ['5', 'many', '2500.5', '']) {
      await countField(page).fill(typed);
      await expect(told).toHaveCount(0);
      await countField(page).press('Enter');
      await expect(told).toBeVisible();
      await expect(countField(page)).toHaveValue('1000');
    }
    await countField(page).fill('999');
    await addressField(page).focus();
    await expect(told).toBeVisible();
    await countField(page).fill('50,000');
    await expect(payButton(page)).toHaveText('Pay $150.00');
    await addressField(page).focus();
    await expect(countField(page)).toHaveValue('50,000');
    expect(checkouts()).toBe(0);
  });

  test('by keyboard: what is missing is told, Enter reads and pays, what was typed survives a reload', async ({
    page,
  }) => {
    await signUp(page);
    await page.goto(PATH);
    await addressField(page).press('Enter');
    await expect(page.getByText('Please enter a valid Apollo URL')).toBeVisible();
    await addressField(page).fill('https://example.com/#/people?personTitles[]=ceo');
    await expect(page.getByText('This is not a people search')).toBeVisible();
    await expect(page.getByText('Please enter a valid Apollo URL')).toBeVisible();
    await expect(addressField(page)).toHaveAttribute('aria-invalid', 'true');
    await shoot(page, 'scraper-wrong');
    await addressField(page).fill(UNMAPPED);
    await expect(found(page)).toBeVisible();
    await countField(page).fill('3000');
    await page.reload();
    await expect(addressField(page)).toHaveValue(UNMAPPED);
    await expect(countField(page)).toHaveValue('3000');
    await expect(found(page)).toBeVisible();
    const [checkout] = await Promise.all([page.waitForEvent('popup'), countField(page).press('Enter')]);
    await expect(checkout.getByText('3,000 × People records')).toBeVisible();
  });

  test('a double click is one order in one tab, and a blocked tab has a link', async ({ page, context }) => {
    await signUp(page);
    await fill(page, GERMANS);
    const checkouts = countCalls(page, 'create-stripe-checkout');
    await payButton(page).dblclick();
    await expect(page.getByText('Waiting for your payment')).toBeVisible();
    await expect(orders(page)).toHaveCount(1);
    expect(checkouts()).toBe(1);
    expect(context.pages()).toHaveLength(2);

    await page.goto(PATH);
    await page.evaluate(() => {
      window.open = () => null;
    });
    await payButton(page).click();
    await expect(page.getByText('Your browser kept the checkout from opening')).toBeVisible();
    const [checkout] = await Promise.all([
      page.waitForEvent('popup'),
      page
        .getByRole('link', { name: /^Continue to payment/ })
        .first()
        .click(),
    ]);
    await expect(checkout.getByText('Test payment: no card is charged')).toBeVisible();
    await expect(orders(page)).toHaveCount(2);
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
    await expect(page.getByText('No payment arrived in 5 minutes')).toBeVisible();
    const before = looks();
    await page.clock.fastForward('00:30');
    await shoot(page, 'scraper-gave-up');
    expect(looks()).toBe(before);
    await checkout.close();
    await page.getByRole('button', { name: 'Check again' }).click();
    await expect(page.getByText('Waiting for your payment')).toBeVisible();
    expect(looks()).toBeGreaterThan(before);
  });

  test('a checkout that cannot be made is told, and trying again orders once', async ({ page, context }) => {
    await signUp(page);
    await fill(page, GERMANS);
    const keys: (string | undefined)[] = [];
    await page.route('**/functions/v1/create-stripe-checkout', async (route) => {
      keys.push(route.request().headers()['idempotency-key']);
      // The order is made, its answer is lost.
      await route.fetch();
      await route.abort();
    });
    await payButton(page).click();
    await expect(page.getByText('Failed to create payment session. Please try again.')).toBeVisible();
    await expect.poll(() => context.pages().length).toBe(1);
    await shoot(page, 'scraper-no-session');
    await page.unroute('**/functions/v1/create-stripe-checkout');
    await page.reload();
    await expect(found(page)).toBeVisible();
    page.on('request', (request) => {
      if (request.url().includes('create-stripe-checkout')) keys.push(request.headers()['idempotency-key']);
    });
    await pay(page);
    await expect(orders(page)).toHaveCount(1);
    expect(keys).toHaveLength(2);
    expect(keys[0]).toBe(keys[1]);
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
    await page.getByRole('button', { name: 'Show the address' }).first().click();
    await expectSound(page);
    await shoot(page, 'scraper-list');
    const [, checkout] = context.pages();
    await checkout?.getByRole('button', { name: 'Pay', exact: true }).click();
    await expect(page.getByText(/^Scraping completed!/).first()).toBeVisible();
    await page.goto(PATH);
    await expect(orders(page)).toContainText('Done');
    await expectSound(page);
  });

  test('what cannot be bought says why; a preview that fails can be tried again', async ({ page }) => {
    await signUp(page);
    await page.goto(PATH);
    await addressField(page).fill(`${APOLLO}&qKeywords=saas`);
    await expect(page.getByText('No filter of this address can be searched for here')).toBeVisible();
    await expect(payButton(page)).toBeDisabled();
    await addressField(page).fill(`${APOLLO}&personTitles[]=no+such+title+anywhere`);
    await expect(page.getByText('Nobody found')).toBeVisible();
    await expect(page.getByText('so there is nothing to buy')).toBeVisible();
    await expect(payButton(page)).toBeDisabled();

    await page.route('**/functions/v1/people-search-preview', (route) => route.fulfill({ status: 503 }));
    await addressField(page).fill(GERMANS);
    await expect(page.getByText('The search could not be read')).toBeVisible();
    await expect(payButton(page)).toBeDisabled();
    await page.unroute('**/functions/v1/people-search-preview');
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(found(page)).toBeVisible();
    await expect(payButton(page)).toBeEnabled();
  });

  test('whose session is gone is sent to log in, and comes back to what was typed', async ({ page }) => {
    const person = await signUp(page);
    await fill(page, GERMANS);
    await page.route('**/functions/v1/create-stripe-checkout', (route) => route.fulfill({ status: 401 }));
    await page.route('**/auth/v1/token**', (route) =>
      route.fulfill({ status: 400, json: { code: 'refresh_token_not_found', message: 'gone' } }),
    );
    await payButton(page).click();
    await expect(page.getByText('Please log in to use Apollo Scraper')).toBeVisible();
    await expect(page).toHaveURL(/\/login$/);
    await page.unroute('**/auth/v1/token**');
    await page.getByLabel('Password', { exact: true }).fill(person.password);
    await page.getByLabel('Email').fill(person.email);
    await page.getByRole('button', { name: 'Log in' }).click();
    await expect(page).toHaveURL(/apollo-scraper/);
    await expect(addressField(page)).toHaveValue(GERMANS);
  });
});
