import { expect, signUp, test } from './fixtures/app-test.ts';
import {
  APOLLO,
  addressField,
  countCalls,
  countField,
  fill,
  found,
  GERMANS,
  orders,
  PATH,
  pay,
  payButton,
  shoot,
  UNMAPPED,
} from './fixtures/people-scraper-page.ts';

test.describe('the form of the people scraper', () => {
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
    await expect(page.getByText("This isn't a people search")).toBeVisible();
    await expect(page.getByText('Please enter a valid Apollo URL')).toBeVisible();
    await expect(addressField(page)).toHaveAttribute('aria-invalid', 'true');
    await shoot(page, 'scraper-wrong');
    await addressField(page).fill(`${UNMAPPED}&personTitles[]=${'x'.repeat(8000)}`);
    await expect(page.getByText('This URL is too long', { exact: true })).toBeVisible();
    await expect(page.getByText("This isn't a people search")).toHaveCount(0);
    await addressField(page).fill(`https://www.google.com/url?q=${encodeURIComponent(UNMAPPED)}`);
    await expect(found(page)).toBeVisible();
    await addressField(page).fill(UNMAPPED);
    await expect(found(page)).toBeVisible();
    await countField(page).fill('3000');
    await page.reload();
    await expect(addressField(page)).toHaveValue(UNMAPPED);
    await expect(countField(page)).toHaveValue('3000');
    await expect(found(page)).toBeVisible();
    const [checkout] = await Promise.all([page.waitForEvent('popup'), countField(page).press('Enter')]);
    await expect(checkout.getByText('3,000 × People records')).toBeVisible();
    // What had the focus gave way to the order, and the order to the form: Tab goes on there.
    await expect(page.getByRole('region', { name: 'Order details' })).toBeFocused();
    await page.keyboard.press('Tab');
    await expect(page.getByRole('link', { name: /^Continue to payment/ }).first()).toBeFocused();
    await page.getByRole('link', { name: 'New order' }).press('Enter');
    await expect(page.getByRole('region', { name: 'New order' })).toBeFocused();
    await page.keyboard.press('Tab');
    await expect(addressField(page)).toBeFocused();
    await page.getByRole('link', { name: /^3,000 records/ }).press('Enter');
    await expect(page.getByRole('region', { name: 'Order details' })).toBeFocused();
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
    await expect(page.getByText('Your browser blocked the checkout tab')).toBeVisible();
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

  test('what cannot be bought says why; a preview that fails can be tried again', async ({ page }) => {
    await signUp(page);
    await page.goto(PATH);
    await addressField(page).fill(`${APOLLO}&qKeywords=saas`);
    await expect(page.getByText('No filter of this URL can be searched here')).toBeVisible();
    await expect(payButton(page)).toBeDisabled();
    await addressField(page).fill(`${APOLLO}&personTitles[]=no+such+title+anywhere`);
    await expect(page.getByText('No people found')).toBeVisible();
    await expect(page.getByText('so there is nothing to buy')).toBeVisible();
    await expect(payButton(page)).toBeDisabled();

    await page.route('**/functions/v1/people-search-preview', (route) => route.fulfill({ status: 503 }));
    await addressField(page).fill(GERMANS);
    await expect(page.getByText("Couldn't read this search")).toBeVisible();
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
