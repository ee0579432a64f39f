import type { Db } from '../platform/db.ts';
import { wantsLongTaskMail } from './mail-settings-store.ts';

/** Whether the account wants a mail when a long task ends. In a transaction, pass it as `db`. */
export function wantsTaskMail(db: Db, accountId: string): Promise<boolean> {
  return wantsLongTaskMail(db, accountId);
}
