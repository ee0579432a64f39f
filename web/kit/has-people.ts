import type { TaskView } from '#contract/tasks.ts';
import { toolOfType } from '#tools/index/tools.ts';

/** Whether a task looks for people, so that files and lists can have a row for each of them. */
export function hasPeople({ type, options }: Pick<TaskView, 'type' | 'options'>): boolean {
  return toolOfType(type)?.task.hasPeople?.(options) ?? false;
}
