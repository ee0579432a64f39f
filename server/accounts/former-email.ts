import { createHmac, hkdfSync } from 'node:crypto';
import type { Deps } from '../deps.ts';
import type { Db, Tx } from '../platform/db.ts';
import { addFormerEmail, isFormerEmail } from './former-email-store.ts';

type Secrets = Pick<Deps, 'secrets'>;

/**
 * Records that an address had an account, as a hash keyed with this server's secret. `email` is in lower
 * case.
 */
export function recordFormerEmail(tx: Tx, deps: Secrets, email: string, now: Date): Promise<void> {
  return addFormerEmail(tx, hashEmail(deps, email), now);
}

/**
 * Whether an address had an account that was deleted or changed its address. Its free credits and trial are
 * used up.
 */
export function emailHadAccount(db: Db, deps: Secrets, email: string): Promise<boolean> {
  return isFormerEmail(db, hashEmail(deps, email));
}

/** Records the id of a deleted account in the same way, so that later payments for it can be recognized. */
export function recordDeletedAccount(tx: Tx, deps: Secrets, accountId: string, now: Date): Promise<void> {
  return addFormerEmail(tx, hashOf(deps, 'account', accountId), now);
}

/** Whether an account with this id was deleted on this server. */
export function accountWasDeleted(db: Db, deps: Secrets, accountId: string): Promise<boolean> {
  return isFormerEmail(db, hashOf(deps, 'account', accountId));
}

function hashEmail(deps: Secrets, email: string): string {
  return hashOf(deps, 'email', email);
}

/** Keyed, so that addresses can't be guessed from the hashes without the secret. */
function hashOf({ secrets }: Secrets, of: 'email' | 'account', value: string): string {
  const key = Buffer.from(hkdfSync('sha256', secrets.authSecret, '', `leadwell former ${of}`, 32));
  return createHmac('sha256', key).update(value).digest('base64url');
}
