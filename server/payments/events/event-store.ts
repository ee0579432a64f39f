import type { Selectable } from 'kysely';
import type { Db } from '../../platform/database/db.ts';
import type { Tables } from '../../platform/database/tables.ts';

export type PaymentEvent = Selectable<Tables['payment_events']>;

/** Stores an event. Returns false if it is already stored. */
export async function insertEvent(
  db: Db,
  event: { id: string; source: 'stripe' | 'test'; type: string; objectId: string; at: Date },
): Promise<boolean> {
  const row = await db
    .insertInto('payment_events')
    .values({
      id: event.id,
      source: event.source,
      type: event.type,
      object_id: event.objectId,
      received_at: event.at,
      due_at: event.at,
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Pending events of a source, oldest first. With `id`, only that event. */
export async function listPendingEvents(
  db: Db,
  source: 'stripe' | 'test',
  id?: string,
): Promise<PaymentEvent[]> {
  const pending = db
    .selectFrom('payment_events')
    .selectAll()
    .where('source', '=', source)
    .where('due_at', 'is not', null)
    .orderBy('received_at')
    .orderBy('id');
  return (id === undefined ? pending : pending.where('id', '=', id)).execute();
}

/** Stores the outcome of an attempt. `done` with an error means the event was given up. */
export async function saveEventOutcome(
  db: Db,
  id: string,
  outcome: { done: boolean; error: string | null },
): Promise<void> {
  await db
    .updateTable('payment_events')
    .set({ last_error: outcome.error, ...(outcome.done ? { due_at: null } : {}) })
    .where('id', '=', id)
    .execute();
}

export async function deleteOldEvents(db: Db, before: Date): Promise<void> {
  await db
    .deleteFrom('payment_events')
    .where('due_at', 'is', null)
    .where('received_at', '<', before)
    .execute();
}
