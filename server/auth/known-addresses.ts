import { deviceName } from '#contract/device-name.ts';
import { addressKey } from '../http/rate-limit.ts';
import type { Db, Tx } from '../platform/database/db.ts';
import {
  addressIsKnown,
  deleteAddresses,
  deleteBrowsers,
  deleteOldAddresses,
  type Familiarity,
  hasAddresses,
  saveAddress,
  saveBrowser,
} from './known-place-store.ts';

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

/** Remembers where an account signed in from. `new`: it signed in elsewhere in the last 90 days, and not here. */
async function rememberAddress(
  tx: Tx,
  accountId: string,
  clientAddress: string,
  now: Date,
): Promise<Familiarity> {
  const since = new Date(now.getTime() - KNOWN_MS);
  const before = (await addressIsKnown(tx, accountId, addressKey(clientAddress), since))
    ? 'known'
    : (await hasAddresses(tx, accountId, since))
      ? 'new'
      : 'first';
  await saveAddress(tx, accountId, addressKey(clientAddress), now);
  await deleteOldAddresses(tx, accountId, since, MAX_PER_ACCOUNT);
  return before;
}

/** Forgets all addresses and browsers of an account, because strangers may have signed in to it. */
export async function forgetPlaces(tx: Tx, accountId: string): Promise<void> {
  await deleteAddresses(tx, accountId);
  await deleteBrowsers(tx, accountId);
}

/**
 * Remembers from which address and with which browser an account signed in. Returns whether one of them is new, for an
 * account that signed in with another one in the last 90 days.
 */
export async function rememberPlace(
  tx: Tx,
  accountId: string,
  { address, userAgent }: { address: string | null; userAgent: string | null },
  now: Date,
): Promise<{ isNew: boolean }> {
  const since = new Date(now.getTime() - KNOWN_MS);
  const browser = await saveBrowser(tx, accountId, deviceName(userAgent), {
    now,
    since,
    keep: MAX_PER_ACCOUNT,
  });
  const place = address ? await rememberAddress(tx, accountId, address, now) : 'known';
  return { isNew: place === 'new' || browser === 'new' };
}
