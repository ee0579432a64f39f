import { expect, it } from 'vitest';
import { mayBeInitial, readSalutation } from './salutation.ts';

it.each([
  ['Mr. John Smith', '', 'Mr'],
  ['Mrs Anna', 'Lee', 'Mrs'],
  ['MS. JANE DOE', '', 'Ms'],
  ['Herr Prof. Dr. med. Max Weber', '', 'Herr Prof. Dr.'],
  ['Frau Dr. Karin', 'Weber, MBA', 'Frau Dr.'],
  ['Karin', 'Frau Weber', 'Frau'],
  ['Weber, Frau Anna', '', 'Frau'],
  ['Mme Claire Dupont', '', 'Mme'],
  ['Monsieur Luc Petit', '', 'M.'],
  ['Dr.', 'Weber', 'Dr.'],
  ['Dr Dr Eva Klein', '', 'Dr.'],
  ['Sra. Ana García', '', 'Sra.'],
  ['Dott.ssa Rossi Anna', '', 'Dott.ssa'],
])('reads how %j %j is addressed', (first, last, salutation) => {
  expect(readSalutation({ first, last })).toBe(salutation);
});

it.each([
  ['Anna', 'Weber'],
  ['Hans Meier', ''],
  ['Andrea Rossi', ''],
  // Initials, degrees and names that look like one.
  ['MS Dhoni', ''],
  ['DR Horton', ''],
  ['John Smith, MS', ''],
  ['JANE DOE, MS', ''],
  ['Anna Weber, Dr.', ''],
  ['M. Night Shyamalan', ''],
  ['Misscha Frauke', 'Drake'],
  ['Ms', ''],
  ['Dr.', ''],
  ['Director of Sales', ''],
  ['', ''],
])('reads none for %j %j', (first, last) => {
  expect(readSalutation({ first, last })).toBe('');
});

it('says that “M.” may be an initial', () => {
  expect(mayBeInitial({ first: 'M. Jean Dupont', last: '' })).toBe(true);
  expect(mayBeInitial({ first: 'M.', last: 'Scott Peck' })).toBe(true);
  expect(mayBeInitial({ first: 'M.', last: 'Dupont' })).toBe(false);
  expect(mayBeInitial({ first: 'Jean M.', last: 'Dupont' })).toBe(false);
});
