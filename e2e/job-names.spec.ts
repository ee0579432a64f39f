import type { Page } from '@playwright/test';
import { violations } from './fixtures/accessibility.ts';
import { callAs } from './fixtures/account-calls.ts';
import { expect, openDashboard, signUp, test } from './fixtures/app-test.ts';
import { checkState, csvFile, downloadLines, LISTS } from './fixtures/list-job.ts';
import { takeScreenshots } from './fixtures/screenshots.ts';

// Its script that counts stays in the page.
test.use({ ownContext: true });

/** As an event list has them: two with a mailbox, one without, and one whose name needs care. */
const NAMES = csvFile('Speakers.csv', [
  'First name,Last name,Company,Talk',
  'ANNA,weber,Lindenau Optik GmbH,"Lenses, and more"',
  'Dr. Jens,Krüger,Talwerk Robotik GmbH,0815',
  'No,Body,Talwerk Robotik GmbH,=1+1',
]);

/**
 * Counts presses of the mouse in the page, over all of its loads. A choice in a list of the browser itself is a second
 * press, which the page doesn't see.
 */
async function countClicks(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(`
    const count = (event) => {
      if (event.isTrusted || event.type === 'change')
        sessionStorage.setItem('clicks', String(Number(sessionStorage.getItem('clicks')) + 1));
    };
    addEventListener('pointerdown', count, true);
    addEventListener('change', (event) => event.target instanceof HTMLSelectElement && count(event), true);
  `);
  return () => page.evaluate<number>("Number(sessionStorage.getItem('clicks'))");
}

test('the recipe reads full names, and asks for no first and last ones', async ({ page }) => {
  await signUp(page);
  await page.goto(LISTS);
  await page.getByRole('button', { name: /^People to verified emails/ }).click();
  const importing = page.getByRole('dialog', { name: 'New list' });
  const file = csvFile('People.csv', ['Full name,Company', 'Dr. Jens Krüger,Talwerk Robotik GmbH']);
  await importing.getByLabel('File with rows').setInputFiles(file);
  await expect(importing.getByRole('button', { name: 'Import 1 row' })).toBeVisible();
  await expect(importing.getByText('The recipe also reads')).toBeHidden();
  await importing.getByRole('button', { name: 'Import 1 row' }).click();
  const run = page.getByRole('dialog', { name: 'Run' });
  await run.getByRole('button', { name: /^Run for up to \d+ credits$/ }).click();
  await expect(page.getByText('Completed')).toBeVisible();
  await expect(page.getByRole('columnheader', { name: /^First name/ })).toHaveCount(0);
  await checkState(page, 'job-names-full');
});

test('names become a file for cold emails in eight clicks', async ({ page }) => {
  await signUp(page);
  const clicks = await countClicks(page);
  await page.goto(LISTS);
  await page.getByRole('button', { name: /^People to verified emails/ }).click();
  const importing = page.getByRole('dialog', { name: 'New list' });
  const chooser = page.waitForEvent('filechooser');
  await importing.getByRole('button', { name: /^Choose a file/ }).click();
  await (await chooser).setFiles(NAMES);
  expect(await clicks()).toBe(2);
  await checkState(page, 'job-names-import');
  await importing.getByRole('button', { name: 'Import 3 rows' }).click();

  const run = page.getByRole('dialog', { name: 'Run' });
  await expect(run.getByText('3 rows, 6 cells')).toBeVisible();
  await checkState(page, 'job-names-run');
  await run.getByRole('button', { name: /^Run for up to \d+ credits$/ }).click();
  await expect(page.getByText('Completed')).toBeVisible();
  await checkState(page, 'job-names-done');

  await page.getByRole('button', { name: 'Export', exact: true }).click();
  const tool = page.getByLabel('For which tool');
  await tool.click();
  await page.keyboard.press('Escape');
  await tool.selectOption('Instantly');
  await checkState(page, 'job-names-export');
  const { name, lines } = await downloadLines(page, () =>
    page.getByRole('button', { name: 'Download' }).click(),
  );
  expect(await clicks()).toBe(8);
  expect(lines).toEqual([
    'email,first_name,last_name,company_name,website,First name,Last name,Talk,Verdict',
    'anna.weber@lindenauoptik.de,Anna,Weber,Lindenau Optik GmbH,lindenauoptik.de,ANNA,weber,"Lenses, and more",deliverable',
    'jens.krueger@talwerkrobotik.de,Jens,Krüger,Talwerk Robotik GmbH,talwerkrobotik.de,Dr. Jens,Krüger,0815,deliverable',
  ]);
  expect(name).toBe('Speakers.csv');
});

test('a “Name” beside a first name is the last name, and a title before it no job', async ({ page }) => {
  await signUp(page);
  await page.goto(LISTS);
  await page.getByRole('button', { name: /^People to verified emails/ }).click();
  const importing = page.getByRole('dialog', { name: 'New list' });
  const chooser = page.waitForEvent('filechooser');
  await importing.getByRole('button', { name: /^Choose a file/ }).click();
  const contacts = ['Titel;Vorname;Name;Firma;Position', 'Dr.;Jens;Krüger;Talwerk Robotik GmbH;Einkauf'];
  await (await chooser).setFiles(csvFile('Kontakte.csv', contacts));
  const roles = importing.getByRole('combobox', { name: /^What “/ });
  await expect(roles.nth(0)).toHaveValue('');
  await expect(roles.nth(1)).toHaveValue('first_name');
  await expect(roles.nth(2)).toHaveValue('last_name');
  await expect(roles.nth(4)).toHaveValue('job_title');
  await checkState(page, 'job-names-german');
  await importing.getByRole('button', { name: 'Import 1 row' }).click();
  const run = page.getByRole('dialog', { name: 'Run' });
  await run.getByRole('button', { name: /^Run for up to \d+ credits$/ }).click();
  await expect(page.getByText('Completed')).toBeVisible();
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  await page.getByLabel('For which tool').selectOption('HubSpot');
  const { lines } = await downloadLines(page, () => page.getByRole('button', { name: 'Download' }).click());
  expect(lines).toEqual([
    'Email,First Name,Last Name,Job Title,Company Name,Company Domain Name,Titel,Vorname,Name,Verdict',
    'jens.krueger@talwerkrobotik.de,Jens,Krüger,Einkauf,Talwerk Robotik GmbH,talwerkrobotik.de,Dr.,Jens,Krüger,deliverable',
  ]);
});

test('a run that costs a lot needs one click, which names the price', async ({ page }) => {
  await signUp(page);
  const list = await callAs(page, 'functions/v1/list-create', {
    name: 'Many',
    columns: [{ name: 'Company' }],
  });
  const rows = Array.from({ length: 120 }, (_, index) => ({ Company: `Nirgendwo ${index} GmbH` }));
  await callAs(page, 'functions/v1/list-add-rows', { id: list.id, rows });
  await callAs(page, 'functions/v1/list-step-save', {
    id: list.id,
    step: {
      kind: 'tool',
      name: 'Domain',
      tries: [{ tool: 'company-to-domain', inputs: { company: 'Company' } }],
      outputs: [{ field: 'domain' }],
    },
  });
  await page.goto(`${LISTS}/${list.id}?run=all`);
  const run = page.getByRole('dialog', { name: 'Run' });
  const limit = run.getByLabel('Spend at most');
  await expect(run.getByRole('button', { name: 'Run for up to 120 credits' })).toBeEnabled();
  await limit.fill('110');
  await run.getByRole('button', { name: 'Run for up to 110 credits' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByText('of at most 110 credits')).toBeVisible();
});

test('the first list of the checklist comes with its recipe', async ({ page }) => {
  await openDashboard(page);
  await page.getByRole('link', { name: 'Make a list' }).click();
  const importing = page.getByRole('dialog', { name: 'New list' });
  await importing.getByRole('button', { name: 'Continue' }).click();
  await expect(importing.getByLabel('Recipe')).toHaveValue('Companies to verified emails');
  await importing.getByRole('button', { name: 'Import 4 rows' }).click();
  const run = page.getByRole('dialog', { name: 'Run' });
  await run.getByRole('button', { name: 'Run for up to 12 credits' }).click();

  // Hints follow what the person does, by keyboard, and stay where they are after a reload.
  await expect(page.getByText('2 of 4: See where a value is from')).toBeVisible();
  expect(await violations(page, 'all')).toEqual([]);
  await takeScreenshots(page, 'list-hints');
  const grid = page.getByRole('grid');
  await grid.getByRole('gridcell', { name: 'KDE' }).click();
  await page.keyboard.press('Space');
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByText('3 of 4: Correct a value')).toBeVisible();
  await page.reload();
  await expect(page.getByText('3 of 4: Correct a value')).toBeVisible();
  await grid.getByRole('gridcell', { name: 'KDE' }).click();
  await page.keyboard.type('KDE e.V.');
  await page.keyboard.press('Enter');
  await expect(page.getByText('4 of 4: Take the list with you')).toBeVisible();
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  await page.keyboard.press('Escape');
  await expect(page.getByText('of 4:')).toHaveCount(0);
  await page.reload();
  await expect(grid.getByRole('gridcell', { name: 'KDE e.V.' })).toBeVisible();
  await expect(page.getByText('of 4:')).toHaveCount(0);
});

test('the hints of the first list can be hidden, and don’t come again with another one', async ({ page }) => {
  await openDashboard(page);
  const makeSample = async (name: string) => {
    await page.goto('/dashboard/lead-enrichment?sample=1');
    const importing = page.getByRole('dialog', { name: 'New list' });
    await importing.getByRole('button', { name: 'Continue' }).click();
    const listName = importing.getByRole('textbox', { name: 'Name of the list' });
    await expect(listName).toHaveValue('Sample: Companies to verified emails');
    await listName.fill(name);
    await importing.getByRole('button', { name: 'Import 4 rows' }).click();
    const run = page.getByRole('dialog', { name: 'Run' });
    await expect(run.getByRole('button', { name: /^Run for/ })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(run).toHaveCount(0);
  };
  await makeSample('First');
  await expect(page.getByText('1 of 4: Fill the columns')).toBeVisible();
  await page.getByRole('button', { name: 'Hide hints' }).click();
  await expect(page.getByText('of 4:')).toHaveCount(0);
  await makeSample('Second');
  await expect(page.getByRole('grid').getByRole('gridcell', { name: 'KDE' })).toBeVisible();
  await expect(page.getByText('of 4:')).toHaveCount(0);
});
