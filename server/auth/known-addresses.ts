import { addressKey } from '../http/rate-limit.ts';
import type { Db, Tx } from '../platform/db.ts';
import { addressIsKnown, deleteAddresses, deleteOldAddresses, saveAddress } from './known-address-store.ts';

/** As long as an idle session lasts. */
const KNOWN_MS = 90 * 86_400_000;
const MAX_PER_ACCOUNT = 50;
/** No account has it, so a lookup for an unknown email does the same work as for a known one. */
const NO_ACCOUNT = '00000000-0000-0000-0000-000000000000';

/**
 * Whether an account signed in from this address in the last 90 days. Limits that strangers can use up don't
 * apply there. `clientAddress` is an IP address, and `now` is in ms since the epoch.
 */
export function isKnownAddress(
  db: Db,
  accountId: string | undefined,
  clientAddress: string,
  now: number,
): Promise<boolean> {
  return addressIsKnown(db, accountId ?? NO_ACCOUNT, addressKey(clientAddress), new Date(now - KNOWN_MS));
}

/** Remembers where an account signed in from. */
export async function rememberAddress(
  tx: Tx,
  accountId: string,
  clientAddress: string,
  now: Date,
): Promise<void> {
  await saveAddress(tx, accountId, addressKey(clientAddress), now);
  await deleteOldAddresses(tx, accountId, new Date(now.getTime() - KNOWN_MS), MAX_PER_ACCOUNT);
}

/** Forgets all addresses of an account, because strangers may have signed in to it. */
export function forgetAddresses(tx: Tx, accountId: string): Promise<void> {
  return deleteAddresses(tx, accountId);
}
