import type { Page } from '@playwright/test';
import { violations } from './fixtures/accessibility.ts';
import { callAs } from './fixtures/account-calls.ts';
import { expect, signUp, test } from './fixtures/app-test.ts';
import { type HeldCall, holdCalls } from './fixtures/held-calls.ts';
import { takeScreenshots } from './fixtures/screenshots.ts';

const CALLS = 'functions/v1';

async function openList(page: Page): Promise<{ id: string; row: number }> {
  await signUp(page);
  const columns = [{ name: 'Name' }, { name: 'City' }];
  const { id } = await callAs(page, `${CALLS}/list-create`, { name: 'Leads', columns });
  await callAs(page, `${CALLS}/list-add-rows`, { id, rows: [{ Name: 'Ada', City: 'Rome' }] });
  const { rows } = (await callAs(page, `${CALLS}/list-rows?id=${id}`)) as { rows: { id: number }[] };
  await page.goto(`/dashboard/lead-enrichment/${id}`);
  return { id: String(id), row: rows[0]?.id ?? 0 };
}

test('a cell that another tab changed meanwhile isn’t overwritten without asking', async ({ page }) => {
  const { id, row } = await openList(page);
  const city = (value: string) => page.getByRole('gridcell', { name: value, exact: true });
  await city('Rome').click();
  await page.keyboard.type('Oslo');
  await callAs(page, `${CALLS}/list-edit`, { id, changes: [{ row, column: 'City', value: 'Bonn' }] });
  await page.keyboard.press('Enter');
  await expect(page.getByText('“City” was changed elsewhere to “Bonn”')).toBeVisible();
  await expect(page.getByText('Your value “Oslo” wasn’t saved.')).toBeVisible();
  await expect(city('Bonn')).toBeVisible();
  expect(await violations(page, 'all')).toEqual([]);
  await takeScreenshots(page, 'list-conflict');
  await page.getByRole('button', { name: 'Use mine' }).click();
  await expect(city('Oslo')).toBeVisible();
  // It can be undone like any edit.
  await city('Oslo').click();
  await page.keyboard.press('Control+z');
  await expect(city('Bonn')).toBeVisible();
});

test('a cell that this tab changes twice in a row is no conflict', async ({ page }) => {
  await openList(page);
  const city = (value: string) => page.getByRole('gridcell', { name: value, exact: true });
  await city('Rome').click();
  const held: (() => unknown)[] = [];
  const release = await holdCalls(page, `${CALLS}/list-edit`, (call) => held.push(() => call.send()));
  await page.keyboard.type('Oslo');
  await page.keyboard.press('Enter');
  await expect.poll(() => held.length).toBe(1);
  await city('Rome').click();
  await page.keyboard.type('Kiel');
  await page.keyboard.press('Enter');
  await held[0]?.();
  await expect.poll(() => held.length).toBe(2);
  await held[1]?.();
  await release();
  await expect(city('Kiel')).toBeVisible();
  await expect(page.getByText(/changed elsewhere/)).toHaveCount(0);
});

test('“Try again” leaves out a column that was deleted elsewhere, and isn’t offered for it alone', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const { id, row } = await openList(page);
  const cell = (value: string) => page.getByRole('gridcell', { name: value, exact: true });
  await callAs(page, `${CALLS}/list-change-columns`, { id, add: [{ name: 'Zip' }] });
  await callAs(page, `${CALLS}/list-edit`, { id, changes: [{ row, column: 'Zip', value: '0150' }] });
  await page.reload();
  await cell('0150').click();
  await callAs(page, `${CALLS}/list-change-columns`, { id, delete: ['Zip'] });
  await page.keyboard.type('0151');
  await page.keyboard.press('Enter');
  await expect(page.getByText('This change wasn’t saved')).toBeVisible();
  await expect(cell('0150')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Try again' })).toHaveCount(0);

  await callAs(page, `${CALLS}/list-change-columns`, { id, delete: ['City'] });
  await cell('Ada').click();
  await page.keyboard.press('Control+a');
  await page.evaluate(() => navigator.clipboard.writeText('Eve\tOslo'));
  await page.keyboard.press('Control+v');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(cell('Eve')).toBeVisible();
  const { rows } = await callAs(page, `${CALLS}/list-rows?id=${id}`);
  expect(rows).toMatchObject([{ id: row, values: { Name: 'Eve' } }]);
});

/** Reloads the page. Returns the question of the browser, which is answered with Stay. */
async function askedOnReload(page: Page): Promise<string> {
  const asked = page.waitForEvent('dialog');
  void page.reload().catch(() => undefined);
  const dialog = await asked;
  await dialog.dismiss();
  return dialog.type();
}

test('the browser asks before what is typed is lost', async ({ page }) => {
  const { id } = await openList(page);
  const city = (value: string) => page.getByRole('gridcell', { name: value, exact: true });
  await city('Rome').click();
  await page.keyboard.type('Oslo');
  // In the editor: it is saved while the browser asks.
  expect(await askedOnReload(page)).toBe('beforeunload');
  await expect(city('Oslo')).toBeVisible();

  // While it is saved, and in vain.
  const held: HeldCall[] = [];
  const release = await holdCalls(page, `${CALLS}/list-edit`, (call) => held.push(call));
  await city('Oslo').click();
  await page.keyboard.type('Kiel');
  await page.keyboard.press('Enter');
  await expect.poll(() => held.length).toBe(1);
  expect(await askedOnReload(page)).toBe('beforeunload');
  const error = { code: 'unavailable', message: 'Try again in a minute.' };
  await held[0]?.answer({ status: 503, json: { error } });
  const again = page.getByRole('button', { name: 'Try again' });
  await expect(again).toBeVisible();
  expect(await askedOnReload(page)).toBe('beforeunload');
  await release();
  await again.click();
  await expect(city('Kiel')).toBeVisible();
  // Then nothing asks.
  await page.reload();
  await expect(city('Kiel')).toBeVisible();

  // Another page of the app saves it, too.
  await city('Kiel').click();
  await page.keyboard.type('Bonn');
  await page.getByRole('link', { name: 'Task History' }).click();
  await expect(page).toHaveURL(/task-history/);
  await page.goto(`/dashboard/lead-enrichment/${id}`);
  await expect(city('Bonn')).toBeVisible();
});

test('the browser asks during an import, which goes on if another page is opened', async ({ page }) => {
  await signUp(page);
  await page.goto('/dashboard/task-history');
  await page.getByRole('link', { name: 'Lead Enrichment' }).click();
  await page.getByRole('button', { name: 'New list' }).click();
  const importing = page.getByRole('dialog', { name: 'New list' });
  await importing
    .getByRole('textbox', { name: 'Or paste cells from a spreadsheet' })
    .fill('Name\tCity\nAda\tRome');
  await importing.getByRole('button', { name: 'Continue' }).click();
  await importing.getByRole('textbox', { name: 'Name of the list' }).fill('Mine');
  const held: HeldCall[] = [];
  const release = await holdCalls(page, `${CALLS}/list-add-rows`, (call) => held.push(call));
  await importing.getByRole('button', { name: 'Import 1 row' }).click();
  await expect.poll(() => held.length).toBe(1);
  expect(await askedOnReload(page)).toBe('beforeunload');
  await page.goBack();
  await expect(page).toHaveURL(/task-history/);
  await held[0]?.send();
  await release();
  await expect(page.getByText('Imported 1 row into “Mine”')).toBeVisible();
  await expect(page).toHaveURL(/task-history/);
});

test('an edit of a list that another tab deleted says so, and offers no other try', async ({ page }) => {
  await signUp(page);
  const columns = [{ name: 'Name' }];
  const { id } = await callAs(page, 'functions/v1/list-create', { name: 'Leads', columns });
  await callAs(page, 'functions/v1/list-add-rows', { id, rows: [{ Name: 'Ann' }] });
  await page.goto(`/dashboard/lead-enrichment/${id}`);
  await page.getByRole('gridcell', { name: 'Ann', exact: true }).click();
  await callAs(page, 'functions/v1/list-delete', { id });
  await page.keyboard.type('Bea');
  await page.keyboard.press('Enter');
  await expect(page.getByText('This change wasn’t saved')).toBeVisible();
  await expect(page.getByText('There is no such list. It may have been deleted.')).toBeVisible();
  await expect(page.getByText("This list doesn't exist")).toBeVisible();
  await expect(page.getByRole('button', { name: 'Try again' })).toHaveCount(0);
});
