import type { ExistingRows } from '#contract/calls/list-table-calls.ts';
import type { ListColumn } from '#contract/list-columns.ts';
import type { ListSource } from '#contract/lists.ts';
import { listsTool } from '#tools/index/tools.ts';
import type { Config } from '../config.ts';
import type { Tx } from '../platform/database/db.ts';
import { writeEvent } from '../webhooks/events.ts';
import { completeRows, refreshStale } from './change-rows.ts';
import { giveKeys } from './column-keys.ts';
import { withoutDeleted } from './deleted-columns.ts';
import { type ChangedRow, storeImportEdit, storeImportHistory } from './history-store.ts';
import { assertListsFit, listLimits } from './list-limits.ts';
import { assertNameFree } from './list-name.ts';
import { type KeyedRow, type MergePlan, mergeRows } from './merge-rows.ts';
import { takeCells } from './moved-cells.ts';
import { storeRefreshFrom } from './refresh-store.ts';
import { writeCursor } from './row-cursor.ts';
import { rowBytes, rowsByKeys, storeMerge } from './row-store.ts';
import {
  changeCounters,
  type Filled,
  filledBy,
  findListByName,
  insertList,
  type ListRecord,
  setKeyColumn,
  storeTable,
} from './store.ts';

/** The list that rows are added to. It is created with its first row. */
export interface TargetList {
  accountId: string;
  kind: ListSource['kind'];
  source: string;
  name: string;
  columns: readonly string[];
  /** what a new list has of its columns, and its key column */
  table?: { fields: readonly ListColumn[]; keyColumn: string | null } | undefined;
}

export interface AddedRows {
  /** undefined: there was no list, and nothing to add */
  list: ListRecord | undefined;
  added: number;
  updated: number;
  /** positions of new rows beyond `room` */
  left: number[];
  /** positions of rows that stayed as they were */
  kept: number[];
  /** the IDs of new rows, in their order */
  ids: number[];
}

/**
 * Adds rows to a list, or updates the rows with the same keys, and remembers their values before. The row of the account is
 * locked. `paid`: has the unlimited plan. `room`: how many rows may be new. `spare`: what the lists may fill beyond the account's
 * limits. `existing`: what happens to rows that are there. `editId`: of an edit that undoes this. Throws `quota_exceeded`, or
 * `conflict` if the list is new and one with another source has its name, and then nothing has changed.
 */
export async function addRows(
  tx: Tx,
  config: Config,
  target: TargetList,
  rows: readonly KeyedRow[],
  options: {
    paid: boolean;
    room?: number | undefined;
    spare?: Filled;
    existing?: ExistingRows;
    editId?: string | undefined;
    at: Date;
  },
): Promise<AddedRows> {
  const { accountId } = target;
  const { at, editId } = options;
  const known = await findListByName(tx, target);
  const stored = known ? await rowsByKeys(tx, known.id, [...new Set(rows.flatMap(({ keys }) => keys))]) : [];
  // What someone deleted a moment ago comes back with the next rows, when the old values are gone.
  const deleted = known?.deleted_columns ?? [];
  const columns = target.columns.filter((column) => !deleted.includes(column));
  const shown = known ? rows.map((row) => ({ ...row, values: withoutDeleted(known, row.values) })) : rows;
  const plan = mergeRows(stored, shown, options);
  const { added, updated, left, kept, joins } = plan;
  if (added === 0 && updated === 0) return { list: known, added, updated, left, kept, ids: [] };
  // A check before the transaction can't see a list that is created at the same time.
  if (!known) await assertNameFree(tx, target);
  if (known) await joinCells(tx, known, plan, stored);
  const changed = changedBy(plan, stored);
  const firstLeft = known ? await completeRows(known.steps, plan, stored) : () => undefined;
  const gone = known ? giveKeys(known, plan, stored) : [];

  const before = new Map(stored.map(({ id, bytes }) => [id, bytes]));
  const freed = joins.reduce((sum, { from }) => sum + (before.get(from) ?? 0), 0);
  const grown = plan.updates.reduce((sum, row) => sum + rowBytes(row) - (before.get(row.id) ?? 0), 0);
  const bytes = plan.inserts.reduce((sum, row) => sum + rowBytes(row), 0) + grown - freed;
  const change = { lists: known ? 0 : 1, rows: plan.inserts.length - joins.length, bytes };
  const limits = listLimits(config, options);
  const spare = options.spare ?? { lists: 0, rows: 0, bytes: 0 };
  assertListsFit(await filledBy(tx, accountId), change, {
    lists: limits.lists + spare.lists,
    rows: limits.rows + spare.rows,
    bytes: limits.bytes + spare.bytes,
  });

  const list = known ?? (await createTarget(tx, target, at));
  const ids = await storeMerge(tx, list.id, { plan, gone }, at);
  if (known) await refreshStale(tx, known, plan.updates);
  const toCompute = firstLeft(ids);
  if (toCompute !== undefined) await storeRefreshFrom(tx, list.id, toCompute);
  // An undo couldn't bring back the rows that were merged into these.
  const joined = new Set(joins.map(({ into }) => into));
  const undoable = editId ? changed.filter(({ row }) => !joined.has(row)) : [];
  if (editId) await storeImportEdit(tx, list.id, { changed: undoable, added: ids }, { editId, at });
  await storeImportHistory(
    tx,
    list.id,
    changed.filter((row) => !undoable.includes(row)),
    at,
  );
  const more = columns.filter((column) => !list.columns.includes(column));
  await changeCounters(tx, list.id, {
    rows: change.rows,
    bytes,
    deleted: joins.length > 0,
    at,
    ...(more.length > 0 ? { columns: [...list.columns, ...more] } : {}),
  });
  if (added > 0) {
    await writeEvent(tx, {
      accountId,
      type: 'list.rows_added',
      // `after` is a cursor of list-rows, last added first: these rows follow it, also when others were added since.
      data: {
        listId: list.id,
        added,
        updated,
        rows: list.rows + change.rows,
        after: writeCursor({ id: Math.max(...ids) + 1, offset: 0 }),
      },
      path: `${listsTool().path}/${list.id}`,
    });
  }
  return { list, added, updated, left, kept, ids };
}

async function createTarget(tx: Tx, target: TargetList, at: Date): Promise<ListRecord> {
  const list = await insertList(tx, { ...target, at });
  if (!target.table) return list;
  const { fields, keyColumn } = target.table;
  await storeTable(tx, list.id, { fields, steps: [], at });
  if (keyColumn !== null) await setKeyColumn(tx, list.id, keyColumn);
  return list;
}

type Stored = Awaited<ReturnType<typeof rowsByKeys>>[number];

/** Gives rows the cells of those that join them, with the values of answers that are better than their own. */
async function joinCells(
  tx: Tx,
  list: ListRecord,
  { joins, updates }: MergePlan,
  stored: readonly Stored[],
): Promise<void> {
  const byId = new Map(stored.map((row) => [row.id, row]));
  for (const { from, into } of joins) {
    const other = byId.get(from);
    if (!other) continue;
    const update = updates.find(({ id }) => id === into);
    const to = { id: into, edited: update?.edited ?? [] };
    const [{ set } = { set: {} }] = await takeCells(tx, list, [{ from: [other], to }]);
    if (update) update.values = { ...update.values, ...set };
  }
}

/** The values that a plan changes in rows, before what is computed from them. */
function changedBy({ updates }: MergePlan, stored: readonly Stored[]): ChangedRow[] {
  const byId = new Map(stored.map((row) => [row.id, row]));
  return updates.flatMap(({ id, values }) => {
    const known = byId.get(id);
    const columns = Object.keys(values).filter((column) => values[column] !== known?.values[column]);
    if (!known || columns.length === 0) return [];
    return [
      {
        row: id,
        before: Object.fromEntries(columns.map((column) => [column, known.values[column] ?? null])),
        typed: columns.filter((column) => known.edited?.includes(column)),
      },
    ];
  });
}
