import { expect, it } from 'vitest';
import type { ListColumn } from '#contract/list-columns.ts';
import { sampleValues, targetsOf, targetsText } from './import-targets.ts';

const FIELDS = ['Email', 'Company'].map((id) => ({ id, name: id }) as ListColumn);
const to = (id: string) => ({ to: 'column', id }) as const;
const NEW = { to: 'new' } as const;
const NOWHERE = { to: 'nowhere' } as const;

it('what a person chose comes before what was guessed, and two columns never go into one', () => {
  const targets = (chosen: Parameters<typeof targetsOf>[2]) =>
    targetsOf(['E-mail', 'Work mail', 'Firm'], [to('Email'), NEW, to('Company')], chosen, { fields: FIELDS });
  expect(targets(new Map())).toEqual([to('Email'), NEW, to('Company')]);
  expect(targets(new Map([['Work mail', to('Email')]]))).toEqual([NEW, to('Email'), to('Company')]);
  expect(targets(new Map([['Firm', NOWHERE]]))).toEqual([to('Email'), NEW, NOWHERE]);
  // A column that was deleted from the list, and one that two files want.
  expect(targets(new Map([['Firm', to('Gone')]]))).toEqual([to('Email'), NEW, to('Company')]);
  const both = new Map([
    ['Work mail', to('Email')],
    ['Firm', to('Email')],
  ]);
  expect(targets(both)).toEqual([NEW, to('Email'), to('Company')]);
});

it('shows two different values of a column', () => {
  expect(sampleValues([['a', ''], ['a', 'x'], ['b'], ['c']], 0)).toEqual(['a', 'b']);
  expect(sampleValues([['a', ''], ['a', 'x'], ['b'], ['c']], 1)).toEqual(['x']);
});

it('says which columns are new, and how many are skipped', () => {
  expect(targetsText([to('Email')], ['Email'])).toBe('The list gets no new columns.');
  expect(targetsText([NEW, NOWHERE], ['Notes', null])).toBe(
    'The list gets 1 new column: Notes. 1 column is skipped.',
  );
  const many = Array.from({ length: 7 }, (_, index) => `N${index}`);
  expect(
    targetsText(
      many.map(() => NEW),
      many,
    ),
  ).toBe('The list gets 7 new columns: N0, N1, N2, N3, N4 and 2 more.');
});
