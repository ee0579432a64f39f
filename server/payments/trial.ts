import { accountsOfMailbox, mailboxHadAccount } from '../accounts/former-email.ts';
import { claimOnce, isClaimable } from '../accounts/trial-claim.ts';
import type { Deps } from '../deps.ts';
import type { Db, Tx } from '../platform/database/db.ts';
import { hasUsedTrial } from './entitlement-store.ts';

type Secrets = Pick<Deps, 'secrets'>;

/**
 * Whether an account can still start a trial. Each mailbox gets one trial, even if its earlier account was
 * deleted (docs/deviations.md 6). `email` is in lower case.
 */
export async function trialAvailable(
  db: Db,
  deps: Secrets,
  { accountId, email }: { accountId: string; email: string },
): Promise<boolean> {
  const accounts = new Set([accountId, ...(await accountsOfMailbox(db, email))]);
  return (
    !(await hasUsedTrial(db, [...accounts])) &&
    !(await mailboxHadAccount(db, deps, email)) &&
    (await isClaimable(db, deps, { kind: 'trial', email }, accountId))
  );
}

/**
 * Claims the trial of a subscription that has just started, for its mailbox and its card. false: one of them
 * had a trial before, in another account.
 */
export async function claimTrial(
  tx: Tx,
  deps: Secrets,
  account: { id: string; email: string },
  { cardFingerprint, now }: { cardFingerprint: string | null; now: Date },
): Promise<boolean> {
  const holder = { accountId: account.id, now };
  const ofMailbox = await claimOnce(tx, deps, { kind: 'trial', email: account.email }, holder);
  if (!ofMailbox || cardFingerprint === null) return ofMailbox;
  return claimOnce(tx, deps, { kind: 'card', fingerprint: cardFingerprint }, holder);
}
