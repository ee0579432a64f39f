import { TOAST_MS } from '#contract/limits.ts';
import { plural } from '#contract/plural.ts';
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
 * Says that an undo or redo takes long, how many rows came or went so far, and when it has ended. `work` resolves to whether it
 * succeeded; what went wrong is said by others. `before`: the rows of the list at its start.
 */
export async function sayLongUndo(
  kind: 'undo' | 'redo',
  work: Promise<boolean>,
  { before, countRows }: { before: number | null; countRows: () => Promise<number> },
): Promise<void> {
  const { busy, done, broken } = TEXTS[kind];
  const ended = work.then(
    () => true,
    () => true,
  );
  const endsWithin = (ms: number) => Promise.race([ended, later(ms)]);
  if (await endsWithin(LONG_MS)) return;
  for (let isOver = false; !isOver; ) {
    const now = before === null ? null : await Promise.race([countRows().catch(() => null), ended]);
    const moved = typeof now === 'number' && before !== null ? now - before : 0;
    toast.info(busy, {
      id: TOAST_ID,
      description: moved === 0 ? 'This can take a minute.' : `${movedText(moved)} so far.`,
      duration: Number.POSITIVE_INFINITY,
    });
    isOver = await endsWithin(COUNT_MS);
  }
  const isDone = await work.catch(() => false);
  const end = { id: TOAST_ID, description: undefined, duration: TOAST_MS };
  if (isDone) toast.success(done, end);
  else toast.info(broken, end);
}

function movedText(moved: number): string {
  const count = Math.abs(moved);
  return `${plural(count, 'row')} ${count === 1 ? 'is' : 'are'} ${moved > 0 ? 'back' : 'removed'}`;
}

const later = (ms: number) => new Promise<false>((resolve) => setTimeout(() => resolve(false), ms));
