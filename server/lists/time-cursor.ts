import { CallError } from '#contract/errors.ts';

/** Where an entry is among others, latest first: by a time in milliseconds, then by a name. */
export interface TimePlace {
  ms: number;
  name: string;
}

const SEPARATOR = ' ';

/**
 * A page of entries, latest first, and what `after` is for the next one; null at the end. Without `limit`, the page has all
 * that are left. The place of the last entry is in the cursor, so the entry itself may be gone by then. Throws
 * `validation_failed` for an `after` that no page had.
 */
export function pageByTime<Entry>(
  entries: readonly Entry[],
  { after, limit = entries.length }: { after?: string | undefined; limit?: number | undefined },
  placeOf: (entry: Entry) => TimePlace,
): { page: Entry[]; next: string | null } {
  const place = after === undefined ? null : readPlace(after);
  const left = entries
    .map((entry) => ({ entry, at: placeOf(entry) }))
    .filter(({ at }) => place === null || compare(place, at) < 0)
    .sort((a, b) => compare(a.at, b.at));
  const last = left[limit - 1];
  return {
    page: left.slice(0, limit).map(({ entry }) => entry),
    next: last && left.length > limit ? writePlace(last.at) : null,
  };
}

function compare(a: TimePlace, b: TimePlace): number {
  if (a.ms !== b.ms) return b.ms - a.ms;
  if (a.name === b.name) return 0;
  return a.name < b.name ? -1 : 1;
}

function writePlace({ ms, name }: TimePlace): string {
  return Buffer.from(`${ms}${SEPARATOR}${name}`).toString('base64url');
}

function readPlace(text: string): TimePlace {
  const [, ms, name] = /^(\d{1,16}) (.+)$/s.exec(Buffer.from(text, 'base64url').toString()) ?? [];
  if (ms === undefined || name === undefined)
    throw new CallError('validation_failed', '`after` must be the `next` of the page before.');
  return { ms: Number(ms), name };
}
