import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MESSAGES } from '#contract/messages.ts';
import { type TestPlace, writePlaceFile } from '#server/leads/places/test-place-files.ts';
import { createLog } from '#server/platform/log.ts';
import { createWarehouse } from '#server/platform/warehouse/warehouse.ts';
import { sidewaysOverflow, violations } from './fixtures/accessibility.ts';
import { expect, signUp, test } from './fixtures/app-test.ts';
import { type HeldCall, holdCalls } from './fixtures/held-calls.ts';
import { leadCount, PATH } from './fixtures/lead-databases-page.ts';
import { leadwell } from './fixtures/leadwell-command.ts';
import { takeScreenshots } from './fixtures/screenshots.ts';

const TAB = `${PATH}?tab=local_businesses`;

// The scripts of a kept page are there already.
test.use({ ownContext: true });

/** 40 roofers around Berlin, half of them with a website, and a bakery in Vienna. */
const PLACES: TestPlace[] = [
  ...Array.from({ length: 40 }, (_, index) => ({
    id: `roofer-${index}`,
    name: `Roofer ${index}`,
    at: [13 + index / 50, 52.3 + (index % 7) / 20] as const,
    ...(index % 2 === 0 ? { websites: [`https://roofer${index}.example/`] } : {}),
  })),
  { id: 'bakery', name: 'Bakery', category: 'bakery', at: [16.37, 48.2], address: { country: 'AT' } },
];

/** Writes a file of places with an engine of its own, and imports it with the command. */
async function importPlaces(server: Parameters<typeof leadwell>[0]): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'leadwell-e2e-places-'));
  const log = createLog('silent');
  const warehouse = createWarehouse({ url: undefined, engine: { folder, log }, log });
  try {
    const file = join(folder, 'places.parquet');
    await writePlaceFile(warehouse, file, PLACES);
    await leadwell(server, 'places', 'import', file, '--date', '2026-08-19');
  } finally {
    await warehouse.close();
    await rm(folder, { recursive: true, force: true });
  }
}

test('local businesses: says what the operator does, then filters, a map by keyboard, and emails', async ({
  page,
  server,
}) => {
  test.slow();
  await leadwell(server, 'leads', 'drop', 'local_businesses');
  await signUp(page);
  await page.goto(TAB);
  await expect(page.getByText('No local businesses are here yet')).toBeVisible();
  await expect(page.getByText('The operator of this server imports them.')).toBeVisible();
  expect(await violations(page)).toEqual([]);

  await importPlaces(server);
  // While the map loads, Escape closes what is open over the page, and leaves the map.
  const scripts: HeldCall[] = [];
  const release = await holdCalls(page, 'assets/place-map*', (call) => scripts.push(call));
  await page.goto(`${TAB}&country=Germany`);
  await expect.poll(() => scripts.length).toBeGreaterThan(0);
  await page.getByRole('button', { name: 'Category' }).click();
  const open = page.getByRole('dialog', { name: 'Category' });
  await expect(open).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(open).toHaveCount(0);
  await release();
  // Its search is done, and isn't taken for one of the next page.
  await expect(page.getByText('40 businesses in this part of the map.')).toBeVisible();

  // The map waits for the exclusion lists, as the results do.
  let answerLists = () => {};
  const held = new Promise<void>((resolve) => {
    answerLists = resolve;
  });
  await page.route(/\/functions\/v1\/lists(?:\?|$)/, async (route) => {
    await held;
    await route.continue();
  });
  const searches: string[] = [];
  page.on('request', (request) => {
    const { action } = request.method() === 'POST' ? (request.postDataJSON() ?? {}) : {};
    if (['map', 'count'].includes(action)) searches.push(action);
  });
  await page.goto(`${TAB}&country=Germany`);
  await expect(leadCount(page)).toHaveText('Total leads: 41');
  await expect(page.getByRole('button', { name: 'Map', exact: true })).toBeEnabled();
  expect(searches).toEqual([]);
  answerLists();
  await expect(page.getByText('40 businesses in this part of the map.')).toBeVisible();
  expect(searches).toContain('map');

  const outside: string[] = [];
  page.on('request', (request) => {
    if (!request.url().startsWith(server.url) && !/^(data|blob):/.test(request.url()))
      outside.push(request.url());
  });
  await page.goto(TAB);
  await expect(leadCount(page)).toHaveText('Total leads: 41');
  const categories = page.getByRole('button', { name: 'Category' });
  await categories.click();
  await page.getByRole('dialog', { name: 'Category' }).getByLabel('Roofing').check();
  await page.getByRole('button', { name: 'Include', exact: true }).click();
  await expect(leadCount(page)).toHaveText('Total leads: 41 | Filtered: 40');
  await expect(page.getByText('40 businesses in this part of the map.')).toBeVisible();
  await expect(page.getByRole('columnheader', { name: 'Websites' })).toBeVisible();

  // The map, by keyboard only.
  const map = page.getByRole('application', { name: 'Map' });
  await map.focus();
  await page.keyboard.press('+');
  await page.keyboard.press('+');
  const inside = page.getByRole('status').filter({ hasText: 'in this part of the map' });
  await expect(inside).toHaveText(/^\d+ businesses in this part/);
  await expect(inside).not.toHaveText(/^40 /);
  await page.keyboard.press('ArrowLeft');
  await page.getByRole('button', { name: 'Show all results' }).focus();
  await page.keyboard.press('Enter');
  await expect(inside).toHaveText(/^40 /);
  // A double click zooms to where it was, as a click centers it.
  const clicked = { position: { x: 200, y: 100 } };
  await map.click(clicked);
  await expect(inside).not.toHaveText(/^40 /);
  const middle = /Its middle is at .*/;
  const centered = middle.exec((await inside.textContent()) ?? '')?.[0] ?? 'no middle';
  await page.getByRole('button', { name: 'Show all results' }).click();
  await expect(inside).toHaveText(/^40 /);
  await map.dblclick(clicked);
  await expect(inside).not.toHaveText(/^40 /);
  await page.getByRole('button', { name: 'Zoom out' }).click();
  await expect(inside).toContainText(centered);
  await page.getByRole('button', { name: 'Show all results' }).click();
  await expect(inside).toHaveText(/^40 /);
  await page.getByRole('combobox', { name: 'Kilometers around the middle' }).selectOption('10');
  await page.getByRole('button', { name: 'Search around the middle' }).focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/near=52\.4\d*%2C13\.39\d*%2C10/);
  await expect(leadCount(page)).toHaveText(/Filtered: (?:[1-9]|1\d)$/);
  await page.getByText('Where most results are').click();
  await expect(page.getByRole('button', { name: /near 52\.\d+° N, 13\.\d+° E/ }).first()).toBeVisible();
  expect(await violations(page, 'all')).toEqual([]);
  await takeScreenshots(page, 'local-businesses');
  await page
    .getByRole('button', { name: /near 52\.\d+° N, 13\.\d+° E/ })
    .first()
    .focus();
  await page.keyboard.press('Enter');
  await expect(map).toBeFocused();
  await page.getByRole('button', { name: 'Show all results' }).click();
  await page.setViewportSize({ width: 360, height: 740 });
  await expect.poll(() => sidewaysOverflow(page)).toBe(0);
  await expect(map).toBeVisible();
  await takeScreenshots(page, 'local-businesses-narrow');
  await page.setViewportSize({ width: 1440, height: 900 });
  expect(outside).toEqual([]);

  // What is typed instead of chosen on the map.
  await page.getByRole('button', { name: 'Remove', exact: true }).click();
  await page.getByRole('textbox', { name: 'Latitude and longitude' }).fill('52.3, 200');
  await page.getByRole('button', { name: 'Apply', exact: true }).click();
  await expect(page.getByRole('alert')).toHaveText(/Enter a place such as/);
  await page.getByRole('textbox', { name: 'Latitude and longitude' }).fill('48.2, 16.37');
  await page.keyboard.press('Enter');
  await expect(page.getByText(MESSAGES.leads.noneFound)).toBeVisible();
  await page.getByRole('button', { name: 'Remove', exact: true }).click();

  // A radius that isn't applied yet stays while other filters change.
  const radius = page.getByRole('textbox', { name: 'Kilometers around it' });
  await page.getByRole('textbox', { name: 'Latitude and longitude' }).fill('52.4 13.4');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/near=52\.4/);
  await radius.fill('33');
  await page.getByRole('switch', { name: 'Has Website' }).click();
  await expect(page).toHaveURL(/website=1/);
  await expect(radius).toHaveValue('33');
  await page.getByRole('button', { name: 'Remove', exact: true }).click();

  await expect(leadCount(page)).toHaveText('Total leads: 41 | Filtered: 20');
  await page.getByRole('button', { name: 'Get emails' }).click();
  const menu = page.getByRole('dialog', { name: 'Get emails' });
  await expect(menu.getByRole('status')).toHaveText('Costs 20 credits');
  await menu.getByRole('button', { name: 'Save and continue' }).click();
  await expect(page).toHaveURL(/\/lead-enrichment\//);
  const run = page.getByRole('dialog', { name: /Run/ });
  await expect(run).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('columnheader', { name: 'All emails' })).toBeVisible();
  await expect(page.getByText('Roofer 0', { exact: true })).toBeVisible();
});
