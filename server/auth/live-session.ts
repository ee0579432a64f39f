import { CallError } from '#contract/errors.ts';
import { lockUser } from '../accounts/identity.ts';
import { revokedAmong } from '../api-keys/api-keys.ts';
import type { Session } from '../http/context.ts';
import type { Tx } from '../platform/database/db.ts';
import { lockSession } from './store.ts';

/**
 * Locks the account, then a session of it. Returns whether the session is still there, so that an owner who ended it wins. For
 * an API key: whether it isn't revoked.
 */
export async function lockLiveSession(tx: Tx, { accountId, sessionId, apiKey }: Session): Promise<boolean> {
  await lockUser(tx, accountId);
  if (apiKey) return (await revokedAmong(tx, [apiKey.id])).length === 0;
  return (await lockSession(tx, sessionId)) !== undefined;
}

/** The same for a call that makes something which gives access. Throws CallError `not_authenticated`. */
export async function requireLiveSession(tx: Tx, session: Session): Promise<void> {
  if (!(await lockLiveSession(tx, session))) throw new CallError('not_authenticated');
}
