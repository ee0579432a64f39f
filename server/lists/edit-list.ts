import { randomUUID } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { InputOf } from '#contract/call.ts';
import type { LIST_TABLE_CALLS } from '#contract/calls/list-table-calls.ts';
import { CallError } from '#contract/errors.ts';
import type { ListColumn } from '#contract/list-columns.ts';
import type { Deps } from '../deps.ts';
import { areRowsOptedOut, OPTED_OUT } from '../opt-outs/contact-check.ts';
import type { Tx } from '../platform/database/db.ts';
import { assertRoom } from '../platform/disk/disk-space.ts';
import { addRows } from './add-rows.ts';
import { type ChangeableRow, changeableRows } from './cell-store.ts';
import { changeList } from './change-list.ts';
import { changeRows } from './change-rows.ts';
import { addColumns, columnFinder } from './column-changes.ts';
import { editHistory, type HistoryEntry, storeHistory } from './history-store.ts';
import { listFields } from './list-fields.ts';
import { assertListsFit, listLimits } from './list-limits.ts';
import { listSource } from './list-source.ts';
import type { KeyedRow } from './merge-rows.ts';
import { rowKey } from './row-key.ts';
import { deleteRowsById } from './row-store.ts';
import { changeCounters, filledBy, type ListRecord, storeTable } from './store.ts';
import { isSmall } from './store-steps.ts';

export type EditDeps = Pick<Deps, 'config' | 'clock' | 'database' | 'secrets'>;
type Calls = typeof LIST_TABLE_CALLS;

const TOO_LARGE = 'A row can have 100 KB at most.';
const EMPTY = 'The row has no values.';
/** Rows stored in one transaction. With long texts, twice as many hold the embedded database for more than 100 ms. */
const ROWS_PER_PART = 40;

/** `refused`: rows that were left out, by their position. */
interface AddedCounts {
  added: number;
  updated: number;
  refused: { row: number; reason: string }[];
}

/** What an edit changed: the list after it, and the IDs of the rows. */
export interface EditResult {
  list: ListRecord;
  edit: string;
  rows: number[];
}

/**
 * Adds rows to a list of the account. Rows with a known key update theirs; an empty value changes nothing. Unknown columns
 * are added. Rows about people who opted out, and empty or too large ones, are refused with the reason. `note` stores what
 * happened in the same transaction.
 */
export async function addListRows(
  deps: EditDeps,
  accountId: string,
  { id, rows }: InputOf<Calls['listAddRows']>,
  note?: (tx: Tx, counts: AddedCounts) => Promise<void>,
): Promise<{ list: ListRecord } & AddedCounts> {
  assertRoom(deps.database.space);
  const optedOut = await areRowsOptedOut(deps, rows);
  const { list, result } = await changeList(deps, accountId, id, async (tx, found, { paid, at }) => {
    const { fields, list: known } = await withColumns(tx, found, rows.flatMap(Object.keys), at);
    const refused: { row: number; reason: string }[] = [];
    const good = rows.flatMap((row, position) => {
      const keyed = keyedRow(known, fields, row);
      const reason = optedOut[position]
        ? OPTED_OUT
        : Object.keys(keyed.values).length === 0
          ? EMPTY
          : isSmall(keyed)
            ? null
            : TOO_LARGE;
      if (reason !== null) refused.push({ row: position, reason });
      return reason === null ? [keyed] : [];
    });
    const { kind, source, name } = known;
    const columns = fields.map((field) => field.id);
    const { added, updated } = await addRows(
      tx,
      deps.config,
      { accountId, kind, source, name, columns },
      good,
      { paid, at },
    );
    await note?.(tx, { added, updated, refused });
    return { added, updated, refused };
  });
  return { list, ...result };
}

/** The list with a column for each of these names. */
async function withColumns(
  tx: Tx,
  list: ListRecord,
  names: readonly string[],
  at: Date,
): Promise<{ list: ListRecord; fields: ListColumn[] }> {
  const fields = listFields(list);
  const find = columnFinder(fields);
  const unknown = new Map<string, string>();
  for (const name of names) {
    const plain = name.trim();
    if (plain !== '' && !find(plain) && !unknown.has(plain.toLowerCase()))
      unknown.set(plain.toLowerCase(), plain);
  }
  if (unknown.size === 0) return { list, fields };
  const all = addColumns(
    fields,
    listSource(list),
    [...unknown.values()].map((name) => ({ name })),
  );
  await storeTable(tx, list.id, { fields: all, steps: list.steps, at });
  return { list: { ...list, fields: all, columns: all.map(({ id }) => id) }, fields: all };
}

function keyedRow(
  { key_column }: Pick<ListRecord, 'key_column'>,
  fields: readonly ListColumn[],
  row: Readonly<Record<string, string>>,
): KeyedRow {
  const find = columnFinder(fields);
  const values = Object.fromEntries(
    Object.entries(row).flatMap(([given, text]) => {
      const column = find(given);
      return column && text.trim() !== '' ? [[column.id, text.trim()] as const] : [];
    }),
  );
  const key = fields.find(({ id }) => id === key_column);
  return { keys: [rowKey(key?.type ?? 'text', key && values[key.id])], values };
}

/**
 * Changes values of rows and adds rows, as one edit that can be undone. Stores a few rows at a time, so that the database is free
 * for others in between. Rows that are gone are left out. Throws CallError for an unknown column, for rows that grow too
 * large, and at a limit of the account; what was stored before stays.
 */
export async function editList(
  deps: EditDeps,
  accountId: string,
  { id, changes, add }: InputOf<Calls['listEdit']>,
): Promise<EditResult> {
  assertRoom(deps.database.space);
  const edit = randomUUID();
  const ofRow = Map.groupBy(changes, ({ row }) => row);
  return inParts(edit, [...ofRow.keys()], add, (rowIds, added) =>
    changeList(deps, accountId, id, async (tx, found, { paid, at }) => {
      const fields = listFields(found);
      const unknown = changes.find(({ column }) => !fields.some((field) => field.id === column));
      if (unknown)
        throw new CallError(
          'conflict',
          'A column that you changed is gone. Reload the page to see the list as it is now.',
        );
      const rows = await changeableRows(tx, id, rowIds);
      const edits = rows.map((row) => ({
        row,
        set: Object.fromEntries((ofRow.get(row.id) ?? []).map(({ column, value }) => [column, value.trim()])),
      }));
      requireSmall(edits);
      const bytes = await changeRows(tx, found, edits, { editId: edit, at });
      const limits = listLimits(deps.config, { paid });
      if (bytes > 0) assertListsFit(await filledBy(tx, accountId), { lists: 0, rows: 0, bytes: 1 }, limits);
      const appended = await appendRows(tx, deps, { accountId, list: found, fields, paid, at, edit }, added);
      return [...rows.map((row) => row.id), ...appended];
    }),
  );
}

/** Carries out an edit in parts: first the rows that it changes, then those that it adds. */
async function inParts<Added>(
  edit: string,
  changed: readonly number[],
  added: readonly Added[],
  work: (changed: number[], added: Added[]) => Promise<{ list: ListRecord; result: number[] }>,
): Promise<EditResult> {
  const rows: number[] = [];
  const total = changed.length + added.length;
  for (let from = 0; ; from += ROWS_PER_PART) {
    const to = from + ROWS_PER_PART;
    const { list, result } = await work(
      changed.slice(from, to),
      added.slice(Math.max(0, from - changed.length), Math.max(0, to - changed.length)),
    );
    rows.push(...result);
    if (to >= total) return { list, edit, rows };
    await nextTurn();
  }
}

function requireSmall(edits: readonly { row: ChangeableRow; set: Record<string, string> }[]): void {
  for (const { row, set } of edits)
    if (!isSmall({ values: { ...row.cells, ...set } })) throw new CallError('validation_failed', TOO_LARGE);
}

/** Adds rows that a person typed or pasted below the others. Returns their IDs. */
async function appendRows(
  tx: Tx,
  deps: EditDeps,
  {
    accountId,
    list,
    fields,
    paid,
    at,
    edit,
  }: { accountId: string; list: ListRecord; fields: ListColumn[]; paid: boolean; at: Date; edit: string },
  rows: readonly Readonly<Record<string, string>>[],
): Promise<number[]> {
  if (rows.length === 0) return [];
  // A typed row is a new one, also if another one has its key.
  const keyed = rows.map((row) => ({ ...keyedRow({ key_column: null }, fields, row) }));
  if (!keyed.every(isSmall)) throw new CallError('validation_failed', TOO_LARGE);
  const { kind, source, name, columns } = list;
  const { ids } = await addRows(tx, deps.config, { accountId, kind, source, name, columns }, keyed, {
    paid,
    at,
  });
  const entries = ids.map((row): HistoryEntry => ({ row, before: {}, step: null, cell: null }));
  await storeHistory(tx, list.id, entries, { editId: edit, at });
  return ids;
}

/** Puts back what an edit changed, as an edit of its own, in parts like `editList`. Rows that it added are deleted. */
export async function undoEdit(
  deps: EditDeps,
  accountId: string,
  { id, edit: undone }: InputOf<Calls['listUndo']>,
): Promise<EditResult> {
  const edit = randomUUID();
  const entries = await editHistory(deps.database.db, id, undone);
  const before = new Map(entries.map((entry) => [entry.row_id, entry.before]));
  return inParts(edit, [...before.keys()], [], (rowIds) =>
    changeList(deps, accountId, id, async (tx, found, { at }) => {
      if (entries.length === 0)
        throw new CallError('not_found', 'This change is too old to be undone, or was undone before.');
      const columns = new Set(found.columns);
      const added = rowIds.filter((row) => Object.keys(before.get(row) ?? {}).length === 0);
      const changes = (await changeableRows(tx, id, rowIds)).flatMap((row) => {
        const set = Object.entries(before.get(row.id) ?? {}).filter(([column]) => columns.has(column));
        if (set.length === 0) return [];
        return [{ row, set: Object.fromEntries(set.map(([column, text]) => [column, text ?? ''])) }];
      });
      await changeRows(tx, found, changes, { editId: edit, at });
      if (added.length > 0) {
        const gone = await deleteRowsById(tx, id, added);
        await changeCounters(tx, id, { rows: -gone.rows, bytes: -gone.bytes, at });
      }
      return changes.map(({ row }) => row.id);
    }),
  );
}
