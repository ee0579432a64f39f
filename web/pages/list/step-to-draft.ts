import type { StepDraft } from '#contract/calls/list-step-calls.ts';
import type { ListColumn } from '#contract/list-columns.ts';
import { renameColumns } from '#engines/list-steps/formula-columns.ts';
import { mapTemplates, renameInTemplate } from '#engines/list-steps/step-templates.ts';

/** A stored step as a draft that changes it. Formulas and templates show the names of columns. */
export function stepToDraft(step: StepDraft, fields: readonly ListColumn[]): StepDraft {
  const names = new Map(fields.map(({ id, name }) => [id, name]));
  if (step.kind === 'tool') {
    const nameOf = (id: string) => names.get(id);
    const tries = step.tries.map((each) => mapTemplates(each, (text) => renameInTemplate(text, nameOf)));
    return { ...step, tries };
  }
  if (step.kind !== 'formula') return step;
  return { ...step, formula: renameColumns(step.formula, (id) => names.get(id) ?? id) };
}
