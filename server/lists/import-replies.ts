import type { Tx } from '../platform/database/db.ts';
import { deleteImportsBefore, type ImportRecord, insertImport } from './store.ts';

/** Longer than an Idempotency-Key is known. */
const REPLY_LIFE_MS = 2 * 86_400_000;

/**
 * Keeps the reply to an import for requests that repeat it, in the transaction that adds its rows. Returns the ID of the reply, for
 * `findImport`.
 */
export async function keepReply(tx: Tx, accountId: string, reply: ImportRecord, at: Date): Promise<string> {
  await deleteImportsBefore(tx, accountId, new Date(at.getTime() - REPLY_LIFE_MS));
  return insertImport(tx, accountId, reply, at);
}
