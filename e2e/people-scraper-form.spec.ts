import { MESSAGES } from '#contract/messages.ts';
import { expect, signUp, test } from './fixtures/app-test.ts';
import { answerCalls } from './fixtures/held-calls.ts';
import {
  APOLLO,
  addressField,
  countCalls,
  countField,
  fillForm,
  GERMANS,
  orders,
  PATH,
  pay,
  payButton,
  peopleFound,
  UNMAPPED,
} from './fixtures/people-scraper-page.ts';
import { takeScreenshots } from './fixtures/screenshots.ts';

test.describe('the people scraper form', () => {
  test('resets an invalid count to 1,000 and never orders it unnoticed', async ({ page }) => {
    await signUp(page);
    const checkouts = countCalls(page, 'create-stripe-checkout');
    await fillForm(page, GERMANS, '60000');
    const message = page.getByText('Record count must be between 1,000 and 50,000. Set to 1,000.');
    await payButton(page).click();
    await expect(message).toBeVisible();
    await expect(countField(page)).toHaveValue('1000');
    await takeScreenshots(page, 'scraper-count');
    for (const typed of ['5', 'many', '2500.5', '']) {
      await countField(page).fill(typed);
      await expect(message).toHaveCount(0);
      await countField(page).press('Enter');
      await expect(message).toBeVisible();
      await expect(countField(page)).toHaveValue('1000');
    }
    await countField(page).fill('999');
    await addressField(page).focus();
    await expect(message).toBeVisible();
    await countField(page).fill('50,000');
    await expect(payButton(page)).toHaveText('Pay $150.00');
    await addressField(page).focus();
    await expect(countField(page)).toHaveValue('50,000');
    expect(checkouts()).toBe(0);
  });

  test('works by keyboard: shows errors, pays with Enter, and keeps the input across reloads', async ({
    page,
  }) => {
    await signUp(page);
    await page.goto(PATH);
    await addressField(page).press('Enter');
    await expect(page.getByText(MESSAGES.scraper.noUrl)).toBeVisible();
    await addressField(page).fill('https://example.com/#/people?personTitles[]=ceo');
    await expect(page.getByText("This isn't a people search")).toBeVisible();
    await expect(page.getByText(MESSAGES.scraper.noUrl)).toBeVisible();
    await expect(addressField(page)).toHaveAttribute('aria-invalid', 'true');
    await takeScreenshots(page, 'scraper-wrong');
    await addressField(page).fill(`${UNMAPPED}&personTitles[]=${'x'.repeat(8000)}`);
    await expect(page.getByText('This URL is too long', { exact: true })).toBeVisible();
    await expect(page.getByText("This isn't a people search")).toHaveCount(0);
    await addressField(page).fill(`https://www.google.com/url?q=${encodeURIComponent(UNMAPPED)}`);
    await expect(peopleFound(page)).toBeVisible();
    await addressField(page).fill(UNMAPPED);
    await expect(peopleFound(page)).toBeVisible();
    await countField(page).fill('3000');
    await page.reload();
    await expect(addressField(page)).toHaveValue(UNMAPPED);
    await expect(countField(page)).toHaveValue('3000');
    await expect(peopleFound(page)).toBeVisible();
    const [checkout] = await Promise.all([page.waitForEvent('popup'), countField(page).press('Enter')]);
    await expect(checkout.getByText('3,000 × People records')).toBeVisible();
    // The focused control is gone. The focus moves to the new region, and Tab continues from there.
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

  test('creates one order per double click, and shows a link if the browser blocks the new tab', async ({
    page,
    context,
  }) => {
    await signUp(page);
    await fillForm(page, GERMANS);
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
    await expect(checkout.getByText(MESSAGES.payments.testNotice)).toBeVisible();
    await expect(orders(page)).toHaveCount(2);
  });

  test('shows an error if the checkout fails, and a retry creates only one order', async ({
    page,
    context,
  }) => {
    await signUp(page);
    await fillForm(page, GERMANS);
    const keys: (string | undefined)[] = [];
    await page.route('**/functions/v1/create-stripe-checkout', async (route) => {
      keys.push(route.request().headers()['idempotency-key']);
      // The server creates the order, but the response is lost.
      await route.fetch({ maxRetries: 3 });
      await route.abort();
    });
    await payButton(page).click();
    await expect(page.getByText(MESSAGES.payments.sessionFailed)).toBeVisible();
    await expect.poll(() => context.pages().length).toBe(1);
    await takeScreenshots(page, 'scraper-no-session');
    await page.unroute('**/functions/v1/create-stripe-checkout');
    await page.reload();
    await expect(peopleFound(page)).toBeVisible();
    page.on('request', (request) => {
      if (request.url().includes('create-stripe-checkout')) keys.push(request.headers()['idempotency-key']);
    });
    await pay(page);
    await expect(orders(page)).toHaveCount(1);
    expect(keys).toHaveLength(2);
    expect(keys[0]).toBe(keys[1]);
  });

  test('explains why a search is not for sale, and can retry a failed preview', async ({ page }) => {
    await signUp(page);
    await page.goto(PATH);
    await addressField(page).fill(`${APOLLO}&organizationLocations[]=Berlin`);
    await expect(page.getByText('No filter of this URL can be searched here')).toBeVisible();
    await expect(payButton(page)).toBeDisabled();
    await addressField(page).fill(`${APOLLO}&personTitles[]=no+such+title+anywhere`);
    await expect(page.getByText('No people found')).toBeVisible();
    await expect(page.getByText('so there is nothing to buy')).toBeVisible();
    await expect(payButton(page)).toBeDisabled();

    const repair = await answerCalls(page, 'functions/v1/people-search-preview', { status: 503 });
    await addressField(page).fill(GERMANS);
    await expect(page.getByText("Couldn't read this search")).toBeVisible();
    await expect(payButton(page)).toBeDisabled();
    await repair();
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(peopleFound(page)).toBeVisible();
    await expect(payButton(page)).toBeEnabled();
  });

  test('sends the user to login if the session expired, and restores the input', async ({ page }) => {
    const person = await signUp(page);
    await fillForm(page, GERMANS);
    await answerCalls(page, 'functions/v1/create-stripe-checkout', { status: 401 });
    const repair = await answerCalls(page, 'auth/v1/token', {
      status: 400,
      json: { code: 'refresh_token_not_found', message: 'gone' },
    });
    await payButton(page).click();
    await expect(page.getByText(MESSAGES.scraper.notLoggedIn)).toBeVisible();
    await expect(page).toHaveURL(/\/login$/);
    await repair();
    await page.getByLabel('Password', { exact: true }).fill(person.password);
    await page.getByLabel('Email').fill(person.email);
    await page.getByRole('button', { name: 'Log in' }).click();
    await expect(page).toHaveURL(/apollo-scraper/);
    await expect(addressField(page)).toHaveValue(GERMANS);
  });
});
