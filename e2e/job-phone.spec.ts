import type { Locator, Page } from '@playwright/test';
import { sidewaysOverflow } from './fixtures/accessibility.ts';
import { expect, signUp, test } from './fixtures/app-test.ts';
import { checkState, csvFile, downloadLines, LISTS } from './fixtures/list-job.ts';

test.use({
  viewport: { width: 360, height: 740 },
  contextOptions: { reducedMotion: 'reduce', hasTouch: true },
});

const OLD = csvFile('Old list.csv', [
  'Full name,Email,Note',
  'WEBER Anna,anna.weber@lindenauoptik.de,old',
  'Old Timer,gone@lindenauoptik.de,old',
]);

/** Taps what a person can see and reach: in the window, and not smaller than a finger needs (WCAG 2.2, 2.5.8: 24 px). */
async function tap(target: Locator): Promise<void> {
  await target.scrollIntoViewIfNeeded();
  const box = await target.boundingBox();
  expect(box && { wide: box.x >= 0 && box.x + box.width <= 360, tall: box.height >= 24 }).toEqual({
    wide: true,
    tall: true,
  });
  await target.tap();
}

async function check(page: Page, name: string): Promise<void> {
  expect(await sidewaysOverflow(page)).toBeLessThanOrEqual(0);
  await checkState(page, name);
}

test('on a phone: an old list is cleaned with a finger', async ({ page }) => {
  test.slow();
  await signUp(page);
  await page.goto(LISTS);
  const recipe = page.getByRole('button', { name: /^Clean an old list/ });
  await expect(recipe).toBeVisible();
  await check(page, 'job-phone-recipes');
  await tap(recipe);
  const importing = page.getByRole('dialog', { name: 'New list' });
  const chooser = page.waitForEvent('filechooser');
  await tap(importing.getByRole('button', { name: /^Choose a file/ }));
  await (await chooser).setFiles(OLD);
  await expect(importing.getByText('2 rows', { exact: true })).toBeVisible();
  await check(page, 'job-phone-import');
  await tap(importing.getByRole('button', { name: 'Import 2 rows' }));

  const run = page.getByRole('dialog', { name: 'Run' });
  await expect(run.getByText('2 rows, 2 cells')).toBeVisible();
  await check(page, 'job-phone-run');
  await tap(run.getByRole('button', { name: 'Run for up to 2 credits' }));
  await expect(page.getByText('Completed')).toBeVisible();
  await check(page, 'job-phone-done');

  // A row is a card, which opens.
  await tap(page.getByRole('button', { name: 'Open Old Timer' }));
  const panel = page.getByRole('dialog');
  await expect(panel.getByText('Not taken: Undeliverable').first()).toBeVisible();
  await check(page, 'job-phone-row');
  await tap(panel.getByRole('button', { name: 'Close' }));
  await expect(panel).toBeHidden();

  await tap(page.getByRole('button', { name: 'Filter', exact: true }));
  await page.getByLabel('Column', { exact: true }).selectOption('Verified email');
  await page.getByLabel('Condition').selectOption('Is not empty');
  await check(page, 'job-phone-filter');
  await tap(page.getByRole('button', { name: 'Add filter' }));
  await expect(page.getByText('1 of 2 rows')).toBeVisible();

  await tap(page.getByRole('button', { name: 'Export', exact: true }));
  const exporting = page.getByRole('dialog', { name: /^Export/ });
  await exporting.getByLabel('For which tool').selectOption('lemlist');
  await check(page, 'job-phone-export');
  const { lines } = await downloadLines(page, () => tap(exporting.getByRole('button', { name: 'Download' })));
  expect(lines).toEqual([
    'email,firstName,lastName,Note,Check name,Verified email,Verdict',
    'anna.weber@lindenauoptik.de,Anna,Weber,old,,anna.weber@lindenauoptik.de,deliverable',
  ]);
});
