import { expect, signUp, test } from './fixtures/app-test.ts';
import { expectFocus, openByPalette, tabTo } from './fixtures/keyboard.ts';
import { checkState, csvFile, downloadLines } from './fixtures/list-job.ts';

const NAMES = csvFile('Speakers.csv', [
  'First name,Last name,Company',
  'Anna,Weber,Lindenau Optik GmbH',
  'No,Body,Talwerk Robotik GmbH',
]);

test('by keyboard alone: names become a file for cold emails', async ({ page }) => {
  test.slow();
  await signUp(page);
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await openByPalette(page, 'lead enr', 'Lead Enrichment');
  await tabTo(page, page.getByRole('button', { name: /^People to verified emails/ }));
  await page.keyboard.press('Enter');

  const importing = page.getByRole('dialog', { name: 'New list' });
  // Waiting starts before the keys, because the browser catches the chooser only some time after.
  const chooser = page.waitForEvent('filechooser');
  await tabTo(page, importing.getByRole('button', { name: /^Choose a file/ }));
  await page.keyboard.press('Enter');
  await (await chooser).setFiles(NAMES);
  await expect(importing.getByText('2 rows', { exact: true })).toBeVisible();
  await expectFocus(page);
  await checkState(page, 'job-keyboard-import');
  await tabTo(page, importing.getByRole('button', { name: 'Import 2 rows' }));
  await page.keyboard.press('Enter');

  const run = page.getByRole('dialog', { name: 'Run' });
  await expect(run.getByText('2 rows, 4 cells')).toBeVisible();
  await expectFocus(page);
  await tabTo(page, run.getByRole('button', { name: 'Run for up to 4 credits' }));
  await page.keyboard.press('Enter');
  await expect(run).toBeHidden();
  await expect(page.getByText('Completed')).toBeVisible();
  await expectFocus(page);

  // The table: from cell to cell, and what the mail server said about one.
  const grid = page.getByRole('grid', { name: 'Speakers' });
  await tabTo(page, grid);
  for (let presses = 0; presses < 6; presses += 1) await page.keyboard.press('ArrowRight');
  await expectFocus(page);
  await page.keyboard.press('Space');
  const panel = page.getByRole('dialog');
  await expect(panel.getByText('Answer taken')).toBeVisible();
  await expect(panel.getByText('anna.weber@lindenauoptik.de').first()).toBeVisible();
  await checkState(page, 'job-keyboard-cell');
  await page.keyboard.press('Escape');
  await expectFocus(page);

  await tabTo(page, page.getByRole('button', { name: 'Export', exact: true }), 'Shift+Tab');
  await page.keyboard.press('Enter');
  const exporting = page.getByRole('dialog', { name: /^Export/ });
  const tool = exporting.getByLabel('For which tool');
  await tabTo(page, tool);
  await page.keyboard.type('Inst');
  await expect(tool).toHaveValue('instantly');
  await checkState(page, 'job-keyboard-export');
  await tabTo(page, exporting.getByRole('button', { name: 'Download' }));
  const { lines } = await downloadLines(page, () => page.keyboard.press('Enter'));
  expect(lines).toEqual([
    'email,first_name,last_name,company_name,website,First name,Last name,Verdict',
    'anna.weber@lindenauoptik.de,Anna,Weber,Lindenau Optik GmbH,lindenauoptik.de,Anna,Weber,deliverable',
  ]);
  await expect(exporting).toBeHidden();
  await expectFocus(page);
});
