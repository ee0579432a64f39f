import type { Db } from '../platform/database/db.ts';

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
