import type { TaskRowsPage } from '#contract/tasks.ts';
import type { OptOutDeps } from '../opt-outs/opt-outs.ts';
import { type SettledRow, storedRows } from './item-store.ts';
import { type WithCheck, withoutOptedOut } from './opted-out-rows.ts';

/** The settled rows after a position, without people who opted out. */
async function settledRows(
  deps: OptOutDeps,
  taskId: string,
  page: { after: number; limit: number; without?: readonly string[] },
): Promise<WithCheck<SettledRow>[]> {
  const rows = await storedRows(deps.database.db, taskId, page);
  const [first] = rows;
  return first ? withoutOptedOut(deps, first.type, rows) : [];
}

/**
 * The settled rows of a task in pages of `size`, without people who opted out. `without` names row fields to omit.
 */
export async function* settledPages(
  deps: OptOutDeps,
  taskId: string,
  size: number,
  without: readonly string[] = [],
): AsyncGenerator<WithCheck<SettledRow>[]> {
  let after = -1;
  for (;;) {
    const page = await settledRows(deps, taskId, { after, limit: size, without });
    if (page.length > 0) yield page;
    const last = page.at(-1);
    if (!last || page.length < size) return;
    after = last.position;
  }
}

/** A page of rows as the JSON text of `TaskRowsPage`, without people who opted out. */
export async function rowsPageJson(
  deps: OptOutDeps,
  taskId: string,
  page: { after: number; limit: number },
): Promise<string> {
  const found = await settledRows(deps, taskId, { after: page.after, limit: page.limit + 1 });
  const rows = found.slice(0, page.limit);
  const next: TaskRowsPage['next'] = found.length > page.limit ? (rows.at(-1)?.position ?? null) : null;
  const list = rows.map(
    ({ position, input, charge, row }) =>
      `{"position":${position},"input":${JSON.stringify(input)},"charge":${charge},"row":${row}}`,
  );
  return `{"rows":[${list.join(',')}],"next":${next}}`;
}
