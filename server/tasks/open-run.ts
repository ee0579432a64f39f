import type { TaskType } from '#contract/tasks.ts';
import type { Tool } from '#tools/tool.ts';
import type { Deps } from '../deps.ts';
import { createRun } from './create-run.ts';
import type { TaskTools } from './task-tool.ts';

/** A tool outside a task, with everything it uses. */
export interface OpenRun {
  tool: Tool;
  close(): Promise<void>;
}

/**
 * Opens a tool in this thread, with its ports and the tools it uses, for commands of the operator. Tasks run on
 * the crawl thread. Throws for an unknown type.
 */
export async function openRun(deps: Deps & { taskTools: TaskTools }, type: TaskType): Promise<OpenRun> {
  const run = deps.taskTools.get(type)?.run;
  if (!run) throw new Error(`There is no tool for ${type} tasks.`);
  const types = (run.uses ?? []).filter((used) => deps.taskTools.has(used));
  const used = await Promise.all(
    types.map(async (usedType) => [usedType, await openRun(deps, usedType)] as const),
  );
  const open = run.openPorts?.(deps);
  const tools = new Map(used.map(([usedType, { tool }]) => [usedType, tool]));
  const { script } = run;
  const options = run.options(deps.config);
  const tool = await createRun(type, { script, options, ports: open?.ports ?? {}, tools });
  return {
    tool,
    async close() {
      await tool.close();
      await open?.close();
      for (const [, usedRun] of used) await usedRun.close();
    },
  };
}
