import type { Locator, Page } from '@playwright/test';
import { violations } from './fixtures/accessibility.ts';
import { expect, test } from './fixtures/app-test.ts';
import { serveDataGridPage } from './fixtures/data-grid-page.ts';

/** The data grid by itself, with rows in memory. What it reports is in the page (web/kit/data-grid/test-page). */
let served: { url: string; close(): void };
test.beforeAll(async () => {
  served = await serveDataGridPage();
});
test.afterAll(() => served.close());

async function open(page: Page, query = ''): Promise<Locator> {
  await page.goto(`${served.url}?${query}`);
  const grid = page.getByRole('grid', { name: 'Companies in Berlin' });
  await expect(grid).toBeVisible();
  return grid;
}

/** A cell by the number of its row and its header, both as on screen. */
function cell(page: Page, row: number, column: number): Locator {
  return page.locator(`[aria-rowindex="${row + 1}"] [role=gridcell][aria-colindex="${column + 1}"]`);
}

const selection = (page: Page) => page.evaluate(() => JSON.parse(document.body.dataset.selection ?? 'null'));

test('the grid is edited with the keyboard alone', async ({ page }) => {
  const grid = await open(page);
  const field = page.getByRole('textbox');

  // Tab passes it, as long as no one works in it.
  await page.keyboard.press('Tab');
  await expect(grid).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(grid).not.toBeFocused();
  await page.keyboard.press('Shift+Tab');
  await expect(grid).toBeFocused();

  await page.keyboard.press('ArrowDown');
  await expect(cell(page, 2, 1)).toHaveAttribute('data-cursor');
  const active = await grid.getAttribute('aria-activedescendant');
  await expect(page.locator(`[id="${active}"]`)).toHaveText('Acme Bakeries 2');

  await page.keyboard.type('Bäckerei');
  await expect(field).toHaveAccessibleName('Company, row 2');
  await page.keyboard.press('Enter');
  await expect(cell(page, 2, 1)).toHaveText('Bäckerei');
  await expect(cell(page, 3, 1)).toHaveAttribute('data-cursor');
  await expect(grid).toBeFocused();

  await page.keyboard.press('F2');
  await page.keyboard.type(' GmbH');
  await page.keyboard.press('Escape');
  await expect(cell(page, 3, 1)).toHaveText('Harbor & Sons 3');
  await page.keyboard.press('Enter');
  await page.keyboard.type(' GmbH');
  await page.keyboard.press('Tab');
  await expect(cell(page, 3, 1)).toHaveText('Harbor & Sons 3 GmbH');
  await page.keyboard.press('Tab');
  await expect(cell(page, 3, 3)).toHaveAttribute('data-cursor');

  // A column that can only be read opens instead.
  await page.keyboard.type('x');
  await expect(page.getByRole('status').first()).toHaveText('This cell can only be read.');
  await page.keyboard.press('Space');
  await expect(page.getByText('open cell {"rowIndex":2,"rowId":3,"columnId":"email"}')).toBeVisible();

  await page.keyboard.press('Control+z');
  await expect(cell(page, 3, 1)).toHaveText('Harbor & Sons 3');

  await page.keyboard.press('Home');
  await page.keyboard.press('Delete');
  await expect(cell(page, 3, 1)).toHaveText('');

  await page.keyboard.press('Control+End');
  await expect(cell(page, 1000, 20)).toBeInViewport();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Tab');
  await expect(grid).not.toBeFocused();
});

test('headers have menus, and are moved and resized with keys', async ({ page }) => {
  await open(page);
  await page.keyboard.press('Tab');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowRight');
  const header = page.getByRole('columnheader', { name: /^Domain/ });
  await expect(header).toHaveAttribute('data-cursor');

  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitem', { name: 'Sort by Domain' })).toBeFocused();
  await page.keyboard.press('Escape');
  // The menu is gone a moment before its button has the focus again.
  await expect(header.getByRole('button', { name: 'Menu of Domain' })).toBeFocused();

  await page.keyboard.press('Control+Shift+ArrowRight');
  await expect(header).toHaveAttribute('aria-colindex', '4');
  await expect(cell(page, 1, 3)).toHaveText('firm-1.example.com');
  const before = (await header.boundingBox())!.width;
  await page.keyboard.press('Shift+ArrowRight');
  await expect.poll(async () => (await header.boundingBox())!.width).toBe(before + 16);

  await page.keyboard.press('ArrowDown');
  await expect(cell(page, 1, 3)).toHaveAttribute('data-cursor');
});

test('ranges are copied, pasted and filled', async ({ page, context }) => {
  await open(page);
  await cell(page, 1, 1).click();
  await cell(page, 2, 2).click({ modifiers: ['Shift'] });
  expect(await selection(page)).toEqual({ from: 0, to: 1, columnIds: ['company', 'domain'] });
  await expect(page.getByRole('status').first()).toHaveText('2 rows × 2 columns selected');
  await page.keyboard.press('Control+c');
  await expect(page.getByRole('status').first()).toHaveText('2 rows × 2 columns copied');

  // Beyond the end: the page adds a row.
  await page.keyboard.press('Control+End');
  await page.keyboard.press('Home');
  await page.keyboard.press('Control+v');
  await expect(cell(page, 1000, 1)).toHaveText('Nordlicht Logistik 1');
  await expect(cell(page, 1001, 1)).toHaveText('Acme Bakeries 2');

  // Beyond the last column, texts have no place.
  await page.keyboard.press('Control+End');
  await page.keyboard.press('Control+v');
  await expect(page.getByText(/^refused/)).toContainText(
    '1 pasted column was left out because the table has no more columns. Add columns, and paste again.',
  );

  await page.keyboard.press('Control+Home');
  await page.keyboard.press('Shift+ArrowDown');
  await page.keyboard.press('Shift+ArrowDown');
  await page.keyboard.press('Control+d');
  await expect(cell(page, 3, 1)).toHaveText('Nordlicht Logistik 1');

  // With headers, from the page's own clipboard.
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.keyboard.press('Control+Shift+C');
  await expect(page.getByRole('status').first()).toHaveText('3 rows × 1 column copied with headers');
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
    `Company\r\n${Array(3).fill('Nordlicht Logistik 1').join('\r\n')}`,
  );
});

test('the mouse selects, fills, edits, checks, and moves columns', async ({ page }) => {
  const grid = await open(page);
  await drag(page, cell(page, 4, 4), cell(page, 6, 5));
  expect(await selection(page)).toEqual({ from: 3, to: 5, columnIds: ['phone', 'employees'] });

  await cell(page, 4, 4).click();
  await drag(page, grid.locator('[data-handle]'), cell(page, 6, 4));
  await expect(cell(page, 6, 4)).toHaveText('+49 30 1000021');
  expect(await selection(page)).toEqual({ from: 3, to: 5, columnIds: ['phone'] });

  await cell(page, 8, 1).dblclick();
  await page.keyboard.type(' AG');
  // A click elsewhere keeps the text.
  await cell(page, 2, 2).click();
  await expect(cell(page, 8, 1)).toHaveText('Harbor & Sons 8 AG');

  await page.getByRole('checkbox', { name: 'Select row 2', exact: true }).click();
  await page.getByRole('checkbox', { name: 'Select row 5', exact: true }).click({ modifiers: ['Shift'] });
  await expect(page.getByRole('checkbox', { name: 'Select row 4', exact: true })).toBeChecked();
  await page.getByRole('checkbox', { name: 'Select all rows' }).click();
  await expect(page.getByRole('checkbox', { name: 'Select row 9', exact: true })).toBeChecked();
  await page.getByRole('button', { name: 'Open row 3', exact: true }).click();
  await expect(page.getByText('open row 2')).toBeVisible();

  await cell(page, 3, 2).hover();
  await expect(grid.getByRole('link', { name: 'Open firm-3.example.com in a new tab' })).toBeVisible();

  const phone = page.getByRole('columnheader', { name: 'Phone' });
  await drag(page, phone, page.getByRole('columnheader', { name: /^Domain/ }), 0.2);
  await expect(phone).toHaveAttribute('aria-colindex', '3');
  await page.getByRole('columnheader', { name: 'Employees' }).click({ modifiers: ['Control'] });
  expect(await selection(page)).toEqual({ from: 0, to: 999, columnIds: ['employees'] });
});

test('a window that becomes wider shows more columns, and a narrower one each column once', async ({
  page,
}) => {
  const errors: Error[] = [];
  page.on('pageerror', (error) => errors.push(error));
  await page.setViewportSize({ width: 800, height: 700 });
  await open(page, 'rows=50&columns=60');
  await expect(cell(page, 1, 1)).toBeVisible();
  const shown = () =>
    page
      .locator('[aria-rowindex="2"] [role=gridcell]:not([hidden])')
      .evaluateAll((cells) => cells.map((each) => Number(each.ariaColIndex)));
  const narrow = (await shown()).length;
  await page.setViewportSize({ width: 1900, height: 700 });
  await expect.poll(async () => (await shown()).length).toBeGreaterThan(narrow + 3);
  await page.setViewportSize({ width: 900, height: 700 });
  await expect.poll(async () => (await shown()).length).toBeLessThan(narrow + 3);
  const columns = await shown();
  expect(new Set(columns).size).toBe(columns.length);
  expect(errors).toEqual([]);
});

test('a long list loads what is visible, and copies what is not', async ({ page, context }) => {
  const grid = await open(page, 'rows=100000&columns=10&late');
  await expect(grid).toHaveAttribute('aria-rowcount', '100001');
  await expect(cell(page, 1, 1)).toHaveText('Nordlicht Logistik 1');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Control+ArrowDown');
  await expect(cell(page, 100_000, 1)).toHaveText('Kiefer Anlagenbau 100000');

  // Screen readers that read the page find the rows in their order.
  await expect
    .poll(() =>
      grid
        .locator('[data-rows] > [role=row]:not([hidden])')
        .evaluateAll((rows) =>
          rows.every((row, at) => !at || Number(row.ariaRowIndex) > Number(rows[at - 1]?.ariaRowIndex)),
        ),
    )
    .toBe(true);

  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.keyboard.press('Control+Space');
  await page.keyboard.press('Control+c');
  await expect(page.getByRole('status').first()).toHaveText('100,000 rows × 1 column copied');
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied.split('\r\n')[49_999]).toBe('Kiefer Anlagenbau 50000');

  // A change of a row shows at once, in place.
  await page.evaluate(() => (window as never as SampleWindow).source.set(99_999, 'company', 'Changed'));
  await expect(cell(page, 100_000, 1)).toHaveText('Changed');
});

interface SampleWindow {
  source: { set(index: number, columnId: string, value: string): void };
}

test('is accessible in both themes, without rows, and as cards on a phone', async ({ page }) => {
  await open(page);
  await drag(page, cell(page, 1, 2), cell(page, 9, 4));
  expect(await violations(page, 'all')).toEqual([]);
  await open(page, 'theme=dark');
  await drag(page, cell(page, 1, 2), cell(page, 9, 4));
  expect(await violations(page, 'colors')).toEqual([]);
  await open(page, 'rows=0');
  await expect(page.getByText('No rows yet')).toBeVisible();
  expect(await violations(page, 'all')).toEqual([]);

  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(`${served.url}?rows=100000&columns=60`);
  const cards = page.getByRole('list', { name: 'Companies in Berlin' });
  await expect(cards.getByRole('listitem').first()).toContainText('Nordlicht Logistik 1');
  expect(await violations(page, 'all')).toEqual([]);
  await cards.evaluate((list) => list.parentElement?.scrollTo(0, list.scrollHeight));
  await page.getByRole('button', { name: 'Open Kiefer Anlagenbau 100000' }).click();
  await expect(page.getByText('open row 99999')).toBeVisible();
});

/** `share`: where in the target the pointer ends, from its left edge. */
async function drag(page: Page, from: Locator, to: Locator, share = 0.5): Promise<void> {
  const [start, end] = [(await from.boundingBox())!, (await to.boundingBox())!];
  await page.mouse.move(start.x + start.width / 2, start.y + start.height / 2);
  await page.mouse.down();
  await page.mouse.move(end.x + end.width * share, end.y + end.height / 2, { steps: 5 });
  await page.mouse.up();
}
