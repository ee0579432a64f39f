import { CallError } from '#contract/errors.ts';
import { onlyLooks } from '#contract/list-membership.ts';
import { RUN_CELLS_MAX, type RunCells, type RunScope } from '#contract/list-runs.ts';
import type { ToolStep } from '#contract/list-steps.ts';
import { columnsRead, orderSteps, triedColumns } from '#engines/list-steps/step-order.ts';
import { knownAnswer } from '#tools/index/known-values.ts';
import { stepLack, stepTool, tryTool } from '#tools/index/step-tools.ts';
import { meets } from '#tools/list-tool/column-filter.ts';
import type { OptOutDeps } from '../../opt-outs/opt-outs.ts';
import { type CellRecord, cellsOfRows } from '../cell-store.ts';
import { type Exclusion, openLeftOut } from '../exclusions/left-out.ts';
import { listFields } from '../list-fields.ts';
import { conditionColumns, requireColumns } from '../lists.ts';
import { shownPages } from '../shown-rows.ts';
import type { ListRecord } from '../store.ts';
import type { CellOfRow } from './scoped-cell.ts';

/** The steps of a run, in the order they depend on each other. Throws CallError for unknown ones. */
export function stepsOfRun(
  list: Pick<ListRecord, 'steps'>,
  wanted: readonly string[] | undefined,
): ToolStep[] {
  const order = orderSteps(list.steps);
  if (!order.ok) throw new CallError('unprocessable', circleMessage(order.circle));
  const unknown = wanted?.find((id) => !list.steps.some((step) => step.id === id));
  if (unknown !== undefined)
    throw new CallError('validation_failed', `The list has no step “${unknown}”. It may have been deleted.`);
  const steps = order.steps.filter(
    (step): step is ToolStep => step.kind === 'tool' && (wanted?.includes(step.id) ?? true),
  );
  if (steps.length === 0)
    throw new CallError(
      'unprocessable',
      wanted
        ? 'These steps update automatically. Choose steps that use a tool.'
        : 'The list has no column that a tool fills. Add one in the browser, with Add column, or with the call list-step-save.',
    );
  return steps;
}

/** Why a run of steps of a list has no cells. */
export function nothingToRun(list: ListRecord, steps: readonly ToolStep[]): string {
  for (const step of steps) {
    const lack = stepLack(step);
    if (lack) return `“${step.name}” isn’t ready. ${lack}`;
  }
  const read = new Set(steps.flatMap(triedColumns));
  const given = listFields(list).filter(({ id, step }) => step === null && read.has(id));
  const names = given.map(({ name }) => `“${name}”`).join(', ');
  const lacked = names === '' ? '' : ` (${names})`;
  return `There is nothing to run: these rows are done or typed by hand, or lack what the steps read${lacked}.`;
}

/** Says which steps wait for each other. */
export function circleMessage(circle: readonly string[]): string {
  const names = circle.map((name) => `“${name}”`).join(', ');
  return circle.length === 1
    ? `${names} would need its own result. Choose another column.`
    : `These columns would wait for each other: ${names}. Choose another column in one of them.`;
}

/** What a run works of some rows. */
export interface ScopePage {
  /** for each row that exclusion lists leave out, the list that does */
  leftOut: Exclusion[];
  /** cells that keep what a person typed or imported */
  typed: number;
  /** the step of each cell that waits for another run, because the step has a limit of rows */
  later: string[];
  cells: CellOfRow[];
  /** rows are left that one run can't work, too; the page is the last */
  more: boolean;
}

/**
 * The cells of a run, row by row, in pages that others can wait for. A step without what it needs, or whose condition isn't
 * met, is left out, unless a step before it may change that. `skipFailed`: what failed with the same inputs isn't tried again.
 * `most`: so many cells are enough, of whole rows; null: all of them, or it throws `validation_failed`.
 */
export async function* scopedCells(
  deps: OptOutDeps,
  list: ListRecord,
  scope: RunScope,
  { skipFailed = false, most = null }: { skipFailed?: boolean; most?: number | null } = {},
): AsyncGenerator<ScopePage> {
  const steps = stepsOfRun(list, scope.steps);
  requireColumns(list, conditionColumns(scope.where));
  const order = orderSteps(list.steps);
  const all = order.ok ? order.steps : [];
  const limits = rowLimits(steps);
  let line = 0;
  let cellCount = 0;
  const looks = steps.some(onlyLooks);
  const exclusionOf = await openLeftOut(deps, list.account_id, list, scope.leaveOut);
  for await (const page of shownPages(deps, list, scope)) {
    const out = new Map(
      page.flatMap((row) => {
        const by = exclusionOf?.(row.cells);
        return by ? [[row, by] as const] : [];
      }),
    );
    const wanted = looks ? page : page.filter((row) => !out.has(row));
    const leftOut = steps.every(onlyLooks) ? [] : [...out.values()];
    const rows = scope.first === undefined ? wanted : wanted.slice(0, scope.first - line);
    const known = new Map(
      (
        await cellsOfRows(
          deps.database.db,
          list.id,
          rows.map(({ id }) => id),
        )
      ).map((cell) => [`${cell.row_id} ${cell.step}`, cell]),
    );
    const cells: CellOfRow[] = [];
    const later: string[] = [];
    let typed = 0;
    for (const row of rows) {
      const before = cells.length;
      const { id, cells: values } = row;
      line += 1;
      // The columns that the run fills, and how many values each can get at most.
      const changing = new Map<string, number>();
      for (const step of all) {
        const changes = columnsRead(step).some((column) => changing.has(column));
        if (step.kind !== 'tool') {
          if (changes) for (const { column } of step.outputs) changing.set(column, Number.POSITIVE_INFINITY);
          continue;
        }
        if (!steps.some((each) => each.id === step.id)) continue;
        if (out.has(row) && !onlyLooks(step)) continue;
        const cell = known.get(`${id} ${step.id}`);
        if (!isWanted(step, scope.cells, values, cell, changes)) continue;
        if (isTyped(step, row, cell, scope)) {
          typed += 1;
          continue;
        }
        if (skipFailed && cell?.status === 'failed' && !cell.stale && !changes) continue;
        const isMet = step.conditions.every((each) => meets(values, each));
        const now = isMet ? itemsOf(step, values) : [];
        if (!changes && (!isMet || (now.length === 0 && !knownAnswer(step, values)))) continue;
        const left = limits.get(step.id) ?? 0;
        if (left === 0) {
          later.push(step.id);
          continue;
        }
        limits.set(step.id, left - 1);
        const open = new Set(changing.keys());
        const items = mostItems(step, values, (column) => changing.get(column));
        for (const { column, field } of step.outputs) changing.set(column, mostTexts(step, field, items));
        const scoped = { row: id, line, step, waits: changes, now, most: items };
        cells.push({ cell: scoped, values, isOpen: (column) => open.has(column) });
      }
      if (most !== null && cellCount + cells.length > most) {
        yield { leftOut, typed, later, cells: cells.slice(0, before), more: true };
        return;
      }
    }
    cellCount += cells.length;
    if (cellCount > RUN_CELLS_MAX)
      throw new CallError(
        'validation_failed',
        `A run can work ${RUN_CELLS_MAX.toLocaleString('en-US')} cells at most. Choose fewer rows or steps.`,
      );
    yield { leftOut, typed, later, cells, more: false };
    if (scope.first !== undefined && line >= scope.first) return;
  }
}

/** Whether a cell has values of a person, which its run would lose or pay for without need. */
function isTyped(
  { outputs }: ToolStep,
  { cells: values, edited }: { cells: Readonly<Record<string, string>>; edited: string[] | null },
  cell: CellRecord | undefined,
  { cells: which, replaceTyped }: Pick<RunScope, 'cells' | 'replaceTyped'>,
): boolean {
  // These are never overwritten.
  if (outputs.length > 0 && outputs.every(({ column }) => edited?.includes(column))) return true;
  if (which !== 'all' || replaceTyped || cell?.worked_at) return false;
  return outputs.some(({ column }) => values[column] && !edited?.includes(column));
}

function isWanted(
  step: ToolStep,
  which: RunCells,
  values: Readonly<Record<string, string>>,
  cell: CellRecord | undefined,
  inputsChange: boolean,
): boolean {
  if (which === 'all') return true;
  if (which === 'failed') return cell?.status === 'failed';
  if (which === 'stale') return cell?.stale === true;
  // Without an answer that the step takes, a column can have what is said about others.
  const isSaid = (field: string) =>
    cell?.status === 'nothing-found' &&
    step.tries.some(({ tool }) => stepTool(tool)?.about?.includes(field) ?? false);
  const isEmpty = step.outputs.every(({ field, column }) => !values[column] || isSaid(field));
  // An answer that nothing was found stays, unless its inputs change.
  const isDone = cell?.status === 'done' || cell?.status === 'nothing-found';
  return isEmpty && (!isDone || cell.stale || inputsChange);
}

/** What the tools of a step would get. */
function itemsOf(
  step: ToolStep,
  values: Readonly<Record<string, string>>,
): { tool: string; input: string }[] {
  return step.tries.flatMap((each) =>
    (tryTool(each)?.items(values) ?? []).map((input) => ({ tool: each.tool, input })),
  );
}

/** How many items each tool of a step would get at most. `open`: the columns that are still to be filled. */
function mostItems(
  { tries }: ToolStep,
  values: Readonly<Record<string, string>>,
  open: (column: string) => number | undefined,
): number[] {
  return tries.map((each) => tryTool(each)?.mostItems?.(values, open) ?? 1);
}

/** How many values of a field a step can find at most: one tool answers, for each of its items. */
function mostTexts({ tries }: ToolStep, field: string, most: readonly number[]): number {
  const ofTries = tries.map((each, at) => {
    const isOne = tryTool(each)?.fields.some((known) => known.field === field && known.one);
    return isOne ? (most[at] ?? 1) : Number.POSITIVE_INFINITY;
  });
  return Math.max(...ofTries);
}

/** The most rows of each step that a run works, by the limits of its tries: each of them may be asked about each row. */
export function rowLimits(steps: readonly ToolStep[]): Map<string, number> {
  return new Map(
    steps.map(({ id, tries }) => [
      id,
      Math.min(...tries.map((each) => tryTool(each)?.rowsPerRun ?? RUN_CELLS_MAX)),
    ]),
  );
}
