import { randomUUID } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { InputOf } from '#contract/call.ts';
import type { LIST_TABLE_CALLS } from '#contract/calls/list-table-calls.ts';
import { CallError } from '#contract/errors.ts';
import type { ListColumn } from '#contract/list-columns.ts';
import { columnsFilled } from '#engines/list-steps/step-order.ts';
import type { Deps } from '../deps.ts';
import { type KeyClaim, once } from '../idempotency/idempotency.ts';
import { areRowsOptedOut, OPTED_OUT } from '../opt-outs/contact-check.ts';
import type { Tx } from '../platform/database/db.ts';
import { assertRoom } from '../platform/disk/disk-space.ts';
import { areTypedRowsOptedOut } from './add-list-rows.ts';
import { addRows } from './add-rows.ts';
import { type ChangeableRow, changeableRows } from './cell-store.ts';
import { changeList } from './change-list.ts';
import { changeRows } from './change-rows.ts';
import { takenColumns, valuesOf } from './edited-cells.ts';
import { type HistoryEntry, storeHistory } from './history-store.ts';
import { listFields, websiteColumns } from './list-fields.ts';
import { assertListsFit, listLimits } from './list-limits.ts';
import { requireList } from './lists.ts';
import type { KeyedRow } from './merge-rows.ts';
import { editedRows } from './read-history.ts';
import { rowsByKeys } from './row-store.ts';
import { filledBy, type ListRecord } from './store.ts';
import { isSmall, TOO_LARGE } from './store-steps.ts';
import { lostValue, typedValues } from './typed-row.ts';
import { withEdit } from './with-edit.ts';

export type EditDeps = Pick<Deps, 'config' | 'clock' | 'database' | 'secrets'>;
type Calls = typeof LIST_TABLE_CALLS;

/** Rows stored in one transaction. With long texts, twice as many hold the embedded database for more than 100 ms. */
const ROWS_PER_PART = 40;

/** What was left out of an edit: a changed row by its ID, or an added one by its position in the request. */
interface Refused {
  row: number | null;
  added: number | null;
  reason: string;
  /** of an undo that works after that of a later deletion */
  waits?: true;
}

/** What an edit changed: the list after it, and the IDs of the rows. */
export interface EditResult {
  list: ListRecord;
  edit: string;
  rows: number[];
  refused: Refused[];
  /** changes that were left out, because someone else changed their cells */
  conflicts: { row: number; column: string }[];
  /** deleted rows that came back, and what is different */
  notes: { row: number; text: string }[];
}

/** A row to add, and its position in the request. */
interface AddedRow {
  position: number;
  row: Readonly<Record<string, string>>;
}

/**
 * Changes values of rows and adds rows, as one edit that can be undone. Stores a few rows at a time, so that the database is free
 * for others in between. Rows that are gone are left out, and so are changes of cells that have neither the value that the change
 * knows from before nor the new one. What names people who opted out is refused with the reason. The
 * same request with the same key goes on where the first one stopped, and changes nothing twice. Throws CallError for an unknown
 * column, for rows that grow too large, and at a limit of the account; what was stored before stays, and the error has
 * the ID of the edit.
 */
export async function editList(
  deps: EditDeps,
  accountId: string,
  { id, changes, add }: InputOf<Calls['listEdit']>,
  claim: KeyClaim | null = null,
): Promise<EditResult> {
  assertRoom(deps.database.space);
  const newEdit = randomUUID();
  const ofRow = Map.groupBy(changes, ({ row }) => row);
  const setOf = (row: number) => valuesOf(ofRow.get(row) ?? []);
  const conflicts = new Map<number, string[]>();
  const known = await requireList(deps, accountId, id);
  const changed = await withoutOptedOut([...ofRow.keys()], (rows) =>
    areRowsOptedOut(deps, rows.map(setOf), websiteColumns(known)),
  );
  const added = await withoutOptedOut(
    add.map((row, position): AddedRow => ({ position, row })),
    (rows) =>
      areTypedRowsOptedOut(
        deps,
        known,
        rows.map(({ row }) => row),
        'ids',
      ),
  );
  const result = await inParts(changed.kept, added.kept, (rowIds, rows) =>
    changeList(deps, accountId, id, async (tx, found, { paid, at }) => {
      const fields = listFields(found);
      const unknown = changes.some(({ column }) => !fields.some(({ id }) => id === column));
      // As in `appendRows`.
      const lost = rows.some(
        ({ row }) => lostValue(fields, row, typedValues(fields, row, 'ids'), 'ids') !== null,
      );
      if (unknown || lost)
        throw new CallError(
          'conflict',
          'A column that you changed is gone. Reload the page to see the list as it is now.',
        );
      const edit = await once(tx, claim, async () => newEdit);
      const done = await editedRows(tx, edit, rowIds);
      const changeable = await changeableRows(tx, id, rowIds);
      const edits = changeable.flatMap((row) => {
        const changesOfRow = ofRow.get(row.id) ?? [];
        const changedBefore = done.get(row.id);
        const taken = takenColumns(row, changesOfRow, changedBefore);
        conflicts.set(row.id, taken);
        const set = valuesOf(changesOfRow.filter(({ column }) => !taken.includes(column)));
        return changedBefore || Object.keys(set).length === 0 ? [] : [{ row, set }];
      });
      requireSmall(edits);
      const bytes = await changeRows(tx, found, edits, { editId: edit, at });
      const limits = listLimits(deps.config, { paid });
      if (bytes > 0) assertListsFit(await filledBy(tx, accountId), { lists: 0, rows: 0, bytes: 1 }, limits);
      const appended = await appendRows(tx, deps, { accountId, list: found, fields, paid, at, edit }, rows);
      return { edit, rows: [...changeable.map((row) => row.id), ...appended] };
    }),
  );
  return {
    ...result,
    refused: [
      ...changed.refused.map((row) => ({ row, added: null, reason: OPTED_OUT })),
      ...added.refused.map(({ position }) => ({ row: null, added: position, reason: OPTED_OUT })),
    ],
    conflicts: [...conflicts].flatMap(([row, columns]) => columns.map((column) => ({ row, column }))),
    notes: [],
  };
}

/** Splits items by whether they name someone who opted out. */
export async function withoutOptedOut<Item>(
  items: readonly Item[],
  areOptedOut: (items: readonly Item[]) => Promise<boolean[]>,
): Promise<{ kept: Item[]; refused: Item[] }> {
  const optedOut = await areOptedOut(items);
  return {
    kept: items.filter((_, index) => !optedOut[index]),
    refused: items.filter((_, index) => optedOut[index]),
  };
}

/** Carries out an edit in parts: first the rows that it changes, then those that it adds. */
export async function inParts<Added>(
  changed: readonly number[],
  added: readonly Added[],
  work: (
    changed: number[],
    added: Added[],
  ) => Promise<{ list: ListRecord; result: { edit: string; rows: number[] } }>,
): Promise<Omit<EditResult, 'refused' | 'conflicts' | 'notes'>> {
  const rows: number[] = [];
  const total = changed.length + added.length;
  let edit: string | null = null;
  for (let from = 0; ; from += ROWS_PER_PART) {
    const to = from + ROWS_PER_PART;
    try {
      const { list, result } = await work(
        changed.slice(from, to),
        added.slice(Math.max(0, from - changed.length), Math.max(0, to - changed.length)),
      );
      edit = result.edit;
      rows.push(...result.rows);
      if (to >= total) return { list, edit, rows };
    } catch (error) {
      throw edit === null ? error : withEdit(error, edit);
    }
    await nextTurn();
  }
}

function requireSmall(edits: readonly { row: ChangeableRow; set: Record<string, string> }[]): void {
  for (const { row, set } of edits)
    if (!isSmall({ values: { ...row.cells, ...set } })) throw new CallError('validation_failed', TOO_LARGE);
}

/** Adds rows that a person typed or pasted below the others, once for each position in the edit. Returns their IDs. */
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
  rows: readonly AddedRow[],
): Promise<number[]> {
  if (rows.length === 0) return [];
  // A typed row is a new one, also if another one has its value in the key column.
  const keyed = rows.map(({ position, row }) => ({
    keys: [`edit:${edit}:${position}`],
    // As in the changes of the same edit.
    values: typedValues(fields, row, 'ids'),
  }));
  if (!keyed.every(isSmall)) throw new CallError('validation_failed', TOO_LARGE);
  const keys = keyed.flatMap((row) => row.keys);
  const done = await rowsByKeys(tx, list.id, keys);
  const known = new Set(done.flatMap((row) => row.keys));
  const { kind, source, name, columns } = list;
  const fresh = keyed.filter((row) => !row.keys.some((key) => known.has(key)));
  const { ids } = await addRows(tx, deps.config, { accountId, kind, source, name, columns }, fresh, {
    paid,
    at,
  });
  const entries = ids.map((row): HistoryEntry => ({ row, before: {}, step: null, cell: null }));
  await storeHistory(tx, list.id, entries, { editId: edit, at });
  await keepTyped(tx, list, fresh, ids, at);
  return [...done.map(({ id }) => id), ...ids];
}

/** What a person typed into the columns of steps wins, as in a row that was there before. */
async function keepTyped(
  tx: Tx,
  list: ListRecord,
  rows: readonly KeyedRow[],
  ids: readonly number[],
  at: Date,
): Promise<void> {
  const filled = new Set(list.steps.flatMap(columnsFilled));
  const typed = new Map(
    rows.flatMap(({ values }, index) => {
      const own = Object.entries(values).filter(([column]) => filled.has(column));
      return own.length > 0 ? [[ids[index] ?? 0, Object.fromEntries(own)] as const] : [];
    }),
  );
  const added = await changeableRows(tx, list.id, [...typed.keys()]);
  const changes = added.map((row) => ({ row, set: typed.get(row.id) ?? {} }));
  await changeRows(tx, list, changes, { at, forget: true });
}
