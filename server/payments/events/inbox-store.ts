import type { Selectable } from 'kysely';
import type { Db } from '../../platform/db.ts';
import type { Tables } from '../../platform/tables.ts';

export type PaymentEvent = Selectable<Tables['payment_events']>;

/** Stores an event; false for one that is stored already. */
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

/** The events that are not done, oldest first: all of a source, or the one with this id. */
export async function openEvents(db: Db, source: 'stripe' | 'test', id?: string): Promise<PaymentEvent[]> {
  const open = db
    .selectFrom('payment_events')
    .selectAll()
    .where('source', '=', source)
    .where('due_at', 'is not', null)
    .orderBy('received_at')
    .orderBy('id');
  return (id === undefined ? open : open.where('id', '=', id)).execute();
}

/** Stores how an event went; `done` ends it, with an error where it is given up. */
export async function storeOutcome(
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

export async function forgetOldEvents(db: Db, before: Date): Promise<void> {
  await db
    .deleteFrom('payment_events')
    .where('due_at', 'is', null)
    .where('received_at', '<', before)
    .execute();
}
