import { isUnlimited } from '#contract/access.ts';
import type { InputOf, ReplyOf } from '#contract/call.ts';
import type { CALLS } from '#contract/calls.ts';
import type { ColumnCondition } from '#contract/column-conditions.ts';
import { CallError } from '#contract/errors.ts';
import type { ListView } from '#contract/lists.ts';
import { findGateAccount } from '../accounts/account.ts';
import type { Deps } from '../deps.ts';
import type { Tx } from '../platform/database/db.ts';
import type { TaskTools } from '../tasks/task-tool.ts';
import { type ChangeContext, changeList } from './change-list.ts';
import { toolsFor } from './choose-columns.ts';
import { listFields } from './list-fields.ts';
import { listGone } from './list-gone.ts';
import { listLimits, viewStorage } from './list-limits.ts';
import { assertNameFree } from './list-name.ts';
import { listSource } from './list-source.ts';
import * as store from './store.ts';
import { pageByTime } from './time-cursor.ts';

export type ListDeps = Pick<Deps, 'config' | 'clock' | 'database'> & { taskTools: TaskTools };

/** A list as its owner sees it. */
export function viewList({ taskTools }: Pick<ListDeps, 'taskTools'>, list: store.ListRecord): ListView {
  const source = listSource(list);
  return {
    id: list.id,
    name: list.name,
    source,
    columns: list.columns,
    fields: listFields(list),
    steps: list.steps,
    views: list.views,
    excludes: list.excludes,
    autoCap: list.auto_cap,
    autoWait: list.auto_wait,
    computing:
      list.refresh_after === null ? null : { after: Number(list.refresh_after), rows: list.refresh_done },
    keyColumn: list.key_column,
    version: Number(list.version),
    rows: list.rows,
    bytes: list.bytes,
    optedOut: list.opted_out,
    createdAt: list.created_at.toISOString(),
    updatedAt: list.updated_at.toISOString(),
    tools: toolsFor(taskTools, source, list.columns, listFields(list)),
  };
}

/** A list of an account. Throws `not_found`, also for the lists of others. */
export async function requireList(
  { database }: Pick<Deps, 'database'>,
  accountId: string,
  id: string,
): Promise<store.ListRecord> {
  const list = await store.findList(database.db, accountId, id);
  if (!list) throw listGone();
  return list;
}

/** The columns that conditions are about. */
export function conditionColumns(where: readonly ColumnCondition[] = []): string[] {
  return where.flatMap(({ fields }) => fields);
}

/** Throws `validation_failed` for a column that the list doesn't have. */
export function requireColumns(
  { columns }: Pick<store.ListRecord, 'columns'>,
  wanted: readonly string[],
): void {
  const unknown = wanted.find((column) => !columns.includes(column));
  if (unknown !== undefined)
    throw new CallError('validation_failed', `The list has no column “${unknown.slice(0, 100)}”.`);
}

/** A page of the lists of an account, in an order by time, and what all of them fill. */
export async function viewLists(
  deps: ListDeps,
  accountId: string,
  { order, ...wanted }: InputOf<typeof CALLS.lists> = { order: 'changed' },
): Promise<ReplyOf<typeof CALLS.lists>> {
  const { db } = deps.database;
  const { page, next } = pageByTime(await store.accountLists(db, accountId), wanted, (list) => ({
    ms: (order === 'created' ? list.created_at : list.updated_at).getTime(),
    name: list.id,
  }));
  const account = await findGateAccount(db, deps.config, accountId);
  const max = listLimits(deps.config, { paid: account !== null && isUnlimited(account) });
  return {
    lists: page.map((list) => viewList(deps, list)),
    storage: viewStorage(await store.filledBy(db, accountId), max),
    next,
  };
}

/** Like `changeList`. Returns the list after the change as its owner sees it. */
export async function changeAndView(
  deps: ListDeps,
  accountId: string,
  id: string,
  work: (tx: Tx, list: store.ListRecord, context: ChangeContext) => Promise<void>,
): Promise<ListView> {
  const { list } = await changeList(deps, accountId, id, work);
  return viewList(deps, list);
}

/** Renames a list. Throws `conflict` if another list has the name. */
export function renameList(deps: ListDeps, accountId: string, id: string, name: string): Promise<ListView> {
  return changeAndView(deps, accountId, id, async (tx, list, { at }) => {
    const { kind, source } = list;
    const key = { accountId, kind, source, name };
    if (name !== list.name) await assertNameFree(tx, key);
    const other = await store.findListByName(tx, key);
    if (other && other.id !== id) {
      throw new CallError('conflict', `You already have a list named “${name}”. Choose another name.`);
    }
    await store.renameList(tx, id, name, at);
  });
}
