import { describe, expect, it } from 'vitest';
import { lookUpStep, requestStep } from '#tools/lead-enrichment/step.ts';
import { newStep, newTry } from '../../kit/lists/step-draft.ts';
import { withTry } from './named-values.ts';

const draft = newStep(requestStep, { fields: [] });
if (draft.kind !== 'tool') throw new Error('A request is a tool step.');
const field = (name: string) => ({ name, path: name });
const withFields = (before: typeof draft, index: number, fields: ReturnType<typeof named>) => {
  const each = before.kind === 'tool' ? before.tries[index] : undefined;
  if (before.kind !== 'tool' || !each?.request) throw new Error('There is no request.');
  return withTry(before, index, { ...each, request: { ...each.request, fields } });
};
const named = (...names: string[]) => names.map(field);

describe('the values of a request', () => {
  it('start with the whole answer in a column', () => {
    expect(draft.outputs).toEqual([{ field: 'Answer' }]);
  });

  it('keep their columns when they are renamed, and lose them when they go', () => {
    const two = withFields(
      { ...draft, outputs: [{ field: 'Answer', column: 'a' }] },
      0,
      named('Answer', 'Value 2'),
    );
    expect(two.outputs).toEqual([{ field: 'Answer', column: 'a' }, { field: 'Value 2' }]);
    const same = withFields(two, 0, named('Answer', 'Answer'));
    const typed = withFields(same, 0, named('Answer', 'Answer size'));
    expect(typed.outputs).toEqual([{ field: 'Answer', column: 'a' }, { field: 'Answer size' }]);
    expect(withFields(typed, 0, named('Answer size')).outputs).toEqual([{ field: 'Answer size' }]);
  });
});

describe('the values of another list', () => {
  const taken = (name: string) => ({ name, column: name, type: 'text' as const });
  const take = (before: typeof draft, index: number, names: readonly string[]) => {
    const each = before.kind === 'tool' ? before.tries[index] : undefined;
    if (before.kind !== 'tool' || !each?.lookUp) throw new Error('There is no list.');
    return withTry(before, index, { ...each, lookUp: { ...each.lookUp, fields: names.map(taken) } });
  };

  it('get a column when they are chosen, once if two lists have them', () => {
    const start = newStep(lookUpStep, { fields: [] });
    if (start.kind !== 'tool') throw new Error('A look-up is a tool step.');
    expect(start.outputs).toEqual([]);
    const one = take(start, 0, ['Phone']);
    expect(one.outputs).toEqual([{ field: 'Phone' }]);
    const two = take({ ...one, tries: [...one.tries, newTry(lookUpStep, [])] }, 1, ['Phone']);
    expect(two.outputs).toEqual([{ field: 'Phone' }]);
    expect(take(two, 0, []).outputs).toEqual([{ field: 'Phone' }]);
    expect(take(take(two, 0, []), 1, []).outputs).toEqual([]);
  });
});
