import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { APIRequestContext, Page } from '@playwright/test';
import { unzipSync } from 'fflate';
import type { CollectSite } from '#contract/collect-sites.ts';
import type { TestPages } from '#extension/core/test-pages.ts';
import { violations } from './fixtures/accessibility.ts';
import { expect, newPerson, test } from './fixtures/app-test.ts';
import { canLoadExtensions } from './fixtures/extensions/extension-browser.ts';
import { FAKE_CODE } from './fixtures/extensions/fake-leadwell.ts';
import { SITE_PAGES } from './fixtures/extensions/fake-site-pages.ts';
import type { LeadwellServer } from './fixtures/leadwell-server.ts';
import { parseCsv } from './fixtures/parse-csv.ts';

test.skip(
  !canLoadExtensions(),
  'Needs an installed Chromium that can load extensions, not the headless shell.',
);

/**
 * Chromium draws the panel once a second after it was used, and an ordinary click first waits until the button
 * stands still for two frames.
 */
const NOW = { force: true } as const;

test('Google Maps: click, collect, scroll, and stop at the free limit', async ({ extensions }) => {
  const page = await extensions.visit('www.google.com/maps/search/cafes');
  const before = await page.evaluate(() => document.documentElement.outerHTML);
  const panel = await extensions.openPanel('google-maps', page);
  await expect(panel.getByRole('heading', { name: 'Before you start' })).toBeVisible();
  await shoot(panel, 'first-use');
  await panel.getByRole('button', { name: 'I understand' }).click(NOW);
  await expect(panel.getByText('Turn on collecting to read this page.')).toBeVisible();
  await expect(panel.getByRole('link', { name: 'this extension’s page in Leadwell' })).toHaveAttribute(
    'href',
    `${extensions.leadwell.url}/dashboard/google-maps-scraper`,
  );
  await panel.getByRole('switch', { name: 'Collecting' }).click(NOW);
  await expect(panel.getByRole('heading', { name: '6 rows' })).toBeVisible();
  await expect(panel.getByRole('cell', { name: 'Business 5', exact: true })).toBeVisible();
  // Basic fields only, and no CSV.
  await expect(panel.getByRole('columnheader', { name: 'Phone' })).toHaveCount(0);
  await expect(panel.getByRole('button', { name: 'Save CSV' })).toBeDisabled();
  // The page requests more, and the extension hears the reply.
  await page.locator('#more').click();
  await expect(panel.getByRole('heading', { name: '12 rows' })).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.outerHTML)).toBe(before);
  expect(await page.evaluate('window.changes')).toBe(0);

  await page.goto('https://www.google.com/maps/search/many');
  await expect(
    panel.getByText('Your plan keeps 50 businesses at a time. Activate the unlimited plan,'),
  ).toBeVisible();
  await expect(panel.getByRole('heading', { name: '50 rows' })).toBeVisible();
  await expect(panel.getByRole('switch', { name: 'Collecting' })).not.toBeChecked();
  await shoot(panel, 'free-limit');
  expect(await violations(panel, 'all')).toEqual([]);
  await close(panel, page);
});

test('Google Maps: activate, save a CSV file, send while offline and back', async ({ extensions }) => {
  const page = await extensions.visit('www.google.com/maps/search/cafes');
  const panel = await opened(extensions, 'google-maps', page);
  await panel.getByLabel('Activation code').fill('wrong');
  await panel.getByRole('button', { name: 'Activate' }).click(NOW);
  await expect(panel.getByRole('alert')).toHaveText('This activation code isn’t valid.');
  await activate(panel);
  await collectAnew(panel);
  await expect(panel.getByRole('heading', { name: '6 rows' })).toBeVisible();
  await page.locator('#more').click();
  await expect(panel.getByRole('heading', { name: '12 rows' })).toBeVisible();

  const rows = await savedCsv(panel);
  expect(rows).toHaveLength(12);
  expect(rows[8]).toMatchObject({
    name: 'Business 8',
    phone: '+1 555-010-0008',
    website: 'https://business8.example.com/',
    address: '8 Main Street, Springfield',
  });

  const { leadwell } = extensions;
  leadwell.mood = 'down';
  await panel.getByLabel('List', { exact: true }).fill('Cafes');
  await panel.getByRole('button', { name: 'Send 12 rows' }).click(NOW);
  await expect(panel.getByRole('alert')).toContainText('Your rows stay in this browser.');
  await shoot(panel, 'offline');
  // The rows arrive, but the reply doesn't.
  leadwell.mood = 'lost';
  await panel.evaluate(() => dispatchEvent(new Event('online')));
  await expect.poll(() => leadwell.imports.length).toBeGreaterThan(0);
  await expect(panel.getByRole('button', { name: 'Send 12 rows' })).toBeEnabled();
  leadwell.mood = 'up';
  await panel.evaluate(() => dispatchEvent(new Event('online')));
  await expect(panel.getByText('11 rows sent, 0 not sent, 1 refused.')).toBeVisible();
  await expect(panel.getByText('1 row won’t be in the file')).toBeVisible();
  expect((await savedCsv(panel)).map(({ name }) => name)).not.toContain('Business 3');
  expect(leadwell.lists.get('Cafes')?.size).toBe(12);
  expect(leadwell.violations).toEqual([]);
  await shoot(panel, 'sent');
  await close(panel, page);
});

test('X: users of three generations and their cards are the same rows', async ({ extensions }) => {
  const page = await extensions.visit('x.com/acme/followers');
  const panel = await collecting(extensions, 'twitter', page);
  await expect(panel.getByRole('heading', { name: '2 rows' })).toBeVisible();
  await page.locator('#more').click();
  await expect(panel.getByRole('heading', { name: '3 rows' })).toBeVisible();
  const rows = await savedCsv(panel);
  expect(rows.map((row) => [row.handle, row.followers, row.user_id])).toEqual([
    ['person_0', '100', '9000'],
    ['person_1', '101', '9001'],
    ['person_2', '102', '9002'],
  ]);
  // A script in the page can't read the token of the account.
  expect(
    await panel.evaluate(async () => {
      const { grant } = await chrome.storage.session.get('grant');
      const func = () =>
        chrome.storage.local.get(null).then(
          (kept) => JSON.stringify(kept),
          (error) => `denied: ${error}`,
        );
      const target = { tabId: (grant as { tabId: number }).tabId };
      const [reply] = await chrome.scripting.executeScript({ target, func });
      return reply?.result;
    }),
  ).toMatch(/^denied: /);
  // Switched off, the extension leaves the page's own functions as they were.
  const isNative = () =>
    page.evaluate('/native code/.test(fetch) && /native code/.test(XMLHttpRequest.prototype.send)');
  expect(await isNative()).toBe(false);
  await panel.getByRole('switch', { name: 'Collecting' }).click(NOW);
  await expect.poll(isNative).toBe(true);
  await close(panel, page);
});

for (const [site, { shows, partly = [], drifted, empty, emptyText }] of SITE_PAGES) {
  test(`${site}: pages are read without a change or a request; empty, changed and partly read ones are told apart`, async ({
    extensions,
  }) => {
    const [first, ...others] = shows;
    if (!first) throw new Error(`${site} has no page.`);
    const page = await extensions.visit(first[0]);
    const before = await page.evaluate(() => document.documentElement.outerHTML);
    const requests = extensions.requests.length;
    const panel = await collecting(extensions, site, page);
    await expectRows(panel, page, first);
    expect(await page.evaluate(() => document.documentElement.outerHTML)).toBe(before);
    // The next pages of the same site are read without another click.
    const seen = [...first[1]];
    for (const [address, firstColumn] of others) {
      await page.goto(`https://${address}`);
      seen.push(...firstColumn);
      await expectRows(panel, page, [address, seen.toSorted()]);
    }
    // Only what the open page shows comes back.
    const last = others.at(-1);
    if (last) {
      await panel.getByRole('button', { name: 'Clear' }).click(NOW);
      await expectRows(panel, page, last);
    }
    for (const [address, says] of partly) {
      await page.goto(`https://${address}`);
      await expect(panel.getByText(says)).toBeVisible();
    }
    await page.goto(`https://${empty}`);
    await expect(panel.getByText(emptyText)).toBeVisible();
    await clear(panel);
    await expect(panel.getByText(emptyText)).toBeVisible();
    if (drifted) {
      await page.goto(`https://${drifted}`);
      await expect(panel.getByText('12 cards seen, 0 read: the page has changed.')).toBeVisible();
      await shoot(panel, `drifted-${site}`);
    }
    await expect(panel.getByRole('heading', { name: '0 rows' })).toBeVisible();
    const opened = [...others, ...partly].map(([address]) => address);
    opened.push(empty, ...(drifted ? [drifted] : []));
    const host = first[0].split('/')[0] ?? '';
    expect(madeTo(host, extensions.requests.slice(requests))).toEqual(opened);
    await close(panel, page);
  });
}

async function expectRows(panel: Page, page: Page, [address, firstColumn]: TestPages['shows'][number]) {
  await expect(panel.getByRole('heading', { name: `${firstColumn.length} row` })).toBeVisible();
  await expect(panel.getByText('all read.')).toBeVisible();
  const rows = await savedCsv(panel);
  expect(rows.map((row) => Object.values(row)[0]).sort()).toEqual(firstColumn);
  expect(await page.evaluate('window.changes')).toBe(0);
  await shoot(panel, `panel-${address.replaceAll(/\W+/g, '-')}`);
  await shoot(page, `page-${address.replaceAll(/\W+/g, '-')}`);
}

test('a downloaded extension activates with the real server, sends rows, and is disconnected', async ({
  extensions,
  server,
  request,
}) => {
  const { token } = await signUpUnlimited(request, server);
  const call = async (name: string, data?: object) => {
    const options = { headers: { authorization: `Bearer ${token}` }, ...(data ? { data } : {}) };
    const url = `${server.url}/functions/v1/${name}`;
    const reply = await (data ? request.post(url, options) : request.get(url, options));
    return reply.json();
  };
  const { url } = await call('extension-download', { site: 'clutch', browser: 'chrome' });
  // A list of the person's own has the name that the rows are sent to.
  await call('list-create', { name: 'Agencies', columns: [{ name: 'Agency' }] });
  const restore = extensions.install('clutch', unzipSync(await (await request.get(url)).body()));
  const page = await extensions.visit('clutch.co/agencies');
  const panel = await opened(extensions, 'clutch', page);
  // An account of the fake server, which other tests activate, isn't connected with this one.
  const code = panel.getByLabel('Activation code');
  await code.fill('LW-WRONG');
  await panel.getByRole('button', { name: 'Activate' }).click(NOW);
  await expect(panel.getByRole('alert')).toContainText('This activation code isn’t valid.');
  await code.fill((await call('activation-code')).code);
  await panel.getByRole('button', { name: 'Activate' }).click(NOW);
  await expect(panel.getByRole('heading', { name: 'Send to Leadwell' })).toBeVisible();
  await collectAnew(panel);
  await expect(panel.getByRole('heading', { name: '4 rows' })).toBeVisible();
  await panel.getByLabel('List', { exact: true }).fill('Agencies');
  await panel.getByRole('button', { name: 'Send 4 rows' }).click(NOW);
  await expect(panel.getByText('4 rows sent, 0 not sent.')).toBeVisible();
  await expect(
    panel.getByText('They are in “Agencies (Clutch)”, because your list “Agencies” has rows from elsewhere.'),
  ).toBeVisible();
  await panel.getByText('4 rows sent').scrollIntoViewIfNeeded();
  await shoot(panel, 'sent-to-another-list');
  expect(await violations(panel, 'all')).toEqual([]);

  const { lists } = await call('lists');
  expect(lists).toMatchObject([
    { name: 'Agencies (Clutch)', rows: 4, source: { site: 'clutch' } },
    { name: 'Agencies', rows: 0 },
  ]);
  await expect(panel.getByRole('link', { name: 'Open the list' })).toHaveAttribute(
    'href',
    `${server.url}/dashboard/lists/${lists[0].id}`,
  );
  const { rows } = await call(`list-rows?id=${lists[0].id}&sort=name`);
  expect(rows[0].values).toMatchObject({ name: 'Agency 0' });
  const { devices } = await call('devices');
  expect(devices).toMatchObject([
    { name: expect.stringMatching(/^Chrome on /), site: 'clutch', version: '0.1.0', outdated: false },
  ]);
  await call('device-revoke', { id: devices[0].id });
  await panel.reload();
  await expect(panel.getByRole('alert')).toContainText('isn’t connected with Leadwell anymore');
  restore();
  await close(panel, page);
});

test('an extension without a free version needs an account, and never reads another site', async ({
  extensions,
}) => {
  const page = await extensions.visit('clutch.co/agencies');
  const panel = await collecting(extensions, 'clutch', page);
  // The button is below the rows, so it moves when they appear.
  await expect(panel.getByRole('heading', { name: '4 rows' })).toBeVisible();
  await page.goto('https://firm.example/contact');
  await expect(panel.getByText('The tab went to another site.')).toBeVisible();
  const { disconnects } = extensions.leadwell;
  await panel.getByRole('button', { name: 'Disconnect this browser' }).click(NOW);
  await expect.poll(() => extensions.leadwell.disconnects).toBe(disconnects + 1);
  await expect(panel.getByText('This extension is part of the unlimited plan.')).toBeVisible();
  await expect(panel.getByRole('switch')).toHaveCount(0);
  await close(panel, page);
});

test('refused rows say why and can be sent again, and the panel says when it couldn’t check the plan', async ({
  extensions,
}) => {
  const { leadwell } = extensions;
  const page = await extensions.visit('clutch.co/agencies');
  const panel = await collecting(extensions, 'clutch', page);
  await expect(panel.getByRole('heading', { name: '4 rows' })).toBeVisible();
  leadwell.mood = 'full';
  await panel.getByLabel('List', { exact: true }).fill('Refused');
  await panel.getByRole('button', { name: 'Send 4 rows' }).click(NOW);
  await expect(panel.getByText('4 rows refused. The free version keeps 50 rows.')).toBeVisible();
  await panel.getByText('4 rows refused.').scrollIntoViewIfNeeded();
  await shoot(panel, 'refused');
  expect(await violations(panel, 'all')).toEqual([]);
  leadwell.mood = 'up';
  await panel.getByRole('button', { name: 'Send again' }).click(NOW);
  await expect(panel.getByText('4 rows sent, 0 not sent.')).toBeVisible();
  await expect(panel.getByText('refused')).toHaveCount(0);
  expect(leadwell.lists.get('Refused')?.size).toBe(4);

  leadwell.mood = 'down';
  await panel.evaluate(async () => {
    const { device } = await chrome.storage.local.get('device');
    await chrome.storage.local.set({ device: { ...(device as object), checkedAt: 0 } });
  });
  await panel.reload();
  await expect(panel.getByText('Leadwell couldn’t be reached for 7 days')).toBeVisible();
  await expect(panel.getByRole('switch', { name: 'Collecting' })).toBeDisabled();
  await shoot(panel, 'not-checked');
  expect(await violations(panel, 'all')).toEqual([]);
  leadwell.mood = 'up';
  await panel.getByRole('button', { name: 'Try again' }).click(NOW);
  await expect(panel.getByRole('switch', { name: 'Collecting' })).toBeEnabled();
  await expect(panel.getByText('couldn’t be reached')).toHaveCount(0);
  await close(panel, page);
});

test('the click opens the side panel of the browser', async ({ extensions }) => {
  const page = await extensions.visit('www.google.com/maps/search/cafes');
  await extensions.clickIcon('google-maps', page);
  await expect
    .poll(() => extensions.inSidePanel('google-maps', 'document.body.textContent'))
    .toContain('What it reads');
  await page.close();
});

/** Signs up over HTTP and buys the plan with a test payment. */
async function signUpUnlimited(request: APIRequestContext, server: LeadwellServer) {
  const { name, value } = server.operatorCookie();
  const { email, password } = newPerson();
  const headers = { apikey: 'leadwell-public', cookie: `${name}=${value}` };
  const signedUp = await request.post(`${server.url}/auth/v1/signup`, { headers, data: { email, password } });
  const { access_token: token } = await signedUp.json();
  await request.post(`${server.url}/functions/v1/confirm-checkout`, {
    headers: { ...headers, authorization: `Bearer ${token}` },
    data: { devMode: true },
  });
  return { token: token as string };
}

/** The browser itself requests icons, and accounts of other hosts. */
function madeTo(host: string, requests: string[]): string[] {
  return requests.filter((request) => request.startsWith(`${host}/`) && !request.endsWith('/favicon.ico'));
}

type Extensions = Parameters<Parameters<typeof test>[2]>[0]['extensions'];

/** Opens the panel, past its first page. */
async function opened(extensions: Extensions, site: CollectSite, page: Page): Promise<Page> {
  const panel = await extensions.openPanel(site, page);
  // Clearing asks first if rows weren't sent.
  panel.on('dialog', (dialog) => void dialog.accept());
  const understood = panel.getByRole('button', { name: 'I understand' });
  const ready = panel.getByText('What this extension reads');
  await expect(ready.or(understood)).toBeVisible();
  if (await understood.isVisible()) await understood.click(NOW);
  await expect(ready).toBeVisible();
  return panel;
}

/** Opens the panel, activates it if needed, and collects from an empty table. */
async function collecting(extensions: Extensions, site: CollectSite, page: Page): Promise<Page> {
  const panel = await opened(extensions, site, page);
  if (await panel.getByLabel('Activation code').isVisible()) await activate(panel);
  await collectAnew(panel);
  return panel;
}

async function collectAnew(panel: Page): Promise<void> {
  await clear(panel);
  await panel.getByRole('switch', { name: 'Collecting' }).click(NOW);
}

async function clear(panel: Page): Promise<void> {
  const button = panel.getByRole('button', { name: 'Clear' });
  if (await button.isEnabled()) {
    await button.click(NOW);
  }
  await expect(panel.getByRole('heading', { name: '0 rows' })).toBeVisible();
}

async function activate(panel: Page): Promise<void> {
  await panel.getByLabel('Activation code').fill(FAKE_CODE);
  await panel.getByRole('button', { name: 'Activate' }).click(NOW);
  await expect(panel.getByRole('heading', { name: 'Send to Leadwell' })).toBeVisible();
}

async function savedCsv(panel: Page): Promise<Record<string, string>[]> {
  const [file] = await Promise.all([
    panel.waitForEvent('download'),
    panel.getByRole('button', { name: 'Save CSV' }).click(NOW),
  ]);
  return parseCsv(await readFile(await file.path(), 'utf8'));
}

async function close(panel: Page, page: Page): Promise<void> {
  await panel.close();
  await page.close();
}

async function shoot(page: Page, name: string): Promise<void> {
  if (process.env.SHOTS) await page.screenshot({ path: join(process.env.SHOTS, `${name}.png`) });
}
