// On PostgreSQL: mails are counted at once.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type MailBench, openMailBench } from './test-mail-bench.ts';
import { countOutcomes, send, signIn, signUp, TEST_PASSWORD } from './test-requests.ts';

const VICTIM = 'victim.name@gmail.com';

let bench: MailBench;
beforeEach(async () => {
  bench = await openMailBench();
});
afterEach(() => bench.close());

const times = (count: number, one: (i: number) => Promise<Response>) =>
  Array.from({ length: count }, (_, i) => one(i));
const from = (i: number) => `198.51.100.${i}`;
const request = (path: string, body: object, address: string) =>
  send(bench.app, `/auth/v1/${path}`, { body, address });
/** How many mails reached the mailbox of the victim. */
async function mailsToVictim(): Promise<number> {
  const reaches = ({ to }: { to: string }) => /^v\.?i\.?ctim\.?name(\+.*)?@(gmail|googlemail)\.com$/.test(to);
  const all = [...(await bench.mailbox.mails()), ...(await bench.mailbox.welcomes())];
  return all.filter(reaches).length;
}
const changeTo = (token: string, email: string) =>
  send(bench.app, '/auth/v1/user', {
    method: 'PUT',
    token,
    body: { email, current_password: TEST_PASSWORD },
  });

describe('a flood of mail to one mailbox', () => {
  it('by address changes of many accounts sends ten mails an hour', async () => {
    const accounts = await Promise.all(
      Array.from({ length: 12 }, (_, i) => signUp(bench.app, `attacker${i}@example.com`)),
    );
    const variants = ['victim.name@gmail.com', 'victimname@gmail.com', 'v.ictimname+x@googlemail.com'];
    await Promise.all(
      accounts.flatMap(({ access_token: token }) =>
        times(5, (i) => changeTo(token, variants[i % variants.length] ?? VICTIM)),
      ),
    );
    expect(await mailsToVictim()).toBe(10);
    bench.deps.clock.advance(60 * 60_000);
    await request('otp', { email: VICTIM }, from(1));
    expect(await mailsToVictim()).toBe(11);
  });

  it('of every kind, over plus addresses and accounts, sends at most ten mails an hour', async () => {
    const accounts = await Promise.all(
      Array.from({ length: 8 }, (_, i) => signUp(bench.app, `victimname+${i}@gmail.com`)),
    );
    await Promise.all([
      ...times(20, (i) => request('otp', { email: `victim.name+${i}@gmail.com` }, from(i))),
      ...times(20, (i) => request('recover', { email: `victimname+${i % 8}@gmail.com` }, from(i + 20))),
      ...times(8, (i) => request('resend', { email: `victimname+${i}@gmail.com`, type: 'signup' }, from(i))),
      ...accounts.map(({ access_token: token }) =>
        send(bench.app, '/functions/v1/send-confirmation', { token, body: {} }),
      ),
      ...accounts.map(({ access_token: token }, i) => changeTo(token, `else${i}@example.com`)),
      ...accounts.map(({ access_token: token }) =>
        send(bench.app, '/auth/v1/user', {
          method: 'PUT',
          token,
          body: { password: 'a new password', current_password: TEST_PASSWORD },
        }),
      ),
    ]);
    const sent = await mailsToVictim();
    expect(sent).toBeLessThanOrEqual(10);
    // A welcome mail counts, and isn't sent if its account asked for a code in the meantime.
    expect(sent).toBeGreaterThanOrEqual(10 - accounts.length);
  });

  it('does not keep the owner from resetting a password, at an address where they signed in', async () => {
    await signUp(bench.app, VICTIM);
    await request('otp', { email: VICTIM }, '192.0.2.7');
    const link = (await bench.mailbox.mails(VICTIM))[0]?.token;
    const confirmed = await request('verify', { type: 'email', token_hash: link }, '192.0.2.7');
    expect(confirmed.status).toBe(200);
    await Promise.all(times(100, (i) => request('recover', { email: VICTIM }, from(i))));
    const before = (await bench.mailbox.mails(VICTIM)).length;
    expect(before).toBeLessThanOrEqual(10);
    expect((await request('recover', { email: VICTIM }, '198.51.100.200')).status).toBe(429);
    expect((await request('recover', { email: VICTIM }, '192.0.2.7')).status).toBe(200);
    const mails = await bench.mailbox.mails(VICTIM);
    expect(mails).toHaveLength(before + 1);
    const reset = await request(
      'verify',
      { type: 'recovery', token_hash: mails.findLast(({ token }) => token !== '')?.token },
      '192.0.2.7',
    );
    expect(reset.status).toBe(200);
  });

  it('keeps the code of an earlier mail valid when later mails are dropped', async () => {
    const { access_token: token } = await signUp(bench.app, 'ada@example.com');
    await changeTo(token, VICTIM);
    const [mail] = await bench.mailbox.mails(VICTIM);
    const others = await Promise.all(
      Array.from({ length: 4 }, (_, i) => signUp(bench.app, `attacker${i}@example.com`)),
    );
    for (const other of others) await Promise.all(times(5, () => changeTo(other.access_token, VICTIM)));
    expect(await mailsToVictim()).toBe(10);
    await request('resend', { email: 'ada@example.com', type: 'email_change' }, from(1));
    expect(await mailsToVictim()).toBe(10);
    const verified = await request('verify', { type: 'email_change', token_hash: mail?.token }, from(1));
    expect(verified.status).toBe(200);
  });
});

describe('settings', () => {
  it('limit the mails of a mailbox and the requests of an address', async () => {
    await bench.close();
    bench = await openMailBench({
      MAILS_PER_HOUR_PER_MAILBOX: '2',
      MAIL_REQUESTS_PER_HOUR_PER_ADDRESS: '3',
    });
    const outcomes = await countOutcomes(
      times(100, (i) => request('otp', { email: `p${i}@example.com` }, '203.0.113.9')),
    );
    expect(outcomes).toEqual({ '200 ok': 3, '429 over_email_send_rate_limit': 97 });
    await Promise.all(times(5, (i) => request('otp', { email: VICTIM }, from(i))));
    expect(await mailsToVictim()).toBe(2);
    expect((await signIn(bench.app, VICTIM, TEST_PASSWORD)).status).toBe(400);
  });
});
