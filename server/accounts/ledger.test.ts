// On PostgreSQL: charges lock the account.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { spendable } from '#contract/access.ts';
import { type Database, transaction } from '../platform/database/db.ts';
import { openTestDatabase } from '../platform/database/test-database.ts';
import { chargeItems, grantCredits, openLedger } from './ledger.ts';

let database: Database;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

const TASK = { id: '7b0c7f0e-58a7-4e62-9b7c-3a4d8d1f0001', type: 'website-extraction' };
let people = 0;

async function newAccount(credits: number): Promise<string> {
  return transaction(database.db, async (tx) => {
    people += 1;
    const { id } = await tx
      .insertInto('accounts')
      .values({ email: `person${people}@example.com`, balance: 0 })
      .returning('id')
      .executeTakeFirstOrThrow();
    await openLedger(tx, id, credits, 'sign-up');
    return id;
  });
}

async function readLedger(id: string) {
  const { balance } = await database.db
    .selectFrom('accounts')
    .select('balance')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const entries = await database.db
    .selectFrom('credit_entries')
    .select(['amount', 'from_balance', 'item_position'])
    .where('account_id', '=', id)
    .orderBy('id')
    .execute();
  const counted = entries.filter((entry) => entry.from_balance).reduce((sum, { amount }) => sum + amount, 0);
  return { balance, counted, entries };
}

describe('the ledger', () => {
  it('adds up first credits, grants and charges to the balance', async () => {
    const id = await newAccount(10);
    await transaction(database.db, (tx) => grantCredits(tx, id, 5, 'gift'));
    const account = { id, plan: 'free', credits: 15, isStaff: false } as const;
    await transaction(database.db, (tx) =>
      chargeItems(tx, account, { ...TASK, id: crypto.randomUUID() }, [
        { position: 0, amount: 1 },
        { position: 7, amount: 1 },
      ]),
    );
    const { balance, counted, entries } = await readLedger(id);
    expect([balance, counted]).toEqual([13, 13]);
    expect(entries.map((entry) => entry.amount)).toEqual([10, 5, -1, -1]);
  });

  it('rejects a second charge for an item and a balance below 0 without any change', async () => {
    const id = await newAccount(2);
    const account = { id, plan: 'free', credits: 2, isStaff: false } as const;
    const charge = (positions: number[]) =>
      transaction(database.db, (tx) =>
        chargeItems(
          tx,
          account,
          TASK,
          positions.map((position) => ({ position, amount: 1 })),
        ),
      );
    await charge([1]);
    await expect(charge([1])).rejects.toThrow(/unique/);
    await expect(charge([2, 3])).rejects.toThrow(/check/);
    expect(await readLedger(id)).toMatchObject({ balance: 1, counted: 1 });
  });

  it.each([
    { plan: 'unlimited', credits: 'unlimited', isStaff: false },
    { plan: 'free', credits: 3, isStaff: true },
  ] as const)('records the usage of %o without changing the balance', async (holder) => {
    expect(spendable(holder)).toBe(Number.POSITIVE_INFINITY);
    const id = await newAccount(3);
    await transaction(database.db, (tx) =>
      chargeItems(tx, { id, ...holder }, { ...TASK, id: crypto.randomUUID() }, [{ position: 4, amount: 1 }]),
    );
    const { balance, entries } = await readLedger(id);
    expect(balance).toBe(3);
    expect(entries[1]).toEqual({ amount: -1, from_balance: false, item_position: 4 });
  });
});
