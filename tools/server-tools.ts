import type { Config } from '#server/config.ts';
import type { TaskTools } from '#server/tasks/task-tool.ts';
import type { ToolDefinition } from './definition.ts';
import type { ServerTool, ToolPart, ToolSales } from './server-tool.ts';
import * as servers from './servers.ts';

export const SERVER_TOOLS: readonly ServerTool[] = Object.values<ServerTool>(servers);

/** The tools whose tasks this version can work, by type. */
export const TASK_TOOLS: TaskTools = new Map(
  SERVER_TOOLS.flatMap(({ task }) => (task ? [[task.definition.task.type, task]] : [])),
);

/** What is sold through payments besides the plan; undefined if no tool sells anything. */
export const TOOL_SALES: ToolSales | undefined = SERVER_TOOLS.find(({ sales }) => sales)?.sales;

/** Opens the parts that the tools need with this configuration. */
export function openToolParts(config: Config): ReadonlyMap<ToolDefinition, ToolPart> {
  const parts = new Map<ToolDefinition, ToolPart>();
  for (const { definition, openPart } of SERVER_TOOLS) {
    const part = openPart?.(config);
    if (part) parts.set(definition, part);
  }
  return parts;
}
