import { expect, it } from 'vitest';
import { previewFormula } from './formula-preview.ts';

const FIELDS = [
  { id: 'Company', name: 'Firm' },
  { id: 'Company 1a2b3c', name: 'Company' },
  { id: 'Revenue', name: 'Revenue' },
];
const VALUES = { Company: 'Acme', 'Company 1a2b3c': 'Acme Inc.', Revenue: '1.5K' };

it.each([
  ['{firm} is {Company}', { text: 'Acme is Acme Inc.' }],
  ['=upper("Hi {Firm}")', { text: 'HI ACME' }],
  ['=number({revenue}) * 2', { text: '3000' }],
  ['=if({Revenue} == "", "none", "")', { text: '' }],
  ['=lower({Name})', { problem: 'The list has no column {Name}.' }],
  ['={revenue} * 2', { problem: 'Use number({Revenue}) to calculate.' }],
  ['=int({Firm})', { problem: 'The text isn’t a number. number(…) reads the number in any text.' }],
])('%s', (formula, preview) => {
  expect(previewFormula(formula, FIELDS, VALUES)).toEqual(preview);
});
