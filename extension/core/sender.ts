import { COLLECT_IMPORT_MAX_BYTES, COLLECT_IMPORT_MAX_ROWS } from '#contract/collect-sites.ts';
import type { Batch, CollectedStore } from './collected-store.ts';
import type { LeadwellServer, SavedList } from './leadwell-client.ts';

/** What is left of the largest body for the fields beside the rows. */
const BATCH_MAX_BYTES = COLLECT_IMPORT_MAX_BYTES - 10_000;

/** How sending ended. `offline` and `wait`: the rows stay and go out later, with the same key. */
export type SendResult =
  | { kind: 'done' }
  | { kind: 'offline'; message?: string }
  | { kind: 'wait'; seconds: number }
  | { kind: 'signed-out'; message: string }
  | { kind: 'refused'; message: string };

/**
 * Sends all waiting rows to `list`, in batches of at most 500 rows and 1 MB. A batch and its idempotency key are
 * kept before they are sent, so that nothing is added twice, however often the connection breaks. If Leadwell knows the
 * key from another request, as after an update of the extension, its rows go out with a new one: it adds each row once.
 * `onBatch`: called after each batch that arrived, with the list that its rows are in. One that was begun for another list still goes there.
 */
export async function sendWaiting(
  store: CollectedStore,
  server: LeadwellServer,
  token: string,
  list: string,
  onBatch: (batch: Batch, list: SavedList | undefined) => Promise<void>,
  newId: () => string = () => crypto.randomUUID(),
): Promise<SendResult> {
  let renewed = false;
  for (;;) {
    const batch = await store.batch(list, COLLECT_IMPORT_MAX_ROWS, BATCH_MAX_BYTES, newId);
    if (!batch) return { kind: 'done' };
    const reply = await server.importRows(token, batch.list, batch.rows, batch.id);
    if (reply.kind === 'key-used' && !renewed) {
      await store.renew(batch, newId());
      renewed = true;
      continue;
    }
    if (reply.kind === 'refused' || reply.kind === 'key-used') await store.release(batch);
    if (reply.kind === 'key-used') return { kind: 'refused', message: reply.message };
    if (reply.kind !== 'ok') return reply;
    renewed = false;
    await store.settle(batch, new Map(reply.value.refused.map((row) => [row.key, row])));
    await onBatch(batch, reply.value.list);
  }
}
