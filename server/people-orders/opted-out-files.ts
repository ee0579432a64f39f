import type { OptOutDeps } from '../opt-outs/opt-outs.ts';
import { withoutOptedOut } from './run-file.ts';
import { findChunk, findRuns, replaceChunk } from './store.ts';

/** Removes people who opted out from a part of the file of a paid people search. What it cost stays. */
export async function sweepFilePart(deps: OptOutDeps, orderId: string, seq: number): Promise<void> {
  const { db } = deps.database;
  const run = (await findRuns(db, [orderId])).get(orderId);
  const chunk = run && (await findChunk(db, orderId, seq));
  if (!run || !chunk) return;
  const kept = await withoutOptedOut(deps, run.columns, chunk);
  if (kept !== chunk) await replaceChunk(db, { orderId, seq, csv: Buffer.from(kept) });
}
