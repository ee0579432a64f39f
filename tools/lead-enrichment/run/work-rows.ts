import { onlyLooks } from '#contract/list-membership.ts';
import {
  failureNote,
  LEFT_OUT,
  type RunRow,
  type ToolAnswer,
  type WorkedCell,
  type WorkedTry,
} from '#contract/list-run-cells.ts';
import { IN_ROW, type ListStep, type StepTry, type ToolStep } from '#contract/list-steps.ts';
import type { TaskType } from '#contract/tasks.ts';
import { noWork } from '#engines/list-steps/formula-patterns.ts';
import { inputColumns } from '#engines/list-steps/step-order.ts';
import { knownAnswer } from '../../index/known-values.ts';
import { stepTool, tryTool } from '../../index/step-tools.ts';
import { meets } from '../../list-tool/column-filter.ts';
import { instantValues } from '../../list-tool/instant-values.ts';
import { fillsColumn, outputValues, refusedAnswers, refusedValues } from '../../list-tool/output-values.ts';
import { storedTexts } from '../../list-tool/row-text.ts';
import { streamResults } from '../../list-tool/stream-results.ts';
import { createTaskGroup } from '../../list-tool/task-group.ts';
import { withoutWrong } from '../../list-tool/without-wrong.ts';
import type { RunOptions, StepTool, Tool } from '../../tool.ts';
import { askTogether } from './ask-together.ts';
import type { TakeRowPlace } from './row-places.ts';
import { createToolLane, type ToolLane } from './tool-lane.ts';

/** Results that the caller has not taken yet. */
const MAX_READY = 500;
const TYPED = 'A value was typed here before the tool got to it';
const NOT_CHARGED = 'No answer that this column takes. It isn’t charged, because another tool failed.';

/** What a run works: `isOpen` says which steps it works in which rows. */
interface Work {
  steps: readonly ListStep[];
  rows: readonly RunRow[];
  isOpen(row: number, step: string): boolean;
  /** Which of these answers the account called wrong. null: none of any */
  findWrong: ((answers: readonly ToolAnswer[]) => Promise<boolean[]>) | null;
  /** Which rows with these values exclusion lists leave out. null: none of any */
  findLeftOut: ((values: readonly RunRow['values'][]) => Promise<boolean[]>) | null;
  takePlace: TakeRowPlace;
}

/**
 * Takes each row through its open steps, in order. Rows don't wait for each other. Yields each open cell once, unless the
 * signal aborts. Throws what a tool throws.
 */
export function workRows(
  { steps, rows, isOpen, findWrong, findLeftOut, takePlace }: Work,
  tools: ReadonlyMap<TaskType, Tool>,
  signal: AbortSignal,
  options: RunOptions,
): AsyncGenerator<WorkedCell> {
  return streamResults<WorkedCell>(MAX_READY, signal, async (ready, stopped) => {
    const lanes = new Map<string, ToolLane>();
    const group = createTaskGroup(() => {});
    const laneOf = (step: ToolStep, at: number): ToolLane | null => {
      const used = step.tries[at];
      const tool = used && tools.get(used.tool);
      if (!used || !tool) return null;
      const key = `${step.id} ${at}`;
      const needed = stepTool(used.tool)?.optionsFor?.(step.outputs.map(({ field }) => field));
      const chosen = { ...used.options, ...needed };
      const lane =
        lanes.get(key) ??
        createToolLane(tool, stopped, { ...options, chosen, ...tokenLimit(key, used) }, group.start);
      lanes.set(key, lane);
      return lane;
    };

    const findOut = findLeftOut && askTogether(findLeftOut, group.start);

    async function workRow(row: RunRow): Promise<void> {
      const values = { ...row.values };
      const work = noWork();
      // With the values of now; null: not looked up.
      let leftOut: boolean | null = null;
      const change = (found: Record<string, string>) => {
        const changed = Object.entries(withoutEdited(found, row)).filter(
          ([column, text]) => (values[column] ?? '') !== text,
        );
        if (changed.length > 0) leftOut = null;
        Object.assign(values, Object.fromEntries(changed));
      };
      const isLeftOut = async (step: ToolStep) => {
        if (!findOut || onlyLooks(step)) return false;
        leftOut ??= await findOut({ ...values });
        return leftOut;
      };
      for (const step of steps) {
        if (step.kind !== 'tool') {
          change(instantValues(step, values, work));
          continue;
        }
        if (!isOpen(row.id, step.id)) continue;
        const cell = isTyped(step, row)
          ? skippedCell(row.id, step.id, TYPED)
          : (await isLeftOut(step))
            ? skippedCell(row.id, step.id, LEFT_OUT)
            : await workCell(step, row, values);
        if (stopped.aborted || !cell) return;
        // As the list stores it: an answer replaces the one before as a whole, and none removes it.
        if (cell.status === 'done' || cell.status === 'nothing-found') {
          const none = Object.fromEntries(step.outputs.map(({ column }) => [column, '']));
          const found =
            cell.status === 'done'
              ? outputValues(step, cell.tries, stepTool)
              : refusedValues(step, refusedAnswers(cell.tries, stepTool), stepTool);
          change({ ...none, ...found });
        }
        await ready.room();
        ready.push(cell);
      }
    }

    async function workCell(
      step: ToolStep,
      row: RunRow,
      values: Readonly<Record<string, string>>,
    ): Promise<WorkedCell | null> {
      const started = performance.now();
      const used = Object.fromEntries(inputColumns(step).map((column) => [column, values[column] ?? '']));
      const result = (status: WorkedCell['status'], note: string | null, tries: WorkedTry[]): WorkedCell => {
        const ms = Math.round(performance.now() - started);
        return { row: row.id, step: step.id, status, note, tries, used, ms };
      };
      if (!step.conditions.every((condition) => meets(values, condition)))
        return result('skipped', 'The condition of this step isn’t met', []);
      const known = await inRow(step, values);
      if (known) return result('done', null, [known]);
      const tries: WorkedTry[] = [];
      let missing: string | null = null;
      for (const [at, each] of step.tries.entries()) {
        const { tool: type, accepts } = each;
        const definition = stepTool(type);
        const own = tryTool(each);
        const lane = laneOf(step, at);
        if (!definition || !own || !lane) {
          missing ??= 'This tool isn’t available on this server';
          continue;
        }
        const items = own.items(values);
        if (items.length === 0) {
          missing ??= own.missing;
          continue;
        }
        const outcomes = await Promise.all(items.map((item) => lane.work(item)));
        if (stopped.aborted) return null;
        for (const [index, outcome] of outcomes.entries()) {
          if (!outcome) return null;
          const verdict = outcome.outcome ?? null;
          const input = items[index] ?? '';
          const { row: right, isAnswer } = await rightAnswer(
            { ...definition, fields: own.fields },
            input,
            outcome.row,
            findWrong,
          );
          const found = outcome.found && isAnswer;
          // A tool can find something else: a website without an email has a phone.
          const isAccepted =
            accepts.length > 0
              ? verdict !== null && accepts.includes(verdict)
              : outcome.found && fillsColumn(step, { tool: type, row: right }, stepTool);
          tries.push({
            tool: type,
            input,
            verdict,
            found,
            failed: outcome.failed,
            final: outcome.final ?? false,
            billable: outcome.billable,
            accepted: isAccepted && isAnswer,
            ...(outcome.price ? { price: outcome.price } : {}),
            text: definition.summary(right),
            row: right,
          });
        }
        if (tries.some(({ accepted }) => accepted)) return result('done', null, tries);
      }
      if (tries.length === 0) return result('skipped', missing, []);
      // The tool that failed may have the answer, so that none is known yet.
      const failure = failureNote(tries);
      if (failure !== null) return result('failed', failure, tries.map(withoutPaid));
      return result('nothing-found', refusedNote(refusedAnswers(tries, stepTool)), tries);
    }

    /** The value that the row has already, unless the account called it wrong. */
    async function inRow(
      step: ToolStep,
      values: Readonly<Record<string, string>>,
    ): Promise<WorkedTry | null> {
      const found = knownAnswer(step, values);
      const definition = found && stepTool(found.tool);
      if (!definition) return null;
      const { tool, row } = found;
      const inputs = step.tries.flatMap((each) =>
        each.tool === tool ? (tryTool(each)?.items(values) ?? []) : [],
      );
      for (const input of inputs)
        if (!(await rightAnswer(definition, input, row, findWrong)).isAnswer) return null;
      return {
        tool,
        input: inputs[0] ?? '',
        verdict: IN_ROW,
        found: true,
        failed: false,
        final: true,
        billable: false,
        accepted: true,
        text: definition.summary(row),
        row,
      };
    }

    for (const row of rows)
      group.start(async () => {
        const leave = await takePlace(options.owner, stopped);
        await workRow(row).finally(leave);
      });
    await group.finished();
  });
}

/** The tokens that all requests of a try may use in a run. `name`: the try in its step. */
function tokenLimit(name: string, { ai }: StepTry): Pick<RunOptions, 'tokenLimit'> {
  return ai?.tokensPerRun === undefined ? {} : { tokenLimit: { name, tokens: ai.tokensPerRun } };
}

/** Why a cell is empty although a tool had an answer; null if none had. */
function refusedNote(refused: readonly WorkedTry[]): string | null {
  const labels = refused.flatMap(({ tool, verdict }) =>
    (stepTool(tool)?.verdicts ?? []).flatMap(({ value, label }) => (value === verdict ? [label] : [])),
  );
  return labels.length > 0 ? `${[...new Set(labels)].join(' and ')}, which this column doesn’t take` : null;
}

function skippedCell(row: number, step: string, note: string): WorkedCell {
  return { row, step, status: 'skipped', note, tries: [], used: {}, ms: 0 };
}

/** Whether a person typed into all columns of a step since the run started, so that its answer would have no place. */
function isTyped({ outputs }: ToolStep, { edited }: RunRow): boolean {
  return outputs.length > 0 && outputs.every(({ column }) => edited.includes(column));
}

/** A try of a cell that failed, which is free. Otherwise a try that fails on purpose would make the answers of the others free. */
function withoutPaid(each: WorkedTry): WorkedTry {
  if (!each.billable) return each;
  const { price: _, ...rest } = each;
  return { ...rest, verdict: null, found: false, billable: false, text: NOT_CHARGED, row: {} };
}

function withoutEdited(values: Record<string, string>, { edited }: RunRow): Record<string, string> {
  return Object.fromEntries(Object.entries(values).filter(([column]) => !edited.includes(column)));
}

/** An answer without the values that the account called wrong. */
async function rightAnswer(
  definition: StepTool,
  input: string,
  row: Record<string, unknown>,
  findWrong: Work['findWrong'],
): Promise<{ row: Record<string, unknown>; isAnswer: boolean }> {
  if (!findWrong) return { row, isAnswer: true };
  const from = definition.inside === undefined ? row : ((row[definition.inside] ?? {}) as typeof row);
  const values = [...new Set(definition.fields.flatMap(({ field }) => storedTexts(from[field])))];
  const { type: tool } = definition;
  const isWrong = await findWrong(values.map((value) => ({ tool, input, value })));
  const wrong = new Set(values.filter((_, index) => isWrong[index]));
  return withoutWrong(definition, row, (value) => wrong.has(value));
}
