import { CallError } from '#contract/errors.ts';
import type { CellTry } from '#contract/list-cells.ts';
import type { ToolAnswer } from '#contract/list-run-cells.ts';
import type { ToolStep } from '#contract/list-steps.ts';
import { CSV_LIST_SEPARATOR } from '#engines/csv/write-csv.ts';
import { stepTool, tryTool } from '#tools/index/step-tools.ts';
import { fillsColumn, outputValues } from '#tools/list-tool/output-values.ts';
import { withoutWrong } from '#tools/list-tool/without-wrong.ts';
import type { Deps } from '../../deps.ts';
import { asksTheSame } from '../cell-hash.ts';
import { type ChangeableRow, cellsOfRows, changeableRows, storeTries } from '../cell-store.ts';
import { changeList } from '../change-list.ts';
import { changeRows } from '../change-rows.ts';
import type { ListRecord } from '../store.ts';
import { storeWrongAnswers } from './wrong-answers.ts';

/**
 * Calls the value of a cell wrong: the cell takes the next answer that its tools had, or none, and runs of the account don't take
 * the value again for the same question. If the question changed since then, it isn't remembered. Without another answer, the cell
 * can be run again, so that later tools of the step get their turn. Throws CallError if no tool gave the value.
 */
export async function markWrong(
  deps: Pick<Deps, 'config' | 'clock' | 'database' | 'secrets'>,
  accountId: string,
  { id, row: rowId, column, value: wrong }: { id: string; row: number; column: string; value: string },
): Promise<ListRecord> {
  const { list } = await changeList(deps, accountId, id, async (tx, found, { at }) => {
    const step = found.steps.find((each) => each.outputs.some((output) => output.column === column));
    const [row] = await changeableRows(tx, id, [rowId]);
    if (!row) throw new CallError('not_found', 'This row was deleted.');
    const cell = (await cellsOfRows(tx, id, [rowId])).find((each) => each.step === step?.id);
    const values = (Object.hasOwn(row.cells, column) ? (row.cells[column] ?? '') : '').split(
      CSV_LIST_SEPARATOR,
    );
    if (step?.kind !== 'tool' || !cell || !values.includes(wrong) || row.edited?.includes(column))
      throw new CallError('validation_failed', 'No tool gave this value. Change it by hand.');
    const { tries, answers, isChanged } = withoutValues(step, cell.tries, row, wrong);
    if (!isChanged)
      throw new CallError('validation_failed', 'The answer changed meanwhile. Reload the page.');
    // The row asks something else now, to which this answer may be right.
    const isAsked = asksTheSame(step, row.cells, cell.input_hash);
    if (isAsked) await storeWrongAnswers(tx, deps, accountId, answers, at);
    const isAnswered = tries.some(({ accepted }) => accepted);
    const left = isAnswered ? outputValues(step, tries, stepTool) : {};
    const set = Object.fromEntries(
      step.outputs
        .filter((output) => !row.edited?.includes(output.column))
        .map((output) => [output.column, left[output.column] ?? '']),
    );
    const answeredBy = tries.findIndex(({ accepted }) => accepted);
    await storeTries(tx, id, {
      row: rowId,
      step: step.id,
      // Without a status, a run works it again: free for what was asked before, and on with the tools after it.
      status: isAnswered ? 'done' : step.tries.length > 1 ? null : 'nothing-found',
      answeredBy: answeredBy < 0 ? null : answeredBy,
      tries,
    });
    await changeRows(tx, found, [{ row, set, step: step.id, cell }], { at, merged: true });
  });
  return list;
}

/** The tries without these values, and what the row asks for them. */
function withoutValues(
  step: ToolStep,
  tries: readonly CellTry[],
  row: ChangeableRow,
  wrong: string,
): { tries: CellTry[]; answers: ToolAnswer[]; isChanged: boolean } {
  const answers: ToolAnswer[] = [];
  let isChanged = false;
  const right = tries.map((each) => {
    const definition = stepTool(each.tool);
    if (!definition || !each.accepted) return each;
    const used = step.tries.flatMap((one) => (one.tool === each.tool ? (tryTool(one) ?? []) : []));
    const fields = used.flatMap((one) => one.fields);
    const checked = withoutWrong({ ...definition, fields }, each.row, (value) => value === wrong);
    if (!checked.isChanged) return each;
    isChanged = true;
    const items = used.flatMap((one) => one.items(row.cells));
    for (const input of new Set(items)) answers.push({ tool: each.tool, input, value: wrong });
    const accepted = checked.isAnswer && fillsColumn(step, { tool: each.tool, row: checked.row }, stepTool);
    return { ...each, row: checked.row, accepted, text: definition.summary(checked.row) };
  });
  return { tries: right, answers, isChanged };
}
