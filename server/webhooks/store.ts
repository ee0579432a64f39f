import { type Selectable, sql } from 'kysely';
import type { DeliveryState, DisabledReason, WebhookEventType } from '#contract/webhooks.ts';
import type { Db, Tx } from '../platform/database/db.ts';
import type { Tables } from '../platform/database/tables.ts';

export type EndpointRow = Selectable<Tables['webhook_endpoints']>;
export type TryRow = Selectable<Tables['webhook_tries']>;

/** The endpoints that chose an event: those of the account, and that of the task which causes it. */
export function findListeners(
  tx: Tx,
  { accountId, type, taskId }: { accountId: string; type: WebhookEventType; taskId?: string },
): Promise<Pick<EndpointRow, 'id' | 'disabled_at'>[]> {
  return tx
    .selectFrom('webhook_endpoints')
    .select(['id', 'disabled_at'])
    .where('account_id', '=', accountId)
    .where(sql<boolean>`${type} = any (events)`)
    .where((on) =>
      on.or([on('task_id', 'is', null), ...(taskId === undefined ? [] : [on('task_id', '=', taskId)])]),
    )
    .execute();
}

/** The endpoints of an account that no start call made, latest first. */
export function findEndpoints(db: Db, accountId: string): Promise<EndpointRow[]> {
  return db
    .selectFrom('webhook_endpoints')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('task_id', 'is', null)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute();
}

/** An endpoint of an account. In a transaction, `lock` keeps its row until the end. */
export function findEndpoint(
  db: Db,
  accountId: string,
  id: string,
  { lock = false }: { lock?: boolean } = {},
): Promise<EndpointRow | undefined> {
  const endpoint = db
    .selectFrom('webhook_endpoints')
    .selectAll()
    .where('id', '=', id)
    .where('account_id', '=', accountId);
  return (lock ? endpoint.forUpdate() : endpoint).executeTakeFirst();
}

/** Makes others that create endpoints of the account wait until the transaction ends. */
export async function lockEndpointsOf(tx: Tx, accountId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`webhooks ${accountId}`}, 0))`.execute(tx);
}

export async function countEndpoints(tx: Tx, accountId: string): Promise<number> {
  const { count } = await tx
    .selectFrom('webhook_endpoints')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('account_id', '=', accountId)
    .where('task_id', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(count);
}

export function insertEndpoint(
  tx: Tx,
  endpoint: {
    id: string;
    accountId: string;
    name: string;
    url: string;
    events: readonly WebhookEventType[];
    /** null: those of the account for single starts */
    keys: string | null;
    /** whose start call asked for it */
    taskId?: string;
    at: Date;
  },
): Promise<EndpointRow> {
  return tx
    .insertInto('webhook_endpoints')
    .values({
      id: endpoint.id,
      account_id: endpoint.accountId,
      name: endpoint.name,
      url: endpoint.url,
      events: [...endpoint.events],
      keys: endpoint.keys,
      task_id: endpoint.taskId ?? null,
      created_at: endpoint.at,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function updateEndpoint(
  tx: Tx,
  id: string,
  change: Partial<
    Pick<
      EndpointRow,
      | 'name'
      | 'url'
      | 'events'
      | 'keys'
      | 'old_keys'
      | 'old_keys_until'
      | 'failing_since'
      | 'disabled_at'
      | 'disabled_reason'
    >
  >,
): Promise<EndpointRow> {
  return tx
    .updateTable('webhook_endpoints')
    .set(change)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function deleteEndpoint(db: Db, accountId: string, id: string): Promise<void> {
  await db.deleteFrom('webhook_endpoints').where('id', '=', id).where('account_id', '=', accountId).execute();
}

/** Disables the endpoints of an account that are enabled, and ends their open deliveries. */
export async function disableEndpoints(
  db: Db,
  accountId: string,
  reason: DisabledReason,
  at: Date,
): Promise<void> {
  const disabled = await db
    .updateTable('webhook_endpoints')
    .set({ disabled_at: at, disabled_reason: reason })
    .where('account_id', '=', accountId)
    .where('disabled_at', 'is', null)
    .returning('id')
    .execute();
  for (const { id } of disabled) await endOpenDeliveries(db, id, at);
}

export async function endOpenDeliveries(db: Db, endpointId: string, at: Date): Promise<void> {
  await db
    .updateTable('webhook_deliveries')
    .set({ state: 'failed', ended_at: at })
    .where('endpoint_id', '=', endpointId)
    .where('state', '=', 'waiting')
    .execute();
}

export async function insertEvent(
  tx: Tx,
  event: { id: string; accountId: string; type: string; data: string; path: string; at: Date },
): Promise<void> {
  await tx
    .insertInto('webhook_events')
    .values({
      id: event.id,
      account_id: event.accountId,
      type: event.type,
      data: event.data,
      path: event.path,
      created_at: event.at,
    })
    .execute();
}

/** Makes others that lock the account's events of a type wait until the transaction ends. */
export async function lockEventsOf(tx: Tx, accountId: string, type: string): Promise<void> {
  const lock = `webhook events ${type} ${accountId}`;
  await sql`select pg_advisory_xact_lock(hashtextextended(${lock}, 0))`.execute(tx);
}

/** Whether an account had an event of a type since a time. */
export async function hasEventSince(
  tx: Tx,
  { accountId, type }: { accountId: string; type: string },
  since: Date,
): Promise<boolean> {
  const found = await tx
    .selectFrom('webhook_events')
    .select('id')
    .where('account_id', '=', accountId)
    .where('type', '=', type)
    .where('created_at', '>=', since)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

export async function insertDeliveries(
  tx: Tx,
  deliveries: readonly {
    accountId: string;
    eventId: string;
    endpointId: string;
    state: DeliveryState;
    nextAt: Date;
    at: Date;
  }[],
): Promise<void> {
  await tx
    .insertInto('webhook_deliveries')
    .values(
      deliveries.map((delivery) => ({
        account_id: delivery.accountId,
        event_id: delivery.eventId,
        endpoint_id: delivery.endpointId,
        state: delivery.state,
        next_at: delivery.nextAt,
        created_at: delivery.at,
        ended_at: delivery.state === 'waiting' ? null : delivery.at,
      })),
    )
    .execute();
}
