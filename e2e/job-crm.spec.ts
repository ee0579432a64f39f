import { READY_RECIPES } from '#tools/lead-enrichment/web/ready-recipes.ts';
import { callAs } from './fixtures/account-calls.ts';
import { expect, signUp, test } from './fixtures/app-test.ts';
import { checkState, chooseFile, csvFile, downloadLines } from './fixtures/list-job.ts';

const READY = 'Companies to verified emails';
const RECIPE = 'Our way to emails';

/** Companies as HubSpot exports them, with columns of their own and odd values. Two of them are customers. */
const EXPORT = csvFile('hubspot-crm-exports-all-companies.csv', [
  '"Record ID","Company name","Company owner","Country/Region","Annual Revenue","Create Date","Notes"',
  '"00917462503551","Lindenau Optik GmbH","Kim O\'Hara","Germany","€ 1,200,000","2024-03-07 09:15","Said ""call me"", twice\nand meant it"',
  '"00917462503552"," TALWERK  Robotik GmbH ","","DE","-5","2023-11-30 17:02","=HYPERLINK(""http://evil.test"")"',
  '"00917462503553","Quellhof Papier GmbH","Ana","Germany","0","",""',
  '"00917462503554","Birkmoor Anlagen GmbH","Ana","Germany","75000","2022-01-02 00:00","customer since 2022"',
  '"00917462503555","Sternau Keramik GmbH","Ana","Germany","","2022-01-03 00:00","😀"',
  '"00917462503556","Zwillingwerk","Kim O\'Hara","Germany","","2025-06-01 08:00","two that fit"',
  '"00917462503551","Lindenau Optik GmbH","Kim O\'Hara","Germany","€ 1,300,000","2024-03-07 09:15","newer"',
]);

/** One by its name, and one by its domain, which only the run finds. */
const CUSTOMERS = csvFile('Customers.csv', [
  'Company,Domain',
  'Birkmoor Anlagen GmbH,',
  ',sternaukeramik.de',
]);

/** The ready recipe, saved with a formula in between: the websites of the test aren't at the usual port. */
function savedRecipe(port: number): object {
  const { columns, steps } = READY_RECIPES.find(({ recipe }) => recipe.name === READY)!.recipe;
  const [domains, contacts, verify] = steps;
  const website = {
    kind: 'formula',
    name: 'Website',
    conditions: [],
    formula: `=if({Domain} == "", "", "http://" + {Domain} + ":${port}/")`,
    outputs: [{ field: 'text', name: 'Website' }],
  };
  const [read] = contacts?.kind === 'tool' ? contacts.tries : [];
  const reading = { ...contacts, tries: [{ ...read, inputs: { website: 'Website' } }] };
  return { name: RECIPE, description: '', columns, steps: [domains, website, reading, verify] };
}

test('a CRM export becomes an enriched import, without customers', async ({ page, web, mail }) => {
  test.slow();
  await signUp(page);
  await callAs(page, 'functions/v1/list-recipe-save', { recipe: savedRecipe(web.port) });
  const customers = await chooseFile(page, CUSTOMERS);
  await customers.getByRole('button', { name: 'Import 2 rows' }).click();
  await page.getByRole('button', { name: 'Leave out', exact: true }).click();
  const choice = page.getByRole('dialog', { name: 'Leave out of other lists' });
  await choice.getByRole('radio', { name: /^Everyone at their companies/ }).check();
  await choice.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('button', { name: 'Leaves out', exact: true })).toBeVisible();

  const importing = await chooseFile(page, EXPORT, RECIPE);
  await importing.getByLabel('Key column').selectOption('Record ID');
  await checkState(page, 'job-crm-import');
  await importing.getByRole('button', { name: 'Import 7 rows' }).click();
  await expect(page.getByText('6 rows added, 1 updated.')).toBeVisible();

  // What the run may cost is there at once. One customer is left out by name.
  const run = page.getByRole('dialog', { name: 'Run' });
  await expect(run.getByText('5 rows, 15 cells')).toBeVisible();
  await expect(run.getByText('1 row left out: Customers')).toBeVisible();
  // A formula can make several websites of a domain.
  await expect(
    run.getByText(/up to 5 values of “Website” for “Find contacts on websites” and/),
  ).toBeVisible();
  await checkState(page, 'job-crm-run');
  await run.getByRole('button', { name: /^Run for up to \d+ credits$/ }).click();
  await expect(page.getByText('Completed')).toBeVisible();

  // The other one is left out as soon as its domain is known, before its website is read.
  const status = page.getByRole('status').filter({ hasText: 'left out' });
  await expect(status).toHaveText('4 of 6 rows · 2 left out: Customers');
  expect(web.log('birkmooranlagen.de').requests).toEqual([]);
  expect(mail.log('sternaukeramik.de').sessions).toEqual([]);
  await checkState(page, 'job-crm-done');

  await page.getByRole('button', { name: 'Export', exact: true }).click();
  const exporting = page.getByRole('dialog', { name: /^Export/ });
  await exporting.getByLabel('For which tool').selectOption('HubSpot');
  await expect(exporting.getByText('Without those that your exclusion lists leave out.')).toBeVisible();
  const count = exporting.getByRole('status');
  await expect(count.getByText('2 rows in the file')).toBeVisible();
  await expect(count.getByRole('listitem')).toHaveText([
    '2 in your exclusion lists (Customers)',
    '2 without an email or a name',
  ]);
  await checkState(page, 'job-crm-export');
  const { name, lines } = await downloadLines(page, () =>
    exporting.getByRole('button', { name: 'Download' }).click(),
  );
  const site = (domain: string) => `http://${domain}:${web.port}/`;
  // The columns of HubSpot, and then those of the CRM, which finds its companies again by their record ID. The company whose
  // address is dead and the one without an address have nothing to import.
  expect(lines).toEqual([
    'Email,Phone Number,Company Name,Company Domain Name,Website URL,Country/Region,Record ID,Company owner,Annual Revenue,Create Date,Notes,Company email,Verdict',
    `kontakt@lindenauoptik.de,+493023125141,Lindenau Optik GmbH,lindenauoptik.de,${site('lindenauoptik.de')},Germany,00917462503551,Kim O'Hara,"€ 1,300,000",2024-03-07 09:15,newer,kontakt@lindenauoptik.de,deliverable`,
    `hallo@talwerkrobotik.de,+493023125142,TALWERK  Robotik GmbH,talwerkrobotik.de,${site('talwerkrobotik.de')},DE,00917462503552,,-5,2023-11-30 17:02,"'=HYPERLINK(""http://evil.test"")",hallo@talwerkrobotik.de,deliverable`,
  ]);
  expect(name).toBe('hubspot-crm-exports-all-companies.csv');
});
