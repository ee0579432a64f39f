import type { StepDraft } from '#contract/calls/list-step-calls.ts';
import type { ListColumn } from '#contract/list-columns.ts';
import type { ListStep } from '#contract/list-steps.ts';

/** A stored step as a draft that changes it. Formulas show the names of columns. */
export function stepToDraft(step: ListStep, fields: readonly ListColumn[]): StepDraft {
  if (step.kind !== 'formula') return step;
  const names = new Map(fields.map(({ id, name }) => [id, name]));
  return {
    ...step,
    formula: step.formula.replaceAll(/\{([^{}\n]{1,500})\}/g, (_, id: string) => `{${names.get(id) ?? id}}`),
  };
}
