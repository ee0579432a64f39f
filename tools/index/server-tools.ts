import type { TaskTools } from '#server/tasks/task-tool.ts';
import type { ServerTool } from '../server-tool.ts';
import * as servers from './servers.ts';

export const SERVER_TOOLS: readonly ServerTool[] = Object.values<ServerTool>(servers);

/** The tools whose tasks this version can work, by type. */
export const TASK_TOOLS: TaskTools = new Map(
  SERVER_TOOLS.flatMap(({ task }) => (task ? [[task.definition.task.type, task]] : [])),
);
