import { ADDED_ROWS_MAX } from '#contract/calls/list-table-calls.ts';

/** What one request can have, with room for its escapes. */
export const REQUEST_MAX_CHARS = 400_000;

/**
 * The rows of a table in parts that one `list-add-rows` takes, each as its values by column. Empty cells are left out.
 */
export function* rowParts(
  columns: readonly string[],
  rows: Iterable<readonly string[]>,
): Generator<Record<string, string>[]> {
  let part: Record<string, string>[] = [];
  let chars = 0;
  for (const cells of rows) {
    const values = columns.flatMap((column, index) => {
      const text = cells[index];
      if (!text) return [];
      chars += column.length + text.length;
      return [[column, text] as const];
    });
    part.push(Object.fromEntries(values));
    if (part.length < ADDED_ROWS_MAX && chars < REQUEST_MAX_CHARS) continue;
    yield part;
    part = [];
    chars = 0;
  }
  if (part.length > 0) yield part;
}
