import { LIST_CALLS } from '#contract/calls/list-calls.ts';
import { TOAST_MS } from '#contract/limits.ts';
import { plural } from '#contract/plural.ts';
import { invoke } from '../lib/calls.ts';
import { toast } from '../lib/toast.ts';

/** A shorter undo shows by itself. */
const LONG_MS = 1500;
/** How often the rows are counted. */
const COUNT_MS = 3000;
const TOAST_ID = 'list-undo';
const BUSY = {
  undo: 'Undoing your change…',
  redo: 'Redoing your change…',
} as const;

/**
 * Says that an undo or redo of a list takes long, and how many rows the list has meanwhile. `work` resolves to what to say at the
 * end of one that took long; null if others say how it ended, as they do if it rejects. `rows`: those of the list at its start, if
 * they are known.
 */
export async function sayLongUndo(
  kind: 'undo' | 'redo',
  work: Promise<string | null>,
  list: { id: string; rows: number | null },
): Promise<void> {
  const ended = work.then(
    () => true,
    () => true,
  );
  const endsWithin = (ms: number) => Promise.race([ended, later(ms)]);
  if (await endsWithin(LONG_MS)) return;
  for (let isOver = false; !isOver; ) {
    const rows = await Promise.race([countRows(list.id).catch(() => null), ended]);
    if (typeof rows === 'boolean') break;
    toast.info(BUSY[kind], {
      id: TOAST_ID,
      description:
        rows !== null && rows !== list.rows
          ? // Others may add rows, too.
            `The list has ${plural(rows, 'row')} so far.`
          : 'This can take a minute.',
      duration: Number.POSITIVE_INFINITY,
    });
    isOver = await endsWithin(COUNT_MS);
  }
  const done = await work.catch(() => null);
  if (done === null) toast.dismiss(TOAST_ID);
  else toast.success(done, { id: TOAST_ID, description: undefined, duration: TOAST_MS });
}

async function countRows(id: string): Promise<number> {
  return (await invoke(LIST_CALLS.listRows, { id, limit: 1 })).list.rows;
}

const later = (ms: number) => new Promise<false>((resolve) => setTimeout(() => resolve(false), ms));
