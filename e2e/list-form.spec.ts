import { expect, openDashboard, signUp, test } from './fixtures/app-test.ts';
import { type HeldCall, holdCalls } from './fixtures/held-calls.ts';

const COMPANIES = '/dashboard/company-to-domain';

test('a start that is answered after the person has left changes no other page', async ({ page }) => {
  await signUp(page);
  await page.goto(COMPANIES);
  await page.getByLabel('One company per line').fill('Oak & Sons Ltd');
  const held = new Promise<HeldCall>((resolve) => {
    void holdCalls(page, 'functions/v1/company-to-domain', resolve);
  });
  await page.getByRole('button', { name: 'Find domains' }).click();
  const call = await held;
  await expect(page.getByLabel('One company per line')).toHaveAttribute('readonly');
  await page.getByRole('link', { name: 'Website Extraction' }).first().click();
  const websites = page.getByRole('textbox', { name: /URL/ }).first();
  await websites.fill('example.com');
  await call.send();
  await expect(page.getByText('Started', { exact: true })).toBeVisible();
  await expect(page).toHaveURL(/website-extraction$/);
  await expect(websites).toHaveValue('example.com');
  await page.getByRole('button', { name: 'View progress' }).click();
  await expect(page).toHaveURL(/company-to-domain\?task=/);
  await page.goto(COMPANIES);
  await expect(page.getByLabel('One company per line')).toHaveValue('');
});

test('each tab keeps its own list, and two files come in their order', async ({ page, context }) => {
  await openDashboard(page);
  await page.goto(COMPANIES);
  const box = page.getByLabel('One company per line');
  const file = (name: string, text: string) => ({ name, mimeType: 'text/csv', buffer: Buffer.from(text) });
  const picker = page.getByLabel('File with company names');
  await picker.setInputFiles(file('a.csv', 'City,Company\nRom,Acme\nUlm,Nord\n'));
  await picker.setInputFiles(file('b.csv', 'Company,Note\nOak,x\n'));
  await expect(box).toHaveValue('City,Company,Note\nRom,Acme,\nUlm,Nord,\n,Oak,x');
  await expect(page.getByText('3 companies detected')).toBeVisible();
  const other = await context.newPage();
  await other.goto(COMPANIES);
  await other.getByLabel('One company per line').fill('Elm');
  await other.reload();
  await page.reload();
  await expect(box).toHaveValue(/Oak/);
  await expect(other.getByLabel('One company per line')).toHaveValue('Elm');
});

test('says that a list is too large to save, and brings no older one back', async ({ page }) => {
  await openDashboard(page);
  await page.goto(COMPANIES);
  const box = page.getByLabel('One company per line');
  await box.fill('Older');
  await page.reload();
  await expect(box).toHaveValue('Older');
  await page.evaluate(() => {
    for (const store of [localStorage, sessionStorage])
      for (let size = 4_000_000; size > 10; size = Math.floor(size / 2))
        try {
          for (let n = 0; ; n += 1) store.setItem(`full-${size}-${n}`, 'x'.repeat(size));
        } catch {
          // Try with less.
        }
  });
  await box.fill(`Newer\n${'Acme\n'.repeat(300)}`);
  await expect(page.getByText(/too large for your browser to save/)).toBeVisible();
  await page.reload();
  await expect(box).toHaveValue('');
});

test('the fields of a single lookup stay while another form is open, and after a reload', async ({
  page,
}) => {
  await openDashboard(page);
  await page.goto('/dashboard/verified-email-finder?mode=find');
  await page.getByLabel('First name').fill('Jane');
  await page.getByLabel('Domain').fill('example.com');
  await page.getByRole('link', { name: 'Verify one' }).click();
  await page.getByLabel('Email address').fill('joe@example.com');
  await page.getByRole('link', { name: 'Find one' }).click();
  await expect(page.getByLabel('First name')).toHaveValue('Jane');
  await page.reload();
  await expect(page.getByLabel('Domain')).toHaveValue('example.com');
  await page.getByRole('link', { name: 'Verify one' }).click();
  await expect(page.getByLabel('Email address')).toHaveValue('joe@example.com');
});

test('a list that the email finder refuses stays on the home page', async ({ page }) => {
  await openDashboard(page);
  const box = page.getByLabel('Paste a list to start');
  await box.fill('first_name,last_name,domain');
  await page.getByLabel('This looks like').selectOption({ label: 'People with a company' });
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText('Nothing was uploaded.')).toBeVisible();
  await page.goBack();
  await expect(box).toHaveValue('first_name,last_name,domain');
});
