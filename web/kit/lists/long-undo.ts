import { LIST_CALLS } from '#contract/calls/list-calls.ts';
import { TOAST_MS } from '#contract/limits.ts';
import { plural } from '#contract/plural.ts';
import { invoke } from '../../lib/calls.ts';
import { toast } from '../../lib/toast.ts';

/** A shorter undo shows by itself. */
const LONG_MS = 1500;
/** How often the rows are counted. */
const COUNT_MS = 3000;
const TOAST_ID = 'list-undo';
const TEXTS = {
  undo: { busy: 'Undoing your change…', done: 'The change was undone', broken: 'The undo stopped' },
  redo: { busy: 'Redoing your change…', done: 'The change was redone', broken: 'The redo stopped' },
} as const;

/**
 * Says that an undo or redo of a list takes long, how many rows the list has meanwhile, and when it has ended. `work` resolves to
 * whether it succeeded; what went wrong is said by others. `rows`: those of the list at its start, if they are known.
 */
export async function sayLongUndo(
  kind: 'undo' | 'redo',
  work: Promise<boolean>,
  list: { id: string; rows: number | null },
): Promise<void> {
  const { busy, done, broken } = TEXTS[kind];
  const ended = work.then(
    () => true,
    () => true,
  );
  const endsWithin = (ms: number) => Promise.race([ended, later(ms)]);
  if (await endsWithin(LONG_MS)) return;
  for (let isOver = false; !isOver; ) {
    const rows = await Promise.race([countRows(list.id).catch(() => null), ended]);
    toast.info(busy, {
      id: TOAST_ID,
      description:
        typeof rows === 'number' && rows !== list.rows
          ? // Others may add rows, too.
            `The list has ${plural(rows, 'row')} so far.`
          : 'This can take a minute.',
      duration: Number.POSITIVE_INFINITY,
    });
    isOver = await endsWithin(COUNT_MS);
  }
  const isDone = await work.catch(() => false);
  const end = { id: TOAST_ID, description: undefined, duration: TOAST_MS };
  if (isDone) toast.success(done, end);
  else toast.info(broken, end);
}

async function countRows(id: string): Promise<number> {
  return (await invoke(LIST_CALLS.listRows, { id, limit: 1 })).list.rows;
}

const later = (ms: number) => new Promise<false>((resolve) => setTimeout(() => resolve(false), ms));
