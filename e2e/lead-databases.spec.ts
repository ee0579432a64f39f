import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { MESSAGES } from '#contract/messages.ts';
import { violations } from './fixtures/accessibility.ts';
import { expect, signUp, test } from './fixtures/app-test.ts';
import { type HeldCall, holdCalls } from './fixtures/held-calls.ts';
import { exportButton, leadCount, PATH, titleField } from './fixtures/lead-databases-page.ts';
import { leadwell } from './fixtures/leadwell-command.ts';
import { parseCsv } from './fixtures/parse-csv.ts';
import { takeScreenshots } from './fixtures/screenshots.ts';

async function exportCsv(page: Page): Promise<{ name: string; rows: Record<string, string>[] }> {
  const [download] = await Promise.all([page.waitForEvent('download'), exportButton(page).click()]);
  return {
    name: download.suggestedFilename(),
    rows: parseCsv(await readFile(await download.path(), 'utf8')),
  };
}

test.describe('database export', () => {
  test('LeadRocks: prompts for a filter, then shows rows and pages, and charges for each exported row', async ({
    page,
  }) => {
    await signUp(page);
    await page.goto(PATH);
    await expect(page.getByRole('tab', { name: 'LeadRocks Database' })).toHaveAttribute(
      'aria-selected',
      'true',
    );
    await expect(leadCount(page)).toHaveText('Total leads: 30,000');
    await expect(page.getByText('Sample data')).toBeVisible();
    await expect(page.getByText(MESSAGES.leads.applyFilters)).toBeVisible();
    await expect(
      page.getByText('Please select filters from the sidebar to view leads from the LeadRocks database.'),
    ).toBeVisible();
    await expect(exportButton(page)).toBeDisabled();
    await takeScreenshots(page, 'leadrocks-empty');

    const title = titleField(page);
    await title.fill('  chief legal ');
    await title.press('Enter');
    await expect(title).toHaveValue('');
    await title.fill('chief legal');
    await title.press('Enter');
    await expect(page.getByRole('list', { name: 'Job titles: include' }).getByRole('listitem')).toHaveCount(
      1,
    );
    await expect(page).toHaveURL(/title=chief\+legal/);
    await expect(leadCount(page)).toHaveText(/Total leads: 30,000 \| Filtered: \d+$/);
    const count = Number(/Filtered: (\d+)$/.exec((await leadCount(page).textContent()) ?? '')?.[1]);
    expect(count).toBeGreaterThan(125);
    for (const column of [
      'Name',
      'Job Title',
      'Company',
      'Industry',
      'Team Size',
      'Email',
      'Phone',
      'Location',
    ]) {
      await expect(page.getByRole('columnheader', { name: column, exact: true })).toBeVisible();
    }
    await expect(page.getByText(`Showing 1 to 25 of ${count} results`)).toBeVisible();
    await expect(page.getByText('Page 1 of 5')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Previous' })).toBeDisabled();
    const next = page.getByRole('button', { name: 'Next' });
    await next.scrollIntoViewIfNeeded();
    const place = await next.boundingBox();
    const held: HeldCall[] = [];
    const release = await holdCalls(page, 'functions/v1/leadrocks-lead-export', (call) => held.push(call));
    await next.click();
    await expect(page.getByText('Loading leads…')).toBeVisible();
    expect(await next.boundingBox(), 'the place of the button while a page loads').toEqual(place);
    await takeScreenshots(page, 'leadrocks-loading');
    await held[0]?.send();
    await release();
    for (let shown = 2; shown <= 4; shown += 1) {
      await expect(page.getByText(`Page ${shown} of 5`)).toBeVisible();
      await next.click();
    }
    await expect(page.getByText('Page 5 of 5')).toBeVisible();
    await expect(next).toBeDisabled();
    // Another page starts at the top of the table, also one that was loaded before.
    const table = page.getByRole('region', { name: 'LeadRocks leads' });
    await table.evaluate((box) => box.scrollTo(0, 300));
    expect(await table.evaluate((box) => box.scrollTop)).toBe(300);
    await page.getByRole('button', { name: 'Previous' }).click();
    await expect(page.getByText('Page 4 of 5')).toBeVisible();
    await expect.poll(() => table.evaluate((box) => box.scrollTop)).toBe(0);
    await next.click();
    await expect(page.getByText('Page 5 of 5')).toBeVisible();
    await expect(page.getByText(`Showing 101 to 125 of ${count} results`)).toBeVisible();
    await takeScreenshots(page, 'leadrocks-rows');
    await page.reload();
    await expect(page.getByText('Page 5 of 5')).toBeVisible();

    await page.getByLabel('Has Email').click();
    await expect(page.getByText('Page 1 of')).toBeVisible();
    await expect(page).toHaveURL(/email=1/);
    await page.goBack();
    await expect(page.getByText('Page 5 of 5')).toBeVisible();

    await expect(page.getByText('is free: these are sample leads')).toBeVisible();
    const { name, rows } = await exportCsv(page);
    expect(name).toMatch(/^leadrocks_export_\d{4}-\d\d-\d\d\.csv$/);
    expect(rows).toHaveLength(count);
    for (const row of rows) expect(row.Job_Title).toMatch(/chief legal/i);
    await expect(page.getByText(`Exported ${count} leads`)).toBeVisible();
    await expect(page.getByText('1,000 credits').first()).toBeVisible();
    expect(await violations(page)).toEqual([]);
  });

  test('Apollo: stages seniorities, excludes titles, and resets filters on tab change', async ({ page }) => {
    await signUp(page);
    await page.goto(`${PATH}?title=sales`);
    await page.getByRole('tab', { name: 'Apollo Database' }).click();
    await expect(page).toHaveURL(/tab=apollo$/);
    await expect(page.getByText('leads from the Apollo database.')).toBeVisible();

    const trigger = page.getByRole('button', { name: /^Seniority/ });
    await expect(trigger).toHaveText('Select seniority levels...');
    await trigger.focus();
    await page.keyboard.press('Enter');
    await page.getByLabel('Search seniority').fill('nobody');
    await expect(page.getByText('No seniority levels match your search')).toBeVisible();
    await page.getByLabel('Search seniority').fill('');
    await page.getByRole('button', { name: 'Select All' }).click();
    await page.keyboard.press('Escape');
    await expect(trigger).toHaveText('11 selected');
    await expect(page.getByText(MESSAGES.leads.applyFilters)).toBeVisible();
    await trigger.click();
    await page.getByRole('button', { name: 'Clear All' }).click();
    await page.getByLabel('Founder').check();
    await page.getByLabel('VP').check();
    await takeScreenshots(page, 'apollo-dropdown');
    await page.getByRole('dialog').getByRole('button', { name: 'Include' }).click();
    await expect(trigger).toHaveText('Select seniority levels...');
    await expect(page.getByRole('list', { name: 'Seniority: include' }).getByRole('listitem')).toHaveText([
      'Founder',
      'VP',
    ]);
    await titleField(page).fill('Sales');
    await page.getByRole('button', { name: 'Exclude', exact: true }).click();
    await page.getByLabel('Has Direct Phone').click();
    await expect(page.getByRole('columnheader', { name: 'Work Direct Phone' })).toBeAttached();
    const table = page.getByRole('table');
    await expect(table.getByRole('link', { name: /^Profile/ }).first()).toBeAttached();
    await expect(table.getByRole('link', { name: /^Profile/ }).first()).toHaveAttribute('target', '_blank');
    await expect(table.getByText('N/A').first()).toBeAttached();
    await expect(table.getByText(/sales/i)).toHaveCount(0);
    await takeScreenshots(page, 'apollo-rows');
    await page.getByRole('button', { name: 'Remove included VP' }).click();
    await expect(page).not.toHaveURL(/seniority=vp/);
    await titleField(page).fill('no such title');
    await titleField(page).press('Enter');
    await expect(page.getByText(MESSAGES.leads.noneFound)).toBeVisible();
    await expect(exportButton(page)).toBeDisabled();
    await takeScreenshots(page, 'apollo-nothing');
    await titleField(page).fill('chief, vp');
    await titleField(page).press('Enter');
    await expect(page.getByText('“chief, vp” finds only these words next to each other.')).toBeVisible();
    await takeScreenshots(page, 'apollo-title-with-comma');
    const domains = page.getByRole('textbox', { name: 'Company Domain' });
    await domains.fill('acme.com, https://www.nord.de');
    await domains.press('Enter');
    await expect(page.getByRole('list', { name: 'Domains: include' }).getByRole('listitem')).toHaveText([
      'acme.com',
      'nord.de',
    ]);
  });

  test('Sales Navigator: filters by industry, country and connections', async ({ page }) => {
    await signUp(page);
    await page.goto(`${PATH}?tab=sales_navigator`);
    await page.getByRole('button', { name: /^Countries/ }).click();
    await page.getByLabel('Search countries').fill('germ');
    await page.getByLabel('Germany').check();
    await page.getByRole('button', { name: 'Apply' }).click();
    await expect(page).toHaveURL(/country=Germany/);
    await page.getByRole('button', { name: /^Industry/ }).click();
    await page.getByLabel('Search industry').fill('retail');
    await page.getByRole('button', { name: 'Select All' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Include' }).click();
    await page.getByLabel('Min LinkedIn connections').fill('300');
    await page.getByLabel('Max LinkedIn connections').fill('400');
    await page.getByLabel('Max LinkedIn connections').press('Enter');
    await expect(page).toHaveURL(/min=300&max=400/);
    await page.getByLabel('Has Mobile').click();
    const headers = page.getByRole('columnheader');
    // The last filter searches again, which replaces the table.
    await expect
      .poll(async () => (await headers.allTextContents()).slice(0, 13))
      .toEqual([
        'Name',
        'Job Title',
        'Company',
        'Industry',
        'Company Size',
        'Email',
        'Phone',
        'Mobile',
        'Region',
        'Country',
        'Company Country',
        'LinkedIn Connections',
        'Skills',
      ]);
    await takeScreenshots(page, 'navigator-rows');
    const { name, rows } = await exportCsv(page);
    expect(name).toMatch(/^salesnavigator_export_/);
    expect(rows.length).toBeGreaterThan(5);
    for (const row of rows) {
      expect(row).toMatchObject({ Location_Country: 'Germany', Industry: 'Retail' });
      expect(Number(row.Linkedin_Connections)).toBeGreaterThanOrEqual(300);
      expect(Number(row.Linkedin_Connections)).toBeLessThanOrEqual(400);
      expect(row.Mobile).not.toBe('');
    }
  });

  test('shows leads imported while the server runs, and hides people who opt out', async ({
    page,
    server,
  }) => {
    test.slow();
    await signUp(page);
    const file = join(server.dataDir, 'own.csv');
    await writeFile(
      file,
      'Full_Name,Job_Title,Company,Industry,Work_Email_1,Shoe_Size,Page\n' +
        'Ida Real,Lighthouse Keeper,Acme,Maritime,ida@acme.example,41,linkedin.com/in/ida\n' +
        'Ole Gone,Lighthouse Keeper,Acme,Maritime,ole@gone.example,42,https://linkedin.evil.example/in/ole\n',
    );
    const out = await leadwell(
      server,
      'leads',
      'import',
      file,
      '-d',
      'leadrocks',
      '-s',
      'our list',
      '-l',
      'ours',
    );
    expect(JSON.parse(out)).toMatchObject({ imported: 2, refused: 0, preset: 'own' });
    await page.goto(`${PATH}?title=lighthouse`);
    await expect(leadCount(page)).toHaveText('Total leads: 2 | Filtered: 2');
    await expect(page.getByText('Sample data')).toHaveCount(0);
    await expect(page.getByRole('columnheader', { name: 'Shoe Size' })).toBeAttached();
    const profiles = page.getByRole('table').getByRole('link');
    await expect(profiles).toHaveCount(1);
    await expect(profiles).toHaveText(/^Profile/);
    await expect(profiles).toHaveAttribute('href', 'https://linkedin.com/in/ida');
    await expect(page.getByRole('cell', { name: 'https://linkedin.evil.example/in/ole' })).toBeAttached();
    await leadwell(server, 'optout', 'add', 'gone.example');
    await page.reload();
    await expect(leadCount(page)).toHaveText('Total leads: 1 | Filtered: 1');
    await expect(page.getByText('Ole Gone')).toHaveCount(0);
    expect(server.log()).not.toContain('"level":"error"');
    await leadwell(server, 'leads', 'sample', 'leadrocks', '--force');
  });
});
