import { callAs } from './fixtures/account-calls.ts';
import { expect, signUp, test } from './fixtures/app-test.ts';
import { type HeldCall, holdCalls } from './fixtures/held-calls.ts';

// The scripts of a kept page are there already.
test.use({ ownContext: true });

test('Escape closes a panel whose script is still loading, and one that opens gets the focus', async ({
  page,
}) => {
  await signUp(page);
  const { id } = await callAs(page, 'functions/v1/list-create', {
    name: 'Shops',
    columns: [{ name: 'Shop' }],
  });
  await page.goto(`/dashboard/lead-enrichment/${id}`);
  const panels = ['Leave out of other lists', 'Rename list', 'Views', 'Filter by column'] as const;
  const buttons = ['Leave out', 'Rename', 'Views', 'Filter'] as const;
  const button = (at: number) => page.getByRole('button', { name: buttons[at], exact: true });
  await expect(button(3)).toBeVisible();
  await page.waitForLoadState('networkidle');

  const held: HeldCall[] = [];
  const release = await holdCalls(page, 'assets/*', (call) => held.push(call));
  for (const at of buttons.keys()) {
    await button(at).click();
    await expect(button(at)).toHaveAttribute('aria-expanded', 'true');
    await page.keyboard.press('Escape');
    await expect(button(at)).toHaveAttribute('aria-expanded', 'false');
  }
  expect(held.length).toBeGreaterThan(0);
  await release();
  for (const [at, name] of panels.entries()) {
    await button(at).click();
    const panel = page.getByRole('dialog', { name });
    await expect(panel.locator(':focus')).toBeVisible();
    await expect(
      panel.getByRole('radio').or(panel.getByRole('textbox')).or(panel.getByRole('combobox')).first(),
    ).toBeVisible();
    await expect(panel).not.toBeFocused();
    await page.keyboard.press('Escape');
    await expect(panel).toHaveCount(0);
    await expect(button(at)).toBeFocused();
  }
});

test('Escape leaves a part of the page that is loading as it was chosen', async ({ page }) => {
  await signUp(page);
  await page.goto('/dashboard/website-extraction');
  const choice = page.getByLabel('Save the results to a list when the task ends');
  await expect(choice).toBeVisible();
  const held: HeldCall[] = [];
  const release = await holdCalls(page, 'assets/save-at-end-fields*', (call) => held.push(call));
  await choice.check();
  await expect.poll(() => held.length).toBe(1);
  await page.keyboard.press('Escape');
  await expect(choice).toBeChecked();
  await release();
  await expect(page.getByLabel('List', { exact: true })).toBeVisible();
  await expect(choice).toBeChecked();
});
