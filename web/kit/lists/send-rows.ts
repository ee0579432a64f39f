import { type ExistingRows, LIST_TABLE_CALLS } from '#contract/calls/list-table-calls.ts';
import { editAt } from '#contract/import-edits.ts';
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
  /** the edits that changed something, to undo them */
  edits: readonly string[];
}

/** How rows are sent. */
interface Sending {
  /** of the import: with the same one, a part whose reply was lost is saved once */
  key: string;
  /** what the list calls the columns; null for one that isn't sent */
  names: readonly (string | null)[];
  existing: ExistingRows;
  /** by `newEdits`, which undo it; none if it isn't undone */
  edits: readonly string[];
  before: ImportProgress | null;
  signal: AbortSignal;
  onProgress: (progress: ImportProgress) => void;
}

/**
 * Sends rows to a list in parts, and goes on after `before`, if it is what an earlier call said last. Throws what the first
 * failed part throws; the parts before it are saved.
 */
export async function sendRows(
  id: string,
  { columns, rows, lines }: NamedRows,
  { key, names, existing, edits, before, signal, onProgress }: Sending,
): Promise<ImportProgress> {
  const reasons = new Map(before?.reasons);
  const note = (reason: string) => reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
  const longReasons = tooLongReasons(columns, rows, lines, names);
  let progress: ImportProgress = {
    ...(before ?? { sent: 0, added: 0, updated: 0, refused: 0, edits: [] }),
    total: rows.length,
    reasons,
  };
  for (const part of rowParts(columns, rows.slice(progress.sent), names)) {
    signal.throwIfAborted();
    const editOfPart = editAt(edits, progress.sent);
    const { added, updated, refused, edit } =
      part.rows.length === 0
        ? { added: 0, updated: 0, refused: [], edit: null }
        : await invoke(
            LIST_TABLE_CALLS.listAddRows,
            { id, rows: part.rows, existing, ...(editOfPart === undefined ? {} : { edit: editOfPart }) },
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
      edits: edit === null ? progress.edits : [...new Set([...progress.edits, edit])],
    };
    onProgress(progress);
  }
  return progress;
}
