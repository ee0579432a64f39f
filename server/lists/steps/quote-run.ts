import { isUnlimited } from '#contract/access.ts';
import { CallError } from '#contract/errors.ts';
import type { RunQuote, RunScope } from '#contract/list-runs.ts';
import type { ToolStep } from '#contract/list-steps.ts';
import { stepTool } from '#tools/index/step-tools.ts';
import { findGateAccount } from '../../accounts/account.ts';
import type { Deps } from '../../deps.ts';
import type { TaskTools } from '../../tasks/task-tool.ts';
import { createLeftOutCount } from '../exclusions/count-left-out.ts';
import { listFields } from '../list-fields.ts';
import { stepAnswers } from '../run-store.ts';
import type { ListRecord } from '../store.ts';
import { priceCells } from './price-cells.ts';
import { nothingToRun, rowLimits, scopedCells, stepsOfRun } from './run-scope.ts';
import type { ScopedCell } from './scoped-cell.ts';

type QuoteDeps = Deps & { taskTools: TaskTools };

/** What a run would do and cost at most. A problem that a person can solve is part of it. */
export async function quoteRun(
  deps: QuoteDeps,
  accountId: string,
  list: ListRecord,
  scope: RunScope,
): Promise<RunQuote> {
  const empty: RunQuote = {
    rows: 0,
    leftOut: 0,
    leftOutBy: [],
    cells: 0,
    credits: 0,
    unchanged: 0,
    typed: 0,
    known: 0,
    repeats: 0,
    steps: [],
    problem: null,
  };
  try {
    const steps = stepsOfRun(list, scope.steps);
    const account = await findGateAccount(deps.database.db, deps.config, accountId);
    const isIncluded = account !== null && isUnlimited(account);
    const counts = new Map(steps.map(({ id }) => [id, { cells: 0, credits: 0, repeats: 0, later: 0 }]));
    /** By step: the most values of one column that is filled first. */
    const mostValues = new Map<string, { try: number; values: number }>();
    const rows = new Set<number>();
    const leftOut = createLeftOutCount();
    let unchanged = 0;
    let known = 0;
    let typed = 0;
    for await (const { cells: page, leftOut: out, typed: kept, later } of scopedCells(deps, list, scope)) {
      for (const by of out) leftOut.add(by);
      typed += kept;
      for (const step of later) {
        const count = counts.get(step);
        if (count) count.later += 1;
      }
      for (const { cell, isKnown, most, unchanged: least, repeats } of await priceCells(
        deps,
        accountId,
        page,
      )) {
        rows.add(cell.row);
        const count = counts.get(cell.step.id);
        if (cell.waits && !isKnown) noteValues(mostValues, cell);
        if (!count) continue;
        count.cells += 1;
        if (isKnown) known += 1;
        count.repeats += repeats;
        count.credits += most;
        unchanged += least;
      }
    }
    const answers = await stepAnswers(deps.database.db, accountId);
    const limits = rowLimits(steps);
    const quoted = steps.map((step) => {
      const { cells = 0, credits = 0, repeats = 0, later = 0 } = counts.get(step.id) ?? {};
      return {
        step: step.id,
        name: step.name,
        cells,
        credits: isIncluded ? 0 : credits,
        repeats,
        later,
        most: later > 0 ? (limits.get(step.id) ?? null) : null,
        unknown: unknownColumn(list, step, mostValues.get(step.id)),
        expected: expectedShare(step, answers),
      };
    });
    const sum = (of: 'cells' | 'credits' | 'repeats') => quoted.reduce((total, each) => total + each[of], 0);
    const cells = sum('cells');
    return {
      rows: rows.size,
      leftOut: leftOut.rows,
      leftOutBy: leftOut.by(),
      cells,
      credits: sum('credits'),
      unchanged: isIncluded ? 0 : unchanged,
      typed,
      known,
      ...(isIncluded
        ? { included: [...counts.values()].reduce((all, { credits }) => all + credits, 0) }
        : {}),
      repeats: sum('repeats'),
      steps: quoted,
      problem: cells === 0 ? nothingToRun(list, steps) : null,
    };
  } catch (error) {
    if (!(error instanceof CallError) || error.status >= 500 || error.code === 'rate_limited') throw error;
    return { ...empty, problem: error.message };
  }
}

function noteValues(
  known: Map<string, { try: number; values: number }>,
  { step, most }: Pick<ScopedCell, 'step' | 'most'>,
): void {
  for (const [at, values] of most.entries())
    if (values > (known.get(step.id)?.values ?? 1)) known.set(step.id, { try: at, values });
}

/** The column of a step that may get several values first. */
function unknownColumn(
  list: ListRecord,
  { tries }: ToolStep,
  most: { try: number; values: number } | undefined,
): RunQuote['steps'][number]['unknown'] {
  const used = most && tries[most.try];
  const role = used && stepTool(used.tool)?.several?.role;
  const id = role === undefined ? undefined : used?.inputs[role];
  const column = listFields(list).find((field) => field.id === id);
  return most && column ? { column: column.name, values: most.values } : null;
}

/** The share of rows in which a tool of the step had an answer, in earlier runs of the account; null if unknown. */
function expectedShare(
  { tries }: ToolStep,
  answers: ReadonlyMap<string, { worked: number; accepted: number }>,
): number | null {
  const known = tries.flatMap(({ tool }) => answers.get(tool) ?? []).filter(({ worked }) => worked >= 20);
  if (known.length === 0) return null;
  // Each later tool works only where the ones before had no answer.
  return 1 - known.reduce((none, { worked, accepted }) => none * (1 - accepted / worked), 1);
}
