import {
  ADDED_ROWS_MAX,
  ADDED_VALUE_MAX_CHARS,
  ADDED_VALUE_TOO_LONG,
} from '#contract/calls/list-table-calls.ts';

/** What one request can have, with room for its escapes. */
export const REQUEST_MAX_CHARS = 400_000;

/** A part of a table. */
export interface RowPart {
  /** what one `list-add-rows` takes: the values of each row by column, without empty ones */
  rows: Record<string, string>[];
  /** how many rows of the table it is about, with those that were left out */
  taken: number;
  /** for each row that was left out: the column of its value that no list takes */
  tooLong: string[];
}

/**
 * The rows of a table in parts, without those that have a value that no list takes. A part can have no rows. `names`: how the columns
 * are called in the list; null for one that isn't sent.
 */
export function* rowParts(
  columns: readonly string[],
  rows: Iterable<readonly string[]>,
  names: readonly (string | null)[] = columns,
): Generator<RowPart> {
  const emptyPart = (): RowPart => ({ rows: [], taken: 0, tooLong: [] });
  let part = emptyPart();
  let chars = 0;
  for (const cells of rows) {
    part.taken++;
    const long = tooLongColumn(columns, cells, names);
    if (long !== undefined) part.tooLong.push(long);
    else {
      const values = names.flatMap((name, index) => {
        const text = cells[index];
        if (name === null || !text) return [];
        chars += name.length + text.length;
        return [[name, text] as const];
      });
      part.rows.push(Object.fromEntries(values));
    }
    if (part.taken < ADDED_ROWS_MAX && chars < REQUEST_MAX_CHARS) continue;
    yield part;
    part = emptyPart();
    chars = 0;
  }
  if (part.taken > 0) yield part;
}

/**
 * Why rows of a table are left out, by the column of the value that no list takes: with the line of the first one. `lines`: the
 * line of each row in its text. `names`: as in `rowParts`.
 */
export function tooLongReasons(
  columns: readonly string[],
  rows: readonly (readonly string[])[],
  lines: readonly number[],
  names: readonly (string | null)[] = columns,
): Map<string, string> {
  const reasons = new Map<string, string>();
  for (const [index, cells] of rows.entries()) {
    const column = tooLongColumn(columns, cells, names);
    if (column === undefined || reasons.has(column)) continue;
    const line = (lines[index] ?? 0).toLocaleString('en-US');
    reasons.set(column, `${ADDED_VALUE_TOO_LONG} “${column}” has more, first in line ${line}.`);
  }
  return reasons;
}

function tooLongColumn(
  columns: readonly string[],
  cells: readonly string[],
  names: readonly (string | null)[],
): string | undefined {
  return columns.find(
    (_, index) => names[index] !== null && (cells[index]?.length ?? 0) > ADDED_VALUE_MAX_CHARS,
  );
}
