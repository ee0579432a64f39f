import type { ListColumn } from '#contract/list-columns.ts';
import type { StepTry } from '#contract/list-steps.ts';
import type { TaskType } from '#contract/tasks.ts';
import type { StepTool, TryTool } from '../tool.ts';
import * as steps from './steps.ts';

/** The tools that can be a step: first those with a page of their own, then those that are set up in each list. */
export const STEP_TOOLS: readonly StepTool[] = Object.values<StepTool>(steps).sort(
  (first, second) => Number(first.ofTry !== undefined) - Number(second.ofTry !== undefined),
);

const BY_TYPE: ReadonlyMap<TaskType, StepTool> = new Map(STEP_TOOLS.map((tool) => [tool.type, tool]));

/** How the tool of a type works as a step; undefined if it can't, or if this version doesn't have it. */
export function stepTool(type: TaskType): StepTool | undefined {
  return BY_TYPE.get(type);
}

/** The roles of the columns that the tool of a step reads. */
export function rolesRead(type: TaskType): string[] {
  return stepTool(type)?.roles.map(({ role }) => role) ?? [];
}

/** What a try of a step reads and fills; undefined if this version doesn't have its tool. */
export function tryTool(each: StepTry): TryTool | undefined {
  const tool = BY_TYPE.get(each.tool);
  if (!tool) return undefined;
  if (tool.ofTry) return tool.ofTry(each);
  const { fields, missing, several } = tool;
  const itemsOf = (values: Readonly<Record<string, string>>) => {
    const texts = Object.entries(each.inputs).map(([role, column]) => [role, values[column] ?? ''] as const);
    return tool.items(Object.fromEntries(texts));
  };
  return {
    fields,
    missing,
    problem: tool.problem(each.inputs),
    items: itemsOf,
    mostItems(values, mostTexts) {
      const column = several && each.inputs[several.role];
      const texts = column === undefined ? undefined : mostTexts(column);
      return several && texts !== undefined
        ? Math.min(several.most, texts)
        : Math.max(1, itemsOf(values).length);
    },
  };
}

/** What the set-up of a step lacks to work any row, as a sentence; null for nothing. */
export function stepLack({ tries }: { tries: readonly StepTry[] }): string | null {
  return tries.map((each) => tryTool(each)?.lacks ?? null).find((lack) => lack !== null) ?? null;
}

/** The columns of a list that can have what a step looks for, by their role, besides those that the step fills. */
export function knownColumns(
  {
    tries,
    outputs,
  }: { tries: readonly StepTry[]; outputs: readonly { field: string; column?: string | undefined }[] },
  columns: readonly ListColumn[],
): string[] {
  const kinds = tries.flatMap(({ tool }) => BY_TYPE.get(tool)?.known ?? []);
  const roles = kinds
    .filter((known) => outputs.some(({ field }) => field === known.field))
    .flatMap((known) => known.roles);
  const own = new Set(outputs.map(({ column }) => column));
  return [...new Set(roles)].flatMap((role) =>
    columns.flatMap((column) => (column.role === role && !own.has(column.id) ? [column.id] : [])),
  );
}
