import type { z } from 'zod';
import type { InputOf } from '#contract/call.ts';
import type { WEBHOOK_CALLS } from '#contract/calls/webhook-calls.ts';
import { CallError } from '#contract/errors.ts';
import {
  type DeliveryPage,
  type DeliveryView,
  WEBHOOK_REPLAYS_MAX,
  WEBHOOK_TEST_EVENT,
} from '#contract/webhooks.ts';
import { type DeliveryRow, deliveryPage, latestTries, replayDeliveries } from './delivery-store.ts';
import { noWebhook, onEndpoint, type WebhookDeps } from './endpoints.ts';
import { AT_ONCE, deliverTo, eventBody } from './events.ts';
import { type EndpointRow, findEndpoint, type TryRow } from './store.ts';

const TRIES_SHOWN = 20;

/** A page of the log of an endpoint, latest first. Throws `not_found`, also for the endpoints of others. */
export async function listDeliveries(
  deps: WebhookDeps,
  accountId: string,
  { webhook, id, after, limit }: InputOf<typeof WEBHOOK_CALLS.webhookDeliveries>,
): Promise<z.output<typeof DeliveryPage>> {
  const { db } = deps.database;
  if (!(await findEndpoint(db, accountId, webhook))) throw noWebhook();
  const page = { accountId, endpointId: webhook, before: after ? readCursor(after) : undefined };
  const found = await deliveryPage(db, { ...page, id, limit: limit + 1 });
  const rows = found.slice(0, limit);
  const last = found.length > limit ? rows.at(-1) : undefined;
  const tries = await latestTries(
    db,
    rows.map((row) => row.id),
    TRIES_SHOWN,
  );
  const triesOf = Map.groupBy(tries, (made) => made.delivery_id);
  return {
    deliveries: rows.map((row) => viewDelivery(row, triesOf.get(row.id) ?? [], deps.publicUrl)),
    next: last ? `${last.added_at.getTime()}.${last.id}` : null,
  };
}

/** Sends a test event to an endpoint. Throws CallError. */
export function testWebhook(deps: WebhookDeps, accountId: string, id: string): Promise<void> {
  return onEndpoint(deps, accountId, id, async (tx, endpoint) => {
    assertEnabled(endpoint);
    const data = { message: 'This is a test. Nothing happened in your account.' };
    const event = { accountId, type: WEBHOOK_TEST_EVENT, data, path: '/dashboard/webhooks' } as const;
    await deliverTo(tx, event, [endpoint]);
  });
}

/**
 * Sends deliveries of an endpoint again, with the same IDs: one, or those of a time range, by default only the failed
 * ones. Returns how many, at most WEBHOOK_REPLAYS_MAX, and from where others of the range may follow. Throws CallError.
 */
export function replayWebhook(
  deps: WebhookDeps,
  accountId: string,
  { webhook, delivery, from, to, only }: InputOf<typeof WEBHOOK_CALLS.webhookReplay>,
): Promise<{ replayed: number; next: string | null }> {
  return onEndpoint(deps, accountId, webhook, async (tx, endpoint) => {
    assertEnabled(endpoint);
    const { replayed, last } = await replayDeliveries(
      tx,
      {
        accountId,
        endpointId: webhook,
        id: delivery,
        from: from === undefined ? undefined : new Date(from),
        to: to === undefined ? undefined : new Date(to),
        failed: delivery === undefined && only === 'failed',
        limit: WEBHOOK_REPLAYS_MAX,
      },
      AT_ONCE,
    );
    const isFull = delivery === undefined && replayed === WEBHOOK_REPLAYS_MAX;
    return { replayed, next: isFull ? (last?.toISOString() ?? null) : null };
  });
}

function assertEnabled({ disabled_at: disabledAt }: EndpointRow): void {
  if (disabledAt) throw new CallError('conflict', 'This webhook is disabled. Enable it first.');
}

/** "1795000000000.<id>": where a page ended. Throws `validation_failed`. */
function readCursor(cursor: string): { at: Date; id: string } {
  const [, ms, id] = /^(\d{1,15})\.([0-9a-f-]{36})$/.exec(cursor) ?? [];
  if (ms === undefined || id === undefined)
    throw new CallError('validation_failed', 'Use the `next` of the page before.');
  return { at: new Date(Number(ms)), id };
}

function viewDelivery(row: DeliveryRow, tries: readonly TryRow[], publicUrl: string): DeliveryView {
  return {
    id: row.id,
    eventId: row.event_id,
    type: row.type,
    state: row.state,
    body: eventBody(row, publicUrl),
    createdAt: row.added_at.toISOString(),
    nextAt:
      row.state === 'waiting' && !row.queued && row.next_at > row.added_at ? row.next_at.toISOString() : null,
    tries: tries.map(({ at, ms, status, problem, response }) => ({
      at: at.toISOString(),
      ms,
      status,
      problem,
      response,
    })),
  };
}
