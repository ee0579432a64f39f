import type { Db, Tx } from '../platform/db.ts';

export async function addFormerEmail(tx: Tx, emailHash: string, leftAt: Date): Promise<void> {
  await tx
    .insertInto('former_emails')
    .values({ email_hash: emailHash, left_at: leftAt })
    .onConflict((conflict) => conflict.column('email_hash').doNothing())
    .execute();
}

export async function isFormerEmail(db: Db, emailHash: string): Promise<boolean> {
  const row = await db
    .selectFrom('former_emails')
    .select('left_at')
    .where('email_hash', '=', emailHash)
    .executeTakeFirst();
  return row !== undefined;
}
