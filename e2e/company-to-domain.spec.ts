import { createClient } from '@supabase/supabase-js';
import { MESSAGES } from '#contract/messages.ts';
import { COMPANY_MESSAGES } from '#tools/company-to-domain/messages.ts';
import { violations } from './fixtures/accessibility.ts';
import { expect, newPerson, openDashboard, signUp, test } from './fixtures/app-test.ts';
import { bulkNames } from './fixtures/company-sites.ts';
import { downloadCsv } from './fixtures/download-csv.ts';
import { expectFocus, openByPalette, tabTo } from './fixtures/keyboard.ts';
import { expectAccountNumbers, expectTaskNumbers } from './fixtures/page-numbers.ts';
import { takeScreenshots } from './fixtures/screenshots.ts';

const PAGE = '/dashboard/company-to-domain';

test.describe('company to domain', () => {
  test('by keyboard: finds domains, explains each row, shows logos, and has the numbers of the file', async ({
    page,
    web,
  }) => {
    await openDashboard(page);
    const outside: string[] = [];
    page.on('request', (request) => {
      if (!/^(?:data|blob):/.test(request.url()) && new URL(request.url()).hostname !== '127.0.0.1')
        outside.push(request.url());
    });
    await openByPalette(page, 'company', 'Company To Domain');
    await expect(page.getByText(MESSAGES.tasks.noneYet)).toBeVisible();
    await expect(page.getByText(/Wikidata \(CC0\).*name-suggestion-index \(BSD 3-Clause\)/)).toBeVisible();
    await expect(page.getByRole('button', { name: 'Find domains' })).toBeDisabled();
    await takeScreenshots(page, 'company-form-empty');

    await tabTo(page, page.getByLabel('One company per line'));
    await page.keyboard.insertText(
      '• Nordlicht Logistik GmbH\n\n  Oak & Sons Ltd \n- Brightwavelet\nZwillingwerk\nKleinod Stille GmbH\nNORDLICHT  Logistik GmbH\n🚀\nhello@oakandsons.co.uk\n',
    );
    await expect(page.getByText('7 companies detected · 1 duplicate skipped')).toBeVisible();
    await expect(page.getByText(/up to 7 credits/)).toBeVisible();
    await takeScreenshots(page, 'company-form');
    await tabTo(page, page.getByRole('button', { name: 'Find domains' }));
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/task=/);
    await expectFocus(page);
    await expect(page.getByText(COMPANY_MESSAGES.completed(7, 4)).first()).toBeVisible();

    const row = (name: string) => page.getByRole('row').filter({ hasText: name });
    await expect(row('Nordlicht Logistik GmbH')).toContainText('nordlicht-logistik.de');
    await expect(row('Oak & Sons Ltd')).toContainText('oakandsons.co.uk');
    await expect(row('Brightwavelet')).toContainText('brightwavelet.io');
    await expect(row('Zwillingwerk')).toContainText(COMPANY_MESSAGES.notFound);
    await expect(row('Zwillingwerk')).toContainText('fit equally well');
    await expect(row('Kleinod Stille GmbH')).toContainText(COMPANY_MESSAGES.notFound);
    await expect(row('🚀')).toContainText('This line has no letters or numbers');
    await expect(row('hello@oakandsons.co.uk')).toContainText('Your list');
    await expect(row('Nordlicht Logistik GmbH').locator('img[src^="data:image/png"]')).toBeVisible();
    expect(outside).toEqual([]);

    await expectFocus(page);
    await tabTo(page, page.getByRole('button', { name: 'Show details for Nordlicht Logistik GmbH' }));
    await page.keyboard.press('Enter');
    await expect(page.getByText('1 credit for this domain')).toBeVisible();
    await expectFocus(page);
    await expect(page.getByText('Legal form:')).toBeVisible();
    await expect(page.getByText('The domain is for sale').first()).toBeVisible();
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    // The build has the styles of this tool's own files.
    await expect(page.getByRole('table')).toHaveCSS('min-width', /^\d{4}px$/);
    await takeScreenshots(page, 'company-results');
    await tabTo(page, page.getByRole('button', { name: /^Not found/ }), 'Shift+Tab');
    await page.keyboard.press('Space');
    await expect(row('Nordlicht Logistik GmbH')).toHaveCount(0);
    await tabTo(page, page.getByRole('button', { name: /^All/ }), 'Shift+Tab');
    await page.keyboard.press('Space');

    await tabTo(page, page.getByRole('button', { name: 'Download CSV' }), 'Shift+Tab');
    const { name, rows } = await downloadCsv(page, () => page.keyboard.press('Enter'));
    expect(name).toMatch(/^company_to_domain_results_\d{4}-\d\d-\d\d\.csv$/);
    await expect(page.getByText(COMPANY_MESSAGES.downloaded(7))).toBeVisible();
    expect(rows).toHaveLength(7);
    expect(rows[0]).toMatchObject({
      company_name: 'Nordlicht Logistik GmbH',
      domain: 'nordlicht-logistik.de',
      logo: `http://nordlicht-logistik.de:${web.port}/icon.png`,
      source: 'website',
      error: '',
    });
    expect(rows[3]).toMatchObject({
      company_name: 'Zwillingwerk',
      domain: '',
      error: COMPANY_MESSAGES.notFound,
    });

    const found = rows.filter(({ domain }) => domain).length;
    const failed = rows.filter(({ error }) => error === 'Processing failed').length;
    const counts = {
      items: rows.length,
      noun: 'name',
      found,
      failed,
      failedLabel: 'Failed',
      // A line that is an address is free.
      credits: rows.filter(({ domain, company_name }) => domain && !company_name?.includes('@')).length,
      statuses: { Found: found, 'Not found': rows.length - found - failed, Failed: failed },
    };
    expect([found, failed, counts.credits]).toEqual([4, 0, 3]);
    await expectTaskNumbers(page, counts);
    await expectAccountNumbers(page, counts);
  });

  test('cancels and resumes a long list, previews 25 rows and charges each domain once', async ({
    page,
    web,
  }) => {
    test.slow();
    const { release } = web.hold((name) => /^kasten[3-5]\dwerke/.test(name));
    await signUp(page);
    await page.goto(PAGE);
    await page.getByLabel('One company per line').fill(bulkNames(0, 60).join('\n'));
    await expect(page.getByText('60 companies detected')).toBeVisible();
    await page.getByRole('button', { name: 'Find domains' }).click();
    await expect(page.getByText(COMPANY_MESSAGES.batches(60))).toBeVisible();
    await expect(page.getByText(/\b[1-9]\d* of 60/).first()).toBeVisible();
    await page.getByRole('button', { name: /^Cancel/ }).click();
    await expect(page.getByText(MESSAGES.tasks.cancelled).first()).toBeVisible();
    release();
    await page.getByRole('button', { name: /^Resume/ }).click();
    await expect(page.getByText('Completed').first()).toBeVisible({ timeout: 90_000 });
    await expect(page.getByText('Showing the first 25 of 60 rows.')).toBeVisible();
    await expect(page.getByRole('table')).toHaveAttribute('aria-rowcount', '26');
    expect((await downloadCsv(page)).rows).toHaveLength(60);
    await takeScreenshots(page, 'company-preview');
    await page.goto('/dashboard');
    await expect(page.getByRole('main').getByText('940', { exact: true })).toBeVisible();
  });

  test('reads a CSV file with a company column and its hints, and refuses 10,001 names', async ({ page }) => {
    await signUp(page);
    await page.goto(PAGE);
    const choose = (content: string, name: string) =>
      page
        .getByLabel('File with company names')
        .setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(content) });
    await choose(
      'Nr;Company;Country;Website\r\n1;"Zwillingwerk";Germany;https://www.zwillingwerk.io/\r\n2;;Germany;\r\n3;"Oak & Sons, Ltd";UK;\r\n',
      'customers.csv',
    );
    await expect(page.getByText('2 companies detected · 2 lines with a country or website')).toBeVisible();
    await page.getByRole('button', { name: 'Find domains' }).click();
    await expect(page.getByText('Completed').first()).toBeVisible();
    await expect(page.getByRole('row').filter({ hasText: 'Zwillingwerk' })).toContainText('zwillingwerk.io');
    await expect(page.getByRole('row').filter({ hasText: 'Oak & Sons' })).toContainText('oakandsons.co.uk');

    await page.goto(PAGE);
    await choose('a,b,c\n1,2,3\n4,5,6\n', 'numbers.csv');
    await expect(page.getByText('numbers.csv has no company column.')).toBeVisible();
    const names = page.getByRole('textbox', { name: 'One company per line' });
    await names.fill('Nr;Bezeichnung;Ort\n1;Acme;Kiel\n2;Nord;Köln');
    await expect(page.getByText('This looks like a table without a company column')).toBeVisible();
    await takeScreenshots(page, 'companies-unnamed-table');
    const column = page.getByLabel('Column with the companies');
    await column.selectOption('Bezeichnung');
    await expect(page.getByText('2 companies detected')).toBeVisible();
    await expect(page.getByText('This looks like a table')).toHaveCount(0);
    await page.reload();
    await expect(page.getByText('2 companies detected')).toBeVisible();
    await expect(column).toHaveValue('2');
    await column.selectOption('None: each line is a name');
    await expect(page.getByText('3 companies detected')).toBeVisible();
    // The likeliest column of a file is chosen, and a wrong one can be changed.
    await names.fill('');
    await choose('Ort;Kd-Nr;Bezeichnung\nKiel;17;Zwillingwerk\nKöln;18;Nirgends AG\n', 'unnamed.csv');
    await expect(column).toHaveValue('3');
    await expect(page.getByText('2 companies detected')).toBeVisible();
    await names.fill('Kd-Nr\tMandant\tOrt\n1\tAcme\tKiel\n2\tNord\tBonn');
    await column.selectOption('Mandant');
    await expect(page.getByText('2 companies detected')).toBeVisible();
    await names.fill('Account,Customer of ours\n7,Acme\n8,Nord');
    await column.selectOption('Customer of ours');
    await expect(page.getByText("the list's own columns")).toBeVisible();
    await takeScreenshots(page, 'companies-chosen-column');
    // As LinkedIn exports connections: each profile is another one, and the company is the same.
    await names.fill(
      'First Name,Last Name,URL,Company\nJane,Doe,https://www.linkedin.com/in/jane,Acme\nJoe,Roe,https://www.linkedin.com/in/joe,Acme',
    );
    await expect(page.getByText('1 company detected · 2 rows, each company paid once')).toBeVisible();
    await names.fill('');
    await choose(bulkNames(0, 10_001).join('\n'), 'many.txt');
    await expect(page.getByText('10,001 companies detected')).toBeVisible();
    await page.getByRole('button', { name: 'Find domains' }).click();
    await expect(page.getByText(COMPANY_MESSAGES.tooMany)).toBeVisible();
  });

  test('works as a function for a plain supabase-js program', async ({ page, server }) => {
    const person = newPerson();
    await signUp(page, person);
    const client = createClient(server.url, 'leadwell-public', { auth: { persistSession: false } });
    await client.auth.signInWithPassword({ email: person.email, password: person.password });
    const { data, error } = await client.functions.invoke('company-to-domain', {
      body: { company_names: ['Oak & Sons Ltd', 'Zwillingwerk'] },
    });
    expect(error).toBeNull();
    expect(data).toMatchObject({
      success: true,
      processed: 2,
      total: 2,
      results: [
        { company_name: 'Oak & Sons Ltd', domain: 'oakandsons.co.uk', error: null },
        { company_name: 'Zwillingwerk', domain: null, logo: null, error: COMPANY_MESSAGES.notFound },
      ],
    });
    const { error: empty } = await client.functions.invoke('company-to-domain', {
      body: { company_names: [] },
    });
    expect(await empty?.context.json()).toMatchObject({
      error: { message: COMPANY_MESSAGES.noNames },
    });
  });
});
