import { createHash } from 'node:crypto';
import type { IExecuteFunctions, INodeExecutionData, JsonObject } from 'n8n-workflow';
import { startTask, type TaskRow, taskRows, waitForTask } from './request.ts';
import type { LeadwellTool } from './tools.ts';

/** What a call of a tool takes for these items. */
export function toolInput({ field, header }: LeadwellTool, items: readonly string[]): JsonObject {
  return { [field]: header === null ? items : [header, ...items].join('\n') };
}

/**
 * Runs a tool over the values of some input items in one task, and waits for it. Equal values are worked once. Each result
 * belongs to the input items with its value.
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
  return rows.map((row) => {
    // The server may read a line as no item, or as several. Then positions say nothing.
    const value = task.total === distinct.length ? distinct[row.position] : undefined;
    const pairedItem = itemsOf.get(value ?? '')?.map((item) => ({ item })) ?? all;
    return { json: resultOf(row, task.id), pairedItem };
  });
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
