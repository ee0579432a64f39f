import { expect, it } from 'vitest';
import type { ListColumn } from '#contract/list-columns.ts';
import type { ListStep } from '#contract/list-steps.ts';
import type { ListRow } from '#contract/lists.ts';
import { gridRow, gridRows } from './grid-columns.ts';

const STEP: ListStep = {
  id: 's1',
  name: 'Label',
  kind: 'formula',
  formula: '={Tag}',
  conditions: [],
  outputs: [{ field: 'text', column: 'Label' }],
};
const FIELD: ListColumn = { id: 'Label', name: 'Label', type: 'text', role: null, step: 's1', field: 'text' };

it.each([
  ['#1 supplier', undefined],
  ['#', undefined],
  ['#Error: Not a number', { status: 'failed', note: 'Not a number' }],
])('a formula with the text “%s” in a row', (text, state) => {
  const row = { id: 1, values: { Label: text } } as unknown as ListRow;
  const { states } = gridRow(row, { fields: [FIELD], steps: [STEP], computing: null });
  expect(states?.Label).toEqual(state);
});

it('gives the same row again until it changes, so that the grid draws it once', () => {
  const list = { fields: [FIELD], steps: [STEP], computing: null };
  const toRow = gridRows(list);
  const row = { id: 1, values: { Label: 'a' } } as unknown as ListRow;
  expect(toRow(row)).toBe(toRow(row));
  expect(toRow({ ...row, values: { Label: 'b' } }).cells).toEqual({ Label: 'b' });
});
