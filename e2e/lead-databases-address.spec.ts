import type { Locator } from '@playwright/test';
import { MESSAGES } from '#contract/messages.ts';
import { expect, signUp, test } from './fixtures/app-test.ts';
import { exportButton, leadCount, PATH, titleField } from './fixtures/lead-databases-page.ts';
import { takeScreenshots } from './fixtures/screenshots.ts';

async function paste(field: Locator, text: string): Promise<void> {
  await field.evaluate((element, pasted) => {
    const data = new DataTransfer();
    data.setData('text', pasted);
    element.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
    );
  }, text);
}

test.describe('database export: URL and keyboard', () => {
  test('ignores empty filters and filters the tab does not support', async ({ page }) => {
    test.slow();
    await signUp(page);
    const actions: string[] = [];
    page.on('request', (request) => {
      const action = /"action":"(count|search|export)"/.exec(request.postData() ?? '')?.[1];
      if (action) actions.push(action);
    });
    for (const search of [
      '?phone=1',
      '?title=',
      '?title=%20',
      '?tab=apollo&country=Germany',
      '?tab=apollo&min=5',
      '?tab=sales_navigator&seniority=vp',
      '?tab=sales_navigator&min=1.5',
    ]) {
      await page.goto(PATH + search);
      await expect(page.getByText(MESSAGES.leads.applyFilters)).toBeVisible();
      // The first look fills the database with sample leads.
      await expect(leadCount(page), search).toHaveText(/^Total leads: [\d,]+$/, { timeout: 90_000 });
      await expect(exportButton(page)).toBeDisabled();
      await expect(page.getByRole('button', { name: 'Clear filters' })).toHaveCount(0);
    }
    expect(actions).toEqual([]);
    await page.goto(`${PATH}?tab=apollo&phone=1`);
    await expect(leadCount(page)).toHaveText(/ \| Filtered: [\d,]+$/);
    await expect(exportButton(page)).toBeEnabled();
  });

  test('corrects an invalid page in the URL', async ({ page }) => {
    await signUp(page);
    const refused: string[] = [];
    page.on('response', (response) => {
      if (response.status() >= 400) refused.push(`${response.status()} ${response.url()}`);
    });
    await page.goto('/dashboard');
    await page.goto(`${PATH}?tab=sales_navigator&country=Germany&title=chief+legal&page=5`);
    await expect(leadCount(page)).toHaveText(/ \| Filtered: \d+$/);
    const count = Number(/Filtered: (\d+)$/.exec((await leadCount(page).textContent()) ?? '')?.[1]);
    expect(count).toBeGreaterThan(0);
    expect(count).toBeLessThanOrEqual(100);
    const last = Math.ceil(count / 25);
    await expect(page.getByText(`Page ${last} of ${last}`)).toBeVisible();
    await expect(
      page.getByText(`Showing ${(last - 1) * 25 + 1} to ${count} of ${count} results`),
    ).toBeVisible();
    await expect(page.getByRole('table').getByText('Germany').first()).toBeAttached();
    await expect(page.getByText(MESSAGES.leads.noneFound)).toHaveCount(0);
    expect(new URL(page.url()).searchParams.get('page')).toBe(last > 1 ? String(last) : null);
    await page.goBack();
    await expect(page).toHaveURL(/\/dashboard$/);
    for (const [requested, shown] of [
      ['2.5', 2],
      ['abc', 1],
      ['0', 1],
      ['-1', 1],
      ['99', 5],
    ] as const) {
      await page.goto(`${PATH}?title=chief+legal&page=${requested}`);
      await expect(page.getByText(`Page ${shown} of 5`)).toBeVisible();
      await expect(page.getByText(`Showing ${(shown - 1) * 25 + 1} to ${shown * 25} of`)).toBeVisible();
      await expect(page).toHaveURL(shown > 1 ? new RegExp(`&page=${shown}$`) : /title=chief\+legal$/);
    }
    expect(refused).toEqual([]);
  });

  test('Back returns to the previous tab, after mouse and keyboard navigation', async ({ page }) => {
    await signUp(page);
    const tab = (name: string) => page.getByRole('tab', { name });
    const expectSelected = (name: string) => expect(tab(name)).toHaveAttribute('aria-selected', 'true');
    await page.goto(`${PATH}?title=sales`);
    await tab('Apollo Database').click();
    await expectSelected('Apollo Database');
    await tab('Sales Navigator').click();
    await expectSelected('Sales Navigator');
    await page.goBack();
    await expectSelected('Apollo Database');
    // The clicked tab still has the focus.
    await tab('Sales Navigator').click();
    await expectSelected('Sales Navigator');
    await page.goBack();
    await expectSelected('Apollo Database');
    await page.goBack();
    await expectSelected('LeadRocks Database');
    await expect(page).toHaveURL(/\?title=sales$/);
    await tab('LeadRocks Database').click();
    await expect(page).toHaveURL(/\?title=sales$/);
    await page.keyboard.press('ArrowRight');
    await expectSelected('Apollo Database');
    await page.goBack();
    await expectSelected('LeadRocks Database');
    await expect(page).toHaveURL(/\?title=sales$/);
  });

  test('shows an error for invalid bounds and does not apply them', async ({ page }) => {
    await signUp(page);
    await page.goto(`${PATH}?tab=sales_navigator`);
    const min = page.getByLabel('Min LinkedIn connections');
    const max = page.getByLabel('Max LinkedIn connections');
    const error = page.getByText('Min must be a whole number, such as 500.');
    for (const typed of ['1.5', '-5', '1e3']) {
      await min.fill('');
      await expect(error).toHaveCount(0);
      await min.pressSequentially(typed);
      await expect(error).toBeVisible();
      await expect(min).toHaveValue(typed);
      await expect(min).toHaveAttribute('aria-invalid', 'true');
      await expect(min).toHaveAccessibleDescription(/whole number/);
    }
    await max.fill('2000');
    await max.press('Enter');
    await expect(page.getByText(MESSAGES.leads.applyFilters)).toBeVisible();
    await expect(page).toHaveURL(/tab=sales_navigator$/);
    await takeScreenshots(page, 'navigator-bounds');
    await min.fill('3,000');
    await min.press('Enter');
    await expect(page.getByText("Max can't be below Min.")).toBeVisible();
    await expect(page).toHaveURL(/tab=sales_navigator$/);
    await min.fill('1,000');
    await expect(page).toHaveURL(/&min=1000&max=2000$/);
    await expect(page.getByRole('alert')).toHaveCount(0);
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await expect(min).toHaveValue('');
    await expect(page).toHaveURL(/tab=sales_navigator$/);
    await page.goBack();
    await expect(min).toHaveValue('1000');
    await expect(max).toHaveValue('2000');
  });

  test('moves the focus when a chip is removed by keyboard', async ({ page }) => {
    await signUp(page);
    await page.goto(`${PATH}?tab=apollo&title=a&title=b&title=c&seniority=vp`);
    const chip = (label: string) => page.getByRole('button', { name: `Remove included ${label}` });
    await chip('b').focus();
    await page.keyboard.press('Enter');
    await expect(chip('b')).toHaveCount(0);
    await expect(chip('c')).toBeFocused();
    await page.keyboard.press('Space');
    await expect(chip('c')).toHaveCount(0);
    await expect(chip('a')).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(chip('a')).toHaveCount(0);
    await expect(titleField(page)).toBeFocused();
    await chip('VP').focus();
    await page.keyboard.press('Enter');
    await expect(page.getByText(MESSAGES.leads.applyFilters)).toBeVisible();
    await expect(page.getByRole('button', { name: /^Seniority/ })).toBeFocused();
    await page.getByLabel('Has Email').click();
    await page.getByRole('button', { name: 'Clear filters' }).press('Enter');
    await expect(page.getByText(MESSAGES.leads.applyFilters)).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Filters' })).toBeFocused();
  });

  test('reads a pasted list, keeps what was typed, and says what finds no one', async ({ page }) => {
    await signUp(page);
    await page.goto(PATH);
    await titleField(page).fill('head of');
    await paste(titleField(page), '1. VP Sales\n2. CTO\n3. Head of Marketing');
    await expect(page.getByRole('list', { name: 'Job titles: include' }).getByRole('listitem')).toHaveText([
      'VP Sales',
      'CTO',
      'Head of Marketing',
    ]);
    await expect(titleField(page)).toHaveValue('head of');
    await titleField(page).fill('CEO OR Founder');
    await titleField(page).press('Enter');
    await expect(page.getByText('“CEO OR Founder” finds only these words next to each other.')).toBeVisible();

    const domain = page.getByRole('textbox', { name: 'Company Domain' });
    await domain.fill('Acme Inc');
    await domain.press('Enter');
    await expect(page.getByText('Enter domains such as acme.com.', { exact: true })).toBeVisible();
    await expect(domain).toHaveValue('Acme Inc');
    await domain.fill('');
    await paste(domain, 'Acme\nhttps://www.acme.com/about\nnord.de');
    await expect(page.getByText('Enter domains such as acme.com. 1 of 3 lines left out.')).toBeVisible();
    await expect(page.getByRole('list', { name: 'Domains: include' }).getByRole('listitem')).toHaveText([
      'acme.com',
      'nord.de',
    ]);
    await takeScreenshots(page, 'lead-filters-pasted');
  });

  test('takes as many pasted lines as a search can have, and says so', async ({ page }) => {
    await signUp(page);
    await page.goto(PATH);
    await paste(titleField(page), Array.from({ length: 260 }, (_, index) => `t${index}`).join('\n'));
    await expect(
      page.getByText('A filter can have at most 250 entries. 10 of 260 lines left out.'),
    ).toBeVisible();
    await page.reload();
    await expect(page.getByRole('list', { name: 'Job titles: include' }).getByRole('listitem')).toHaveCount(
      250,
    );
  });
});
