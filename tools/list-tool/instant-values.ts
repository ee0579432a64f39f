import type { ListStep } from '#contract/list-steps.ts';
import type { PatternWork } from '#engines/list-steps/formula-patterns.ts';
import { computeInstant } from '#engines/list-steps/instant-steps.ts';
import { meets } from './column-filter.ts';

/** As `computeInstant`; a row that doesn't meet the conditions of the step has no values. */
export function instantValues(
  step: Exclude<ListStep, { kind: 'tool' }>,
  values: Readonly<Record<string, string>>,
  work: PatternWork,
): Record<string, string> {
  if (step.conditions.every((condition) => meets(values, condition)))
    return computeInstant(step, values, work);
  return Object.fromEntries(step.outputs.map(({ column }) => [column, '']));
}
