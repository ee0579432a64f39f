import type { Db } from '../platform/database/db.ts';

/** What is known of an address by its key (address-key.ts). */
export interface AddressFacts {
  /** accounts that got it, and when */
  given: { accountId: string; at: Date; outcome: string | null }[];
  /** how it bounced, until when that counts; null: it didn't */
  bounced: { kind: string; until: Date } | null;
}

/** Looks up addresses by their keys. */
export async function addressFacts(db: Db, keys: readonly string[]): Promise<AddressFacts> {
  if (keys.length === 0) return { given: [], bounced: null };
  const given = await db
    .selectFrom('given_addresses')
    .select(['account_id', 'given_at', 'outcome'])
    .where('address_digest', 'in', keys)
    .execute();
  const bounced = await db
    .selectFrom('bounced_addresses')
    .select(['kind', 'until'])
    .where('address_digest', 'in', keys)
    .limit(1)
    .executeTakeFirst();
  return {
    given: given.map(({ account_id, given_at, outcome }) => ({
      accountId: account_id,
      at: given_at,
      outcome,
    })),
    bounced: bounced ?? null,
  };
}

/** Forgets addresses: that they were given out, and that they bounced. */
export async function forgetAddresses(db: Db, keys: readonly string[]): Promise<void> {
  if (keys.length === 0) return;
  await db.deleteFrom('given_addresses').where('address_digest', 'in', keys).execute();
  await db.deleteFrom('bounced_addresses').where('address_digest', 'in', keys).execute();
}
