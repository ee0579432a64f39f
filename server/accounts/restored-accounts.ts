import type { Selectable } from 'kysely';
import type { Deps } from '../deps.ts';
import { type Db, transaction } from '../platform/database/db.ts';
import type { Tables } from '../platform/database/tables.ts';
import { keyedHash } from './former-email.ts';
import { deleteAccountRow } from './personal-data.ts';

const AT_ONCE = 1000;

/** A hash of a former address or a deleted account as it is stored. It only matches with the same data key. */
export type FormerEmail = Selectable<Tables['former_emails']>;

export function storedFormerEmails(db: Db): Promise<FormerEmail[]> {
  return db.selectFrom('former_emails').selectAll().execute();
}

/** Adds those of another database with the same data key. */
export async function carryFormerEmails(db: Db, former: readonly FormerEmail[]): Promise<void> {
  for (let from = 0; from < former.length; from += AT_ONCE)
    await db
      .insertInto('former_emails')
      .values(former.slice(from, from + AT_ONCE))
      .onConflict((conflict) => conflict.column('email_hash').doNothing())
      .execute();
}

/**
 * Deletes the accounts whose deletion is recorded, which a backup from before has brought back. Their payments ended when they were
 * deleted. Returns how many there were.
 */
export async function deleteFormerAccounts(
  db: Db,
  secrets: Pick<Deps['secrets'], 'dataKey'>,
): Promise<number> {
  const former = new Set((await storedFormerEmails(db)).map(({ email_hash }) => email_hash));
  let deleted = 0;
  for (let after: string | null = null; ; ) {
    const accounts = db.selectFrom('accounts').select('id').orderBy('id').limit(AT_ONCE);
    const ids: string[] = (
      await (after === null ? accounts : accounts.where('id', '>', after)).execute()
    ).map(({ id }) => id);
    for (const id of ids) {
      if (!former.has(keyedHash({ secrets }, 'account', id))) continue;
      await transaction(db, (tx) => deleteAccountRow(tx, id));
      deleted += 1;
    }
    after = ids.at(-1) ?? after;
    if (ids.length < AT_ONCE) return deleted;
  }
}
