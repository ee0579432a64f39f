import { PAGES } from '#web/pages/all-pages.ts';
import { violations } from './fixtures/accessibility.ts';
import { expect, logIn, signUp, signUpByForm, test } from './fixtures/app-test.ts';

// script-size.spec.ts limits the script.
test('the landing page is complete without its script, which changes nothing of it', async ({
  page,
  request,
}) => {
  const html = await (await request.get('/')).text();
  expect(html).toMatch(/<h1[^>]*>The contacts behind any list of websites<\/h1>/);
  expect(html).toContain('href="/signup"');
  const problems: string[] = [];
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) problems.push(message.text());
  });
  page.on('pageerror', (error) => problems.push(error.message));
  await page.goto('/', { waitUntil: 'networkidle' });
  await page.getByRole('link', { name: 'View Pricing' }).click();
  await expect(page).toHaveTitle('Pricing · Leadwell');
  for (const path of ['/how-to-use/verified-email-finder', '/privacy', '/pricing']) {
    await page.goto(path);
    await page.waitForLoadState('networkidle');
  }
  // React reports here if what it renders differs from the prerendered page.
  expect(problems).toEqual([]);
});

test('the header of the landing page leads to what visitors look for, also on a phone', async ({ page }) => {
  const header = page.getByRole('navigation', { name: 'Pages' });
  for (const width of [1280, 320]) {
    await page.setViewportSize({ width, height: 720 });
    await page.goto('/');
    await expect(header.getByRole('link')).toHaveText(['How To Use', 'Pricing']);
    await expect(page.getByRole('banner').getByText('No card required during the trial.')).toBeVisible();
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
    await header.getByRole('link', { name: 'How To Use' }).click();
    await expect(page).toHaveTitle('How To Use · Leadwell');
    await header.getByRole('link', { name: 'Pricing' }).click();
    await expect(page).toHaveTitle('Pricing · Leadwell');
  }
});

test('every page has a title of its own', async ({ page, request }) => {
  const titles = new Map<string, string>();
  const add = (path: string, title: string) => {
    expect(title, path).toMatch(path === '/' ? /^Leadwell: \S/ : /\S · Leadwell$/);
    expect([...titles.values()], path).not.toContain(title);
    titles.set(path, title);
  };
  for (const { path } of PAGES.filter(({ prerendered }) => prerendered))
    add(path, /<title>([^<]*)</.exec(await (await request.get(path)).text())?.[1] ?? '');
  const visit = async (path: string) => {
    const before = await page.title();
    // In the page, which is faster than loading each.
    await page.evaluate((address) => {
      history.pushState(null, '', address);
      dispatchEvent(new PopStateEvent('popstate'));
    }, path);
    await expect.poll(() => page.title(), path).not.toBe(before);
    add(path, await page.title());
  };
  await page.goto('/');
  // Without a response of the provider, /login/google and /login/microsoft lead to /login.
  for (const { path, access, prerendered } of PAGES)
    if (access !== 'signed-in' && !prerendered && !path.startsWith('/login/')) await visit(path);
  await signUp(page);
  await page.goto('/dashboard/settings');
  await expect(page).toHaveTitle('Settings · Leadwell');
  titles.clear();
  const others = PAGES.filter(({ opensAnother }) => !opensAnother).map(({ path }) => path);
  for (const path of others)
    if (path.startsWith('/dashboard') && path !== '/dashboard/settings' && !path.includes(':'))
      await visit(path);
});

test('a guide opens its tool with the sample filled in, also after a login', async ({ page }) => {
  const person = await signUpByForm(page);
  await page.evaluate(() => localStorage.removeItem('leadwell-auth'));
  await page.goto('/how-to-use/website-extraction');
  expect(await violations(page, 'all')).toEqual([]);
  await page.getByRole('link', { name: 'Open with this sample' }).click();
  await expect(page).toHaveURL(/\/login$/);
  await logIn(page, person);
  await expect(page).toHaveURL(/\/dashboard\/website-extraction$/);
  const list = page.getByLabel('One URL per line, or cells from a spreadsheet');
  await expect(list).toHaveValue(/^https:\/\/www\.eff\.org\n/);
  await list.fill('mine.example');
  await page.goto('/dashboard/website-extraction?sample=1');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(list).toHaveValue('mine.example');
  await page.goto('/dashboard/verified-email-finder?sample=1');
  await expect(page.getByRole('button', { name: 'Verify 2 and find 2 emails' })).toBeVisible();
  await page.goto('/dashboard/company-to-domain?sample=1');
  await expect(page.getByText('5 companies detected')).toBeVisible();
  await page.goto('/dashboard/apollo-scraper?sample=1');
  await expect(page.getByRole('textbox', { name: /URL/ })).toHaveValue(/personTitles/);
});
