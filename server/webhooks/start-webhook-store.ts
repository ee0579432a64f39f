import { type Selectable, sql } from 'kysely';
import type { Db, Tx } from '../platform/database/db.ts';
import { deleteInSteps } from '../platform/database/delete-steps.ts';
import type { Tables } from '../platform/database/tables.ts';
import type { EndpointRow } from './store.ts';

export type StartKeysRow = Selectable<Tables['webhook_start_keys']>;

export function findStartKeys(db: Db, accountId: string): Promise<StartKeysRow | undefined> {
  return db
    .selectFrom('webhook_start_keys')
    .selectAll()
    .where('account_id', '=', accountId)
    .executeTakeFirst();
}

/** Stores new keys. Those before sign until `oldKeysUntil`. */
export function saveStartKeys(
  tx: Tx,
  accountId: string,
  { keys, oldKeysUntil, at }: { keys: string; oldKeysUntil: Date; at: Date },
): Promise<StartKeysRow> {
  return tx
    .insertInto('webhook_start_keys')
    .values({ account_id: accountId, keys, old_keys: null, old_keys_until: null, created_at: at })
    .onConflict((conflict) =>
      conflict.column('account_id').doUpdateSet({
        keys,
        old_keys: sql`webhook_start_keys.keys`,
        old_keys_until: oldKeysUntil,
        created_at: at,
      }),
    )
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function deleteStartKeys(db: Db, accountId: string): Promise<void> {
  await db.deleteFrom('webhook_start_keys').where('account_id', '=', accountId).execute();
}

/** The endpoints that start calls of an account made, latest first: all, or that of a task. `waits`: deliveries are waiting. */
export function findStartEndpoints(
  db: Db,
  accountId: string,
  { task, limit }: { task?: string | undefined; limit: number },
): Promise<(EndpointRow & { waits: boolean })[]> {
  let endpoints = db
    .selectFrom('webhook_endpoints as p')
    .selectAll('p')
    .select(({ exists, selectFrom }) =>
      exists(
        selectFrom('webhook_deliveries as d')
          .select('d.id')
          .whereRef('d.endpoint_id', '=', 'p.id')
          .where('d.state', '=', 'waiting'),
      )
        .$castTo<boolean>()
        .as('waits'),
    )
    .where('p.account_id', '=', accountId)
    .where('p.task_id', 'is not', null)
    .orderBy('p.created_at', 'desc')
    .orderBy('p.id')
    .limit(limit);
  if (task !== undefined) endpoints = endpoints.where('p.task_id', '=', task);
  return endpoints.execute();
}

/** Deletes endpoints that start calls made before a time, once the log has nothing of them. */
export async function deleteStartEndpointsBefore(db: Db, before: Date): Promise<void> {
  await deleteInSteps(async (limit) => {
    const { numAffectedRows } = await sql`
      delete from webhook_endpoints where id in (
        select id from webhook_endpoints p
        where task_id is not null and created_at < ${before}
          and not exists (select from webhook_deliveries d where d.endpoint_id = p.id)
        limit ${limit}
      )
    `.execute(db);
    return Number(numAffectedRows ?? 0);
  });
}
