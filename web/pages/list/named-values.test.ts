import { describe, expect, it } from 'vitest';
import { requestStep } from '#tools/lead-enrichment/step.ts';
import { newStep } from '../../kit/lists/step-draft.ts';
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
