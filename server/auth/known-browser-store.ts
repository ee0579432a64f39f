import type { Tx } from '../platform/db.ts';

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
