import type { TaskRowsPage } from '#contract/tasks.ts';
import type { OptOutDeps } from '../opt-outs/opt-outs.ts';
import { type WithCheck, withoutOptedOut } from './opted-out-rows.ts';
import { isLastPage, type StoredRow, storedRows } from './stored-rows.ts';

/** The settled rows after a position, without people who opted out. */
async function settledRows(
  deps: OptOutDeps,
  taskId: string,
  page: { after: number; limit: number; without?: readonly string[] },
): Promise<WithCheck<StoredRow>[]> {
  const rows = await storedRows(deps.database.db, taskId, page);
  const [first] = rows;
  return first ? withoutOptedOut(deps, first.type, rows) : [];
}

/**
 * The settled rows of a task in pages of `size`, or fewer if they are large, without people who opted out. `without` names row fields to omit.
 */
export async function* settledPages(
  deps: OptOutDeps,
  taskId: string,
  size: number,
  without: readonly string[] = [],
): AsyncGenerator<WithCheck<StoredRow>[]> {
  const read = (after: number) => {
    const rows = storedRows(deps.database.db, taskId, { after, limit: size, without });
    // The next page is read while this one is used, and its reader may leave.
    rows.catch(() => {});
    return rows;
  };
  for (let next = read(-1); ; ) {
    const rows = await next;
    const [first, last] = [rows[0], rows.at(-1)];
    if (!first || !last) return;
    const isLast = isLastPage(rows, size);
    if (!isLast) next = read(last.position);
    yield await withoutOptedOut(deps, first.type, rows);
    if (isLast) return;
  }
}

/** The keys of an item as the first fields of a JSON object, with a comma at the end; empty without any. */
export function ownKeysJson(keys: readonly string[] | null): string {
  const [first] = keys ?? [];
  if (!keys || first === undefined) return '';
  return `"key":${JSON.stringify(first)},${keys.length > 1 ? `"keys":${JSON.stringify(keys)},` : ''}`;
}

/** A page of rows as the JSON text of `TaskRowsPage`, without people who opted out. */
export async function rowsPageJson(
  deps: OptOutDeps,
  taskId: string,
  keyOf: (input: string) => string,
  page: { after: number; limit: number },
): Promise<string> {
  const rows = await settledRows(deps, taskId, page);
  const last = rows.at(-1);
  // A page of large rows is shorter than its limit.
  const isEnd =
    !last || (await storedRows(deps.database.db, taskId, { after: last.position, limit: 1 })).length === 0;
  const next: TaskRowsPage['next'] = isEnd ? null : last.position;
  const list = rows.map(
    ({ position, input, own_keys, charge, row }) =>
      `{"position":${position},"input":${JSON.stringify(input)},${ownKeysJson(own_keys) || `"key":"${keyOf(input)}",`}"charge":${charge},"row":${row}}`,
  );
  return `{"rows":[${list.join(',')}],"next":${next}}`;
}
