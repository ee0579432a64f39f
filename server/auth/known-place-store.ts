import type { Db, Tx } from '../platform/database/db.ts';

export async function addressIsKnown(
  db: Db,
  accountId: string,
  address: string,
  since: Date,
): Promise<boolean> {
  const row = await db
    .selectFrom('known_addresses')
    .select('address')
    .where('account_id', '=', accountId)
    .where('address', '=', address)
    .where('last_used_at', '>=', since)
    .executeTakeFirst();
  return row !== undefined;
}

/** Whether an account signed in from anywhere since then. */
export async function hasAddresses(db: Db, accountId: string, since: Date): Promise<boolean> {
  const row = await db
    .selectFrom('known_addresses')
    .select('address')
    .where('account_id', '=', accountId)
    .where('last_used_at', '>=', since)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

export async function saveAddress(tx: Tx, accountId: string, address: string, now: Date): Promise<void> {
  await tx
    .insertInto('known_addresses')
    .values({ account_id: accountId, address, last_used_at: now })
    .onConflict((conflict) => conflict.columns(['account_id', 'address']).doUpdateSet({ last_used_at: now }))
    .execute();
}

/** Deletes addresses that were last used before `since`, and all but the `keep` most recent ones. */
export async function deleteOldAddresses(
  tx: Tx,
  accountId: string,
  since: Date,
  keep: number,
): Promise<void> {
  const own = tx.selectFrom('known_addresses').where('account_id', '=', accountId);
  const recent = own
    .select('address')
    .where('last_used_at', '>=', since)
    .orderBy('last_used_at', 'desc')
    .orderBy('address')
    .limit(keep);
  await tx
    .deleteFrom('known_addresses')
    .where('account_id', '=', accountId)
    .where('address', 'not in', recent)
    .execute();
}

export async function deleteAddresses(tx: Tx, accountId: string): Promise<void> {
  await tx.deleteFrom('known_addresses').where('account_id', '=', accountId).execute();
}

/** `new`: the account used others in the last 90 days, and not this one. `first`: it used none. */
export type Familiarity = 'first' | 'known' | 'new';

/** Saves a browser, "Firefox on Windows", and says whether it was known. Deletes old ones. The account's row is locked. */
export async function saveBrowser(
  tx: Tx,
  accountId: string,
  browser: string,
  { now, since, keep }: { now: Date; since: Date; keep: number },
): Promise<Familiarity> {
  const rows = await tx
    .selectFrom('known_browsers')
    .select(['browser', 'last_used_at'])
    .where('account_id', '=', accountId)
    .orderBy('last_used_at', 'desc')
    .execute();
  const known = rows.filter(({ last_used_at }) => last_used_at >= since).map((row) => row.browser);
  const kept = [browser, ...known.filter((other) => other !== browser)].slice(0, keep);
  await tx
    .insertInto('known_browsers')
    .values({ account_id: accountId, browser, last_used_at: now })
    .onConflict((conflict) => conflict.columns(['account_id', 'browser']).doUpdateSet({ last_used_at: now }))
    .execute();
  await tx
    .deleteFrom('known_browsers')
    .where('account_id', '=', accountId)
    .where('browser', 'not in', kept)
    .execute();
  if (known.includes(browser)) return 'known';
  return known.length > 0 ? 'new' : 'first';
}

export async function deleteBrowsers(tx: Tx, accountId: string): Promise<void> {
  await tx.deleteFrom('known_browsers').where('account_id', '=', accountId).execute();
}
