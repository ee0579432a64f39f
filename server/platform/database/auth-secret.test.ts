// On PostgreSQL: servers and workers share a database there.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { assertAuthSecret, forgetAuthSecret, requireAuthSecret } from './auth-secret.ts';
import type { Database } from './db.ts';
import { openTestDatabase } from './test-database.ts';

let database: Database;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

it('keeps the secret of the process that is first, however many start at once', async () => {
  const { db } = database;
  await assertAuthSecret(db, 'any secret before the first start');
  const secrets = ['a', 'b', 'c', 'a'].map((name) => `${name} secret of the tests, 32 characters`);
  const starts = await Promise.allSettled(secrets.map((secret) => requireAuthSecret(db, secret)));
  const accepted = new Set(secrets.filter((_, index) => starts[index]?.status === 'fulfilled'));
  expect(accepted.size).toBe(1);
  const [kept = ''] = accepted;
  await assertAuthSecret(db, kept);
  await forgetAuthSecret(db);
  await requireAuthSecret(db, 'd secret of the tests, 32 characters');
  await expect(requireAuthSecret(db, kept)).rejects.toThrow("This AUTH_SECRET isn't the one");
});
