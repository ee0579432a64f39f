import type { TaskType, TaskView } from '#contract/tasks.ts';
import type { ListKind, TaskDefinition, TaskToolDefinition, ToolDefinition } from '../tool.ts';
import * as catalog from './definitions.ts';

/** Every tool, in the order of the sidebar. */
export const TOOLS: readonly ToolDefinition[] = Object.values<ToolDefinition>(catalog).sort(
  (a, b) => a.nav.order - b.nav.order,
);

/** The tools with a card, in the order of the dashboard's cards, as the public pages name them. */
export const TOOLS_BY_CARD: readonly ToolDefinition[] = TOOLS.filter(({ card }) => card).toSorted(
  (a, b) => (a.card?.order ?? 0) - (b.card?.order ?? 0),
);

const BY_TYPE: ReadonlyMap<TaskType, TaskToolDefinition> = new Map(
  TOOLS.filter(hasTasks).map((tool) => [tool.task.type, tool]),
);

export function hasTasks(tool: ToolDefinition): tool is TaskToolDefinition {
  return tool.task !== undefined;
}

/** The tool of a stored task; undefined for a tool that this version doesn't have. */
export function toolOfType(type: TaskType): TaskToolDefinition | undefined {
  return BY_TYPE.get(type);
}

/** The task half of a tool that must exist. Throws for an unknown type. */
export function taskDefinition(type: TaskType): TaskDefinition {
  const tool = BY_TYPE.get(type);
  if (!tool) throw new Error(`There is no tool for ${type} tasks.`);
  return tool.task;
}

/** The page that shows a task: that of its tool, or the list that it worked in; null for neither, or if the list was deleted. */
export function taskPath({
  id,
  type,
  options,
  list_deleted,
}: Pick<TaskView, 'id' | 'type' | 'options' | 'list_deleted'>): string | null {
  const tool = toolOfType(type);
  if (tool?.task.opensTasks) return `${tool.path}?task=${id}`;
  return tool?.keepsLists && options.list && !list_deleted ? `${tool.path}/${options.list}` : null;
}

/** The tool whose page has the saved lists. Throws if there is none. */
export function listsTool(): ToolDefinition {
  const tool = TOOLS.find(({ keepsLists }) => keepsLists);
  if (!tool) throw new Error('No tool keeps lists.');
  return tool;
}

/** The tool that takes lists of this kind. Throws if there is none. */
export function toolFor(kind: ListKind): TaskToolDefinition {
  const tool = TOOLS.filter(hasTasks).find(({ takes }) => takes?.[kind]);
  if (!tool) throw new Error(`No tool takes ${kind}.`);
  return tool;
}
