import { violations } from './fixtures/accessibility.ts';
import { callAs } from './fixtures/account-calls.ts';
import { expect, signUp, test } from './fixtures/app-test.ts';
import { changeReplies } from './fixtures/held-calls.ts';
import { takeScreenshots } from './fixtures/screenshots.ts';
import { twoAddressName } from './fixtures/two-address-sites.ts';

const CALLS = 'functions/v1';

test('a list says what each column of a tool found and cost, and what a complete row costs', async ({
  page,
  web,
}) => {
  test.slow();
  await signUp(page);
  const columns = ['Company', 'Website'].map((name) => ({ name }));
  const { id } = await callAs(page, `${CALLS}/list-create`, { name: 'Leads', columns });
  await callAs(page, `${CALLS}/list-add-rows`, {
    id,
    rows: [
      { Company: 'Zero', Website: web.siteUrl(twoAddressName(0)) },
      { Company: 'Gone', Website: web.siteUrl('no-such-site') },
      { Company: 'None' },
    ],
  });
  await callAs(page, `${CALLS}/list-step-save`, {
    id,
    step: {
      kind: 'tool',
      name: 'Read websites',
      tries: [{ tool: 'website-extraction', options: { depth: 'quick' }, inputs: { website: 'Website' } }],
      outputs: [
        { field: 'emails', name: 'Emails' },
        { field: 'phones', name: 'Phones' },
      ],
    },
  });
  await page.goto(`/dashboard/lead-enrichment/${id}`);
  const header = page.getByRole('columnheader', { name: /^Emails/ });
  await expect(header).toHaveAccessibleName('Emails, Read websites');
  await expect(page.getByText(/^Spent/)).toHaveCount(0);
  const before = await callAs(page, `${CALLS}/account`);
  await callAs(page, `${CALLS}/list-run`, { id });
  await page.reload();
  await expect(page.getByText('Completed')).toBeVisible();
  await expect(header).toHaveAccessibleName('Emails, 100% found · 1 credit each');
  await expect(page.getByRole('columnheader', { name: /^Phones/ })).toHaveAccessibleName(
    'Phones, Read websites',
  );
  const line = page.getByText('Spent 1 credit · a complete row costs 1 credit');
  await expect(line).toBeVisible();
  // The credit history leads to the list.
  await page.goto('/dashboard/usage');
  await page.getByRole('link', { name: 'Leads: Read websites' }).click();
  await expect(line).toBeVisible();
  const after = await callAs(page, `${CALLS}/account`);
  expect(Number(before.credits) - Number(after.credits)).toBe(1);
  expect(await violations(page, 'all')).toEqual([]);
  await takeScreenshots(page, 'list-costs');

  await page.getByRole('button', { name: 'Menu of Emails' }).click();
  await expect(page.getByRole('menu').getByText('1 credit, 1 credit for each found')).toBeVisible();
  await takeScreenshots(page, 'list-costs-menu');
  await page.keyboard.press('Escape');

  // The unlimited plan includes it.
  const release = await changeReplies(page, `${CALLS}/account`, (reply) => ({
    ...reply,
    plan: 'unlimited',
    credits: 'unlimited',
  }));
  await page.reload();
  await expect(header).toHaveAccessibleName('Emails, 100% found · included');
  await expect(page.getByText('Work for 1 credit, included in your plan · 1 complete row')).toBeVisible();
  await takeScreenshots(page, 'list-costs-included');
  await release();
  await page.reload();

  // On a phone, there are no headers.
  await page.setViewportSize({ width: 360, height: 780 });
  await line.click();
  await expect(page.getByText('1 credit, 1 credit for each found')).toBeVisible();
  expect(await violations(page, 'all')).toEqual([]);
  await takeScreenshots(page, 'list-costs-open');
});
