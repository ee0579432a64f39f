import { FORMULA_ERROR, type ListStep } from '#contract/list-steps.ts';
import { plainName, withCapitals } from '../person-names/person-name.ts';
import { mayBeInitial, readSalutation } from '../person-names/salutation.ts';
import { compileFormula } from './formula.ts';
import type { PatternWork } from './formula-patterns.ts';

/**
 * The values that a step without a tool puts into its columns; an empty text is no value. `work`: what patterns have done in the row,
 * in all its steps.
 */
export function computeInstant(
  step: Exclude<ListStep, { kind: 'tool' }>,
  values: Readonly<Record<string, string>>,
  work: PatternWork,
): Record<string, string> {
  switch (step.kind) {
    case 'formula': {
      const formula = compileFormula(step.formula);
      const text = formula.ok ? formula.compute(values, work) : `${FORMULA_ERROR} ${formula.problem}`;
      return Object.fromEntries(step.outputs.map(({ column }) => [column, text]));
    }
    case 'name': {
      const cleaned = cleanName(step.inputs, values);
      return Object.fromEntries(step.outputs.map(({ field, column }) => [column, cleaned[field] ?? '']));
    }
  }
}

/** A name in clean parts. `check` says why someone should look at it. */
function cleanName(
  inputs: Readonly<Record<string, string>>,
  values: Readonly<Record<string, string>>,
): Record<string, string> {
  const text = (role: string) => values[inputs[role] ?? ''] ?? '';
  const written = { first: text('first_name') || text('full_name'), last: text('last_name') };
  if (written.first.trim() === '' && written.last.trim() === '') return {};
  const plain = plainName(written);
  const [first, last] = [withCapitals(plain.first), withCapitals(plain.last)];
  return {
    first_name: first,
    last_name: last,
    full_name: `${first} ${last}`.trim(),
    salutation: readSalutation(written),
    check: nameFault(written, first, last),
  };
}

/** Why someone should look at a cleaned name; empty if no one has to. */
function nameFault(written: Parameters<typeof mayBeInitial>[0], first: string, last: string): string {
  if (first === '' && last === '') return 'no name';
  if (first === '' || last === '') return 'one name only';
  if (/\d/.test(first + last)) return 'has digits';
  return mayBeInitial(written) ? '“M.” may be an initial' : '';
}
