import { randomBytes } from 'node:crypto';
import type { WEBHOOK_TEST_EVENT, WebhookEventType } from '#contract/webhooks.ts';
import type { Tx } from '../platform/database/db.ts';
import { findListeners, hasEventSince, insertDeliveries, insertEvent, lockEventsOf } from './store.ts';

/** Deliveries with this time are due at once, whatever the clock of the server is. */
export const AT_ONCE = new Date(0);

/** What an event says: IDs, counts and states, and nothing about contacts. */
export type EventData = Readonly<Record<string, string | number | null>>;

export interface NewEvent {
  accountId: string;
  type: WebhookEventType;
  data: EventData;
  /** the task that causes it, if one does: the webhook of its start call gets it, too */
  taskId?: string;
  /** of the page about it: "/dashboard/task-history" */
  path: string;
  /** when it happened; now without it */
  at?: Date;
}

/**
 * Writes an event in the transaction that causes it, for the endpoints that chose it: a rollback takes it back, and a
 * crash after the commit loses nothing. Without such an endpoint, it writes nothing. Returns how many endpoints get it.
 */
export async function writeEvent(tx: Tx, event: NewEvent): Promise<number> {
  const endpoints = await findListeners(tx, event);
  if (endpoints.length > 0) await deliverTo(tx, event, endpoints);
  return endpoints.length;
}

/**
 * Makes others that write such events of the account wait until the transaction ends, for events of which one is enough.
 * They lock first, too.
 */
export async function lockEvents(
  tx: Tx,
  { accountId, type }: Pick<NewEvent, 'accountId' | 'type'>,
): Promise<void> {
  await lockEventsOf(tx, accountId, type);
}

/** Whether an account had such an event since a time, for events of which one is enough. */
export function wasWrittenSince(
  tx: Tx,
  event: Pick<NewEvent, 'accountId' | 'type'>,
  since: Date,
): Promise<boolean> {
  return hasEventSince(tx, event, since);
}

/** Writes an event for some endpoints. Those that are disabled get it when someone replays it. */
export async function deliverTo(
  tx: Tx,
  event: Omit<NewEvent, 'type'> & { type: WebhookEventType | typeof WEBHOOK_TEST_EVENT },
  endpoints: readonly { id: string; disabled_at: Date | null }[],
): Promise<void> {
  const at = event.at ?? new Date();
  const id = `msg_${randomBytes(16).toString('hex')}`;
  const { accountId, type, path } = event;
  await insertEvent(tx, { id, accountId, type, data: JSON.stringify(event.data), path, at });
  await insertDeliveries(
    tx,
    endpoints.map((endpoint) => ({
      accountId,
      eventId: id,
      endpointId: endpoint.id,
      state: endpoint.disabled_at ? 'failed' : 'waiting',
      nextAt: AT_ONCE,
      at,
    })),
  );
}

/** The body of an event as it is sent. It is the same for each try. */
export function eventBody(
  event: { type: string; data: string; path: string; created_at: Date },
  publicUrl: string,
): string {
  const data = JSON.parse(event.data) as EventData;
  const body = {
    type: event.type,
    timestamp: event.created_at.toISOString(),
    data: { ...data, url: `${publicUrl}${event.path}` },
  };
  return JSON.stringify(body);
}
