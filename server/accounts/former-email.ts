import { createHmac, hkdfSync } from 'node:crypto';
import type { Deps } from '../deps.ts';
import type { Db, Tx } from '../platform/db.ts';
import { addFormerEmail, isFormerEmail } from './own-data-store.ts';

type Secrets = Pick<Deps, 'secrets'>;

/** Notes that an address had an account, as a hash that only this server's secret can make again. `email` in lower case. */
export function keepFormerEmail(tx: Tx, deps: Secrets, email: string, now: Date): Promise<void> {
  return addFormerEmail(tx, hashEmail(deps, email), now);
}

/** Whether an address had an account that was deleted or moved on: its free credits and trial were given. */
export function hadAccount(db: Db, deps: Secrets, email: string): Promise<boolean> {
  return isFormerEmail(db, hashEmail(deps, email));
}

/** Keyed: without the secret nobody can try addresses against the hashes. */
function hashEmail({ secrets }: Secrets, email: string): string {
  const key = Buffer.from(hkdfSync('sha256', secrets.authSecret, '', 'leadwell former email', 32));
  return createHmac('sha256', key).update(email).digest('base64url');
}
