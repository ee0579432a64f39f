import { type RawBuilder, sql } from 'kysely';
import { mailboxAddress } from '#engines/email-address/email-address.ts';
import type { Deps } from '../deps.ts';
import type { Db, Tx } from '../platform/database/db.ts';
import { keyedHash } from './former-email.ts';

type Secrets = Pick<Deps, 'secrets'>;

/** What can be had once: the first credits and the trial of a mailbox, and the trial of a card. */
export type Claim = { kind: 'credits' | 'trial'; email: string } | { kind: 'card'; fingerprint: string };

/**
 * Claims something that can be had once, for an account. true: the account holds the claim, from now on or
 * already. false: another account does. Claims stay when the account is deleted.
 */
export async function claimOnce(
  tx: Tx,
  deps: Secrets,
  claim: Claim,
  holder: { accountId: string; now: Date },
): Promise<boolean> {
  const { kind, keyHash } = hashed(deps, claim);
  const holderHash = keyedHash(deps, 'account', holder.accountId);
  await addClaim(tx, { kind, keyHash, holderHash, at: holder.now });
  return (await claimHolder(tx, kind, keyHash)) === holderHash;
}

/** SQL: whether an account holds a claim, or no account does. */
export function isClaimable(deps: Secrets, claim: Claim, accountId: string): RawBuilder<boolean> {
  const { kind, keyHash } = hashed(deps, claim);
  const own = keyedHash(deps, 'account', accountId);
  return sql<boolean>`not exists (
    select 1 from trial_claims where kind = ${kind} and key_hash = ${keyHash} and holder_hash <> ${own})`;
}

function hashed(deps: Secrets, claim: Claim): { kind: Claim['kind']; keyHash: string } {
  const keyHash =
    claim.kind === 'card'
      ? keyedHash(deps, 'card', claim.fingerprint)
      : keyedHash(deps, 'mailbox', mailboxAddress(claim.email));
  return { kind: claim.kind, keyHash };
}

/** Adds a claim, unless there is one. Waits for a concurrent transaction that adds the same one. */
async function addClaim(
  tx: Tx,
  claim: { kind: Claim['kind']; keyHash: string; holderHash: string; at: Date },
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
async function claimHolder(db: Db, kind: Claim['kind'], keyHash: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('trial_claims')
    .select('holder_hash')
    .where('kind', '=', kind)
    .where('key_hash', '=', keyHash)
    .executeTakeFirst();
  return row?.holder_hash;
}
