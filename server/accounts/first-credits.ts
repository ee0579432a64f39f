import { addressFlags } from '#engines/email-address/address-flags.ts';
import type { Deps } from '../deps.ts';
import type { Tx } from '../platform/database/db.ts';
import { accountsOfMailbox, mailboxHadAccount } from './former-email.ts';
import { grantCredits, openLedger } from './ledger.ts';
import { takeWithheldCredits, withholdCredits } from './store.ts';
import { claimOnce } from './trial-claim.ts';

type Secrets = Pick<Deps, 'secrets'>;

/**
 * Grants the first credits of a new account, in the transaction that created it: once per mailbox, and to a
 * disposable address only when a card is there (docs/deviations.md 4). `reason` goes into the ledger.
 */
export async function grantFirstCredits(
  tx: Tx,
  deps: Secrets,
  account: { id: string; email: string; now: Date },
  { credits, reason }: { credits: number; reason: string },
): Promise<void> {
  const { id, email, now } = account;
  const others = (await accountsOfMailbox(tx, email)).filter((other) => other !== id);
  if (others.length > 0 || (await mailboxHadAccount(tx, deps, email))) return;
  if (!(await claimOnce(tx, deps, { kind: 'credits', email }, { accountId: id, now }))) return;
  if (isDisposable(email)) await withholdCredits(tx, id, credits);
  else await openLedger(tx, id, credits, reason);
}

/** Grants credits that were withheld from a disposable address, now that the account has a card. */
export async function grantWithheldCredits(tx: Tx, accountId: string): Promise<void> {
  const credits = await takeWithheldCredits(tx, accountId);
  if (credits > 0) await grantCredits(tx, accountId, credits, 'sign-up');
}

function isDisposable(email: string): boolean {
  return addressFlags(null, email.slice(email.lastIndexOf('@') + 1)).disposable;
}
