import type { Db, Tx } from '../platform/db.ts';

export async function addFormerEmail(tx: Tx, emailHash: string, leftAt: Date): Promise<void> {
  await tx
    .insertInto('former_emails')
    .values({ email_hash: emailHash, left_at: leftAt })
    .onConflict((conflict) => conflict.column('email_hash').doNothing())
    .execute();
}

/** Whether one of the hashes was added. */
export async function isFormerEmail(db: Db, emailHashes: readonly string[]): Promise<boolean> {
  const row = await db
    .selectFrom('former_emails')
    .select('left_at')
    .where('email_hash', 'in', emailHashes)
    .executeTakeFirst();
  return row !== undefined;
}
