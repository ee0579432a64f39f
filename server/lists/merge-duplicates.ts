import { randomUUID } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { InputOf } from '#contract/call.ts';
import type { LIST_TABLE_CALLS } from '#contract/calls/list-table-calls.ts';
import type { ListColumn } from '#contract/list-columns.ts';
import type { ListView } from '#contract/lists.ts';
import { columnsFilled } from '#engines/list-steps/step-order.ts';
import { type ChangeableRow, changeableRows } from './cell-store.ts';
import { changeRows, type RowChange } from './change-rows.ts';
import { type HistoryEntry, storeMergeHistory } from './history-store.ts';
import { listFields } from './list-fields.ts';
import { listLimits } from './list-limits.ts';
import { changeAndView, type ListDeps, requireColumns, requireList, viewList } from './lists.ts';
import { takeCells } from './moved-cells.ts';
import { assertNewRemoval, keepRows, noteMerged } from './removals/removal-store.ts';
import { valueKey } from './row-key.ts';
import { rowPages } from './row-steps.ts';
import { deleteRowsById, moveKeys } from './row-store.ts';
import { changeCounters } from './store.ts';
import { withEdit } from './with-edit.ts';

/** What one transaction merges at most. Twice as much holds the embedded database for 65 ms. */
const GROUPS_PER_STEP = 25;
const ROWS_PER_STEP = 100;

/**
 * Finds the rows of a list that have the same values in these columns, whatever their capitals, accents and spaces, and merges
 * them if `merge` is set: the first of each stays, takes values and answers that it lacks, and the others go. What a person typed
 * wins over what a step found. Rows without a value in any of the columns are left alone. Returns how many rows repeat another one,
 * and the `edit` that `list-undo` undoes; null if nothing was merged. Rows are kept for 30 days for it. If some
 * rows are merged when it fails, the error has the ID of the edit.
 */
export async function mergeDuplicates(
  deps: ListDeps,
  accountId: string,
  { id, columns, merge, edit = randomUUID() }: InputOf<(typeof LIST_TABLE_CALLS)['listMergeDuplicates']>,
): Promise<{ list: ListView; duplicates: number; edit: string | null }> {
  const list = await requireList(deps, accountId, id);
  if (merge) await assertNewRemoval(deps.database.db, edit);
  requireColumns(list, columns);
  const fields = listFields(list).filter((field) => columns.includes(field.id));
  const groups = new Map<string, number[]>();
  for await (const page of rowPages(deps.database.db, id)) {
    for (const { id: row, cells } of page) {
      const key = keyOf(fields, cells);
      if (key === null) continue;
      const group = groups.get(key);
      if (group) group.push(row);
      else groups.set(key, [row]);
    }
    await nextTurn();
  }
  const repeated = [...groups.values()].filter(({ length }) => length > 1);
  const duplicates = repeated.reduce((sum, { length }) => sum + length - 1, 0);
  if (!merge || duplicates === 0) return { list: viewList(deps, list), duplicates, edit: null };
  let merged = viewList(deps, list);
  let isBegun = false;
  for (const step of mergeSteps(repeated)) {
    try {
      merged = await mergeGroups(deps, accountId, { id, fields, groups: step, edit });
      isBegun = true;
    } catch (error) {
      throw isBegun ? withEdit(error, edit) : error;
    }
    await nextTurn();
  }
  return { list: merged, duplicates, edit };
}

/** What makes rows the same; null for a row without any of the values. */
function keyOf(fields: readonly ListColumn[], cells: Readonly<Record<string, string>>): string | null {
  const keys = fields.map((field) => valueKey(field.type, cells[field.id]));
  return keys.every((key) => key === null) ? null : JSON.stringify(keys);
}

/** The groups in steps. A large one is merged in several, which all have its first row. */
function* mergeSteps(groups: readonly (readonly number[])[]): Generator<number[][]> {
  let step: number[][] = [];
  let rows = 0;
  for (const [first = 0, ...others] of groups) {
    for (let from = 0; from < others.length; ) {
      // No step has two parts of one group: each part sees what the one before did.
      const part = [first, ...others.slice(from, from + ROWS_PER_STEP - 1)];
      if (step.length === GROUPS_PER_STEP || rows + part.length > ROWS_PER_STEP) {
        yield step;
        step = [];
        rows = 0;
      }
      step.push(part);
      rows += part.length;
      from += part.length - 1;
    }
  }
  if (step.length > 0) yield step;
}

function mergeGroups(
  deps: ListDeps,
  accountId: string,
  {
    id,
    fields,
    groups,
    edit,
  }: { id: string; fields: readonly ListColumn[]; groups: readonly (readonly number[])[]; edit: string },
): Promise<ListView> {
  return changeAndView(deps, accountId, id, async (tx, list, { paid, at }) => {
    const all = new Map((await changeableRows(tx, id, groups.flat())).map((row) => [row.id, row]));
    const filled = new Set(list.steps.flatMap(columnsFilled));
    const changes: RowChange[] = [];
    const entries: Pick<HistoryEntry, 'row' | 'before' | 'typed'>[] = [];
    const same = groups.flatMap((group) => {
      const read = group.flatMap((row) => all.get(row) ?? []);
      // A row may have been edited since it was found.
      const key = read[0] && keyOf(fields, read[0].cells);
      const [first, ...others] = read.filter(({ cells }) => keyOf(fields, cells) === key);
      return first && others.length > 0 ? [{ first, others }] : [];
    });
    const gone = same.flatMap(({ others }) => others.map((row) => row.id));
    if (gone.length === 0) return;
    await keepRows(tx, { id: edit, accountId, list, limits: listLimits(deps.config, { paid }), at }, gone);
    const merged = same.map(({ first, others }) => ({
      first,
      others,
      ...mergedValues(first, others, filled),
    }));
    const taken = await takeCells(
      tx,
      list,
      merged.map(({ first, others, edited }) => ({
        from: others.map((row) => ({ id: row.id, values: row.cells })),
        to: { id: first.id, edited },
      })),
    );
    const groupsOfIds = same.map(({ first, others }) => ({
      from: others.map((row) => row.id),
      to: first.id,
    }));
    const keysOf = Map.groupBy(await moveKeys(tx, id, groupsOfIds), ({ row }) => row);
    const notes: Parameters<typeof noteMerged>[2][number][] = [];
    for (const [at, { first, others, set, edited }] of merged.entries()) {
      const { moved, set: found } = taken[at] ?? { moved: [], set: {} };
      Object.assign(set, found);
      const keys = (keysOf.get(first.id) ?? []).map(({ key }) => key);
      for (const { id: row } of others)
        notes.push({ row, into: first.id, cells: moved.filter((cell) => cell.row === row), keys });
      changes.push({ row: { ...first, edited }, set });
      const columns = Object.keys(set);
      entries.push({
        row: first.id,
        before: Object.fromEntries(columns.map((column) => [column, first.cells[column] ?? null])),
        typed: columns.filter((column) => first.edited?.includes(column)),
      });
    }
    await noteMerged(tx, id, notes);
    await storeMergeHistory(tx, id, entries, { editId: edit, at });
    await changeRows(tx, list, changes, { at, forget: true, merged: true });
    const deleted = await deleteRowsById(tx, id, gone);
    await changeCounters(tx, id, { rows: -deleted.rows, bytes: -deleted.bytes, at });
  });
}

/**
 * What the first row takes from the others, and the columns whose values a person typed after that. `filled`: the columns of
 * steps.
 */
function mergedValues(
  first: ChangeableRow,
  others: readonly ChangeableRow[],
  filled: ReadonlySet<string>,
): { set: Record<string, string>; edited: string[] } {
  const set: Record<string, string> = {};
  const typed = new Set(first.edited);
  for (const { cells, edited } of others)
    for (const [column, value] of Object.entries(cells)) {
      const isTyped = edited?.includes(column) ?? false;
      const isBetter = isTyped && filled.has(column) && !typed.has(column);
      if ((set[column] ?? first.cells[column]) && !isBetter) continue;
      set[column] = value;
      if (isTyped) typed.add(column);
      else typed.delete(column);
    }
  return { set, edited: [...typed] };
}
