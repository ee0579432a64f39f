import { LIST_TABLE_CALLS } from '#contract/calls/list-table-calls.ts';
import { rowParts } from '#engines/csv/row-parts.ts';
import { invoke } from '../../lib/calls.ts';

/** How far an import is, and what happened to its rows. */
export interface ImportProgress {
  sent: number;
  total: number;
  added: number;
  updated: number;
  refused: number;
  /** why rows were refused, with how many */
  reasons: ReadonlyMap<string, number>;
}

/**
 * Sends rows to a list in parts, and goes on after `before`, if it is what an earlier call said last. Throws what the first
 * failed part throws; the parts before it are saved. `key` is that of the import: with the same one, a part whose reply was lost is
 * saved once.
 */
export async function sendRows(
  id: string,
  { columns, rows }: { columns: readonly string[]; rows: readonly (readonly string[])[] },
  {
    key,
    before,
    signal,
    onProgress,
  }: {
    key: string;
    before: ImportProgress | null;
    signal: AbortSignal;
    onProgress: (progress: ImportProgress) => void;
  },
): Promise<ImportProgress> {
  const reasons = new Map(before?.reasons);
  let progress: ImportProgress = {
    ...(before ?? { sent: 0, added: 0, updated: 0, refused: 0 }),
    total: rows.length,
    reasons,
  };
  for (const part of rowParts(columns, rows.slice(progress.sent))) {
    signal.throwIfAborted();
    const reply = await invoke(
      LIST_TABLE_CALLS.listAddRows,
      { id, rows: part },
      { signal, idempotencyKey: `${key}:${progress.sent}` },
    );
    for (const { reason } of reply.refused) reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
    progress = {
      ...progress,
      sent: progress.sent + part.length,
      added: progress.added + reply.added,
      updated: progress.updated + reply.updated,
      refused: progress.refused + reply.refused.length,
    };
    onProgress(progress);
  }
  return progress;
}
