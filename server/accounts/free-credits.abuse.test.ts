// On PostgreSQL: sign-ups of one mailbox claim the credits at once.
import type { Hono } from 'hono';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AccountView } from '#contract/account.ts';
import { mailboxAddress } from '#engines/email-address/email-address.ts';
import { createApp } from '../app.ts';
import type { IssuedSession } from '../auth/sessions.ts';
import { send, signUp, TEST_PASSWORD } from '../auth/test-requests.ts';
import type { AppEnv } from '../http/context.ts';
import { grantUnlimited } from '../payments/operator-grant.ts';
import type { Database } from '../platform/database/db.ts';
import { openTestDatabase } from '../platform/database/test-database.ts';
import { makeTestDeps, type TestDeps } from '../test-deps.ts';

let database: Database;
let deps: TestDeps;
let app: Hono<AppEnv>;
beforeAll(async () => {
  database = await openTestDatabase();
  deps = makeTestDeps(database, { environment: { SIGNUPS_PER_HOUR_PER_ADDRESS: '1000' } });
  await deps.queue.start();
  app = createApp(deps);
});
afterAll(async () => {
  await deps.queue.stop({ graceful: false });
  await database.close();
});

async function readCredits({ access_token: token }: IssuedSession): Promise<number | string> {
  const view = (await (await send(app, '/functions/v1/account', { token })).json()) as AccountView;
  return view.credits;
}

describe('free credits', () => {
  it.each([
    ['plus addresses', (i: number) => `plus+${i}@acme.example.com`],
    ['Gmail dots', (i: number) => `${'d'.repeat(i % 50)}.${'d'.repeat(50 - (i % 50))}+${i}@gmail.com`],
    ['googlemail', (i: number) => `goo${i % 2 ? '.' : ''}gle+${i}@${i % 3 ? 'gmail' : 'googlemail'}.com`],
  ])('are granted once to a mailbox, over 100 parallel sign-ups with %s', async (_, email) => {
    const sessions = await Promise.all(
      Array.from({ length: 100 }, (_, i) => signUp(app, email(i + 1)).catch(() => null)),
    );
    const created = sessions.filter((session) => session !== null);
    expect(created.length).toBeGreaterThan(90);
    const credits = await Promise.all(created.map(readCredits));
    expect(credits.filter((count) => count === 1000)).toHaveLength(1);
    expect(credits.filter((count) => count === 0)).toHaveLength(created.length - 1);
  });

  it('are not granted again after the account was deleted', async () => {
    const { access_token: token } = await signUp(app, 'again@gmail.com');
    await send(app, '/functions/v1/account-delete', {
      token,
      body: { email: 'again@gmail.com', currentPassword: TEST_PASSWORD },
    });
    expect(await readCredits(await signUp(app, 'a.gain+1@googlemail.com'))).toBe(0);
  });

  it('are not granted if an account of an earlier version uses the mailbox', async () => {
    await database.db.insertInto('accounts').values({ email: 'ear.lier@gmail.com', balance: 7 }).execute();
    expect(await readCredits(await signUp(app, 'earlier@gmail.com'))).toBe(0);
  });

  it.each(['mailinator.com', 'a.mailinator.com'])('wait for a card at %s', async (domain) => {
    const session = await signUp(app, `throwaway.${domain.length}@${domain}`);
    expect(await readCredits(session)).toBe(0);
    await grantUnlimited(deps, session.user.id);
    const { balance } = await database.db
      .selectFrom('accounts')
      .select('balance')
      .where('id', '=', session.user.id)
      .executeTakeFirstOrThrow();
    expect(balance).toBe(1000);
    await grantUnlimited(deps, session.user.id);
    const entries = await database.db
      .selectFrom('credit_entries')
      .select('amount')
      .where('account_id', '=', session.user.id)
      .execute();
    expect(entries).toEqual([{ amount: 1000 }]);
  });
});

it('computes the mailbox in SQL as in TypeScript', async () => {
  const addresses = [
    'ada@acme.com',
    'a.d.a+b+c@acme.com',
    '+ada@acme.com',
    'a.d.a+b@gmail.com',
    'ada@googlemail.com',
    'a.da@mail.gmail.com',
    "o'hara+x@acme.com",
  ];
  for (const email of addresses) {
    const { rows } = await sql<{ mailbox: string }>`select mailbox_of(${email}::text) as mailbox`.execute(
      database.db,
    );
    expect(rows).toEqual([{ mailbox: mailboxAddress(email) }]);
  }
});
