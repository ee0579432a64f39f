import type { StepDraft } from '#contract/calls/list-step-calls.ts';
import { CallError } from '#contract/errors.ts';
import type { ListColumn } from '#contract/list-columns.ts';
import type { StepTry } from '#contract/list-steps.ts';
import { columnIds, storedFormula } from '#engines/list-steps/formula-columns.ts';
import {
  hasTemplates,
  mapTemplates,
  namedInTemplates,
  renameInTemplate,
  tryTemplates,
} from '#engines/list-steps/step-templates.ts';

/**
 * A draft as it is stored: its formula and templates have the IDs of columns instead of their names, so that a renamed column
 * stays in them. What templates name are the inputs of their try. Throws `validation_failed` for a column that isn't there.
 */
export function storedTemplates(draft: StepDraft, fields: readonly ListColumn[]): StepDraft {
  const idOf = columnIds(fields);
  if (draft.kind === 'tool') return { ...draft, tries: draft.tries.map((each) => storedTry(each, idOf)) };
  if (draft.kind !== 'formula') return draft;
  const stored = storedFormula(draft.formula, idOf);
  if ('problem' in stored) throw new CallError('validation_failed', stored.problem);
  return { ...draft, ...stored };
}

function storedTry(each: StepTry, idOf: (column: string) => string | undefined): StepTry {
  if (!hasTemplates(each)) return each;
  const named = namedInTemplates(tryTemplates(each));
  const unknown = named.find(({ name, isPlain }) => isPlain && idOf(name) === undefined);
  if (unknown)
    throw new CallError(
      'validation_failed',
      `This names a column that the list doesn’t have: {${unknown.name}}. If the braces are no column, put a space after the first one.`,
    );
  const columns = named.flatMap(({ name }) => idOf(name) ?? []);
  return {
    ...mapTemplates(each, (text) => renameInTemplate(text, idOf)),
    inputs: Object.fromEntries(columns.map((column) => [column, column])),
  };
}
