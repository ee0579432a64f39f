import type { TaskType } from '#contract/tasks.ts';
import { RUNS } from '#tools/index/runs.ts';
import type { Tool } from '#tools/tool.ts';

/** What run.ts of a tool exports. Options and ports are what the tool's own server half gives it. */
interface RunModule {
  createRun(options: never, ports: never, tools: ReadonlyMap<TaskType, Tool>): Tool;
}
const MODULES: Readonly<Record<TaskType, () => Promise<RunModule>>> = RUNS;

/** What a run is created from. */
export interface RunParts {
  /** of `ToolRun` */
  script?: string | undefined;
  options: object;
  ports: object;
  /** the other tools that it uses */
  tools: ReadonlyMap<TaskType, Tool>;
}

/** Creates the tool of a type. Throws for an unknown type. */
export async function createRun(type: TaskType, { script, options, ports, tools }: RunParts): Promise<Tool> {
  const load = script === undefined ? MODULES[type] : () => import(script) as Promise<RunModule>;
  if (!load) throw new Error(`There is no tool for ${type} tasks.`);
  return (await load()).createRun(options as never, ports as never, tools);
}
