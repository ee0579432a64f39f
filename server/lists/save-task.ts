import { createHash } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { CSV_LIST_SEPARATOR } from '#contract/csv.ts';
import { CallError } from '#contract/errors.ts';
import { lockGateAccount } from '../accounts/account.ts';
import type { Deps } from '../deps.ts';
import { areRowsOptedOut } from '../opt-outs/contact-check.ts';
import { transaction } from '../platform/db.ts';
import { assertRoom } from '../platform/disk-space.ts';
import { rowsDeleted } from '../tasks/delete-rows.ts';
import { type ResultRow, taskResults } from '../tasks/task-results.ts';
import { type AddedRows, addRows, type TargetList } from './add-rows.ts';
import type { ListDeps } from './lists.ts';
import type { KeyedRow } from './merge-rows.ts';
import { findListByName, type ListRecord } from './store.ts';

/** A larger row is left out. */
const ROW_MAX_BYTES = 100_000;

/**
 * Adds the results of a task to a list: all, or only those with data. An item that was saved before is updated.
 * Rows are stored page by page; a limit of the account ends it with `quota_exceeded`, and the pages before stay.
 */
export async function saveTask(
  deps: ListDeps & Pick<Deps, 'secrets'>,
  accountId: string,
  request: { taskId: string; name: string; rows: 'all' | 'found' },
): Promise<{ list: ListRecord; added: number; updated: number; refused: number }> {
  const { db, space } = deps.database;
  const results = await taskResults(deps, accountId, request.taskId);
  if (!results) throw new CallError('not_found');
  const { task, columns } = results;
  if (task.rows_deleted_at) throw rowsDeleted(task.rows_deleted_at);
  assertRoom(space);
  const target: TargetList = { accountId, kind: 'task', source: task.type, name: request.name, columns };
  const total = { added: 0, updated: 0, refused: 0 };
  for await (const page of results.pages()) {
    total.refused += page.filter(({ optedOut }) => optedOut).length;
    const rows = page
      .filter(({ optedOut }) => !optedOut)
      .filter(({ found }) => request.rows === 'all' || found)
      .map((row) => keyedRow(row, columns))
      .filter(({ values }) => Object.keys(values).length > 0);
    const optedOut = await areRowsOptedOut(
      deps,
      rows.map(({ values }) => values),
    );
    const good = rows.filter((row, at) => !optedOut[at] && isSmall(row));
    total.refused += rows.length - good.length;
    const result = await store(deps, target, good);
    total.added += result.added;
    total.updated += result.updated;
    await nextTurn();
  }
  const list = await findListByName(db, target);
  if (!list) {
    throw new CallError(
      'unprocessable',
      request.rows === 'found'
        ? 'This task has no results with data to save.'
        : 'This task has no results to save yet.',
    );
  }
  return { list, ...total };
}

function store(deps: ListDeps, target: TargetList, rows: readonly KeyedRow[]): Promise<AddedRows> {
  return transaction(deps.database.db, async (tx) => {
    const account = await lockGateAccount(tx, deps.config, target.accountId);
    if (!account) throw new CallError('not_authenticated');
    const at = new Date(deps.clock.now());
    return addRows(tx, deps.config, target, rows, { paid: account.credits === 'unlimited', at });
  });
}

function keyedRow({ input, fields }: ResultRow, columns: readonly string[]): KeyedRow {
  const cells = columns.map((column) => [column, textOf(fields[column])] as const);
  return {
    keys: [createHash('sha256').update(input).digest('base64url')],
    values: Object.fromEntries(cells.filter(([, text]) => text !== '')),
  };
}

/** As in the CSV file of the task. */
function textOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (Array.isArray(value)) return value.map(textOf).join(CSV_LIST_SEPARATOR);
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

function isSmall({ values }: KeyedRow): boolean {
  return Buffer.byteLength(JSON.stringify(values)) <= ROW_MAX_BYTES;
}
