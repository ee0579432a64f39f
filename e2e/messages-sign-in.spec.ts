import type { Page } from '@playwright/test';
import { MESSAGES } from '#contract/messages.ts';
import { type FakeOpenId, startFakeOpenId } from '#server/auth/openid/test-openid-provider.ts';
import { authenticatorApp } from '#server/auth/second-factor/test-app.ts';
import { callAs } from './fixtures/account-calls.ts';
import { newPerson, signUp, test } from './fixtures/app-test.ts';
import { confirmEmail } from './fixtures/confirm-email.ts';
import { expectMessage } from './fixtures/expect-message.ts';
import { changeReplies } from './fixtures/held-calls.ts';
import { type LeadwellServer, startLeadwell } from './fixtures/leadwell-server.ts';

const { auth, gate, providers, secondFactor } = MESSAGES;
const SETTINGS = '/dashboard/settings?tab=security';

test.describe('with Google and Microsoft', () => {
  let provider: FakeOpenId;
  let server: LeadwellServer;
  test.beforeAll(async () => {
    provider = await startFakeOpenId();
    server = await startLeadwell({ env: { ...provider.environment, TRIAL_REQUIRES_CARD: '1' } });
  });
  test.afterAll(async () => {
    await server.stop();
    await provider.close();
  });
  let page: Page;
  test.beforeEach(async ({ browser }) => {
    page = await browser.newPage({ baseURL: server.url });
  });
  test.afterEach(() => page.close());

  async function logInAt(person: FakeOpenId['person']): Promise<void> {
    provider.person = person;
    await page.evaluate(() => localStorage.removeItem('leadwell-auth'));
    await page.goto('/login');
    await page.getByRole('button', { name: 'Continue with Google' }).click();
  }
  /** A new person at the provider. */
  const verified = (sub: string) => ({ sub, email: newPerson().email, email_verified: true, name: 'Pat' });

  test('messages of a login at a provider', async () => {
    await page.goto('/login/google?state=typed&code=by-hand');
    await expectMessage(page, providers.startAgain);
    const owner = verified('owner');
    await logInAt({ ...owner, email_verified: false });
    await expectMessage(page, providers.unverified('Google'));
    await logInAt(owner);
    await expectMessage(page, auth.loginSuccessful);
    await logInAt({ ...owner, sub: 'other' });
    await expectMessage(page, providers.otherConnected('Google'));

    const person = verified('person');
    await logInAt(person);
    await expectMessage(page, auth.loginSuccessful);
    await page.goto(SETTINGS);
    // Exact, or “Connect” also finds “Disconnect”.
    const click = (name: string) => page.getByRole('button', { name, exact: true }).click();
    await click('Disconnect Google');
    await expectMessage(page, providers.lastMethod);
    provider.person = { ...person, sub: 'at-microsoft' };
    await click('Connect Microsoft');
    await expectMessage(page, providers.connected('Microsoft'));
    await click('Disconnect Microsoft');
    await expectMessage(page, providers.disconnected('Microsoft'));
    // Another tab connects it first.
    const start = { provider: 'microsoft', intent: 'connect' };
    const { url } = await callAs(page, 'auth/v1/openid/start', start);
    const { code, state, iss } = await provider.visit(String(url));
    await callAs(page, 'auth/v1/openid/finish', { provider: 'microsoft', code, state, iss });
    provider.person = { ...person, sub: 'second-at-microsoft' };
    await click('Connect Microsoft');
    await expectMessage(page, providers.alreadyConnected('Microsoft'));

    await page.goto(SETTINGS);
    await click('Disconnect Google');
    await expectMessage(page, providers.disconnected('Google'));
    provider.person = owner;
    await click('Connect Google');
    await expectMessage(page, providers.taken('Google'));
  });

  test('messages of two-factor login', async () => {
    test.slow();
    await page.goto('/login');
    const person = verified('careful');
    await logInAt(person);
    await expectMessage(page, auth.loginSuccessful);
    const card = page.locator('#two-factor');
    const click = (name: string) => card.getByRole('button', { name, exact: true }).click();
    const enable = async (code: string) =>
      (await callAs(page, 'functions/v1/two-factor-enable', { code })).recoveryCodes as string[];
    /** Starts a setup, and returns the app that scanned it. */
    const scan = async () => {
      await page.goto(SETTINGS);
      await click('Set up');
      const secret = ((await card.locator('code').textContent()) ?? '').replaceAll(' ', '');
      return authenticatorApp(secret, Date.now);
    };
    const turnOn = async (code: string) => {
      await card.getByLabel('Code from the app').fill(code);
      await click('Turn on');
    };

    // Another tab is faster each time.
    const lost = await scan();
    await turnOn('12a');
    await expectMessage(card, secondFactor.appCodeShape);
    const [offCode] = await enable(lost.code());
    await callAs(page, 'functions/v1/two-factor-disable', { code: offCode });
    await turnOn(lost.code());
    await expectMessage(card, secondFactor.setupExpired);

    const second = await scan();
    const [secondCode] = await enable(second.code());
    await turnOn(second.code(1));
    await expectMessage(card, secondFactor.alreadyOn);
    await page.goto(SETTINGS);
    await click('New recovery codes');
    await callAs(page, 'functions/v1/two-factor-disable', { code: secondCode });
    await card.getByLabel('Code').fill(second.code(1));
    await click('Get new codes');
    await expectMessage(card, secondFactor.notOn);

    const third = await scan();
    await turnOn(third.code());
    await expectMessage(page, secondFactor.turnedOn);
    const [last = ''] = await card.getByRole('listitem').allTextContents();
    await click('I saved them');

    await logInAt(person);
    await page.getByLabel('Code').fill('12a');
    await page.getByRole('button', { name: 'Log in' }).click();
    await expectMessage(page, secondFactor.codeShape);
    for (let attempt = 0; attempt < 6; attempt += 1) {
      const reply = page.waitForResponse('**/auth/v1/second-factor');
      await page.getByLabel('Code').fill('000000');
      await page.getByRole('button', { name: 'Log in' }).click();
      await reply;
      if (attempt === 0) await expectMessage(page, secondFactor.wrongCode);
    }
    await expectMessage(page, secondFactor.ticketExpired);
    await logInAt(person);
    await page.getByLabel('Code').fill(third.code(1));
    await page.getByRole('button', { name: 'Log in' }).click();
    await page.waitForURL('**/dashboard');
    await page.goto(SETTINGS);
    await click('Turn off');
    await card.getByLabel('Code').fill(last);
    await click('Turn off');
    await expectMessage(page, secondFactor.turnedOff);
  });

  test('messages about the proof of the owner, a used trial, and a provider that is down', async () => {
    await page.context().addCookies([server.operatorCookie()]);
    const { email, password } = await signUp(page);
    // The page was loaded while the login was fresh.
    let methods: object = { passwordNeeded: false };
    const release = await changeReplies(page, 'functions/v1/account', (account) => ({
      ...account,
      emailConfirmed: true,
    }));
    await changeReplies(page, 'functions/v1/sign-in-methods', (reply) => ({ ...reply, ...methods }));
    await page.goto(SETTINGS);
    await page.locator('#two-factor').getByRole('button', { name: 'Set up' }).click();
    await expectMessage(page, secondFactor.passwordNeeded);
    methods = { passwordNeeded: false, signInNeeded: true };
    await page.reload();
    await page.locator('#two-factor').getByRole('button', { name: 'Set up' }).click();
    await expectMessage(page, secondFactor.signInNeeded);
    await release();

    // A used trial: the checkout that a tool leads to has none.
    await confirmEmail(page, server, email);
    await callAs(page, 'functions/v1/account-delete', { email, currentPassword: password });
    await signUp(page, { ...newPerson(), email });
    const order = { planId: 'unlimited', withTrial: true, reason: 'no_payment_method' };
    await page.goto(String((await callAs(page, 'functions/v1/create-stripe-checkout', order)).url));
    await expectMessage(page, gate.planNeeded);

    const start = { provider: 'google', intent: 'sign-in' };
    const { url } = await callAs(page, 'auth/v1/openid/start', start);
    const { code, state } = await provider.visit(String(url));
    await provider.close();
    await page.goto(`/login/google?${new URLSearchParams({ code, state })}`);
    await expectMessage(page, providers.unreachable('Google'));
  });
});
