import type { Tx } from '../platform/database/db.ts';
import type { Session } from './context.ts';

/** Locks a session and its account, and throws CallError `not_authenticated` if the session, or its API key, has ended meanwhile. */
export type RequireLiveSession = (tx: Tx, session: Session) => Promise<void>;
