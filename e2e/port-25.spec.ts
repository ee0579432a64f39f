import { expect, signUp, test } from './fixtures/app-test.ts';
import { startLeadwell } from './fixtures/leadwell-server.ts';
import { startMailWorld } from './fixtures/mail-world/mail-world.ts';

test.describe('access to mail servers', () => {
  for (const [host, port25] of [
    ['dead', 'blocked'],
    ['live', 'open'],
  ] as const) {
    test(`the page ${port25 === 'blocked' ? 'explains what to do' : 'shows no banner'} if port 25 is ${port25}`, async ({
      browser,
    }) => {
      // The self-test connects to the servers of large providers.
      const world = await startMailWorld([
        { name: 'gmail.com', about: 'a large provider', mailboxes: [], hosts: [host] },
        { name: 'other.com', about: 'accepts connections', mailboxes: [] },
      ]);
      const server = await startLeadwell({
        dnsServer: world.dnsServer,
        env: { SMTP_PORT: String(world.port), PORT_25_TEST: '1' },
      });
      const page = await browser.newPage({ baseURL: server.url });
      await signUp(page);
      await expect(async () => {
        const response = page.waitForResponse((reply) => reply.url().endsWith('/mail-reach'));
        await page.goto('/dashboard/verified-email-finder');
        expect(await (await response).json()).toMatchObject({ port25 });
      }).toPass();
      const banner = page.getByText("This server can't reach mail servers");
      await expect(page.getByRole('button', { name: 'Upload CSV' })).toBeVisible();
      if (port25 === 'blocked') {
        await expect(banner).toBeVisible();
        await expect(page.getByText(/blocks outgoing port 25.*SOCKS_PROXY.*HUNTER_API_KEY/)).toBeVisible();
      } else {
        await expect(banner).toHaveCount(0);
      }
      await page.close();
      await server.stop();
      await world.close();
    });
  }
});
