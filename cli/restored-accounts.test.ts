import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, expect, it, vi } from 'vitest';
import { openPGlite } from '#server/platform/database/db.ts';
import { prepareDataFolder } from '#server/platform/database/test-data-folder.ts';
import { operate } from './operate.ts';
import { restore } from './restore.ts';
import { restoreBack } from './restore-back.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'leadwell-restored-accounts-'));
afterEach(() => vi.unstubAllEnvs());
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

const quiet = { row: () => {}, note: () => {} };
async function state(): Promise<{ emails: string[]; former: number }> {
  const database = await openPGlite({ dataDir: join(dataDir, 'db') });
  try {
    const accounts = await database.db.selectFrom('accounts').select('email').orderBy('email').execute();
    const former = await database.db.selectFrom('former_emails').select('email_hash').execute();
    return { emails: accounts.map(({ email }) => email), former: former.length };
  } finally {
    await database.close();
  }
}

/** Ada and Bob have a subscription. Ada paid once more, and got another payment back. */
async function buy(): Promise<void> {
  const database = await openPGlite({ dataDir: join(dataDir, 'db') });
  const { db } = database;
  try {
    for (const { id, email } of await db.selectFrom('accounts').select(['id', 'email']).execute()) {
      const name = email.split('@')[0] ?? '';
      const subscription = { account_id: id, source: 'stripe' as const, has_access: true };
      await db
        .insertInto('entitlements')
        .values([
          { ...subscription, subscription_id: `sub_of_${name}`, status: 'active' },
          { ...subscription, subscription_id: `ended_of_${name}`, status: 'canceled', has_access: false },
        ])
        .execute();
      if (name !== 'ada') continue;
      const order = {
        account_id: id,
        product: 'apollo_scraper' as const,
        mode: 'payment' as const,
        quantity: 1000,
        amount_cents: 900,
        source: 'stripe' as const,
        success_url: '',
        cancel_url: '',
      };
      await db
        .insertInto('orders')
        .values([
          { ...order, status: 'paid', payment_intent_id: 'pi_of_ada' },
          { ...order, status: 'refunded', payment_intent_id: 'refunded_of_ada' },
        ])
        .execute();
    }
  } finally {
    await database.close();
  }
}

it('deletes the accounts again that were deleted after a backup, and says that old access is back', async () => {
  await prepareDataFolder(dataDir);
  vi.stubEnv('DATA_DIR', dataDir);
  vi.stubEnv('LOG_LEVEL', 'silent');
  for (const name of ['ada', 'bob', 'eve'])
    await operate('users-create-staff', { email: `${name}@example.com` }, quiet);
  const file = join(dataDir, 'first.backup');
  await operate('backup', { file }, quiet);
  for (const name of ['bob', 'eve']) await operate('users-delete', { email: `${name}@example.com` }, quiet);
  // Another account of the same person.
  await operate('users-create-staff', { email: 'bob@example.com' }, quiet);
  await buy();

  const notes: string[] = [];
  await restore(file, (text) => notes.push(text));
  expect(await state()).toEqual({ emails: ['ada@example.com'], former: 4 });
  expect(notes.join('\n')).toMatch(/Deleted 2 accounts again[\s\S]*API keys[^\n]* revoke it again/);
  expect(notes.filter((note) => /_of_|Stripe/.test(note))).toEqual([
    expect.stringContaining('Stripe goes on charging'),
    // Of an account that the backup has, the subscription is read from Stripe again.
    expect.stringMatching(/^- subscription sub_of_bob of account [\w-]{36}$/),
    expect.stringMatching(/^- payment pi_of_ada for order [\w-]{36} of account [\w-]{36}$/),
  ]);

  await operate('users-delete', { email: 'ada@example.com' }, quiet);
  const back: string[] = [];
  await restoreBack(null, (text) => back.push(text));
  expect(await state()).toEqual({ emails: ['bob@example.com'], former: 6 });
  expect(back.join('\n')).toMatch(/Deleted 1 account again[\s\S]*API keys[^\n]* revoke it again/);

  // On another machine, no one knows what happened since the backup.
  vi.stubEnv('DATA_DIR', join(dataDir, 'elsewhere'));
  const elsewhere: string[] = [];
  await restore(file, (text) => elsewhere.push(text));
  expect(elsewhere).toEqual([
    expect.stringMatching(/^The backup of .* is complete\.$/),
    expect.stringMatching(
      /^There was no database here\. Add people who opted out .*`leadwell users delete`\.$/,
    ),
    expect.stringMatching(/^If you use Stripe: look in its dashboard for subscriptions and payments since/),
    'Restored.',
  ]);
}, 180_000);
