import { LIST_TABLE_CALLS } from '#contract/calls/list-table-calls.ts';
import { rowParts, tooLongReasons } from '#engines/csv/row-parts.ts';
import { invoke } from '../../lib/calls.ts';
import type { NamedRows } from './read-rows.ts';

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
 * saved once. `names`: how the list calls the columns; null for one that isn't sent.
 */
export async function sendRows(
  id: string,
  { columns, rows, lines }: NamedRows,
  {
    key,
    names,
    before,
    signal,
    onProgress,
  }: {
    key: string;
    names: readonly (string | null)[];
    before: ImportProgress | null;
    signal: AbortSignal;
    onProgress: (progress: ImportProgress) => void;
  },
): Promise<ImportProgress> {
  const reasons = new Map(before?.reasons);
  const note = (reason: string) => reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
  const longReasons = tooLongReasons(columns, rows, lines, names);
  let progress: ImportProgress = {
    ...(before ?? { sent: 0, added: 0, updated: 0, refused: 0 }),
    total: rows.length,
    reasons,
  };
  for (const part of rowParts(columns, rows.slice(progress.sent), names)) {
    signal.throwIfAborted();
    const { added, updated, refused } =
      part.rows.length === 0
        ? { added: 0, updated: 0, refused: [] }
        : await invoke(
            LIST_TABLE_CALLS.listAddRows,
            { id, rows: part.rows },
            { signal, idempotencyKey: `${key}:${progress.sent}` },
          );
    for (const { reason } of refused) note(reason);
    for (const column of part.tooLong) note(longReasons.get(column) ?? '');
    progress = {
      ...progress,
      sent: progress.sent + part.taken,
      added: progress.added + added,
      updated: progress.updated + updated,
      refused: progress.refused + refused.length + part.tooLong.length,
    };
    onProgress(progress);
  }
  return progress;
}
