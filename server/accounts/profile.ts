import type { UserMetadata } from '#contract/auth.ts';
import type { Db, Tx } from '../platform/database/db.ts';
import { lockAccount, updateProfileRow } from './store.ts';

/**
 * Merges `changes` into the user's metadata; null removes a key. The name and phone number are stored both as
 * columns and in the metadata (spec accounts §3 Auth session). `validate` can reject the merged metadata by
 * throwing. Returns the metadata, or null if the account doesn't exist.
 */
export async function changeProfile(
  tx: Tx,
  accountId: string,
  changes: UserMetadata,
  now: Date,
  validate: (metadata: UserMetadata) => void = () => {},
): Promise<UserMetadata | null> {
  const row = await lockAccount(tx, accountId);
  if (!row) return null;
  const merged = Object.entries({ ...row.user_metadata, ...changes }).filter(([, value]) => value !== null);
  const metadata: UserMetadata = Object.fromEntries(merged);
  validate(metadata);
  await updateProfileRow(tx, accountId, {
    name: changes.name ?? row.name,
    phone: changes.phoneNumber === undefined ? row.phone : changes.phoneNumber,
    userMetadata: metadata,
    now,
  });
  return metadata;
}

/** Whether the account wants a mail when a long task ends. In a transaction, pass it as `db`. */
export async function wantsLongTaskMail(db: Db, accountId: string): Promise<boolean> {
  const row = await db
    .selectFrom('accounts')
    .select('mail_long_tasks')
    .where('id', '=', accountId)
    .executeTakeFirst();
  return row?.mail_long_tasks === true;
}

export async function setLongTaskMail(db: Db, accountId: string, wanted: boolean): Promise<void> {
  await db.updateTable('accounts').set({ mail_long_tasks: wanted }).where('id', '=', accountId).execute();
}
