import type { Page } from '@playwright/test';
import { violations } from './fixtures/accessibility.ts';
import { callAs } from './fixtures/account-calls.ts';
import { expect, signUp, test } from './fixtures/app-test.ts';
import { downloadCsv } from './fixtures/download-csv.ts';
import { answerCalls, changeReplies, type HeldCall, holdCalls } from './fixtures/held-calls.ts';
import { takeScreenshots } from './fixtures/screenshots.ts';

const CALLS = 'functions/v1';
const DOWN = { status: 503, json: { error: { code: 'unavailable', message: 'Try again in a minute.' } } };

async function newList(page: Page, name: string, rows: Record<string, string>[]): Promise<string> {
  const columns = Object.keys(rows[0] ?? {}).map((column) => ({ name: column }));
  const { id } = await callAs(page, `${CALLS}/list-create`, { name, columns });
  for (let from = 0; from < rows.length; from += 500)
    await callAs(page, `${CALLS}/list-add-rows`, { id, rows: rows.slice(from, from + 500) });
  return String(id);
}

const numbered = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ Name: `Name ${index + 1}`, City: `City ${index + 1}` }));

/** The value that is typed into a column of a list, row by row. */
async function valuesOf(page: Page, id: string, column: string): Promise<string[]> {
  const values: string[] = [];
  for (let at = 1; ; at += 1) {
    const reply = await callAs(
      page,
      `${CALLS}/list-rows?id=${id}&page=${at}&limit=100&order=added&direction=asc`,
    );
    const { rows, list, total } = reply as {
      rows: { values: Record<string, string> }[];
      list: { fields: { id: string; name: string }[] };
      total: number;
    };
    const field = list.fields.find(({ name }) => name === column)?.id ?? '';
    values.push(...rows.map((row) => row.values[field] ?? ''));
    if (values.length >= total || rows.length === 0) return values;
  }
}

test('a table with an exclusion list stays as it is while its cells are edited', async ({ page }) => {
  await signUp(page);
  const id = await newList(page, 'Leads', numbered(150));
  const customers = await newList(page, 'Customers', [{ Website: 'beta.org' }]);
  await callAs(page, `${CALLS}/list-set-exclusion`, { id: customers, excludes: 'companies' });
  await page.goto(`/dashboard/lead-enrichment/${id}`);
  await page.getByRole('gridcell', { name: 'Name 1', exact: true }).click();
  await page.keyboard.press('Control+End');
  await expect(page.getByRole('gridcell', { name: 'City 150' })).toBeVisible();
  await page.keyboard.press('ArrowUp');

  const lists: (() => unknown)[] = [];
  const release = await holdCalls(page, `${CALLS}/lists`, (call) => lists.push(() => call.send()));
  await page.keyboard.type('Rome');
  await page.keyboard.press('Enter');
  await page.keyboard.type('Os');
  await expect.poll(() => lists.length).toBeGreaterThan(0);
  await page.keyboard.type('lo');
  await expect(page.getByRole('gridcell', { name: 'Rome' })).toBeVisible();
  for (const send of lists) await send();
  await release();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('gridcell', { name: 'Oslo' })).toBeVisible();
  await expect.poll(async () => (await valuesOf(page, id, 'City')).slice(-2)).toEqual(['Rome', 'Oslo']);
});

test('a cell that is too narrow shows the start of a name from right to left', async ({ page }) => {
  await signUp(page);
  const name = 'شركة النور للتجارة والمقاولات العامة والاستيراد والتصدير';
  const id = await newList(page, 'Leads', [{ Name: name, City: 'Dubai' }]);
  await page.goto(`/dashboard/lead-enrichment/${id}`);
  const cell = page.getByRole('gridcell').first();
  await expect(cell).toHaveText(name);
  await expect(cell).toHaveCSS('direction', 'rtl');
  await expect(page.getByRole('gridcell', { name: 'Dubai' })).toHaveCSS('direction', 'ltr');
  await cell.click();
  await page.keyboard.type('Al Noor');
  await page.keyboard.press('Enter');
  await expect(cell).toHaveText('Al Noor');
  await expect(cell).toHaveCSS('direction', 'ltr');
});

test('a column is cleared in rows that aren’t loaded, and at once undone', async ({ page }) => {
  await signUp(page);
  const id = await newList(page, 'Leads', numbered(350));
  await page.goto(`/dashboard/lead-enrichment/${id}`);
  await page.getByRole('gridcell', { name: 'City 1', exact: true }).click();
  await page.keyboard.press('Control+Shift+ArrowDown');
  const release = await answerCalls(page, `${CALLS}/list-rows`, DOWN);
  await page.keyboard.press('Delete');
  await expect(page.getByText("These rows didn't load. Try again.").first()).toBeVisible();
  await release();
  expect((await valuesOf(page, id, 'City')).filter(Boolean)).toHaveLength(350);

  await page.keyboard.press('Delete');
  await expect.poll(async () => (await valuesOf(page, id, 'City')).filter(Boolean)).toEqual([]);
  await page.keyboard.press('Control+z');
  await expect.poll(async () => (await valuesOf(page, id, 'City')).filter(Boolean).length).toBe(350);
});

test('what wasn’t saved is saved when it is tried again', async ({ page }) => {
  await signUp(page);
  const id = await newList(page, 'Leads', numbered(3));
  await page.goto(`/dashboard/lead-enrichment/${id}`);
  await page.getByRole('gridcell', { name: 'City 1', exact: true }).click();
  const release = await answerCalls(page, `${CALLS}/list-edit`, DOWN);
  await page.keyboard.type('Rome');
  await page.keyboard.press('Enter');
  await expect(page.getByText('This change wasn’t saved')).toBeVisible();
  await takeScreenshots(page, 'list-edit-failed');
  await release();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('gridcell', { name: 'Rome' })).toBeVisible();
  expect(await valuesOf(page, id, 'City')).toEqual(['Rome', 'City 2', 'City 3']);
});

test('an edit whose reply got lost is undone at once after it was tried again', async ({ page }) => {
  await signUp(page);
  const id = await newList(page, 'Leads', numbered(3));
  await page.goto(`/dashboard/lead-enrichment/${id}`);
  await page.getByRole('gridcell', { name: 'City 1', exact: true }).click();
  const release = await changeReplies(page, `${CALLS}/list-edit`, () => ({}), 1);
  await page.keyboard.type('Rome');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('gridcell', { name: 'Rome' }).click();
  await page.keyboard.press('Control+z');
  await expect.poll(() => valuesOf(page, id, 'City')).toEqual(['City 1', 'City 2', 'City 3']);
  await release();
});

test('a value that starts like a shortcut is typed into its cell', async ({ page }) => {
  await signUp(page);
  const id = await newList(page, 'Leads', numbered(4));
  await page.goto(`/dashboard/lead-enrichment/${id}`);
  await page.getByRole('gridcell', { name: 'City 1', exact: true }).click();
  const values = ['n/a', '/new', '?', 'gd'];
  for (const value of values) {
    await page.keyboard.type(value);
    await page.keyboard.press('Enter');
  }
  await expect.poll(() => valuesOf(page, id, 'City')).toEqual(values);
  // A cell that can only be read takes no letters, and they are no shortcuts either.
  const step = {
    kind: 'formula',
    name: 'Copy',
    formula: '{Name}!',
    outputs: [{ field: 'value', name: 'Copy' }],
  };
  await callAs(page, `${CALLS}/list-step-save`, { id, step });
  await page.reload();
  await page.getByRole('gridcell', { name: 'Name 1!' }).click();
  await page.keyboard.type('n/');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.type('no');
  await page.keyboard.press('Enter');
  await expect.poll(() => valuesOf(page, id, 'City')).toEqual(['no', ...values.slice(1)]);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  expect(page.url()).toContain(id);
});

test('rows that are pasted below a filtered list are counted, because not all are shown', async ({
  page,
  context,
}) => {
  await signUp(page);
  const id = await newList(page, 'Leads', numbered(3));
  await page.goto(`/dashboard/lead-enrichment/${id}?where=${encodeURIComponent('City=City 1')}`);
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.getByRole('gridcell', { name: 'Name 1', exact: true }).click();
  await page.evaluate((text) => navigator.clipboard.writeText(text), 'Ann\tCity 1\nBea\tRome\nCy\tCity 1');
  await page.keyboard.press('Control+v');
  await expect(page.getByText('2 rows added')).toBeVisible();
  await expect(page.getByText('Only those that match your search and filters are shown.')).toBeVisible();
  await expect(page.getByText('2 of 5 rows')).toBeVisible();
  await context.clearPermissions();
});

test('an undo that takes long says so, and when it is done', async ({ page }) => {
  await signUp(page);
  const id = await newList(page, 'Leads', numbered(3));
  await page.goto(`/dashboard/lead-enrichment/${id}`);
  await page.getByRole('gridcell', { name: 'City 1', exact: true }).click();
  await page.keyboard.type('Rome');
  await page.keyboard.press('Enter');
  await expect.poll(() => valuesOf(page, id, 'City')).toEqual(['Rome', 'City 2', 'City 3']);
  const calls: HeldCall[] = [];
  const release = await holdCalls(page, `${CALLS}/list-undo`, (call) => calls.push(call));
  const busy = page.getByText('Undoing your change…');
  await page.keyboard.press('Control+z');
  await expect(busy).toBeVisible();
  // One that fails says so once.
  await calls.shift()?.answer({ status: 500 });
  await expect(page.getByText('This change wasn’t undone')).toBeVisible();
  await expect(busy).toHaveCount(0);
  await page.keyboard.press('Control+z');
  await expect(busy).toBeVisible();
  await expect(page.getByText('This can take a minute.')).toBeVisible();
  await takeScreenshots(page, 'list-undo-long');
  expect(await violations(page, 'all')).toEqual([]);
  await calls.shift()?.send();
  await release();
  await expect(page.getByText('The change was undone')).toBeVisible();
  await expect(busy).toHaveCount(0);
  expect(await valuesOf(page, id, 'City')).toEqual(['City 1', 'City 2', 'City 3']);
});

test('clean names ask before they replace the values of a column', async ({ page }) => {
  await signUp(page);
  const id = await newList(page, 'Leads', [{ Name: 'DR. JANE MILLER', Greeting: 'mine' }]);
  await page.goto(`/dashboard/lead-enrichment/${id}`);
  await page.getByRole('button', { name: 'Add column' }).click();
  const sheet = page.getByRole('dialog', { name: 'Add a column' });
  await sheet.getByRole('button', { name: /^Clean names/ }).click();
  await sheet.getByLabel('Column for First name').selectOption({ label: 'Greeting' });
  await sheet.getByRole('button', { name: 'Add column' }).click();
  await expect(sheet.getByText('Replace the values in “Greeting”?')).toBeVisible();
  expect(await valuesOf(page, id, 'Greeting')).toEqual(['mine']);
  expect(await violations(page, 'all')).toEqual([]);
  await takeScreenshots(page, 'step-replace-values');
  await sheet.getByRole('button', { name: 'Replace them' }).click();
  await expect(page.getByRole('gridcell', { name: 'Jane', exact: true })).toBeVisible();
  expect(await valuesOf(page, id, 'Greeting')).toEqual(['Jane']);
});

test('a range of check boxes has rows that aren’t loaded, and a cleared selection has none', async ({
  page,
}) => {
  await signUp(page);
  const id = await newList(page, 'Leads', numbered(450));
  await page.goto(`/dashboard/lead-enrichment/${id}`);
  await page.getByRole('checkbox', { name: 'Select row 1', exact: true }).check();
  await page.getByRole('gridcell', { name: 'Name 1', exact: true }).click();
  await page.keyboard.press('Control+End');
  await page.getByRole('checkbox', { name: 'Select row 450', exact: true }).click({ modifiers: ['Shift'] });
  const bar = page.getByRole('region', { name: 'Selected rows' });
  await expect(bar.getByText('450 selected')).toBeVisible();

  await page.getByRole('checkbox', { name: 'Select all rows' }).click();
  await page.getByRole('checkbox', { name: 'Select row 450', exact: true }).click();
  await expect(page.getByText('The selection was cleared')).toBeVisible();
  await expect(bar.getByText('selected')).toHaveCount(0);
});

test('rows that were selected one by one stay selected when they don’t match any more', async ({ page }) => {
  await signUp(page);
  const id = await newList(page, 'Leads', [
    { Name: 'Ann', City: 'Rome' },
    { Name: 'Ben', City: 'Rome' },
    { Name: 'Cal', City: 'Oslo' },
  ]);
  await page.goto(`/dashboard/lead-enrichment/${id}?q=rome`);
  for (const name of ['Select row 1', 'Select row 2'])
    await page.getByRole('checkbox', { name, exact: true }).check();
  await page.getByRole('gridcell', { name: 'Rome' }).first().click();
  await page.keyboard.type('Bern');
  await page.keyboard.press('Enter');
  await expect.poll(() => valuesOf(page, id, 'City')).toEqual(['Bern', 'Rome', 'Oslo']);
  const bar = page.getByRole('region', { name: 'Selected rows' });
  await bar.getByRole('button', { name: 'Export', exact: true }).click();
  const exporting = page.getByRole('dialog', { name: /^Export/ });
  const { rows } = await downloadCsv(page, () => exporting.getByRole('button', { name: 'Download' }).click());
  expect(rows.map(({ Name }) => Name)).toEqual(['Ann', 'Ben']);
  await expect(exporting).toHaveCount(0);
  await bar.getByRole('button', { name: 'Save to list' }).click();
  const saving = page.getByRole('dialog', { name: 'Save to list' });
  await saving.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText(/^Saved 2 rows to/)).toBeVisible();
  await bar.getByRole('button', { name: 'Delete 2 rows' }).click();
  await expect(bar.getByText('1 of them isn’t shown.')).toBeVisible();
  await takeScreenshots(page, 'list-delete-hidden');
  await bar.getByRole('button', { name: 'Yes, delete 2 rows' }).click();
  await expect.poll(() => valuesOf(page, id, 'City')).toEqual(['Oslo']);
});

test('an empty column is added, and filled in by hand', async ({ page }) => {
  await signUp(page);
  const id = await newList(page, 'Leads', [{ 'First name': 'Ann', City: 'Rome' }]);
  await page.goto(`/dashboard/lead-enrichment/${id}`);
  await expect(page.getByRole('gridcell', { name: 'Rome' })).toBeVisible();
  await page.getByRole('button', { name: 'Add column' }).click();
  const sheet = page.getByRole('dialog', { name: 'Add a column' });
  await takeScreenshots(page, 'list-column-choices');
  await sheet.getByRole('button', { name: /^Your own column/ }).click();
  await expect(sheet.getByLabel('Name', { exact: true })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(sheet.getByText('Enter a name for the column.')).toBeVisible();
  await page.keyboard.type('Email');
  await expect(sheet.getByLabel('Type')).toHaveValue('email');
  await expect(sheet.getByLabel('What’s in it')).toHaveValue('email');
  await sheet.getByLabel('Name', { exact: true }).fill('Name');
  await expect(sheet.getByLabel('What’s in it')).toHaveValue('last_name');
  await sheet.getByLabel('Name', { exact: true }).fill('city');
  await page.keyboard.press('Enter');
  await expect(sheet.getByText(/Two columns would be called/)).toBeVisible();
  await sheet.getByLabel('Name', { exact: true }).fill('Next call');
  await sheet.getByLabel('Type').selectOption('Date');
  await takeScreenshots(page, 'list-own-column');
  expect(await violations(page)).toEqual([]);
  await page.keyboard.press('Enter');
  await expect(sheet).toHaveCount(0);
  await expect(page.getByRole('columnheader', { name: 'Next call' })).toBeVisible();
  await page.getByRole('grid', { name: 'Leads' }).focus();
  await page.keyboard.type('2026-12-01');
  await page.keyboard.press('Enter');
  await expect.poll(() => valuesOf(page, id, 'Next call')).toEqual(['2026-12-01']);
});

test('all rows of a search are deleted after a question, and come back', async ({ page }) => {
  await signUp(page);
  const id = await newList(page, 'Leads', numbered(130));
  await page.goto(`/dashboard/lead-enrichment/${id}`);
  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  const filter = page.getByRole('dialog', { name: 'Filter by column' });
  await filter.getByLabel('Condition').selectOption('Doesn’t contain');
  await filter.getByLabel('Doesn’t contain').fill('name 1');
  await takeScreenshots(page, 'list-filter-without');
  await filter.getByRole('button', { name: 'Add filter' }).click();
  await expect(page.getByText('88 of 130 rows')).toBeVisible();
  await page.reload();
  await expect(page.getByText('88 of 130 rows')).toBeVisible();
  await page.getByRole('button', { name: 'Remove filter: Name doesn’t contain name 1' }).click();

  await page.getByRole('searchbox', { name: 'Search rows' }).fill('name 12');
  await expect(page.getByText('11 of 130 rows')).toBeVisible();
  await page.getByRole('checkbox', { name: 'Select all rows' }).check();
  const bar = page.getByRole('region', { name: 'Selected rows' });
  await bar.getByRole('button', { name: 'Delete 11 rows' }).click();
  await takeScreenshots(page, 'list-delete-matching');
  await bar.getByRole('button', { name: 'Yes, delete 11 rows' }).click();
  await expect(page.getByText('11 rows deleted.')).toBeVisible();
  await expect(page.getByText('0 of 119 rows')).toBeVisible();
  await page.getByRole('searchbox', { name: 'Search rows' }).fill('');
  await expect(page.getByText('119 rows', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(page.getByText('130 rows', { exact: true })).toBeVisible();
});

test('an import that stops in the middle goes on where it stopped', async ({ page }) => {
  await signUp(page);
  await page.goto('/dashboard/lead-enrichment');
  await page.getByRole('button', { name: 'New list' }).click();
  const importing = page.getByRole('dialog', { name: 'New list' });
  const rows = numbered(700).map(({ Name, City }) => `${Name}\t${City}`);
  await importing.getByLabel('Or paste cells from a spreadsheet').fill(['Name\tCity', ...rows].join('\n'));
  await importing.getByRole('button', { name: 'Continue' }).click();
  await importing.getByLabel('Recipe').selectOption({ index: 1 });
  let parts = 0;
  // The second part is saved, but its reply is lost.
  const releaseRows = await changeReplies(page, `${CALLS}/list-add-rows`, (reply) => {
    parts += 1;
    if (parts === 2) throw new Error('The reply is lost.');
    return reply;
  });
  await importing.getByRole('button', { name: 'Import 700 rows' }).click();
  await expect(importing.getByText('500 rows before that are saved.')).toBeVisible();
  await takeScreenshots(page, 'import-stopped');

  const releaseRecipe = await answerCalls(page, `${CALLS}/list-recipe-apply`, DOWN);
  await importing.getByRole('button', { name: 'Import 200 rows' }).click();
  await expect(importing.getByText('The rows are saved, but the recipe wasn’t added')).toBeVisible();
  await takeScreenshots(page, 'import-without-recipe');
  await releaseRows();
  await releaseRecipe();
  await importing.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('dialog', { name: 'Run' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('grid', { name: 'Pasted rows' })).toBeVisible();
  const id = new URL(page.url()).pathname.split('/').at(-1) ?? '';
  expect(await valuesOf(page, id, 'City')).toEqual(numbered(700).map(({ City }) => City));
});

test('choices stay with their answer when one before it is removed', async ({ page }) => {
  await signUp(page);
  const id = await newList(page, 'Leads', numbered(1));
  await page.goto(`/dashboard/lead-enrichment/${id}`);
  await page.getByRole('button', { name: 'Add column' }).click();
  const sheet = page.getByRole('dialog', { name: 'Add a column' });
  await sheet.getByRole('button', { name: /^Ask an AI model/ }).click();
  await sheet.getByRole('button', { name: 'Add answer' }).click();
  for (const [number, choices] of ['Shop, Factory', 'Small, Large'].entries()) {
    await sheet.getByLabel(`Type of answer ${number + 1}`).selectOption('One of');
    await sheet.getByLabel(`Choices of answer ${number + 1}`).pressSequentially(choices);
  }
  await sheet.getByRole('button', { name: 'Remove answer 1' }).click();
  await expect(sheet.getByLabel('Choices of answer 1')).toHaveValue('Small, Large');
});

test('the panel of a typed cell has its earlier values, and puts one back', async ({ page }) => {
  await signUp(page);
  const id = await newList(page, 'Earlier values', [{ Name: 'Name 1', City: 'Bern' }]);
  await page.goto(`/dashboard/lead-enrichment/${id}`);
  await page.getByRole('gridcell', { name: 'Bern' }).click();
  await page.keyboard.type('Basel');
  await page.keyboard.press('Enter');
  await expect.poll(() => valuesOf(page, id, 'City')).toEqual(['Basel']);
  await page.getByRole('gridcell', { name: 'Basel' }).click();
  await page.keyboard.press('Space');
  const history = page.getByRole('dialog').getByRole('region', { name: 'History' });
  await expect(history.getByText(/changed by hand\. Before: Bern$/)).toBeVisible();
  expect(await violations(page, 'all')).toEqual([]);
  await takeScreenshots(page, 'cell-history');
  await history.getByRole('button', { name: 'Put back: Bern' }).click();
  await expect(page.getByRole('gridcell', { name: 'Bern' })).toBeVisible();
  await expect.poll(() => valuesOf(page, id, 'City')).toEqual(['Bern']);
  await page.getByRole('gridcell', { name: 'Bern' }).click();
  await page.keyboard.press('Control+z');
  await expect.poll(() => valuesOf(page, id, 'City')).toEqual(['Basel']);
});
