import { CallError } from '#contract/errors.ts';

/** A place between two rows of a list in some order: after the row `id`, when `offset` rows were before the place. */
export interface RowCursor {
  id: number;
  offset: number;
}

/** Reads what `writeCursor` wrote. Throws `validation_failed` for anything else. */
export function readCursor(text: string): RowCursor {
  const [, id, offset] = /^(\d{1,15})-(\d{1,10})$/.exec(text) ?? [];
  if (id === undefined || offset === undefined)
    throw new CallError('validation_failed', '`after` must be the `next` of the page before.');
  return { id: Number(id), offset: Number(offset) };
}

export function writeCursor({ id, offset }: RowCursor): string {
  return `${id}-${offset}`;
}

/** The place after the last row of a page; null without any. `offset`: how many rows are before it. */
export function cursorAfter(ids: readonly number[], offset: number): RowCursor | null {
  const id = ids.at(-1);
  return id === undefined ? null : { id, offset };
}

/**
 * How many of the IDs, in their order, are before a place. If its row is gone, a list in the order of its rows goes on with
 * the next one, and a sorted list with as many rows as were before.
 */
export function placeAfter(
  ids: Float64Array,
  { id, offset }: RowCursor,
  { sort, order }: { sort: object | null; order?: 'latest' | 'added' | undefined },
): number {
  if (ids[offset - 1] === id) return offset;
  const place = ids.indexOf(id);
  if (place !== -1) return place + 1;
  if (sort) return Math.min(offset, ids.length);
  const next = ids.findIndex((each) => (order === 'added' ? each > id : each < id));
  return next === -1 ? ids.length : next;
}
