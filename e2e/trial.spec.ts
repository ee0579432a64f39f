import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { createClient } from '@supabase/supabase-js';
import { expect, logIn, test } from './fixtures/app-test.ts';
import type { FakeWeb } from './fixtures/fake-web.ts';
import { generatedName } from './fixtures/generated-sites.ts';
import { startLeadwell } from './fixtures/leadwell-server.ts';

test.describe('the trial', () => {
  /** Signs up, then logs in on a server whose clock is `days` ahead, and runs `check` with its URL. */
  async function daysLater(
    web: FakeWeb,
    page: Page,
    days: number,
    check: (url: string) => Promise<void>,
  ): Promise<void> {
    const first = await startLeadwell({ dnsServer: web.dnsServer });
    const email = `trial${days}@example.com`;
    const client = createClient(first.url, 'leadwell-public');
    expect((await client.auth.signUp({ email, password: 'correct horse 9' })).error).toBeNull();
    await first.stop();
    const later = await startLeadwell({
      dnsServer: web.dnsServer,
      dataDir: first.dataDir,
      env: {
        NODE_OPTIONS: `--import ${join(import.meta.dirname, 'fixtures/later.mjs')}`,
        LATER_DAYS: String(days),
      },
    });
    try {
      await page.context().addCookies([later.operatorCookie()]);
      await page.goto(`${later.url}/login`);
      await logIn(page, { name: '', email, password: 'correct horse 9' });
      await check(later.url);
    } finally {
      await later.stop();
    }
  }

  test('shows a warning with 2 days left', async ({ page, web }) => {
    await daysLater(web, page, 5.2, async () => {
      await expect(page.getByText('Your trial expires in 2 days.')).toBeVisible();
      await expect(page.getByText('Free trial: 2 days and')).toBeVisible();
    });
  });

  test('prompts to upgrade after it ends, and the tool redirects to the checkout', async ({ page, web }) => {
    await daysLater(web, page, 8, async (url) => {
      await expect(page.getByText('Your trial has expired. Please subscribe for $49/month')).toBeVisible();
      await expect(page.getByRole('button', { name: 'Upgrade Now' })).toBeVisible();
      await page.goto(`${url}/dashboard/website-extraction`);
      await page
        .getByRole('textbox', { name: /URL/ })
        .first()
        .fill(web.urlOf(generatedName(1)));
      await page.getByRole('button', { name: 'Extract Data' }).click();
      await expect(page).toHaveURL(/\/test-checkout/);
    });
  });
});
