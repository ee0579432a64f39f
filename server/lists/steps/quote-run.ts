import { isUnlimited } from '#contract/access.ts';
import { CallError } from '#contract/errors.ts';
import type { RunQuote, RunScope } from '#contract/list-runs.ts';
import type { ToolStep } from '#contract/list-steps.ts';
import { findGateAccount } from '../../accounts/account.ts';
import { chargedBefore, itemDigest } from '../../credits/charged-items.ts';
import type { Deps } from '../../deps.ts';
import type { TaskTools } from '../../tasks/task-tool.ts';
import { stepAnswers } from '../run-store.ts';
import type { ListRecord } from '../store.ts';
import { itemCredits, paidOnceKey, tryCredits } from './item-credits.ts';
import { knownCells } from './known-cells.ts';
import { nothingToRun, scopedCells, stepsOfRun } from './run-scope.ts';
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
    cells: 0,
    credits: 0,
    unchanged: 0,
    known: 0,
    repeats: 0,
    steps: [],
    problem: null,
  };
  try {
    const steps = stepsOfRun(list, scope.steps);
    const account = await findGateAccount(deps.database.db, deps.config, accountId);
    const isIncluded = account !== null && isUnlimited(account);
    const counts = new Map(steps.map(({ id }) => [id, { cells: 0, credits: 0, repeats: 0 }]));
    const rows = new Set<number>();
    let leftOut = 0;
    let unchanged = 0;
    let known = 0;
    for await (const { cells: page, leftOut: out } of scopedCells(deps, list, scope)) {
      leftOut += out;
      const inRow = await knownCells(deps, accountId, page);
      const cells = page.map(({ cell }) => cell);
      const paid = await paidItems(
        deps,
        accountId,
        cells.filter((cell) => !inRow.has(cell)),
      );
      for (const cell of cells) {
        rows.add(cell.row);
        const count = counts.get(cell.step.id);
        if (!count) continue;
        count.cells += 1;
        if (inRow.has(cell)) {
          known += 1;
          continue;
        }
        const repeats = cell.now.filter((item) => paid.has(paidKey(item)));
        const credits = priceOf(deps, cell.now) - priceOf(deps, repeats);
        const most = cell.waits ? mostCredits(deps, cell) : credits;
        if (!cell.waits) count.repeats += repeats.length;
        count.credits += most;
        unchanged += cell.now.length > 0 ? Math.min(credits, most) : most;
      }
    }
    const answers = await stepAnswers(deps.database.db, accountId);
    const quoted = steps.map((step) => {
      const { cells = 0, credits = 0, repeats = 0 } = counts.get(step.id) ?? {};
      return {
        step: step.id,
        name: step.name,
        cells,
        credits: isIncluded ? 0 : credits,
        repeats,
        expected: expectedShare(step, answers),
      };
    });
    const sum = (of: 'cells' | 'credits' | 'repeats') => quoted.reduce((total, each) => total + each[of], 0);
    const cells = sum('cells');
    return {
      rows: rows.size,
      leftOut,
      cells,
      credits: sum('credits'),
      unchanged: isIncluded ? 0 : unchanged,
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

function paidKey({ tool, input }: { tool: string; input: string }): string {
  return `${tool} ${input}`;
}

/** The items of cells that the account paid for before, and that are free now. */
async function paidItems(
  deps: QuoteDeps,
  accountId: string,
  cells: readonly ScopedCell[],
): Promise<Set<string>> {
  const now = new Date(deps.clock.now());
  const paid = new Set<string>();
  const all = cells.flatMap(({ now }) => now);
  for (const [kind, items] of Map.groupBy(all, ({ tool }) => tool)) {
    const digests = new Map<string, string>();
    for (const item of items) {
      const key = paidOnceKey(deps, item);
      if (key !== null) digests.set(paidKey(item), itemDigest(key));
    }
    const known = await chargedBefore(deps.database.db, accountId, {
      kind,
      digests: [...new Set(digests.values())],
      now,
    });
    for (const [key, digest] of digests) if (known.has(digest)) paid.add(key);
  }
  return paid;
}

function priceOf(deps: QuoteDeps, items: ScopedCell['now']): number {
  return items.reduce((total, item) => total + itemCredits(deps, item), 0);
}

/** Of a step whose inputs aren't known yet, if all its tools work: each counts with the most items that it can get. */
function mostCredits(deps: QuoteDeps, { step, most }: ScopedCell): number {
  return step.tries.reduce((total, each, at) => total + tryCredits(deps, each) * (most[at] ?? 1), 0);
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
