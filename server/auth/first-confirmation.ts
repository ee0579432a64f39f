import { clearPassword, setEmailConfirmed } from '../accounts/identity.ts';
import type { Tx } from '../platform/database/db.ts';
import { endAccess } from './account-access.ts';
import type { Act } from './act.ts';
import { forgetPlaces } from './known-addresses.ts';
import { addDueMail } from './one-time/due-mails.ts';
import { deleteIdentitiesOf } from './openid/identity-store.ts';

/**
 * Confirms the email address of an account for the first time (docs/deviations.md 7). Anyone can sign up with
 * any address, so earlier credentials may belong to a stranger: this ends all access except
 * `keepSession`, forgets known addresses and browsers, and, with
 * `endPassword`, ends the password and the accounts at providers, and tells the owner. Two-factor login stays: it can only be turned on for a confirmed address.
 */
export async function confirmFirstTime(
  tx: Tx,
  accountId: string,
  { endPassword, keepSession, act }: { endPassword: boolean; keepSession: string | undefined; act: Act },
): Promise<void> {
  const now = new Date(act.at);
  await setEmailConfirmed(tx, accountId, now);
  if (endPassword) {
    if (await clearPassword(tx, accountId, now))
      await addDueMail(tx, accountId, { kind: 'sign-in-changed', accountId, change: 'password-ended', act });
    await deleteIdentitiesOf(tx, accountId);
  }
  await endAccess(tx, accountId, { cause: 'takeover', now, keepSession });
  await forgetPlaces(tx, accountId);
}
