import {
  CELL_GONE,
  type CellItem,
  parseCellItem,
  type RunRow,
  type ToolAnswer,
  type WorkedCell,
} from '#contract/list-run-cells.ts';
import type { TaskType } from '#contract/tasks.ts';
import type { Tool, ToolItem, ToolOutcome } from '../tool.ts';
import { leadEnrichment } from './definition.ts';
import { createServiceSender } from './net/service-sender.ts';
import { type AiOptions, createAiTool } from './run/ai-tool.ts';
import { createInListTool } from './run/in-list-tool.ts';
import { createLookUpTool } from './run/look-up-tool.ts';
import type { LeadEnrichmentPorts } from './run/ports.ts';
import { createRequestTool } from './run/request-tool.ts';
import { createRowPlaces } from './run/row-places.ts';
import { createTokenLimits } from './run/token-limits.ts';
import { workRows } from './run/work-rows.ts';

export type LeadEnrichmentOptions = AiOptions;

/**
 * Works the steps of a list with the other tools, row by row: a step starts as soon as the steps before it are done in its
 * row. `others`: those that this version has.
 */
export function createRun(
  options: LeadEnrichmentOptions,
  { list }: LeadEnrichmentPorts,
  others: ReadonlyMap<TaskType, Tool> = new Map(),
): Tool<WorkedCell> {
  const own: Tool[] = [
    createRequestTool(createServiceSender(options), list.secrets),
    createAiTool(options, {
      secrets: list.secrets,
      accountModel: list.accountModel,
      limits: createTokenLimits(list),
    }),
    createInListTool(list.findInLists),
    createLookUpTool(list.lookUpRows),
  ];
  const takePlace = createRowPlaces();
  const tools = new Map([...others, ...own.map((tool) => [tool.type, tool] as const)]);
  return {
    type: leadEnrichment.task.type,
    shardKey: cellShardKey,
    async *run(items, signal, runOptions = {}) {
      const cells = items.flatMap(readCell);
      const wanted = [...new Set(cells.map(({ row }) => row))];
      const taskId = runOptions.taskId ?? '';
      const { steps, rows, hasWrong, leavesOut } = await list.load(taskId, wanted);
      const findWrong = hasWrong ? (answers: readonly ToolAnswer[]) => list.findWrong(taskId, answers) : null;
      const findLeftOut = leavesOut
        ? (values: readonly RunRow['values'][]) => list.findLeftOut(taskId, values)
        : null;
      const open = new Map(cells.map((cell) => [cellKey(cell.row, cell.step), cell]));
      const isOpen = (row: number, step: string) => open.has(cellKey(row, step));
      const work = { steps, rows, isOpen, findWrong, findLeftOut, takePlace };
      for await (const cell of workRows(work, tools, signal, runOptions)) {
        const key = cellKey(cell.row, cell.step);
        const item = open.get(key);
        if (!item) continue;
        open.delete(key);
        yield outcomeOf(item.position, cell);
      }
      if (signal.aborted) return;
      for (const { position, row, step } of open.values())
        yield outcomeOf(position, {
          row,
          step,
          status: 'skipped',
          note: CELL_GONE,
          tries: [],
          used: {},
          ms: 0,
        });
    },
    // The others belong to their own tasks.
    async close() {
      for (const tool of own) await tool.close();
    },
  };
}

function cellKey(row: number, step: string): string {
  return `${row} ${step}`;
}

function readCell({ position, input }: ToolItem): (CellItem & { position: number })[] {
  const cell = parseCellItem(input);
  return cell ? [{ ...cell, position }] : [];
}

function outcomeOf(position: number, cell: WorkedCell): ToolOutcome<WorkedCell> {
  const paid = cell.tries.filter(({ billable }) => billable);
  // What failed decides whether another try can help.
  const failures = cell.tries.filter(({ failed }) => failed);
  const deciding = cell.status === 'failed' ? failures : cell.tries;
  return {
    position,
    row: cell,
    found: cell.status === 'done',
    failed: cell.status === 'failed',
    final: deciding.length > 0 && deciding.every(({ final }) => final),
    billable: paid.length > 0,
    charges: paid.map(({ tool, input, verdict, price }) => ({
      type: tool,
      input,
      outcome: verdict ?? undefined,
      price,
    })),
    outcome: `${cell.step} ${cell.status}`,
  };
}

/** The steps of a row stay together: each may need what the one before found. */
export function cellShardKey(input: string): string {
  return String(parseCellItem(input)?.row ?? input);
}
