import { violations } from './fixtures/accessibility.ts';
import { callAs } from './fixtures/account-calls.ts';
import { expect, signUp, test } from './fixtures/app-test.ts';
import { PATH, titleField } from './fixtures/lead-databases-page.ts';
import { takeScreenshots } from './fixtures/screenshots.ts';

test('matching leads are saved to a list and handed to a tool', async ({ page }) => {
  test.slow();
  await signUp(page);
  await page.goto(`${PATH}?tab=apollo&title=manager`);
  await page.getByRole('button', { name: 'Save to list' }).click();
  const menu = page.getByRole('dialog', { name: 'Save to list' });
  await menu.getByLabel('List', { exact: true }).fill('');
  await menu.getByRole('button', { name: 'Save' }).click();
  await expect(menu.getByText('Enter a name for the list.')).toBeVisible();
  await menu.getByLabel('List', { exact: true }).fill('Managers');
  await menu.getByRole('textbox', { name: 'Number of leads' }).fill('30');
  expect(await violations(page, 'all')).toEqual([]);
  await takeScreenshots(page, 'lead-databases-save');
  await menu.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Saved 30 rows to “Managers”.')).toBeVisible();

  // Selected leads go to the same list. It may have them already.
  await page
    .getByRole('checkbox', { name: /^Select / })
    .nth(1)
    .check();
  await page
    .getByRole('checkbox', { name: /^Select / })
    .nth(2)
    .check();
  await page.getByRole('button', { name: 'Save to list' }).click();
  await expect(menu.getByRole('radio', { name: 'Selected (2)' })).toBeChecked();
  await menu.getByLabel('List', { exact: true }).fill('Managers');
  await expect(menu.getByText('The leads are added to this list.')).toBeVisible();
  await menu.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText(/^Saved 2 rows to “Managers”\. 2 rows were already there/)).toBeVisible();
  await menu.waitFor({ state: 'hidden' });

  await page.getByRole('button', { name: 'Use in…' }).click();
  const use = page.getByRole('dialog', { name: 'Use in a tool' });
  await use.getByLabel('List', { exact: true }).fill('Managers');
  await expect(use.getByText('The leads are added to this list.')).toBeVisible();
  await use.getByRole('textbox', { name: 'Number of leads' }).fill('40');
  const tool = await use
    .getByLabel('Tool')
    .evaluate((select: HTMLSelectElement) => select.selectedOptions[0]?.text);
  await use.getByRole('button', { name: 'Save and continue' }).click();
  await expect(page).toHaveURL(/\/dashboard\/lead-enrichment\/[\w-]+\?tool=/);
  await expect(page.getByText(/^Apollo database · 40 rows/)).toBeVisible();
  await expect(page.getByRole('button', { name: tool ?? '', pressed: true })).toBeVisible();
});

test('goes on after another tab deletes lists that the search uses', async ({ page }) => {
  await signUp(page);
  const newList = async (name: string) => {
    const { id } = await callAs(page, 'functions/v1/list-create', { name, columns: [{ name: 'Company' }] });
    await callAs(page, 'functions/v1/list-add-rows', { id, rows: [{ Company: 'Sample Company 1' }] });
    return String(id);
  };
  const customers = await newList('Customers');
  await callAs(page, 'functions/v1/list-set-exclusion', { id: customers, excludes: 'companies' });
  await page.goto(`${PATH}?tab=apollo&title=manager`);
  await expect(page.getByRole('button', { name: /^Left out/ })).toBeVisible();
  await callAs(page, 'functions/v1/list-delete', { id: customers });
  await titleField(page).fill('director');
  await titleField(page).press('Enter');
  await expect(page.getByText(/^Showing 1 to 25 of/)).toBeVisible();
  await expect(page.getByRole('button', { name: /^Left out/ })).toHaveCount(0);

  const targets = await newList('Targets');
  await page.goto(`${PATH}?tab=apollo&in-list=${targets}`);
  await expect(page.getByText(/^Showing 1 to/)).toBeVisible();
  await callAs(page, 'functions/v1/list-delete', { id: targets });
  await titleField(page).fill('director');
  await titleField(page).press('Enter');
  await expect(
    page.getByText('A list whose companies this search uses was deleted. Choose another list.').first(),
  ).toBeVisible();
  await takeScreenshots(page, 'lead-list-gone');
  await page.getByRole('button', { name: 'Remove included A list that is gone' }).click();
  await expect(page.getByText(/^Showing 1 to 25 of/)).toBeVisible();
});

test('leaves out leads that are saved to an exclusion list', async ({ page }) => {
  await signUp(page);
  await page.goto(`${PATH}?tab=apollo&title=manager`);
  const save = async () => {
    await page.getByRole('button', { name: 'Save to list' }).click();
    const menu = page.getByRole('dialog', { name: 'Save to list' });
    await menu.getByLabel('List', { exact: true }).fill('Contacted');
    const first = menu.getByRole('textbox', { name: 'Number of leads' });
    await first.click();
    await first.fill('5');
    await menu.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('Saved 5 rows to “Contacted”.').last()).toBeVisible();
  };
  await save();
  const { lists } = (await callAs(page, 'functions/v1/lists')) as { lists: { id: string }[] };
  await callAs(page, 'functions/v1/list-set-exclusion', { id: lists[0]?.id, excludes: 'people' });
  // As when the person comes back from another tab.
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
  // Sample leads share phones, so there are more than were saved.
  const leftOut = page.getByText(/^[\d,]+ left out: Contacted$/);
  await expect(leftOut).toBeVisible();
  const before = await leftOut.innerText();
  await save();
  await expect(leftOut).not.toHaveText(before);
});
