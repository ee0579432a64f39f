import type { UserMetadata } from '#contract/auth.ts';
import type { Tx } from '../platform/db.ts';
import { lockAccount, updateProfileRow } from './store.ts';

/**
 * Lays `changes` over what the person says of themselves; null takes a key away. The name and phone number are kept as
 * columns and in the metadata alike (spec accounts §3 Auth session). Returns the metadata, or null when the account is gone;
 * `accept` may refuse it by throwing.
 */
export async function changeProfile(
  tx: Tx,
  accountId: string,
  changes: UserMetadata,
  now: Date,
  accept: (metadata: UserMetadata) => void = () => {},
): Promise<UserMetadata | null> {
  const row = await lockAccount(tx, accountId);
  if (!row) return null;
  const kept = Object.entries({ ...row.user_metadata, ...changes }).filter(([, value]) => value !== null);
  const metadata: UserMetadata = Object.fromEntries(kept);
  accept(metadata);
  await updateProfileRow(tx, accountId, {
    name: changes.name ?? row.name,
    phone: changes.phoneNumber === undefined ? row.phone : changes.phoneNumber,
    userMetadata: metadata,
    now,
  });
  return metadata;
}
