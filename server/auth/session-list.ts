import type { SessionView } from '#contract/account.ts';
import type { Session } from '../http/context.ts';
import type { Db } from '../platform/db.ts';
import { deleteOwnSession, findSessions } from './store.ts';

/** Where an account is signed in, the session that asks first, then the latest used. */
export async function listSessions(db: Db, asking: Session): Promise<SessionView[]> {
  const rows = await findSessions(db, asking.accountId);
  const views = rows.map((row) => ({
    id: row.id,
    current: row.id === asking.sessionId,
    startedAt: row.created_at.toISOString(),
    lastActiveAt: row.refreshed_at.toISOString(),
    userAgent: row.user_agent,
    address: row.address,
  }));
  return views.sort((a, b) => Number(b.current) - Number(a.current));
}

/** Ends one of one's own sessions; one that is over already is as good. */
export function endSession(db: Db, asking: Session, id: string): Promise<void> {
  return deleteOwnSession(db, asking.accountId, id);
}
