import type { TaskTool } from './task-tool.ts';

type Tool = Pick<TaskTool, 'definition' | 'itemKey'>;

/** The keys of the items in the tool's sample, which are free. */
export function sampleKeys({ definition, itemKey }: Tool): ReadonlySet<string> {
  return new Set((definition.task.sample ?? []).map(itemKey));
}

/** Whether a list has only items of the tool's sample, however they are written. Every account may run it. */
export function isSampleList(tool: Tool, inputs: readonly string[]): boolean {
  const keys = sampleKeys(tool);
  return (
    inputs.length > 0 && inputs.length <= keys.size && inputs.every((item) => keys.has(tool.itemKey(item)))
  );
}
