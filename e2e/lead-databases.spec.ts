import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect, signUp, test } from './fixtures/app-test.ts';
import type { LeadwellServer } from './fixtures/leadwell-server.ts';
import { parseCsv } from './fixtures/parse-csv.ts';

const PATH = '/dashboard/database-export';
const SHOTS = process.env.SHOTS;

async function shoot(page: Page, name: string): Promise<void> {
  if (!SHOTS) return;
  for (const [width, height] of [
    [1440, 900],
    [768, 1024],
    [360, 780],
  ] as const) {
    await page.setViewportSize({ width, height });
    await page.screenshot({ path: join(SHOTS, `${name}-${width}.png`) });
  }
  await page.setViewportSize({ width: 1440, height: 900 });
}

const exportButton = (page: Page) => page.getByRole('button', { name: 'Export CSV' });
const titleField = (page: Page) => page.getByRole('textbox', { name: 'Job Titles' });
const counted = (page: Page) => page.getByText(/^Total leads: /);

async function exportCsv(page: Page): Promise<{ name: string; rows: Record<string, string>[] }> {
  const [download] = await Promise.all([page.waitForEvent('download'), exportButton(page).click()]);
  return {
    name: download.suggestedFilename(),
    rows: parseCsv(await readFile(await download.path(), 'utf8')),
  };
}

async function leadwell(server: LeadwellServer, ...args: string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, ['cli/leadwell.mjs', ...args], {
    env: { ...process.env, DATA_DIR: server.dataDir },
  });
  return stdout;
}

test.describe('database export', () => {
  test('LeadRocks: nothing before a filter, then rows, pages and a file that costs what it has', async ({
    page,
  }) => {
    await signUp(page);
    await page.goto(PATH);
    await expect(page.getByRole('tab', { name: 'LeadRocks Database' })).toHaveAttribute(
      'aria-selected',
      'true',
    );
    await expect(counted(page)).toHaveText('Total leads: 30,000');
    await expect(page.getByText('Sample data')).toBeVisible();
    await expect(page.getByText('Apply Filters to View Leads')).toBeVisible();
    await expect(
      page.getByText('Please select filters from the sidebar to view leads from the LeadRocks database.'),
    ).toBeVisible();
    await expect(exportButton(page)).toBeDisabled();
    await shoot(page, 'leadrocks-empty');

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
    await expect(counted(page)).toHaveText(/Total leads: 30,000 \| Filtered: \d+$/);
    const count = Number(/Filtered: (\d+)$/.exec((await counted(page).textContent()) ?? '')?.[1]);
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
    for (let next = 2; next <= 5; next += 1) {
      await page.getByRole('button', { name: 'Next' }).click();
      await expect(page.getByText(`Page ${next} of 5`)).toBeVisible();
    }
    await expect(page.getByRole('button', { name: 'Next' })).toBeDisabled();
    await expect(page.getByText(`Showing 101 to 125 of ${count} results`)).toBeVisible();
    await shoot(page, 'leadrocks-rows');
    await page.reload();
    await expect(page.getByText('Page 5 of 5')).toBeVisible();

    await page.getByLabel('Has Email').click();
    await expect(page.getByText('Page 1 of')).toBeVisible();
    await expect(page).toHaveURL(/email=1/);
    await page.goBack();
    await expect(page.getByText('Page 5 of 5')).toBeVisible();

    await expect(page.getByText(`costs ${count} credits`)).toBeVisible();
    const { name, rows } = await exportCsv(page);
    expect(name).toMatch(/^leadrocks_export_\d{4}-\d\d-\d\d\.csv$/);
    expect(rows).toHaveLength(count);
    for (const row of rows) expect(row.Job_Title).toMatch(/chief legal/i);
    await expect(page.getByText(`Exported ${count} leads`)).toBeVisible();
    await expect(page.getByText(`you have ${1000 - count}`)).toBeVisible();
    const axe = await new AxeBuilder({ page }).analyze();
    expect(axe.violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')).toEqual([]);
  });

  test('Apollo: seniorities are staged, excluded titles go, the tab begins anew', async ({ page }) => {
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
    await expect(page.getByText('Apply Filters to View Leads')).toBeVisible();
    await trigger.click();
    await page.getByRole('button', { name: 'Clear All' }).click();
    await page.getByLabel('Founder').check();
    await page.getByLabel('VP').check();
    await shoot(page, 'apollo-dropdown');
    await page.getByRole('dialog').getByRole('button', { name: 'Include' }).click();
    await expect(trigger).toHaveText('Select seniority levels...');
    await expect(page.getByRole('list', { name: 'Seniority: include' }).getByRole('listitem')).toHaveText([
      'Founder',
      'VP',
    ]);
    await titleField(page).fill('Sales');
    await page.getByRole('button', { name: 'Exclude' }).click();
    await page.getByLabel('Has Direct Phone').click();
    await expect(page.getByRole('columnheader', { name: 'Work Direct Phone' })).toBeAttached();
    const table = page.getByRole('table');
    await expect(table.getByRole('link', { name: /^Profile/ }).first()).toBeAttached();
    await expect(table.getByRole('link', { name: /^Profile/ }).first()).toHaveAttribute('target', '_blank');
    await expect(table.getByText('N/A').first()).toBeAttached();
    await expect(table.getByText(/sales/i)).toHaveCount(0);
    await shoot(page, 'apollo-rows');
    await page.getByRole('button', { name: 'Remove include VP' }).click();
    await expect(page).not.toHaveURL(/seniority=vp/);
    await titleField(page).fill('no such title');
    await titleField(page).press('Enter');
    await expect(page.getByText('No leads found matching your criteria')).toBeVisible();
    await expect(exportButton(page)).toBeDisabled();
    await shoot(page, 'apollo-nothing');
  });

  test('Sales Navigator: industries, countries and connections', async ({ page }) => {
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
    await expect(headers.first()).toHaveText('Name');
    expect((await headers.allTextContents()).slice(0, 13)).toEqual([
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
    await shoot(page, 'navigator-rows');
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

  test('an address with filters the tab does not have, or empty ones, filters nothing', async ({ page }) => {
    await signUp(page);
    const asked: string[] = [];
    page.on('request', (request) => {
      const action = /"action":"(count|search|export)"/.exec(request.postData() ?? '')?.[1];
      if (action) asked.push(action);
    });
    for (const search of [
      '?phone=1',
      '?title=',
      '?title=%20',
      '?tab=apollo&industry=Automotive',
      '?tab=apollo&min=5',
      '?tab=sales_navigator&seniority=vp',
      '?tab=sales_navigator&min=1.5',
    ]) {
      await page.goto(PATH + search);
      await expect(page.getByText('Apply Filters to View Leads')).toBeVisible();
      await expect(counted(page), search).toHaveText(/^Total leads: [\d,]+$/);
      await expect(exportButton(page)).toBeDisabled();
      await expect(page.getByRole('button', { name: 'Clear filters' })).toHaveCount(0);
    }
    expect(asked).toEqual([]);
    await page.goto(`${PATH}?tab=apollo&phone=1`);
    await expect(counted(page)).toHaveText(/ \| Filtered: [\d,]+$/);
    await expect(exportButton(page)).toBeEnabled();
  });

  test('the page of an address is one there is', async ({ page }) => {
    await signUp(page);
    const refused: string[] = [];
    page.on('response', (response) => {
      if (response.status() >= 400) refused.push(`${response.status()} ${response.url()}`);
    });
    await page.goto('/dashboard');
    await page.goto(`${PATH}?tab=sales_navigator&country=Germany&title=chief+legal&page=5`);
    await expect(counted(page)).toHaveText(/ \| Filtered: \d+$/);
    const count = Number(/Filtered: (\d+)$/.exec((await counted(page).textContent()) ?? '')?.[1]);
    expect(count).toBeGreaterThan(0);
    expect(count).toBeLessThanOrEqual(100);
    const last = Math.ceil(count / 25);
    await expect(page.getByText(`Page ${last} of ${last}`)).toBeVisible();
    await expect(
      page.getByText(`Showing ${(last - 1) * 25 + 1} to ${count} of ${count} results`),
    ).toBeVisible();
    await expect(page.getByRole('table').getByText('Germany').first()).toBeAttached();
    await expect(page.getByText('No leads found matching your criteria')).toHaveCount(0);
    expect(new URL(page.url()).searchParams.get('page')).toBe(last > 1 ? String(last) : null);
    await page.goBack();
    await expect(page).toHaveURL(/\/dashboard$/);
    for (const [asked, shown] of [
      ['2.5', 2],
      ['abc', 1],
      ['0', 1],
      ['-1', 1],
      ['99', 5],
    ] as const) {
      await page.goto(`${PATH}?title=chief+legal&page=${asked}`);
      await expect(page.getByText(`Page ${shown} of 5`)).toBeVisible();
      await expect(page.getByText(`Showing ${(shown - 1) * 25 + 1} to ${shown * 25} of`)).toBeVisible();
      await expect(page).toHaveURL(shown > 1 ? new RegExp(`&page=${shown}$`) : /title=chief\+legal$/);
    }
    expect(refused).toEqual([]);
  });

  test('Back leads to the former tab at once, by mouse and by keys', async ({ page }) => {
    await signUp(page);
    const tab = (name: string) => page.getByRole('tab', { name });
    const shows = (name: string) => expect(tab(name)).toHaveAttribute('aria-selected', 'true');
    await page.goto(`${PATH}?title=sales`);
    await tab('Apollo Database').click();
    await shows('Apollo Database');
    await tab('Sales Navigator').click();
    await shows('Sales Navigator');
    await page.goBack();
    await shows('Apollo Database');
    // It has the focus still.
    await tab('Sales Navigator').click();
    await shows('Sales Navigator');
    await page.goBack();
    await shows('Apollo Database');
    await page.goBack();
    await shows('LeadRocks Database');
    await expect(page).toHaveURL(/\?title=sales$/);
    await tab('LeadRocks Database').click();
    await expect(page).toHaveURL(/\?title=sales$/);
    await page.keyboard.press('ArrowRight');
    await shows('Apollo Database');
    await page.goBack();
    await shows('LeadRocks Database');
    await expect(page).toHaveURL(/\?title=sales$/);
  });

  test('bounds that are no whole numbers are told of and not searched by', async ({ page }) => {
    await signUp(page);
    await page.goto(`${PATH}?tab=sales_navigator`);
    const min = page.getByLabel('Min LinkedIn connections');
    const max = page.getByLabel('Max LinkedIn connections');
    const wrong = page.getByText('Min must be a whole number, such as 500.');
    for (const typed of ['1.5', '-5', '1e3']) {
      await min.fill('');
      await expect(wrong).toHaveCount(0);
      await min.pressSequentially(typed);
      await expect(wrong).toBeVisible();
      await expect(min).toHaveValue(typed);
      await expect(min).toHaveAttribute('aria-invalid', 'true');
      await expect(min).toHaveAccessibleDescription(/whole number/);
    }
    await max.fill('2000');
    await max.press('Enter');
    await expect(page.getByText('Apply Filters to View Leads')).toBeVisible();
    await expect(page).toHaveURL(/tab=sales_navigator$/);
    await shoot(page, 'navigator-bounds');
    await min.fill('3,000');
    await min.press('Enter');
    await expect(page.getByText('Max is below Min: nobody can match.')).toBeVisible();
    await expect(page).toHaveURL(/tab=sales_navigator$/);
    await min.fill('1,000');
    await expect(page).toHaveURL(/&min=1000&max=2000$/);
    await expect(page.getByRole('alert')).toHaveCount(0);
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await expect(min).toHaveValue('');
    await expect(page).toHaveURL(/tab=sales_navigator$/);
    await page.goBack();
    await expect(min).toHaveValue('1000');
    await expect(max).toHaveValue('2000');
  });

  test('a chip removed by key hands the focus on', async ({ page }) => {
    await signUp(page);
    await page.goto(`${PATH}?tab=apollo&title=a&title=b&title=c&seniority=vp`);
    const chip = (words: string) => page.getByRole('button', { name: `Remove include ${words}` });
    await chip('b').focus();
    await page.keyboard.press('Enter');
    await expect(chip('b')).toHaveCount(0);
    await expect(chip('c')).toBeFocused();
    await page.keyboard.press('Space');
    await expect(chip('c')).toHaveCount(0);
    await expect(chip('a')).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(chip('a')).toHaveCount(0);
    await expect(titleField(page)).toBeFocused();
    await chip('VP').focus();
    await page.keyboard.press('Enter');
    await expect(page.getByText('Apply Filters to View Leads')).toBeVisible();
    await expect(page.getByRole('button', { name: /^Seniority/ })).toBeFocused();
    await page.getByLabel('Has Email').click();
    await page.getByRole('button', { name: 'Clear filters' }).press('Enter');
    await expect(page.getByText('Apply Filters to View Leads')).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Filters' })).toBeFocused();
  });

  test('an import while the server runs is seen, and who opts out is gone', async ({ page, server }) => {
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
    await expect(counted(page)).toHaveText('Total leads: 2 | Filtered: 2');
    await expect(page.getByText('Sample data')).toHaveCount(0);
    await expect(page.getByRole('columnheader', { name: 'Shoe Size' })).toBeAttached();
    const profiles = page.getByRole('table').getByRole('link');
    await expect(profiles).toHaveCount(1);
    await expect(profiles).toHaveText(/^Profile/);
    await expect(profiles).toHaveAttribute('href', 'https://linkedin.com/in/ida');
    await expect(page.getByRole('cell', { name: 'https://linkedin.evil.example/in/ole' })).toBeAttached();
    await leadwell(server, 'optout', 'add', 'gone.example');
    await page.reload();
    await expect(counted(page)).toHaveText('Total leads: 1 | Filtered: 1');
    await expect(page.getByText('Ole Gone')).toHaveCount(0);
    expect(server.log()).not.toContain('"level":50');
    await leadwell(server, 'leads', 'sample', 'leadrocks', '--force');
  });
});
