import { expect, signUp, test } from './fixtures/app-test.ts';
import { changeReplies } from './fixtures/held-calls.ts';
import { startLeadwell } from './fixtures/leadwell-server.ts';
import { startMailWorld } from './fixtures/mail-world/mail-world.ts';

// tools/email-finder/server/mail-reach.test.ts covers how the server finds out.
test('the email finder explains what to do if port 25 is blocked, and shows no banner if it is open', async ({
  browser,
}) => {
  test.slow();
  // The self-test connects to the servers of large providers.
  const world = await startMailWorld([
    { name: 'gmail.com', about: 'a large provider', mailboxes: [], hosts: ['dead'] },
    { name: 'other.com', about: 'accepts connections', mailboxes: [] },
  ]);
  const server = await startLeadwell({
    dnsServer: world.dnsServer,
    env: { SMTP_PORT: String(world.port), PORT_25_TEST: '1', OPERATOR_EMAIL: 'ops@leads.example' },
  });
  const page = await browser.newPage({ baseURL: server.url });
  await signUp(page);
  await expect(async () => {
    const response = page.waitForResponse((reply) => reply.url().endsWith('/mail-reach'));
    await page.goto('/dashboard/verified-email-finder');
    expect(await (await response).json()).toMatchObject({ port25: 'blocked' });
  }).toPass();
  const banner = page.getByText("This server can't reach mail servers");
  await expect(banner).toBeVisible();
  await expect(page.getByText(/blocks outgoing port 25.*SOCKS_PROXY.*HUNTER_API_KEY/)).toBeVisible();

  const operator = page.getByRole('main').getByRole('link', { name: 'ops@leads.example' });
  await expect(operator).toHaveAttribute('href', 'mailto:ops@leads.example');

  await changeReplies(page, 'functions/v1/mail-reach', (reach) => ({ ...reach, port25: 'open' }));
  const reply = page.waitForResponse('**/mail-reach');
  await page.reload();
  await reply;
  await expect(page.getByRole('button', { name: 'Upload CSV' })).toBeVisible();
  await expect(banner).toHaveCount(0);

  // The public guides are rendered before the server knows the address.
  const visitor = await browser.newPage({ baseURL: server.url });
  const problems: string[] = [];
  visitor.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) problems.push(message.text());
  });
  for (const [path, question] of [
    ['/how-to-use/verified-email-finder', 'Why are all of my results unknown?'],
    ['/how-to-use/database-export', 'Where do the leads come from?'],
  ] as const) {
    await visitor.goto(path);
    await visitor.getByText(question).click();
    await expect(visitor.getByText('Contact the operator of this server: ops@leads.example')).toBeVisible();
    await expect(visitor.getByRole('link', { name: 'ops@leads.example' })).toHaveCount(1);
  }
  // React reports here if what it renders differs from the prerendered page.
  expect(problems).toEqual([]);
  await visitor.close();
  await page.close();
  await server.stop();
  await world.close();
});
