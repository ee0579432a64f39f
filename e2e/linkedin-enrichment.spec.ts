import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createClient } from '@supabase/supabase-js';
import { LINKEDIN_MESSAGES } from '#tools/linkedin-enrichment/messages.ts';
import { violations } from './fixtures/accessibility.ts';
import { callAs } from './fixtures/account-calls.ts';
import { expect, newPerson, openDashboard, test } from './fixtures/app-test.ts';
import { downloadCsv } from './fixtures/download-csv.ts';
import { expectFocus, openByPalette, tabTo } from './fixtures/keyboard.ts';
import { leadwell } from './fixtures/leadwell-command.ts';
import { expectAccountNumbers, expectTaskNumbers } from './fixtures/page-numbers.ts';
import { takeScreenshots } from './fixtures/screenshots.ts';

const PAGE = '/dashboard/linkedin-enrichment';
const PERSON = {
  '@context': 'http://schema.org',
  '@graph': [
    {
      '@type': 'Person',
      name: 'Zoe Zander',
      jobTitle: ['Managing Director'],
      worksFor: [{ '@type': 'Organization', name: 'Zander Werke' }],
    },
  ],
};

// Other tests need the sample leads.
test.afterAll(({ server }) => leadwell(server, 'leads', 'sample', 'apollo', '--force'));

test('shows the credits that are left after a refusal because another tab spent some', async ({ page }) => {
  await openDashboard(page);
  await page.goto(PAGE);
  const urls = Array.from({ length: 1000 }, (_, n) => `linkedin.com/in/x-${n}`);
  await page.getByLabel('One profile URL per line').fill(urls.join('\n'));
  await expect(page.getByText('You have 1,000 credits.')).toBeVisible();
  await callAs(page, 'functions/v1/company-to-domain', { company_names: ['Oak & Sons Ltd'] });
  await page.getByRole('button', { name: 'Enrich Profiles' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Enrich Profiles' }).click();
  await expect(page.getByText(LINKEDIN_MESSAGES.creditsShort(1000, 999))).toBeVisible();
  await expect(page.getByText('You have 999 credits. You only pay')).toBeVisible();
});

test('by keyboard: enriches a list, explains each value, and has the numbers of the file', async ({
  page,
  server,
}) => {
  test.slow();
  const file = join(server.dataDir, 'people.csv');
  const people = Array.from(
    { length: 30 },
    (_, n) =>
      `Ada,Lead${n},Head of Sales,Firm ${n},ada${n}@firm${n}.example,+4930${1000 + n},linkedin.com/in/ada-${n}`,
  );
  const header = 'First Name,Last Name,Title,Company Name,Email,Work Direct Phone,Person Linkedin Url';
  writeFileSync(
    file,
    [header, ...people, 'Oliver,Oak,Owner,Oak & Sons Ltd,,,linkedin.com/in/oliver-oak'].join('\n'),
  );
  await leadwell(server, 'leads', 'import', file, '-d', 'apollo', '-s', 'own', '-l', 'owned');

  const person = newPerson();
  await openDashboard(page, person);
  await openByPalette(page, 'linkedin enrichment', 'LinkedIn Enrichment');
  await expect(page.getByText('0 URLs detected')).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await takeScreenshots(page, 'linkedin-form-empty');
  const list = page.getByLabel('One profile URL per line');
  await tabTo(page, list);
  await page.keyboard.press('Control+Enter');
  await expect(page.getByText(LINKEDIN_MESSAGES.noUrls)).toBeVisible();
  await page.keyboard.type('hello');
  await page.keyboard.press('Control+Enter');
  await expect(page.getByText(LINKEDIN_MESSAGES.noValidUrls)).toBeVisible();
  await page.keyboard.press('Control+a');
  await page.keyboard.insertText(Array.from({ length: 1001 }, (_, n) => `linkedin.com/in/x-${n}`).join('\n'));
  await expect(page.getByText('1,001 URLs detected')).toBeVisible();
  await page.keyboard.press('Control+Enter');
  await expect(page.getByText(LINKEDIN_MESSAGES.creditsShort(1001, 1000))).toBeVisible();

  // A table, with rows of all kinds, one profile in another form, and a saved page.
  const rows = people.map((_, n) => `${n}\t\u2022 https://de.linkedin.com/in/Ada-${n}/de?trk=x\thot`);
  const more = [
    '30\tlinkedin.com/in/oliver-oak\t',
    '31\tlinkedin.com/in/nobody-1\t',
    '32\tlinkedin.com/company/acme\t',
    '33\t\tcold',
    '34\tHTTPS://WWW.LINKEDIN.COM/in/ada-3?x=1\tagain',
    '35\tN/A\tnone',
  ];
  await page.keyboard.press('Control+a');
  await page.keyboard.insertText(['Nr\tLinkedIn\tNote', ...rows, ...more].join('\n'));
  const picker = page.waitForEvent('filechooser');
  await tabTo(page, page.getByRole('button', { name: 'Open file' }), 'Shift+Tab');
  await page.keyboard.press('Enter');
  await (await picker).setFiles({
    name: 'Zoe Zander _ LinkedIn.html',
    mimeType: 'text/html',
    buffer: Buffer.from(
      `<!DOCTYPE html>\n<!-- saved from url=(0031)https://www.linkedin.com/in/zoe/ -->\n<html><title>Zoe Zander | LinkedIn</title><script type="application/ld+json">${JSON.stringify(PERSON)}</script><body>${'x'.repeat(100_000)}</body>`,
    ),
  });
  await expect(page.getByText('33 URLs detected')).toBeVisible();
  await expect(page.getByText('Credits needed: 33')).toBeVisible();
  await expect(page.getByText('Line 34: This is a company page')).toBeVisible();
  await takeScreenshots(page, 'linkedin-form');
  await tabTo(page, page.getByRole('button', { name: 'Enrich Profiles' }));
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/task=/);
  await expectFocus(page);
  await expect(page.getByRole('heading', { name: LINKEDIN_MESSAGES.complete })).toBeVisible();
  await expect(page.getByText(LINKEDIN_MESSAGES.completed(34, 32)).first()).toBeVisible();
  await expect(page.getByText('34 profiles processed, 32 with data')).toBeVisible();
  await expect(
    page.getByText('Showing the first 25 of 34 rows. Only profiles with found data are exported'),
  ).toBeVisible();
  await expect(page.getByRole('row')).toHaveCount(26);
  await expect(page.getByRole('row').filter({ hasText: 'Ada Lead3' })).toContainText('100%');
  await expectFocus(page);
  await tabTo(page, page.getByRole('button', { name: 'Show details for Ada Lead3' }));
  await page.keyboard.press('Enter');
  await expect(page.getByText('1 credit for this profile')).toBeVisible();
  await expectFocus(page);
  await expect(page.getByText(/Apollo database, \w+ \d+, 20\d\d/).first()).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await takeScreenshots(page, 'linkedin-results');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expectFocus(page);
  await tabTo(page, page.getByLabel('Filter rows by text'), 'Shift+Tab');
  await page.keyboard.type('oliver');
  const oliver = page.getByRole('row').filter({ hasText: 'Oliver Oak' });
  await expect(oliver).toContainText('55%');
  await tabTo(page, page.getByRole('button', { name: 'Show details for Oliver Oak' }));
  await page.keyboard.press('Enter');
  // The steps after the leads ran: the company's website was found, and its mail server asked.
  await expect(page.getByText('oakandsons.co.uk').first()).toBeVisible();
  await expect(page.getByText('Email finder:')).toBeVisible();
  await takeScreenshots(page, 'linkedin-receipt');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expectFocus(page);
  await tabTo(page, page.getByLabel('Filter rows by text'), 'Shift+Tab');
  await page.keyboard.press('Control+a');
  await page.keyboard.press('Delete');

  await expect(page.getByRole('button', { name: 'Download CSV' })).toBeVisible();
  await tabTo(page, page.getByRole('button', { name: 'Download CSV' }), 'Shift+Tab');
  const { name, rows: exported } = await downloadCsv(page, () => page.keyboard.press('Enter'));
  expect(name).toMatch(/^linkedin_enrichment_\d{4}-\d\d-\d\d\.csv$/);
  // One profile is in the list twice.
  await expect(page.getByText(LINKEDIN_MESSAGES.downloaded(33))).toBeVisible();
  expect(exported).toHaveLength(33);
  expect(exported[31]).toMatchObject({ Note: 'again', Name: 'Ada Lead3' });
  expect(exported[32]).toMatchObject({ Nr: '', Name: 'Zoe Zander', Company: 'Zander Werke' });
  expect(exported[3]).toEqual({
    Nr: '3',
    LinkedIn: '\u2022 https://de.linkedin.com/in/Ada-3/de?trk=x',
    Note: 'hot',
    'LinkedIn URL': 'https://www.linkedin.com/in/ada-3',
    Name: 'Ada Lead3',
    Title: 'Head of Sales',
    Company: 'Firm 3',
    Email: 'ada3@firm3.example',
    Phone: '+49301003',
    'Completeness %': '100',
  });

  const { rows: sourced } = await downloadCsv(page, async () => {
    await page.getByRole('button', { name: 'More downloads' }).click();
    await page.getByRole('menuitem', { name: 'With location, domain and sources' }).click();
  });
  expect(sourced[30]).toMatchObject({ Name: 'Oliver Oak', 'Company Domain': 'oakandsons.co.uk' });
  expect(sourced[30]?.Sources).toMatch(
    /^Name, .+: Apollo database, 20\d\d-\d\d-\d\d; Company domain: Company to domain, /,
  );

  // Only profiles with data are in the file; of the others, one was read and one is no profile.
  const found = new Set(exported.map((row) => row['LinkedIn URL'])).size;
  const counts = {
    items: found + 2,
    noun: 'profile',
    found,
    failed: 1,
    failedLabel: 'Failed',
    // A saved page is free.
    credits: found - 1,
    statuses: { 'With data': found, 'No data': 1, Failed: 1 },
    preview: 25,
  };
  expect(found).toBe(32);
  await expectTaskNumbers(page, counts);
  await expectAccountNumbers(page, counts);
  await page.goto(PAGE);
  await list.fill('linkedin.com/in/ada-1');
  await expect(page.getByText('1 of 1 is free: you paid for it before')).toBeVisible();
  await expect(page.getByText('Credits needed: 0')).toBeVisible();
  const savedPage = (title: string) => ({
    name: 'Profile.html',
    mimeType: 'text/html',
    buffer: Buffer.from(`<title>${title}</title>`),
  });
  const savedPages = page.getByRole('list', { name: 'Saved pages' }).getByRole('listitem');
  for (const title of ['Jane', 'Joe', 'Jane'])
    await page.getByLabel('File with profile URLs').setInputFiles(savedPage(title));
  await expect(savedPages).toHaveText(['Profile.html', 'Profile.html (2)']);
  await page.getByRole('button', { name: 'Remove Profile.html', exact: true }).click();
  await expect(savedPages).toHaveText(['Profile.html (2)']);
  await page.getByRole('button', { name: 'Remove Profile.html (2)' }).click();
  await list.fill('linkedin.com/in/nobody-2');
  await page.getByRole('button', { name: 'Enrich Profiles' }).click();
  await expect(page.getByText('Found data for 0 profiles').first()).toBeVisible();
  await page.getByRole('button', { name: 'Download CSV' }).click();
  await expect(page.getByText(LINKEDIN_MESSAGES.noneWithData)).toBeVisible();

  const client = createClient(server.url, 'leadwell-public', { auth: { persistSession: false } });
  await client.auth.signInWithPassword({ email: person.email, password: person.password });
  const { data } = await client.functions.invoke('linkedin-enrichment', {
    body: { linkedinUrls: ['linkedin.com/in/ada-7', 'linkedin.com/in/nobody-3'] },
  });
  expect(data).toMatchObject({
    processed: 2,
    total: 2,
    timeoutStatus: false,
    results: [
      { linkedinUrl: 'https://www.linkedin.com/in/ada-7', name: 'Ada Lead7', completeness: 100 },
      { linkedinUrl: 'https://www.linkedin.com/in/nobody-3', name: null, completeness: 0 },
    ],
  });
});
