import { expect, signUp, test } from './fixtures/app-test.ts';
import { checkState, chooseFile, csvFile, downloadLines } from './fixtures/list-job.ts';

/** An old list: repeated people, dead mailboxes, spaces, capitals, a role address, a customer, and no email. */
const OLD = csvFile('Old newsletter.csv', [
  'Full name;Email;Signed up;Tags',
  'Dr. ANNA WEBER;  Anna.Weber@LINDENAUOPTIK.de ;03/2019;vip, press',
  'krüger, jens; Jens.krueger@TALWERKROBOTIK.de;04/2019;',
  'Anna Weber;anna.weber@lindenauoptik.de;2021;',
  'Old Timer;gone@lindenauoptik.de;2016;dead',
  'Office;hallo@talwerkrobotik.de;2020;role',
  'Kay Customer;office@birkmooranlagen.de;2020;customer',
  'Not An Address;jane(at)example;2020;',
  'Nobody Known;;2020;',
]);
const CUSTOMERS = csvFile('Customers.csv', ['Domain', 'birkmooranlagen.de']);

test('an old list is cleaned', async ({ page, mail }) => {
  test.slow();
  await signUp(page);
  const customers = await chooseFile(page, CUSTOMERS);
  await customers.getByRole('button', { name: 'Import 1 row' }).click();
  await page.getByRole('button', { name: 'Leave out', exact: true }).click();
  const choice = page.getByRole('dialog', { name: 'Leave out of other lists' });
  await choice.getByRole('radio', { name: /^Everyone at their companies/ }).check();
  await choice.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('button', { name: 'Leaves out', exact: true })).toBeVisible();

  const importing = await chooseFile(page, OLD, 'Clean an old list');
  await importing.getByLabel('Key column').selectOption('Email');
  await checkState(page, 'job-clean-import');
  await importing.getByRole('button', { name: 'Import 8 rows' }).click();
  await expect(page.getByText('7 rows added, 1 updated.')).toBeVisible();

  const run = page.getByRole('dialog', { name: 'Run' });
  await expect(run.getByText('5 rows, 5 cells')).toBeVisible();
  await expect(run.getByText('1 row left out: Customers')).toBeVisible();
  await checkState(page, 'job-clean-run');
  await run.getByRole('button', { name: 'Run for up to 5 credits' }).click();
  await expect(page.getByText('Completed')).toBeVisible();
  await expect(page.getByText('3 filled, 2 not found')).toBeVisible();
  await expect(page.getByRole('status').filter({ hasText: 'left out' })).toHaveText(
    '6 of 7 rows · 1 left out: Customers',
  );
  expect(mail.log('birkmooranlagen.de').sessions).toEqual([]);
  await checkState(page, 'job-clean-done');

  // Everything, and what was found out about it.
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  const exporting = page.getByRole('dialog', { name: /^Export/ });
  const download = () => exporting.getByRole('button', { name: 'Download' }).click();
  const all = await downloadLines(page, download);
  expect(all.name).toBe('Old newsletter.csv');
  expect(all.lines).toEqual([
    'Full name,Email,Signed up,Tags,Clean first name,Clean last name,Check name,Verified email,Verdict',
    'Anna Weber,anna.weber@lindenauoptik.de,2021,"vip, press",Anna,Weber,,anna.weber@lindenauoptik.de,deliverable',
    '"krüger, jens",Jens.krueger@TALWERKROBOTIK.de,04/2019,,Jens,Krüger,,Jens.krueger@talwerkrobotik.de,deliverable',
    'Old Timer,gone@lindenauoptik.de,2016,dead,Old,Timer,,,undeliverable',
    'Office,hallo@talwerkrobotik.de,2020,role,,,no name,hallo@talwerkrobotik.de,deliverable',
    'Not An Address,jane(at)example,2020,,Not,An Address,,,undeliverable',
    'Nobody Known,,2020,,Nobody,Known,,,',
  ]);

  // Those that one shouldn't write to, by their verdicts.
  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  const filter = page.getByRole('dialog', { name: 'Filter by column' });
  await filter.getByLabel('Column').selectOption('Verdict');
  await filter.getByLabel('Condition').selectOption('Is one of');
  const values = filter.getByRole('textbox', { name: 'Is one of' });
  const add = filter.getByRole('button', { name: 'Add filter' });
  await values.fill('undeliverable\n'.repeat(200));
  await expect(filter.getByRole('alert')).toHaveText(/2,000 characters at most/);
  await expect(add).toBeDisabled();
  await values.fill('Risky, undeliverable');
  await checkState(page, 'job-clean-filter');
  await add.click();
  await expect(page.getByText('2 of 7 rows')).toBeVisible();
  await checkState(page, 'job-clean-filtered');
  await page.getByRole('button', { name: 'Remove filter: Verdict is one of Risky, undeliverable' }).click();

  // Only those that one can write to.
  const grid = page.getByRole('grid', { name: 'Old newsletter' });
  await grid.getByRole('button', { name: 'Menu of Verified email' }).click();
  await page.getByRole('menuitem', { name: 'Only rows with a value' }).click();
  await expect(page.getByText('3 of 7 rows')).toBeVisible();
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  await expect(exporting.getByLabel('Rows')).toHaveValue('filtered');
  await exporting.getByLabel('For which tool').selectOption('Smartlead');
  await checkState(page, 'job-clean-export');
  const clean = await downloadLines(page, download);
  expect(clean.lines).toEqual([
    'first_name,last_name,email,Signed up,Tags,Check name,Verified email,Verdict',
    'Anna,Weber,anna.weber@lindenauoptik.de,2021,"vip, press",,anna.weber@lindenauoptik.de,deliverable',
    'Jens,Krüger,Jens.krueger@talwerkrobotik.de,04/2019,,,Jens.krueger@talwerkrobotik.de,deliverable',
    ',,hallo@talwerkrobotik.de,2020,role,no name,hallo@talwerkrobotik.de,deliverable',
  ]);
});
