import { setImmediate as nextTurn } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { CALL_STEPS_MAX, type ListStep } from '#contract/list-steps.ts';
import { noWork } from '#engines/list-steps/formula-patterns.ts';
import { orderSteps } from '#engines/list-steps/step-order.ts';
import { instantValues } from '#tools/list-tool/instant-values.ts';
import type { Tx } from '../platform/database/db.ts';
import { asksTheSame } from './cell-hash.ts';
import { type CellRecord, type ChangeableRow, cellsOfRows, markStale, storeRowValues } from './cell-store.ts';
import { type KeyedList, keyReader, keysAfter } from './column-keys.ts';
import { forgetColumns, forgetOldHistory } from './forget-history.ts';
import { type HistoryEntry, storeHistory } from './history-store.ts';
import type { MergePlan, StoredRow } from './merge-rows.ts';
import { storeRefreshFrom } from './refresh-store.ts';
import { changeKeys, keysOfRows, rowBytes } from './row-store.ts';
import { changeCounters, type ListRecord } from './store.ts';

/** New values of one row by column; an empty text removes a value. */
export interface RowChange {
  row: ChangeableRow;
  set: Readonly<Record<string, string>>;
  /** of these columns: those whose values a person typed; undefined: what the change says */
  typed?: readonly string[] | undefined;
  /** the step that a run worked; null for a person's edit */
  step?: string | null;
  /** the cell of that step before the run */
  cell?: object | null;
  /** its values, if those that depend on others are computed already */
  computed?: Readonly<Record<string, string>>;
}

/** Who changes rows: a person, in one edit that can be undone, or a run. */
export interface Change {
  editId?: string | null;
  taskId?: string | null;
  at: Date;
  /** true: the change is itself an undo, and isn't remembered */
  forget?: boolean;
  /** true: the values come from rows that are merged into this one */
  merged?: boolean;
  /** true: the rows don't count as changed for exports and automatic runs; call `storeReread` at the end */
  quiet?: boolean;
  /** true: the key column changed, and rows lose the keys of the one before */
  rekey?: boolean;
}

/** A list whose rows change. */
type ChangingList = KeyedList & Pick<ListRecord, 'id' | 'steps' | 'version'>;

/**
 * Changes values of rows, computes what depends on them at once, gives the rows their keys, and marks the cells whose inputs
 * changed as stale. Remembers the values before, and which of them a person had typed. Steps never overwrite what a person
 * typed. If patterns are slow in the first rows, the last ones are computed in the background. The account's row is locked. Returns the
 * bytes added.
 */
export async function changeRows(
  tx: Tx,
  list: ChangingList,
  changes: readonly RowChange[],
  change: Change,
): Promise<number> {
  if (changes.length === 0) return 0;
  const order = orderSteps(list.steps);
  const steps = order.ok ? order.steps : [];
  const byPerson = !change.merged && (change.taskId === undefined || change.taskId === null);
  const rows = new Map<number, ChangeableRow & { values: Record<string, string> }>();
  const open = new Set<number>();
  const entries: HistoryEntry[] = [];
  for (const { row, set, typed: wasTyped, step = null, cell = null, computed } of changes) {
    const known = rows.get(row.id) ?? { ...row, values: { ...(computed ?? row.cells) } };
    rows.set(row.id, known);
    if (!computed) open.add(row.id);
    const edited = new Set(known.edited);
    const before: Record<string, string | null> = {};
    const typed: string[] = [];
    for (const [column, value] of Object.entries(set)) {
      if (!byPerson && !change.merged && edited.has(column)) continue;
      if (edited.has(column)) typed.push(column);
      // Clearing a value lets steps fill the column again.
      const isTyped = byPerson
        ? (wasTyped?.includes(column) ?? (value !== '' && (edited.has(column) || isFilled(steps, column))))
        : edited.has(column);
      if (isTyped) edited.add(column);
      else edited.delete(column);
      before[column] = known.values[column] ?? null;
      if (value === '') delete known.values[column];
      else known.values[column] = value;
    }
    known.edited = [...edited];
    entries.push({ row: row.id, before, typed, step, cell });
  }
  const toCompute = [...rows.values()].filter(({ id }) => open.has(id)).sort((a, b) => a.id - b.id);
  const left = toCompute[await applyToRows(steps, toCompute)];
  if (left) await storeRefreshFrom(tx, list.id, left.id);
  const ids = [...rows.keys()];
  const keys = await rekeyed(tx, list, [...rows.values()], change);
  const stored = [...rows.values()].map(({ id, values, edited, bytes: before }) => {
    const bytes = rowBytes({ values, keys: keys.get(id) ?? [] });
    return { id, cells: values, edited: edited ?? [], bytes, grown: bytes - before };
  });
  await storeRowValues(tx, list.id, stored, {
    version: change.quiet ? null : Number(list.version) + 1,
    at: change.at,
  });
  if (!change.forget) await storeHistory(tx, list.id, entries, change);
  await forgetOldHistory(tx, list.id, change.at);
  await markStale(tx, list.id, staleCells(steps, await cellsOfRows(tx, list.id, ids), rows));
  const grown = stored.reduce((sum, row) => sum + row.grown, 0);
  await changeCounters(tx, list.id, { rows: 0, bytes: grown, at: change.at });
  return grown;
}

/** Gives rows the keys of their new values; `cells` are those before. Returns the keys that they have now. */
export async function rekeyed(
  tx: Tx,
  list: KeyedList & Pick<ListRecord, 'id'>,
  rows: readonly (Pick<ChangeableRow, 'id' | 'cells'> & { values: Readonly<Record<string, string>> })[],
  { rekey = false }: Pick<Change, 'rekey'> = {},
): Promise<ReadonlyMap<number, readonly string[]>> {
  const ids = rows.map(({ id }) => id);
  const known = await keysOfRows(tx, list.id, ids);
  if (list.key_column === null && !rekey) return known;
  const keyOf = keyReader(list);
  const keys = new Map(
    rows.map(({ id, cells, values }) => [
      id,
      keysAfter(known.get(id) ?? [], { before: keyOf(cells), now: keyOf(values), all: rekey }),
    ]),
  );
  const without = (some: ReadonlyMap<number, readonly string[]>, others: typeof some) =>
    ids.flatMap((row) =>
      (some.get(row) ?? []).flatMap((key) => (others.get(row)?.includes(key) ? [] : [{ row, key }])),
    );
  await changeKeys(tx, list.id, { gone: without(known, keys), added: without(keys, known) });
  return keys;
}

/** What patterns do in the rows of one transaction, in steps of `CALL_STEPS_MAX`: about 100 ms. The last row may do all that a row may. */
const PART_STEPS = 1_000_000;

/**
 * Fills the columns of steps that are computed at once in rows, one after the other, except those that a person typed. Lets others have
 * their turn between slow steps. Stops when patterns did enough for one transaction. Returns how many rows are computed.
 */
async function applyToRows(
  ordered: readonly ListStep[],
  rows: readonly { values: Record<string, string>; edited: readonly string[] | null }[],
): Promise<number> {
  const instant = ordered.filter((step) => step.kind !== 'tool');
  if (instant.length === 0) return rows.length;
  let total = 0;
  let turn = 0;
  for (const [index, { values, edited }] of rows.entries()) {
    if (total >= PART_STEPS) return index;
    const work = noWork();
    let before = 0;
    for (const step of instant) {
      for (const [column, value] of Object.entries(instantValues(step, values, work))) {
        if (edited?.includes(column)) continue;
        if (value === '') delete values[column];
        else values[column] = value;
      }
      const spent = work.steps + work.compiling;
      total += spent - before;
      turn += spent - before;
      before = spent;
      if (turn < CALL_STEPS_MAX) continue;
      turn = 0;
      await nextTurn();
    }
  }
  return rows.length;
}

/**
 * Computes rows again after the steps or columns of their list changed: marks the cells of steps that changed as stale, gives the rows
 * their keys by the key column, and removes the values of deleted columns. Leaves the last rows if patterns are slow in the first. Returns the
 * rows that are computed.
 */
export async function refreshRows(
  tx: Tx,
  list: ChangingList & Pick<ListRecord, 'refresh_keys' | 'deleted_columns'>,
  all: readonly ChangeableRow[],
  at: Date,
): Promise<readonly ChangeableRow[]> {
  const order = orderSteps(list.steps);
  if (!order.ok) return all;
  const { refresh_keys: rekey, deleted_columns: deleted } = list;
  const now = all.map(({ cells, edited }) => ({ values: { ...cells }, edited }));
  const rows = all.slice(0, await applyToRows(order.steps, now));
  const changed: RowChange[] = [];
  // They aren't new for exports and automatic runs.
  const withOtherKeys: RowChange[] = [];
  const same = new Map<number, { values: Readonly<Record<string, string>> }>();
  for (const [index, row] of rows.entries()) {
    const values = now[index]?.values ?? {};
    const gone = deleted.filter((column) => column in row.cells || row.edited?.includes(column));
    const isSame = gone.length === 0 && isDeepStrictEqual(values, row.cells);
    if (!isSame)
      changed.push({ row, set: Object.fromEntries(gone.map((column) => [column, ''])), computed: values });
    else if (rekey) withOtherKeys.push({ row, set: {}, computed: values });
    else same.set(row.id, { values });
  }
  await changeRows(tx, list, changed, { at, forget: true, rekey });
  await changeRows(tx, list, withOtherKeys, { at, forget: true, rekey, quiet: true });
  if (deleted.length > 0)
    await forgetColumns(
      tx,
      list.id,
      rows.map(({ id }) => id),
      deleted,
    );
  const cells = await cellsOfRows(tx, list.id, [...same.keys()]);
  await markStale(tx, list.id, staleCells(list.steps, cells, same));
  return rows;
}

/**
 * Fills the columns of updated and new rows that are computed at once. If patterns are slow in the first rows, the last ones are left to
 * `storeRefreshFrom`. Returns the ID of the first of them, given the IDs of the new rows; undefined for none.
 */
export async function completeRows(
  steps: readonly ListStep[],
  plan: MergePlan,
  stored: readonly { id: number; edited: string[] | null }[],
): Promise<(ids: readonly number[]) => number | undefined> {
  const order = orderSteps(steps);
  if (!order.ok || steps.every(({ kind }) => kind === 'tool')) return () => undefined;
  const typed = new Map(stored.map((row) => [row.id, row.edited ?? []]));
  plan.inserts = plan.inserts.map((row) => ({ ...row, values: { ...row.values } }));
  plan.updates = plan.updates.map((row) => ({ ...row, values: { ...row.values } }));
  const updates = plan.updates.toSorted((a, b) => a.id - b.id);
  // In the order of their IDs, so that those that are left are the last rows of the list.
  const rows = [
    ...updates.map(({ id, values, edited }) => ({ values, edited: [...(edited ?? typed.get(id) ?? [])] })),
    ...plan.inserts.map(({ values }) => ({ values, edited: null })),
  ];
  const done = await applyToRows(order.steps, rows);
  return (ids) => [...updates.map(({ id }) => id), ...ids][done];
}

/** Marks the cells of updated rows whose inputs changed as stale. */
export async function refreshStale(
  tx: Tx,
  list: Pick<ListRecord, 'id' | 'steps'>,
  updates: readonly StoredRow[],
): Promise<void> {
  if (list.steps.length === 0 || updates.length === 0) return;
  const cells = await cellsOfRows(
    tx,
    list.id,
    updates.map(({ id }) => id),
  );
  const rows = new Map(updates.map(({ id, values }) => [id, { values }]));
  await markStale(tx, list.id, staleCells(list.steps, cells, rows));
}

function isFilled(steps: readonly ListStep[], column: string): boolean {
  return steps.some(({ outputs }) => outputs.some((output) => output.column === column));
}

function staleCells(
  steps: readonly ListStep[],
  cells: readonly CellRecord[],
  rows: ReadonlyMap<number, { values: Readonly<Record<string, string>> }>,
): { row: number; step: string; stale: boolean }[] {
  return cells.flatMap(({ row_id, step: id, input_hash, stale: was }) => {
    const step = steps.find((each) => each.id === id);
    const row = rows.get(row_id);
    if (step?.kind !== 'tool' || !row || input_hash === null) return [];
    const stale = !asksTheSame(step, row.values, input_hash);
    return stale === was ? [] : [{ row: row_id, step: id, stale }];
  });
}
