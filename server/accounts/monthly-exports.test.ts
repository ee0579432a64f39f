// On PostgreSQL: exports count at once.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Database, transaction } from '../platform/database/db.ts';
import { openTestDatabase } from '../platform/database/test-database.ts';
import { countExport, monthlyExports, nextReset } from './monthly-exports.ts';

let database: Database;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

describe('the monthly export counter', () => {
  it.each([
    ['2026-01-15T10:00:00Z', '2026-02-15T09:59:59Z', 7],
    ['2026-01-15T10:00:00Z', '2026-02-15T10:00:00Z', 0],
    ['2026-01-31T00:00:00Z', '2026-02-28T00:00:00Z', 0],
    ['2026-01-31T00:00:00Z', '2026-02-27T23:59:59Z', 7],
    ['2024-12-31T12:00:00Z', '2025-01-31T12:00:00Z', 0],
  ])('reset at %s, read at %s: %i', (resetAt, now, expected) => {
    expect(monthlyExports({ monthly_exports: 7, last_reset_at: new Date(resetAt) }, new Date(now))).toBe(
      expected,
    );
  });

  it.each([
    ['2026-01-15T10:00:00Z', '2026-02-15T09:59:59Z', '2026-02-15T10:00:00.000Z'],
    ['2026-01-15T10:00:00Z', '2026-03-20T00:00:00Z', '2026-04-20T00:00:00.000Z'],
    ['2026-01-31T00:00:00Z', '2026-02-01T00:00:00Z', '2026-02-28T00:00:00.000Z'],
  ])('reset at %s, read at %s: starts over at %s', (resetAt, now, expected) => {
    expect(nextReset({ last_reset_at: new Date(resetAt) }, new Date(now)).toISOString()).toBe(expected);
  });

  it('counts up to the cap and starts over after a month', async () => {
    const { id } = await database.db
      .insertInto('accounts')
      .values({ email: 'exports@example.com', balance: 0, last_reset_at: new Date('2026-03-10T00:00:00Z') })
      .returning('id')
      .executeTakeFirstOrThrow();
    const count = (leads: number, now: string) =>
      transaction(database.db, (tx) => countExport(tx, id, leads, { now: new Date(now), capped: true }));
    expect(await count(499_999, '2026-03-20T00:00:00Z')).toBeNull();
    expect(await count(2, '2026-03-21T00:00:00Z')).toEqual({ left: 1 });
    expect(await count(1, '2026-03-21T00:00:00Z')).toBeNull();
    expect(await count(1, '2026-03-21T00:00:00Z')).toEqual({ left: 0 });
    expect(await count(2, '2026-04-10T00:00:00Z')).toBeNull();
    const row = await database.db
      .selectFrom('accounts')
      .select(['monthly_exports', 'last_reset_at'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    expect(row).toEqual({ monthly_exports: 2, last_reset_at: new Date('2026-04-10T00:00:00Z') });
  });
});
