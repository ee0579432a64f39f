import { ADDED_ROWS_MAX } from '#contract/calls/list-table-calls.ts';
import { CALLS } from '#contract/calls.ts';
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

/** What one request can have, with room for its escapes. */
const REQUEST_MAX_CHARS = 400_000;

/** Sends rows to a list in parts. Throws what the first failed part throws; the parts before it are saved. */
export async function sendRows(
  id: string,
  { columns, rows }: { columns: readonly string[]; rows: readonly (readonly string[])[] },
  { signal, onProgress }: { signal: AbortSignal; onProgress: (progress: ImportProgress) => void },
): Promise<ImportProgress> {
  const reasons = new Map<string, number>();
  let progress: ImportProgress = { sent: 0, total: rows.length, added: 0, updated: 0, refused: 0, reasons };
  for (const part of parts(rows)) {
    signal.throwIfAborted();
    const reply = await invoke(
      CALLS.listAddRows,
      { id, rows: part.map((cells) => valuesOf(columns, cells)) },
      { signal },
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

function* parts(rows: readonly (readonly string[])[]): Generator<(readonly string[])[]> {
  let part: (readonly string[])[] = [];
  let chars = 0;
  for (const row of rows) {
    part.push(row);
    chars += row.reduce((sum, cell) => sum + cell.length, 0);
    if (part.length < ADDED_ROWS_MAX && chars < REQUEST_MAX_CHARS) continue;
    yield part;
    part = [];
    chars = 0;
  }
  if (part.length > 0) yield part;
}

function valuesOf(columns: readonly string[], cells: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    columns.flatMap((column, index) => (cells[index] ? [[column, cells[index]] as const] : [])),
  );
}
