// On PostgreSQL: servers and workers share a database there.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { forgetAuthSecret, openAuthSecret, requireAuthSecret } from './auth-secret.ts';
import type { Database } from './db.ts';
import { openTestDatabase } from './test-database.ts';

let database: Database;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

it('keeps the secret of the process that is first, however many start at once', async () => {
  const { db } = database;
  await openAuthSecret(db, 'any secret before the first start');
  const secrets = ['a', 'b', 'c', 'a'].map((name) => `${name} secret of the tests, 32 characters`);
  const starts = await Promise.allSettled(secrets.map((secret) => requireAuthSecret(db, secret)));
  const accepted = new Set(secrets.filter((_, index) => starts[index]?.status === 'fulfilled'));
  expect(accepted.size).toBe(1);
  const [kept = ''] = accepted;
  await openAuthSecret(db, kept);
  await forgetAuthSecret(db);
  await requireAuthSecret(db, 'd secret of the tests, 32 characters');
  await expect(requireAuthSecret(db, kept)).rejects.toThrow("This AUTH_SECRET isn't the one");
});

it('changes the secret, keeps the data key, and refuses the old one alone', async () => {
  const { db } = database;
  await forgetAuthSecret(db);
  const [first, second, third] = ['first', 'second', 'third'].map((name) => `${name} ${'x'.repeat(32)}`);
  if (!first || !second || !third) throw new Error('no secrets');
  expect(await requireAuthSecret(db, first)).toMatchObject({ dataKey: first, earlier: null });
  const changes = await Promise.all([1, 2, 3].map(() => requireAuthSecret(db, second, first)));
  for (const { dataKey, earlier } of changes) {
    expect(dataKey).toBe(first);
    expect(earlier?.signsUntil).toBeGreaterThan(Date.now());
  }
  expect((await requireAuthSecret(db, second)).dataKey).toBe(first);
  await expect(requireAuthSecret(db, first)).rejects.toThrow(/was replaced by another value/);
  await expect(requireAuthSecret(db, first, second)).rejects.toThrow(/Exchange them/);
  await expect(requireAuthSecret(db, third, first)).rejects.toThrow(/AUTH_SECRET_OLD was replaced/);
  await expect(requireAuthSecret(db, third)).rejects.toThrow(/isn't the one/);
  expect((await requireAuthSecret(db, third, second)).dataKey).toBe(first);
});
