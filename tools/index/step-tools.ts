import type { TaskType } from '#contract/tasks.ts';
import type { StepTool } from '../tool.ts';
import * as steps from './steps.ts';

/** The tools that can be a step, in the order they are offered. */
export const STEP_TOOLS: readonly StepTool[] = Object.values<StepTool>(steps);

const BY_TYPE: ReadonlyMap<TaskType, StepTool> = new Map(STEP_TOOLS.map((tool) => [tool.type, tool]));

/** How the tool of a type works as a step; undefined if it can't, or if this version doesn't have it. */
export function stepTool(type: TaskType): StepTool | undefined {
  return BY_TYPE.get(type);
}
