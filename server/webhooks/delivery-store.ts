import { type SqlBool, sql } from 'kysely';
import type { Db, Tx } from '../platform/database/db.ts';
import { deleteInSteps } from '../platform/database/delete-steps.ts';
import type { TryRow } from './store.ts';

/** A delivery with its event. */
export type DeliveryRow = Awaited<ReturnType<typeof deliveryPage>>[number];

/** What one try needs. */
export type OpenDelivery = NonNullable<Awaited<ReturnType<typeof findOpenDelivery>>>;

/**
 * Takes deliveries that are due out of the plan until `again`, when they are due again unless they have ended. Those of the
 * accounts in `without` stay.
 */
export async function claimDue(
  tx: Tx,
  { now, again, limit, without }: { now: Date; again: Date; limit: number; without: readonly string[] },
): Promise<{ id: string; accountId: string; url: string }[]> {
  let due = tx
    .selectFrom('webhook_deliveries')
    .select('id')
    .where('state', '=', 'waiting')
    .where('next_at', '<=', now)
    .orderBy('next_at')
    .limit(limit)
    .forUpdate()
    .skipLocked();
  if (without.length > 0) due = due.where('account_id', 'not in', without);
  const claimed = await tx
    .updateTable('webhook_deliveries')
    .set({ next_at: again, queued: true })
    .where('id', 'in', due)
    .returning(['id', 'endpoint_id', 'account_id'])
    .execute();
  if (claimed.length === 0) return [];
  const endpoints = await tx
    .selectFrom('webhook_endpoints')
    .select(['id', 'url'])
    .where('id', 'in', [...new Set(claimed.map(({ endpoint_id }) => endpoint_id))])
    .execute();
  const urls = new Map(endpoints.map(({ id, url }) => [id, url]));
  return claimed.map(({ id, account_id, endpoint_id }) => ({
    id,
    accountId: account_id,
    url: urls.get(endpoint_id) ?? '',
  }));
}

/** Addresses of the endpoints of an account, each once, at most `limit`. */
export async function addressesOf(db: Db, accountId: string, limit: number): Promise<string[]> {
  const endpoints = await db
    .selectFrom('webhook_endpoints')
    .select('url')
    .distinct()
    .where('account_id', '=', accountId)
    .limit(limit)
    .execute();
  return endpoints.map(({ url }) => url);
}

export async function anyDue(db: Db, now: Date): Promise<boolean> {
  const due = await db
    .selectFrom('webhook_deliveries')
    .select('id')
    .where('state', '=', 'waiting')
    .where('next_at', '<=', now)
    .limit(1)
    .executeTakeFirst();
  return due !== undefined;
}

/** A delivery that hasn't ended, with its endpoint and event. */
export function findOpenDelivery(db: Db, id: string) {
  return db
    .selectFrom('webhook_deliveries as d')
    .innerJoin('webhook_endpoints as p', 'p.id', 'd.endpoint_id')
    .innerJoin('webhook_events as e', 'e.id', 'd.event_id')
    .select([
      'd.id',
      'd.tries',
      'd.endpoint_id',
      'd.account_id',
      'd.event_id',
      'p.url',
      'p.task_id',
      'p.keys',
      'p.old_keys',
      'p.old_keys_until',
      'e.type',
      'e.data',
      'e.path',
      'e.created_at',
    ])
    .where('d.id', '=', id)
    .where('d.state', '=', 'waiting')
    .where('p.disabled_at', 'is', null)
    .executeTakeFirst();
}

/** Plans when to queue a delivery again. */
export async function planDelivery(db: Db, id: string, nextAt: Date): Promise<void> {
  await db
    .updateTable('webhook_deliveries')
    .set({ next_at: nextAt, queued: false })
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .execute();
}

/** Stores a try and what follows from it. One to an address from before doesn't count. */
export async function insertTry(
  tx: Tx,
  deliveryId: string,
  made: { at: Date; ms: number; status: number | null; problem: string | null; response: string },
  then: { state: 'waiting'; nextAt: Date; isCounted?: boolean } | { state: 'delivered' | 'failed' },
): Promise<void> {
  await tx
    .insertInto('webhook_tries')
    .values({ delivery_id: deliveryId, ...made })
    .execute();
  await tx
    .updateTable('webhook_deliveries')
    .set(({ eb }) => ({
      tries: eb('tries', '+', then.state === 'waiting' && then.isCounted === false ? 0 : 1),
      state: then.state,
      queued: false,
      ...(then.state === 'waiting' ? { next_at: then.nextAt } : { ended_at: made.at }),
    }))
    .where('id', '=', deliveryId)
    .execute();
}

/** Whether an endpoint had a try between two times. */
export async function wasTriedSince(db: Db, endpointId: string, since: Date, before: Date): Promise<boolean> {
  const found = await db
    .selectFrom('webhook_tries as t')
    .innerJoin('webhook_deliveries as d', 'd.id', 't.delivery_id')
    .select('t.id')
    .where('d.endpoint_id', '=', endpointId)
    .where('t.at', '>=', since)
    .where('t.at', '<', before)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

/** Deliveries of an endpoint, latest first, after the one that `before` names. */
export function deliveryPage(
  db: Db,
  page: {
    accountId: string;
    endpointId: string;
    before?: { at: Date; id: string } | undefined;
    id?: string | undefined;
    limit: number;
  },
) {
  let deliveries = db
    .selectFrom('webhook_deliveries as d')
    .innerJoin('webhook_events as e', 'e.id', 'd.event_id')
    .select([
      'd.id',
      'd.event_id',
      'd.state',
      'd.next_at',
      'd.queued',
      'd.tries',
      'd.created_at as added_at',
      'e.type',
      'e.data',
      'e.path',
      'e.created_at',
    ])
    .where('d.account_id', '=', page.accountId)
    .where('d.endpoint_id', '=', page.endpointId)
    .orderBy('d.created_at', 'desc')
    .orderBy('d.id')
    .limit(page.limit);
  if (page.id !== undefined) deliveries = deliveries.where('d.id', '=', page.id);
  if (page.before) {
    const { at, id } = page.before;
    deliveries = deliveries.where(
      sql<SqlBool>`(d.created_at < ${at} or (d.created_at = ${at} and d.id > ${id}::uuid))`,
    );
  }
  return deliveries.execute();
}

/** The latest tries of deliveries, latest first, at most `each` of one. */
export async function latestTries(db: Db, deliveryIds: readonly string[], each: number): Promise<TryRow[]> {
  if (deliveryIds.length === 0) return [];
  const { rows } = await sql<TryRow>`
    select id, delivery_id, at, ms, status, problem, response from (
      select *, row_number() over (partition by delivery_id order by id desc) as place
      from webhook_tries where delivery_id in (${sql.join(deliveryIds.map((id) => sql`${id}::uuid`))})
    ) latest where place <= ${each} order by id desc
  `.execute(db);
  return rows;
}

/**
 * Makes deliveries of an endpoint due at once, as if they had never been tried. `failed`: only those that have failed, or wait
 * for another try. Returns how many; those that are being sent don't count.
 */
export async function replayDeliveries(
  tx: Tx,
  which: {
    accountId: string;
    endpointId: string;
    id?: string | undefined;
    from?: Date | undefined;
    to?: Date | undefined;
    failed: boolean;
    limit: number;
  },
  nextAt: Date,
): Promise<{ replayed: number; last: Date | null }> {
  let chosen = tx
    .selectFrom('webhook_deliveries')
    .select('id')
    .where('account_id', '=', which.accountId)
    .where('endpoint_id', '=', which.endpointId)
    .where(({ eb, or, and }) =>
      or([
        eb('state', 'in', which.failed ? ['failed'] : ['failed', 'delivered']),
        // The wait can be a day. Who has repaired the receiver doesn't have to wait so long.
        and([eb('state', '=', 'waiting'), eb('queued', '=', false), eb('tries', '>', 0)]),
      ]),
    )
    .orderBy('created_at')
    .limit(which.limit);
  if (which.id !== undefined) chosen = chosen.where('id', '=', which.id);
  if (which.from) chosen = chosen.where('created_at', '>=', which.from);
  if (which.to) chosen = chosen.where('created_at', '<=', which.to);
  const replayed = await tx
    .updateTable('webhook_deliveries')
    .set({ state: 'waiting', tries: 0, next_at: nextAt, queued: false, ended_at: null })
    .where('id', 'in', chosen)
    .returning('created_at')
    .execute();
  const times = replayed.map(({ created_at }) => created_at.getTime());
  return { replayed: times.length, last: times.length > 0 ? new Date(Math.max(...times)) : null };
}

/** Deletes events from before a time, with their deliveries. */
export async function deleteEventsBefore(db: Db, before: Date): Promise<void> {
  await deleteInSteps(async (limit) => {
    const { numAffectedRows } = await sql`
      delete from webhook_events where id in (
        select id from webhook_events where created_at < ${before} limit ${limit}
      )
    `.execute(db);
    return Number(numAffectedRows ?? 0);
  });
}
