import type { SessionView } from '#contract/account.ts';
import type { Session } from '../http/context.ts';
import type { Db } from '../platform/database/db.ts';
import { deleteOwnSession, findSessions } from './store.ts';

/** Lists the sessions of an account: the current one first, then the most recently used. */
export async function listSessions(db: Db, current: Session): Promise<SessionView[]> {
  const rows = await findSessions(db, current.accountId);
  const views = rows.map((row) => ({
    id: row.id,
    current: row.id === current.sessionId,
    startedAt: row.created_at.toISOString(),
    lastActiveAt: row.refreshed_at.toISOString(),
    userAgent: row.user_agent,
    address: row.address,
  }));
  return views.sort((a, b) => Number(b.current) - Number(a.current));
}

/** Ends one of the user's own sessions. Does nothing if it has already ended. */
export function endSession(db: Db, current: Session, id: string): Promise<void> {
  return deleteOwnSession(db, current.accountId, id);
}
