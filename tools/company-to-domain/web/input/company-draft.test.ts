import { expect, it } from 'vitest';
import { readDraft, refusalOf, requestOf } from './company-draft.ts';

it('counts names, duplicates and hints, and sends hints only where there are some', () => {
  const { entries, duplicates, hints } = readDraft(' Acme \n\nNord AG\tDE\nAcme\r\nNord AG\tnord.de');
  expect({ count: entries.length, duplicates, hints }).toEqual({ count: 3, duplicates: 1, hints: 2 });
  expect(requestOf(entries)).toEqual([
    'Acme',
    { company_name: 'Nord AG', country: 'DE', website: null },
    { company_name: 'Nord AG', country: null, website: 'nord.de' },
  ]);
});

it('sends the start of lines that are too long for a name', () => {
  const { entries } = readDraft(`${'x'.repeat(399)}🚀${'y'.repeat(1_000_000)}\nAcme`);
  expect(requestOf(entries)).toEqual(['x'.repeat(399), 'Acme']);
});

it('refuses empty and too long lists with the messages of the specification', () => {
  expect(refusalOf([])).toBe('Please enter at least one company name');
  const { entries } = readDraft(Array.from({ length: 10_001 }, (_, n) => `A${n}`).join('\n'));
  expect(refusalOf(entries)).toBe('Maximum 10,000 companies per request');
  expect(refusalOf(entries.slice(1))).toBeNull();
});
