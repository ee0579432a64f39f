import type { TaskType } from '#contract/tasks.ts';
import type { Tool } from '#tools/tool.ts';

/** Creates a tool: from its options, its ports, and the other tools that it uses. */
export type CreateRun = (options: object, ports: object, tools: ReadonlyMap<TaskType, Tool>) => Tool;

/** The function `createRun` of a module (`run.ts` of a tool). Throws if it has none. */
export async function loadRun(module: string): Promise<CreateRun> {
  const { createRun } = (await import(module)) as { createRun?: CreateRun };
  if (!createRun) throw new Error(`${module} doesn't export createRun.`);
  return createRun;
}
