import { createHash } from 'node:crypto';
import {
  type IExecuteFunctions,
  type INodeExecutionData,
  type JsonObject,
  NodeOperationError,
} from 'n8n-workflow';
import { startTask, type Task, type TaskRow, taskRows, waitForTask } from './request.ts';
import type { LeadwellTool } from './tools.ts';

/** What a call of a tool takes for these items. */
export function toolInput({ field, header }: LeadwellTool, items: readonly string[]): JsonObject {
  return { [field]: header === null ? items : [header, ...items].join('\n') };
}

/**
 * Runs a tool over the values of some input items in one task, and waits for it. Equal values are worked once. Each result
 * belongs to the input items with its value. If the task stopped early, the items without a result get an error each, or, if the
 * node doesn't go on after errors, it throws NodeOperationError.
 */
export async function runList(
  context: IExecuteFunctions,
  tool: LeadwellTool,
  values: readonly { item: number; value: string }[],
): Promise<INodeExecutionData[]> {
  const itemsOf = new Map<string, number[]>();
  for (const { item, value } of values) itemsOf.set(value, [...(itemsOf.get(value) ?? []), item]);
  const distinct = [...itemsOf.keys()];
  const body = toolInput(tool, distinct);
  const started = await startTask(context, tool.call, { body, key: runKey(context, body) });
  const task = await waitForTask(context, started.id);
  const rows = await taskRows(context, task.id);
  const all = values.map(({ item }) => ({ item }));
  // The server may read a line as no item, or as several. Then positions say nothing.
  const hasPositions = task.total === distinct.length;
  const results = rows.map((row) => {
    const value = hasPositions ? distinct[row.position] : undefined;
    const pairedItem = itemsOf.get(value ?? '')?.map((item) => ({ item })) ?? all;
    return { json: resultOf(row, task.id), pairedItem };
  });
  if (task.status === 'completed' || rows.length >= task.total) return results;
  const error = `The task stopped: ${stopReason(task)}. ${task.processed} of ${task.total} done.`;
  if (!context.continueOnFail())
    throw new NodeOperationError(
      context.getNode(),
      `${error} “Get Rows of a Task” gets their rows. Task ID: ${task.id}`,
    );
  const done = new Set(rows.map(({ position }) => distinct[position]));
  const without = hasPositions
    ? values.filter(({ value }) => !done.has(value)).map(({ item }) => [{ item }])
    : [all];
  return [...results, ...without.map((pairedItem) => ({ json: { error, taskId: task.id }, pairedItem }))];
}

const STOP_REASONS: Readonly<Record<string, string>> = {
  user: 'it was cancelled',
  credits: 'out of credits',
  budget: 'the monthly budget of the API key is spent',
  cap: 'its limit is reached',
  time: 'out of time',
};

function stopReason({ status, stop_reason }: Task): string {
  return STOP_REASONS[stop_reason ?? ''] ?? `its status is ${status}`;
}

/** A row of a task as an item: its fields, and what identifies it. */
export function resultOf({ row, key, input, position }: TaskRow, taskId: string): JsonObject {
  return { ...row, leadwell: { key, input, position, taskId } };
}

/** The same for the same input in one execution, so that a node that is tried again doesn't pay twice. */
function runKey(context: IExecuteFunctions, body: JsonObject): string {
  const hash = createHash('sha256').update(JSON.stringify(body)).digest('hex');
  return `n8n-${context.getExecutionId()}-${context.getNode().id}-${hash}`.slice(0, 255);
}
