import { z } from 'zod';
import type { Session } from '../http/context.ts';
import type { Db } from '../platform/database/db.ts';
import { findSessionClient } from './store.ts';

/** When and from where an account was used, for the mail about it. `at` is ISO 8601 in UTC. */
export const Act = z.object({
  at: z.string(),
  userAgent: z.string().nullable(),
  /** an IP address */
  address: z.string().nullable(),
});
export type Act = z.infer<typeof Act>;

/** What a client does now. */
export function describeAct(
  { userAgent, address }: { userAgent: string | null; address: string | null },
  now: Date,
): Act {
  return { at: now.toISOString(), userAgent, address };
}

/** What a session does now. Its client is the one that started it. */
export async function actOfSession(
  db: Db,
  { sessionId }: Pick<Session, 'sessionId'>,
  now: Date,
): Promise<Act> {
  const client = await findSessionClient(db, sessionId);
  return describeAct({ userAgent: client?.user_agent ?? null, address: client?.address ?? null }, now);
}
