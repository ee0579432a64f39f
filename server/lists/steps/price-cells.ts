import { chargedBefore, itemDigest } from '../../credits/charged-items.ts';
import type { Deps } from '../../deps.ts';
import type { TaskTools } from '../../tasks/task-tool.ts';
import { itemCredits, paidOnceKeys, tryCredits } from './item-credits.ts';
import { knownCells } from './known-cells.ts';
import type { CellOfRow, ScopedCell } from './scoped-cell.ts';

type PriceDeps = Pick<Deps, 'config' | 'clock' | 'database' | 'secrets'> & { taskTools: TaskTools };

/** What a cell of a run costs, in credits. */
export interface CellPrice {
  cell: ScopedCell;
  /** the row has what the step looks for, so it is free */
  isKnown: boolean;
  /** at most */
  most: number;
  /** at most, if what the row has now stays */
  unchanged: number;
  /** answers that were paid for before and are free; none for a cell whose inputs aren't known yet */
  repeats: number;
}

/** What each of these cells costs, in the same order. */
export async function priceCells(
  deps: PriceDeps,
  accountId: string,
  page: readonly CellOfRow[],
): Promise<CellPrice[]> {
  const known = await knownCells(deps, accountId, page);
  const cells = page.map(({ cell }) => cell);
  const open = cells.filter((cell) => !known.has(cell));
  const paid = await paidItems(deps, accountId, open);
  return cells.map((cell) => {
    if (known.has(cell)) return { cell, isKnown: true, most: 0, unchanged: 0, repeats: 0 };
    const repeats = cell.now.filter((item) => paid.has(paidKey(item)));
    const credits = priceOf(deps, cell.now) - priceOf(deps, repeats);
    const most = cell.waits ? mostCredits(deps, cell) : credits;
    return {
      cell,
      isKnown: false,
      most,
      unchanged: cell.now.length > 0 ? Math.min(credits, most) : most,
      repeats: cell.waits ? 0 : repeats.length,
    };
  });
}

function paidKey({ tool, input }: { tool: string; input: string }): string {
  return `${tool} ${input}`;
}

/** The items of cells that the account paid for before, and that are free now. */
async function paidItems(
  deps: PriceDeps,
  accountId: string,
  cells: readonly ScopedCell[],
): Promise<Set<string>> {
  const now = new Date(deps.clock.now());
  const paid = new Set<string>();
  const all = cells.flatMap(({ now }) => now);
  for (const [kind, items] of Map.groupBy(all, ({ tool }) => tool)) {
    const digests = new Map(
      items.map((item) => [paidKey(item), paidOnceKeys(deps, item).map(itemDigest)] as const),
    );
    const known = await chargedBefore(deps.database.db, accountId, {
      kind,
      digests: [...new Set([...digests.values()].flat())],
      now,
    });
    for (const [key, ofItem] of digests) if (ofItem.some((digest) => known.has(digest))) paid.add(key);
  }
  return paid;
}

function priceOf(deps: PriceDeps, items: ScopedCell['now']): number {
  return items.reduce((total, item) => total + itemCredits(deps, item), 0);
}

/** Of a step whose inputs aren't known yet, if all its tools work: each counts with the most items that it can get. */
function mostCredits(deps: PriceDeps, { step, most }: ScopedCell): number {
  return step.tries.reduce((total, each, at) => total + tryCredits(deps, each) * (most[at] ?? 1), 0);
}
