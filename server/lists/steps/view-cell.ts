import type { CellView } from '#contract/calls/list-step-calls.ts';
import { CallError } from '#contract/errors.ts';
import type { CellState } from '#contract/list-cells.ts';
import { stepTool } from '#tools/index/step-tools.ts';
import type { Deps } from '../../deps.ts';
import { areRowsOptedOut } from '../../opt-outs/contact-check.ts';
import { withoutOptedOut } from '../../tasks/opted-out-rows.ts';
import { cellStates } from '../cell-states.ts';
import { cellsOfRows } from '../cell-store.ts';
import { websiteColumns } from '../list-fields.ts';
import { requireList } from '../lists.ts';
import { rowHistory } from '../read-history.ts';
import { rowsById } from '../row-steps.ts';
import { checkRows } from '../shown-rows.ts';

const NEVER_WORKED: CellState = { status: null, queued: false, overCap: false, stale: false, note: null };

/**
 * What happened in a cell, without people who opted out. Of a column that was asked for, it is only what changed there. Throws
 * `not_found`, also for the lists of others.
 */
export async function viewCell(
  deps: Pick<Deps, 'config' | 'database' | 'secrets'>,
  accountId: string,
  {
    id,
    row: rowId,
    step: stepId,
    column,
  }: { id: string; row: number; step?: string | undefined; column?: string | undefined },
): Promise<CellView> {
  const { db } = deps.database;
  const list = await requireList(deps, accountId, id);
  const step = list.steps.find((each) => each.id === stepId);
  const { shown } = await checkRows(deps, list, await rowsById(db, id, [rowId]));
  const [row] = shown;
  if (!row || !(step || (column !== undefined && list.columns.includes(column))))
    throw new CallError(
      'not_found',
      'This row or column was deleted. Reload the page to see the list as it is now.',
    );
  const cell = step && (await cellsOfRows(db, id, [rowId])).find((each) => each.step === step.id);
  const tries = await Promise.all(
    (cell?.tries ?? []).map(async (each) => {
      const [checked] = await withoutOptedOut(deps, each.tool, [
        { input: '', row: JSON.stringify(each.row), found: each.found, failed: each.failed },
      ]);
      if (!checked?.optedOut) return each;
      const shownRow = JSON.parse(checked.row) as Record<string, unknown>;
      return { ...each, row: shownRow, text: stepTool(each.tool)?.summary(shownRow) ?? '' };
    }),
  );
  const columns = step ? step.outputs.map((output) => output.column) : [column ?? ''];
  const history = await rowHistory(db, rowId, columns);
  const gone = await areRowsOptedOut(
    deps,
    history.map(({ before }) => before),
    websiteColumns(list),
  );
  return {
    state: (step && (await cellStates(db, list, [rowId])).get(rowId)?.[step.id]) ?? NEVER_WORKED,
    values: Object.fromEntries(columns.map((each) => [each, row.cells[each] ?? ''])),
    tries,
    cost: cell?.charge ?? 0,
    ms: cell?.ms ?? null,
    workedAt: cell?.worked_at?.toISOString() ?? null,
    taskId: cell?.task_id ?? null,
    history: history
      .filter((_, index) => !gone[index])
      .map(({ at, before, typed, task_id, imported }) => ({
        at: at.toISOString(),
        before,
        typed,
        taskId: task_id,
        imported,
      })),
  };
}
