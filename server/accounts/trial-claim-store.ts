import type { Db, Tx } from '../platform/db.ts';
import type { Tables } from '../platform/tables.ts';

export type ClaimKind = Tables['trial_claims']['kind'];

/** Adds a claim, unless there is one. Waits for a concurrent transaction that adds the same one. */
export async function addClaim(
  tx: Tx,
  claim: { kind: ClaimKind; keyHash: string; holderHash: string; at: Date },
): Promise<void> {
  await tx
    .insertInto('trial_claims')
    .values({
      kind: claim.kind,
      key_hash: claim.keyHash,
      holder_hash: claim.holderHash,
      claimed_at: claim.at,
    })
    .onConflict((conflict) => conflict.columns(['kind', 'key_hash']).doNothing())
    .execute();
}

/** The hash of the account that holds a claim; undefined if no account does. */
export async function claimHolder(db: Db, kind: ClaimKind, keyHash: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('trial_claims')
    .select('holder_hash')
    .where('kind', '=', kind)
    .where('key_hash', '=', keyHash)
    .executeTakeFirst();
  return row?.holder_hash;
}
