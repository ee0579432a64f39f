import type { Db } from '../../platform/database/db.ts';
import type { Tables } from '../../platform/database/tables.ts';

export type Flow = Omit<Tables['openid_flows'], 'state_hash' | 'browser_hash'>;

/** Inserts a flow, and deletes expired ones. */
export async function insertFlow(db: Db, flow: Tables['openid_flows'], now: Date): Promise<void> {
  await db.deleteFrom('openid_flows').where('expires_at', '<=', now).execute();
  await db.insertInto('openid_flows').values(flow).execute();
}

/** Uses up a flow, for the browser that started it. undefined: unknown, used, expired, or another browser's. */
export function takeFlow(
  db: Db,
  of: { stateHash: string; browserHash: string; provider: Flow['provider']; now: Date },
): Promise<Flow | undefined> {
  return db
    .deleteFrom('openid_flows')
    .where('state_hash', '=', of.stateHash)
    .where('browser_hash', '=', of.browserHash)
    .where('provider', '=', of.provider)
    .where('expires_at', '>', of.now)
    .returning(['provider', 'intent', 'account_id', 'redirect_uri', 'expires_at'])
    .executeTakeFirst();
}
