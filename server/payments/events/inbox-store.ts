import { type Selectable, sql } from 'kysely';
import type { Db } from '../../platform/db.ts';
import type { Tables } from '../../platform/tables.ts';

export type PaymentEvent = Selectable<Tables['payment_events']>;

/** Keeps a notice, due at once; false when it was kept before. */
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

/** Takes due notices, oldest first; whoever takes them has until `leaseEnds` before another may. */
export async function claimDue(
  db: Db,
  claim: { source: 'stripe' | 'test'; now: Date; leaseEnds: Date; most: number },
): Promise<PaymentEvent[]> {
  return db
    .updateTable('payment_events')
    .set({ due_at: claim.leaseEnds, attempts: sql`attempts + 1` })
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('payment_events')
        .select('id')
        .where('source', '=', claim.source)
        .where('due_at', '<=', claim.now)
        .orderBy('received_at')
        .orderBy('id')
        .limit(claim.most)
        .forUpdate()
        .skipLocked(),
    )
    .returningAll()
    .execute();
}

/** Notes how a notice went: done when `dueAt` is null. */
export async function noteOutcome(
  db: Db,
  id: string,
  outcome: { dueAt: Date | null; error: string | null },
): Promise<void> {
  await db
    .updateTable('payment_events')
    .set({ due_at: outcome.dueAt, last_error: outcome.error })
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
