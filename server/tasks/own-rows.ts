import type { TaskOwnRows } from '#contract/tasks.ts';
import { areRowsOptedOut } from '../opt-outs/contact-check.ts';
import type { OptOutDeps } from '../opt-outs/opt-outs.ts';
import type { Db } from '../platform/database/db.ts';
import { itemPages } from './item-store.ts';
import type { OwnRow, OwnRows, TaskTool } from './task-tool.ts';

const NO_ROWS: TaskOwnRows = { columns: [], rows: [], next: null };

/** Opens the list of a task at the first call, since it may be a large file, and returns the same one from then on. */
export function ownRowsOnce(
  db: Db,
  taskId: string,
  { ownRows }: Pick<TaskTool, 'ownRows'>,
): () => Promise<OwnRows | undefined> {
  let opened: Promise<OwnRows | undefined> | undefined;
  return () => (opened ??= ownRows(db, taskId, () => itemPages(db, taskId)));
}

/**
 * The own columns of a task's list as the JSON text of `TaskOwnRows`, in pieces. The cells of a row about someone who
 * opted out are empty.
 */
export async function* ownRowsJson(
  deps: OptOutDeps,
  taskId: string,
  tool: Pick<TaskTool, 'ownRows'>,
  { after, limit }: { after: number; limit: number },
): AsyncGenerator<string> {
  const list = await ownRowsOnce(deps.database.db, taskId, tool)();
  if (!list) {
    yield JSON.stringify(NO_ROWS);
    return;
  }
  const { columns } = list;
  const end = after + 1 + limit;
  let row = 0;
  let hasMore = false;
  let separator = '';
  yield `{"columns":${JSON.stringify(columns)},"rows":[`;
  for await (const page of list.rows()) {
    const first = row;
    row += page.length;
    const part = page.slice(Math.max(0, after + 1 - first), Math.max(0, end - first));
    const shown = (await withoutOptedOut(deps, columns, part)).filter(
      ({ positions }) => positions.length > 0,
    );
    if (shown.length > 0) {
      yield separator + shown.map((record) => JSON.stringify(record)).join(',');
      separator = ',';
    }
    hasMore = row > end;
    if (hasMore) break;
  }
  yield `],"next":${hasMore ? end - 1 : null}}`;
}

async function withoutOptedOut(
  deps: OptOutDeps,
  columns: readonly string[],
  rows: readonly OwnRow[],
): Promise<OwnRow[]> {
  // Columns can have the same name.
  const named = rows.map(({ cells }) => cells.map((cell, index) => ({ [columns[index] ?? '']: cell })));
  const optedOut = await areRowsOptedOut(deps, named);
  return rows.map(({ positions, cells }, index) => ({
    positions,
    cells: optedOut[index] ? cells.map(() => '') : cells,
  }));
}
