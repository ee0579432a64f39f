import { createClient } from '@supabase/supabase-js';
import { MESSAGES } from '#contract/messages.ts';
import { expect, logIn, newPerson, test } from './fixtures/app-test.ts';
import { generatedName } from './fixtures/generated-sites.ts';
import { startLaterServer } from './fixtures/later-server.ts';

test('the trial warns before it ends, and then prompts to upgrade and opens the checkout', async ({
  page,
  web,
}) => {
  test.slow();
  const server = await startLaterServer({ dnsServer: web.dnsServer });
  const [early, late] = [newPerson(), newPerson()];
  try {
    for (const { email, password } of [early, late])
      expect(
        (await createClient(server.url, 'leadwell-public').auth.signUp({ email, password })).error,
      ).toBeNull();
    await page.context().addCookies([server.operatorCookie()]);

    await server.setDaysAhead(5.2);
    await page.goto(`${server.url}/login`);
    await logIn(page, early);
    await expect(page.getByText(MESSAGES.gate.trialWarning(2))).toBeVisible();
    await expect(page.getByText('Free trial: 2 days and')).toBeVisible();

    await server.setDaysAhead(8);
    await page.evaluate(() => localStorage.clear());
    await page.goto(`${server.url}/login`);
    await logIn(page, late);
    await expect(page.getByText(MESSAGES.gate.trialExpired)).toBeVisible();
    await expect(page.getByRole('button', { name: MESSAGES.gate.upgradeNow })).toBeVisible();
    const banner = page.getByRole('region', { name: 'Account notice' });
    for (const path of ['/dashboard', '/dashboard/task-history', '/dashboard/usage']) {
      await page.goto(`${server.url}${path}`);
      await expect(banner).toContainText('Your free trial is over.');
      await expect(banner.getByRole('link', { name: 'Upgrade to Unlimited' })).toHaveAttribute(
        'href',
        '/pricing',
      );
    }
    // Where the button leads to, it isn't needed.
    await banner.getByRole('link').click();
    await expect(page).toHaveURL(/\/pricing$/);
    await expect(banner).toContainText('Your free trial is over.');
    await expect(banner.getByRole('link')).toHaveCount(0);

    await page.goto(`${server.url}/dashboard/website-extraction`);
    await page
      .getByRole('textbox', { name: /URL/ })
      .first()
      .fill(web.siteUrl(generatedName(1)));
    await page.getByRole('button', { name: 'Extract Data' }).click();
    await expect(page).toHaveURL(/\/test-checkout/);
    // The same offer as on the pricing page.
    await expect(page.getByText(`${MESSAGES.gate.trialExpired} The first 7 days are free.`)).toBeVisible();
    await expect(page.getByText('Due today')).toBeVisible();
    await expect(page.getByText('$0.00')).toBeVisible();
    await page.getByRole('button', { name: 'Start trial' }).click();
    await expect(page).toHaveURL(/\/dashboard\/website-extraction/);
    await expect(page.getByRole('banner').getByText('Unlimited')).toBeVisible();
    await expect(page.getByText('Your free trial is over.')).toHaveCount(0);
  } finally {
    await server.stop();
  }
});
