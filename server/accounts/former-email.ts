import { createHmac, hkdfSync } from 'node:crypto';
import type { Deps } from '../deps.ts';
import type { Db, Tx } from '../platform/db.ts';
import { addFormerEmail, isFormerEmail } from './former-email-store.ts';

type Secrets = Pick<Deps, 'secrets'>;

/** Notes that an address had an account, as a hash that only this server's secret can make again. `email` in lower case. */
export function keepFormerEmail(tx: Tx, deps: Secrets, email: string, now: Date): Promise<void> {
  return addFormerEmail(tx, hashEmail(deps, email), now);
}

/** Whether an address had an account that was deleted or moved on: its free credits and trial were given. */
export function hadAccount(db: Db, deps: Secrets, email: string): Promise<boolean> {
  return isFormerEmail(db, hashEmail(deps, email));
}

/** Notes that an account of this id was here and is deleted, in the same way: what is paid for it later is known to be nobody's. */
export function keepFormerAccount(tx: Tx, deps: Secrets, accountId: string, now: Date): Promise<void> {
  return addFormerEmail(tx, hashOf(deps, 'account', accountId), now);
}

/** Whether an account of this id was deleted here. An id that this server never had is none. */
export function wasDeleted(db: Db, deps: Secrets, accountId: string): Promise<boolean> {
  return isFormerEmail(db, hashOf(deps, 'account', accountId));
}

function hashEmail(deps: Secrets, email: string): string {
  return hashOf(deps, 'email', email);
}

/** Keyed: without the secret nobody can try addresses against the hashes. */
function hashOf({ secrets }: Secrets, of: 'email' | 'account', word: string): string {
  const key = Buffer.from(hkdfSync('sha256', secrets.authSecret, '', `leadwell former ${of}`, 32));
  return createHmac('sha256', key).update(word).digest('base64url');
}
