// On PostgreSQL: due mails are queued by several processes.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TRIAL_WARNING_AT_DAYS } from '#contract/limits.ts';
import { setEmailConfirmed } from '../accounts/identity.ts';
import { remindOfTrials } from '../payments/trial.ts';
import { transaction } from '../platform/database/db.ts';
import type { ReadMail } from '../platform/mail/test-outbox.ts';
import { addDueMail } from './one-time/due-mails.ts';
import { type MailBench, openMailBench } from './test-mail-bench.ts';
import { changePassword, send, signIn, signUp, TEST_PASSWORD } from './test-requests.ts';

let bench: MailBench;
beforeAll(async () => {
  bench = await openMailBench();
});
afterAll(() => bench.close());

const DAY_MS = 86_400_000;
const firefox = (version: number) =>
  `Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:${version}.0) Gecko/20100101 Firefox/${version}.0`;
const FIREFOX = firefox(144);
const SAFARI =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/605.1.15';
let people = 0;
function newEmail(): string {
  people += 1;
  return `mails${people}@example.com`;
}

/** The only mail with this subject. */
async function mailed(to: string, subject: string): Promise<ReadMail> {
  const found = (await bench.mailbox.mails(to)).filter((mail) => mail.subject.includes(subject));
  const [mail] = found;
  if (!mail || found.length > 1) throw new Error(`${found.length} mails about ${subject}`);
  return mail;
}

const confirm = (id: string) =>
  transaction(bench.database.db, (tx) => setEmailConfirmed(tx, id, new Date(bench.deps.clock.now())));

const due = (accountId: string, job: Parameters<typeof addDueMail>[2]) =>
  transaction(bench.database.db, (tx) => addDueMail(tx, accountId, job));

describe('a new account', () => {
  it('is welcomed with a code that confirms its address', async () => {
    const email = newEmail();
    const { access_token: token } = await signUp(bench.app, email);
    const [mail] = await bench.mailbox.welcomes(email);
    const code = /Code: (\d{6})/.exec(mail?.text ?? '')?.[1];
    expect(mail?.text).toContain('/dashboard/settings');
    const reply = await send(bench.app, '/functions/v1/confirm-email', { token, body: { code } });
    expect(reply.status).toBe(200);
    expect(await bench.view(token)).toMatchObject({ emailConfirmed: true });
  });

  it('can use the code that it asked for, whichever mail is sent first', async () => {
    const email = newEmail();
    const { access_token: token } = await signUp(bench.app, email);
    await send(bench.app, '/functions/v1/send-confirmation', { token, body: {} });
    const { text } = await mailed(email, 'Confirm your email address');
    const code = /Code: (\d{6})/.exec(text)?.[1];
    await bench.mailbox.welcomes(email);
    const reply = await send(bench.app, '/functions/v1/confirm-email', { token, body: { code } });
    expect(reply.status).toBe(200);
  });

  it('hears of a login from another network, once, and not of one from its own', async () => {
    const email = newEmail();
    await signUp(bench.app, email);
    expect((await signIn(bench.app, email, TEST_PASSWORD)).status).toBe(200);
    expect(await bench.mailbox.mails(email)).toEqual([]);
    for (let time = 0; time < 2; time += 1) {
      await send(bench.app, '/auth/v1/token?grant_type=password', {
        body: { email, password: TEST_PASSWORD },
        address: '198.51.100.7',
        headers: { 'user-agent': FIREFOX },
      });
    }
    const { text } = await mailed(email, 'New login');
    expect(text).toContain('Browser: Firefox on Windows');
    expect(text).toContain('IP network: 198.51.100.0/24');
    expect(text).toMatch(/Time: \w+ \d+, \d{4} at \d\d:\d\d UTC/);
    expect(text).toMatch(/This wasn't me:\nhttps?:\/\/\S+\/forgot-password\n/);
  });

  it('hears of a login with another browser from a known network, once, and not of a new version', async () => {
    const email = newEmail();
    const logIn = (userAgent: string) =>
      send(bench.app, '/auth/v1/token?grant_type=password', {
        body: { email, password: TEST_PASSWORD },
        headers: { 'user-agent': userAgent },
      });
    await send(bench.app, '/auth/v1/signup', {
      body: { email, password: TEST_PASSWORD },
      headers: { 'user-agent': FIREFOX },
    });
    await logIn(firefox(145));
    expect(await bench.mailbox.mails(email)).toEqual([]);
    await logIn(SAFARI);
    await logIn(SAFARI);
    await logIn(firefox(146));
    const { text } = await mailed(email, 'New login');
    expect(text).toContain('Browser: Safari on macOS');
    expect(text).toContain('IP network: 192.0.2.0/24');
    expect(text).toMatch(/This wasn't me:\nhttps?:\/\/\S+\/forgot-password\n/);
    // After 90 days, it is as good as new.
    bench.deps.clock.advance(91 * DAY_MS);
    await logIn(firefox(147));
    await logIn(SAFARI);
    expect(
      (await bench.mailbox.mails(email)).filter(({ subject }) => /New login/.test(subject)),
    ).toHaveLength(2);
  });
});

it('says when and where a password was changed, and links to what to do', async () => {
  const email = newEmail();
  const { access_token: token } = await signUp(bench.app, email);
  await changePassword(bench.app, token, 'another horse battery');
  const { text } = await mailed(email, 'password has changed');
  for (const part of ['Time: ', 'Browser: Unknown app', 'IP network: 192.0.2.0/24', '/forgot-password'])
    expect(text).toContain(part);
  expect(text).not.toContain('schedules are paused');
});

it('says what was ended when the mailbox stood in for the password', async () => {
  const email = newEmail();
  await signUp(bench.app, email);
  const { db } = bench.deps.database;
  await db
    .updateTable('accounts')
    .set({ email_confirmed_at: new Date() })
    .where('email', '=', email)
    .execute();
  await send(bench.app, '/auth/v1/recover', { body: { email } });
  const code = /Code: (\d{6})/.exec((await mailed(email, 'Reset your')).text)?.[1];
  const reply = await send(bench.app, '/auth/v1/verify', { body: { type: 'recovery', email, token: code } });
  const { access_token: token } = (await reply.json()) as { access_token: string };
  await send(bench.app, '/auth/v1/user', {
    method: 'PUT',
    token,
    body: { password: 'another horse battery' },
  });
  const { text } = await mailed(email, 'password has changed');
  for (const part of ['API keys', 'Webhooks', 'schedules are paused', 'new rows'])
    expect(text).toContain(part);
});

describe('a password that was set before its address was confirmed', () => {
  it('is removed by a login with a link, and the owner is told on screen and by mail', async () => {
    const email = newEmail();
    await signUp(bench.app, email);
    await send(bench.app, '/auth/v1/otp', { body: { email } });
    const code = /Code: (\d{6})/.exec((await mailed(email, 'login link')).text)?.[1];
    const reply = await send(bench.app, '/auth/v1/verify', { body: { type: 'email', email, token: code } });
    const { access_token: token } = (await reply.json()) as { access_token: string };
    expect(await bench.view(token)).toMatchObject({ hasPassword: false, passwordEnded: true });
    const { text } = await mailed(email, 'old password was removed');
    expect(text).toContain('/forgot-password');
    await send(bench.app, '/auth/v1/user', { method: 'PUT', token, body: { password: 'my own long words' } });
    expect(await bench.view(token)).toMatchObject({ hasPassword: true, passwordEnded: false });
  });

  it('needs no word if there was none', async () => {
    const email = newEmail();
    await send(bench.app, '/auth/v1/otp', { body: { email } });
    const code = /Code: (\d{6})/.exec((await mailed(email, 'login link')).text)?.[1];
    const reply = await send(bench.app, '/auth/v1/verify', { body: { type: 'email', email, token: code } });
    const { access_token: token } = (await reply.json()) as { access_token: string };
    expect(await bench.view(token)).toMatchObject({ hasPassword: false, passwordEnded: false });
    expect(await bench.mailbox.mails(email)).toHaveLength(1);
  });
});

it('reminds confirmed accounts of the end of the trial, once', async () => {
  const email = newEmail();
  const unconfirmed = newEmail();
  const { user } = await signUp(bench.app, email);
  await signUp(bench.app, unconfirmed);
  await confirm(user.id);
  await remindOfTrials(bench.deps);
  bench.deps.clock.advance((7 - TRIAL_WARNING_AT_DAYS) * DAY_MS);
  await remindOfTrials(bench.deps);
  await remindOfTrials(bench.deps);
  const { text } = await mailed(email, 'trial ends soon');
  expect(text).toContain('/pricing');
  const others = await bench.mailbox.mails(unconfirmed);
  expect(others.filter(({ subject }) => subject.includes('trial'))).toEqual([]);
});

it('says what a trial with a card will cost, and where to cancel', async () => {
  const email = newEmail();
  const { user } = await signUp(bench.app, email);
  const endsAt = '2026-11-30T18:36:00.000Z';
  await due(user.id, { kind: 'trial-ending', accountId: user.id, endsAt, charged: true });
  const { text } = await mailed(email, 'trial ends soon');
  expect(text).toContain(
    'ends on November 30, 2026 at 18:36 UTC. Your card will then be charged $49 every month.',
  );
  expect(text).toMatch(/Open Usage and Billing:\nhttps?:\/\/\S+\/dashboard\/usage\n/);
});

it('says after a failed payment what is on hold, and gives the link to pay', async () => {
  const email = newEmail();
  const { user } = await signUp(bench.app, email);
  await due(user.id, { kind: 'payment-failed', accountId: user.id });
  const { text } = await mailed(email, 'payment failed');
  expect(text).toContain('so your plan is on hold');
  expect(text).toMatch(/Update payment method:\nhttps?:\/\/\S+\/dashboard\/usage\n/);
});

it('never sends a text part that tells the reader to click', async () => {
  for (const { text } of [...(await bench.mailbox.mails()), ...(await bench.mailbox.welcomes())]) {
    expect(text).not.toMatch(/\b(click|button)\b/i);
    expect(text).toMatch(/:\nhttps?:\/\/\S+\n/);
  }
});
