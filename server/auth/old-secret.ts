import { OLD_SIGNS_MS } from '../platform/database/auth-secret.ts';
import type { Db } from '../platform/database/db.ts';
import { SESSION_IDLE_MS } from './sessions.ts';

/** The longest life of a signed link: the file of a paid people search. */
const LINK_MS = 24 * 3_600_000;

/** Why AUTH_SECRET_OLD is still needed. */
export interface OldSecretNeed {
  /** that were last used while it signed, and so would have to log in again */
  sessions: number;
  /** when nothing needs it any more, at the latest */
  until: Date;
}

/** null: no session or link that AUTH_SECRET_OLD signed is still valid. `changedAt`: when AUTH_SECRET was changed, in ms since the epoch. */
export async function oldSecretNeed(db: Db, changedAt: number, now: number): Promise<OldSecretNeed | null> {
  const signedUntil = changedAt + OLD_SIGNS_MS;
  const { sessions, last } = await db
    .selectFrom('sessions')
    .select(({ fn }) => [
      fn.countAll<string>().as('sessions'),
      fn.max<Date | null>('refreshed_at').as('last'),
    ])
    .where('refreshed_at', '<', new Date(signedUntil))
    .where('refreshed_at', '>=', new Date(now - SESSION_IDLE_MS))
    .executeTakeFirstOrThrow();
  const until = Math.max(signedUntil + LINK_MS, last === null ? 0 : last.getTime() + SESSION_IDLE_MS);
  return now < until ? { sessions: Number(sessions), until: new Date(until) } : null;
}
