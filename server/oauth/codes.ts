import type { Db } from '../platform/database/db.ts';
import { deleteCodesOf } from './store.ts';

/** Deletes the codes of an account that no assistant has exchanged yet, and those that were. Their keys stay. */
export function endCodes(db: Db, accountId: string): Promise<void> {
  return deleteCodesOf(db, accountId);
}
