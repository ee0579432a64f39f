import type { CellTry } from '#contract/list-cells.ts';
import {
  CELL_GONE,
  type CellItem,
  failureNote,
  parseCellItem,
  WorkedCell,
  type WorkedTry,
} from '#contract/list-run-cells.ts';
import type { ToolStep } from '#contract/list-steps.ts';
import { stepTool } from '#tools/index/step-tools.ts';
import { outputValues, refusedAnswers, refusedValues } from '#tools/list-tool/output-values.ts';
import type { OptOutDeps } from '../../opt-outs/opt-outs.ts';
import { withoutOptedOut } from '../../tasks/opted-out-rows.ts';
import type { KeptItem, ResultKeeper } from '../../tasks/task-tool.ts';
import type { CheckedItem, WorkedItem } from '../../tasks/worked-item.ts';
import { inputHash } from '../cell-hash.ts';
import { cellsOfRows, changeableRows, rowsLeft, type StoredCell, storeCells } from '../cell-store.ts';
import { changeRows, type RowChange } from '../change-rows.ts';
import { fatesOfRuns, findRun, IS_LIST_DELETED, IS_UNDONE } from '../run-store.ts';
import { findList } from '../store.ts';
import { noteRanOut, noteResumed, noteStopped } from './auto-run-waits.ts';

const OPTED_OUT = 'This person or company asked not to be listed';

/** Keeps the results of runs in the cells of their lists. */
export const cellKeeper: ResultKeeper = {
  check: withoutListedPeople,

  answers: ({ row }) => {
    const cell = WorkedCell.safeParse(JSON.parse(row));
    // A result without a place isn't a whole cell.
    return (cell.data?.tries ?? []).map(({ tool, input, row: found }) => ({ type: tool, input, row: found }));
  },

  async listOf(tx, taskId) {
    return (await findRun(tx, taskId))?.list_id ?? null;
  },

  fates: fatesOfRuns,

  isUndone: IS_UNDONE,

  isListDeleted: IS_LIST_DELETED,

  ranOut: noteRanOut,

  stopped: noteStopped,

  resumed: noteResumed,

  async withoutPlace(tx, task, items) {
    const cells = items.flatMap(({ position, input }) => {
      const cell = parseCellItem(input);
      return cell ? [{ position, cell }] : [];
    });
    const run = await findRun(tx, task.id);
    const list = run && (await findList(tx, task.account_id, run.list_id));
    const ids = cells.map(({ cell }) => cell.row);
    const left = list ? await rowsLeft(tx, list.id, ids) : new Set<number>();
    const steps = new Set(list?.steps.filter(({ kind }) => kind === 'tool').map(({ id }) => id));
    return new Map(
      cells.flatMap(({ position, cell }) =>
        left.has(cell.row) && steps.has(cell.step) ? [] : [[position, goneItem(position, cell)] as const],
      ),
    );
  },

  async keep(tx, task, items, now) {
    const kept = new Map(items.map((item) => [item.position, summaryOf(item)] as const));
    const run = await findRun(tx, task.id);
    const list = run && (await findList(tx, task.account_id, run.list_id));
    if (!run || !list) return kept;
    const worked = items.map((item) => ({ item, cell: WorkedCell.parse(JSON.parse(item.row)) }));
    const ids = [...new Set(worked.map(({ cell }) => cell.row))];
    const rows = new Map((await changeableRows(tx, list.id, ids)).map((row) => [row.id, row]));
    const before = new Map(
      (await cellsOfRows(tx, list.id, ids)).map((cell) => [`${cell.row_id} ${cell.step}`, cell]),
    );
    const changes: RowChange[] = [];
    const cells: StoredCell[] = [];
    for (const { item, cell } of worked) {
      const row = rows.get(cell.row);
      const step = run.steps.find(({ id }) => id === cell.step);
      if (!row || step?.kind !== 'tool') continue;
      // A column that another step fills now, or none, isn't this one's anymore.
      const own = list.steps.find(({ id }) => id === step.id)?.outputs ?? [];
      changes.push({
        row,
        set: valuesOf(step, cell, new Set(own.map(({ column }) => column))),
        step: step.id,
        cell: before.get(`${cell.row} ${cell.step}`) ?? null,
      });
      cells.push(storedCell(step, cell, item));
    }
    // In this order, so that a cell whose inputs changed while it was worked is stale.
    await storeCells(tx, list.id, cells, { taskId: task.id, at: now });
    await changeRows(tx, list, changes, { taskId: task.id, at: now });
    return kept;
  },
};

/** The result of a cell whose row or step was deleted. */
function goneItem(position: number, cell: CellItem): WorkedItem {
  return {
    position,
    row: summary(cell, { status: 'skipped', note: CELL_GONE }),
    outcome: `${cell.step} skipped`,
    found: false,
    failed: false,
    billable: false,
  };
}

/** What the task keeps: the cell has the evidence. */
function summaryOf({ input, row }: KeptItem): string {
  const cell = WorkedCell.parse(JSON.parse(row));
  return summary(parseCellItem(input) ?? cell, cell);
}

/** `line` and `column` say to people which cell it was. */
function summary(
  { row, step, line, name }: Pick<CellItem, 'row' | 'step'> & Partial<CellItem>,
  { status, note }: Pick<WorkedCell, 'status' | 'note'>,
): string {
  return JSON.stringify({ row, step, line, column: name, status, note });
}

/**
 * New values of the step's columns. Without an answer that it takes, an old value is removed, and what is said about the others
 * stays; a failure or a skip keeps everything.
 */
function valuesOf(
  step: ToolStep,
  { status, tries }: WorkedCell,
  columns: ReadonlySet<string>,
): Record<string, string> {
  if (status === 'failed' || status === 'skipped') return {};
  const values =
    status === 'done'
      ? outputValues(step, tries, stepTool)
      : refusedValues(step, refusedAnswers(tries, stepTool), stepTool);
  return Object.fromEntries(
    step.outputs.flatMap(({ column }) => (columns.has(column) ? [[column, values[column] ?? '']] : [])),
  );
}

function storedCell(step: ToolStep, cell: WorkedCell, { charge, due }: KeptItem): StoredCell {
  // What two tries asked is charged once.
  const charged = new Set<KeptItem['due'][number]>();
  const chargeOf = ({ tool, input }: WorkedTry): number => {
    const found = due.find((each) => each.type === tool && each.input === input && !charged.has(each));
    if (found) charged.add(found);
    return found?.amount ?? 0;
  };
  const tries: CellTry[] = cell.tries.map((each) => {
    const { tool, verdict, found, failed, accepted, text, row } = each;
    return { tool, verdict, found, failed, accepted, text, charge: chargeOf(each), row };
  });
  const answered = cell.tries.findIndex(({ accepted }) => accepted);
  return {
    row_id: cell.row,
    step: cell.step,
    status: cell.status,
    note: cell.note,
    answered_by: answered < 0 ? null : answered,
    tries: JSON.stringify(tries),
    charge,
    input_hash: cell.status === 'skipped' ? null : inputHash(step, cell.used),
    ms: cell.ms,
  };
}

/** The results without people who opted out: each answer is checked by the rules of its tool. */
async function withoutListedPeople(deps: OptOutDeps, items: readonly WorkedItem[]): Promise<CheckedItem[]> {
  const cells = items.map(({ row }) => WorkedCell.parse(JSON.parse(row)));
  const all = cells.flatMap(({ tries }) => tries);
  const checked = new Map<WorkedTry, WorkedTry>();
  for (const [tool, tries] of Map.groupBy(all, (each) => each.tool)) {
    const rows = tries.map((each) => ({ ...each, row: JSON.stringify(each.row) }));
    for (const [at, { optedOut, row, found }] of (await withoutOptedOut(deps, tool, rows)).entries()) {
      const before = tries[at];
      if (!before || optedOut === null) continue;
      const gone = optedOut === 'row';
      const left = JSON.parse(row) as Record<string, unknown>;
      checked.set(before, {
        ...before,
        row: left,
        found,
        accepted: before.accepted && found,
        billable: before.billable && !gone,
        text: gone ? OPTED_OUT : (stepTool(tool)?.summary(left) ?? ''),
      });
    }
  }
  return items.map((item, at) => {
    const cell = cells[at];
    if (!cell?.tries.some((each) => checked.has(each))) return { ...item, isRefused: false };
    const tries = cell.tries.map((each) => checked.get(each) ?? each);
    const found = tries.some(({ accepted }) => accepted);
    const status = cell.status === 'done' && !found ? 'nothing-found' : cell.status;
    // It may be about an answer that is gone.
    const note = status === 'nothing-found' ? null : status === 'failed' ? failureNote(tries) : cell.note;
    const paid = tries.filter(({ billable }) => billable);
    return {
      ...item,
      row: JSON.stringify({ ...cell, status, note, tries } satisfies WorkedCell),
      found,
      billable: paid.length > 0,
      charges: paid.map(({ tool, input, verdict, price }) => ({
        type: tool,
        input,
        outcome: verdict ?? undefined,
        price,
      })),
      outcome: `${cell.step} ${status}`,
      isRefused: false,
    };
  });
}
