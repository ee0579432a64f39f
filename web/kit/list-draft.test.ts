import { expect, it } from 'vitest';
import { EMPTY_DRAFT, isStarted, listDraftFormat, withListOf, withText } from './list-draft.ts';

const { parse, format } = listDraftFormat('company-to-domain', {});

it('reads a saved draft, and anything else as an empty one', () => {
  const draft = { ...EMPTY_DRAFT, text: 'Acme', attempt: { key: 'k', fingerprint: 'f' } };
  expect(parse(format(draft))).toEqual(draft);
  for (const saved of [null, '', '7', 'null', '{"text":7}', '{']) expect(parse(saved)).toEqual(EMPTY_DRAFT);
  expect(parse('{"text":"a","attempt":{"key":1}}')).toEqual({ ...EMPTY_DRAFT, text: 'a' });
});

it('saves the choice of columns, and nothing for an empty draft', () => {
  const draft = { ...EMPTY_DRAFT, text: 'a', column: 2, keepsColumns: false };
  expect(parse(format(draft))).toEqual(draft);
  for (const column of ['"1"', '-1', '1.5', '{}'])
    expect(parse(`{"text":"a","column":${column},"keepsColumns":7}`)).toEqual({ ...EMPTY_DRAFT, text: 'a' });
  expect(format(EMPTY_DRAFT)).toBeNull();
});

it('takes the list of another sheet, and keeps what was chosen beside it', () => {
  const earlier = { ...EMPTY_DRAFT, text: 'a', table: 'of a', depth: 'quick' };
  const draft = { ...earlier, text: 'a\nb', column: 2, keepsColumns: false, table: 'of b', depth: 'deep' };
  expect(withListOf(draft, earlier, { table: '' })).toEqual({
    ...draft,
    text: 'a',
    column: null,
    table: 'of a',
  });
});

it('knows a started list, also if only its key was saved', () => {
  const draft = { ...EMPTY_DRAFT, text: 'Acme', attempt: { key: 'k', fingerprint: 'f' } };
  expect(isStarted(draft, { text: 'Acme', key: 'k' })).toBe(true);
  expect(isStarted({ ...draft, text: '' }, { text: 'Acme', key: 'k' })).toBe(true);
  expect(isStarted({ ...draft, text: 'Acme\nNord' }, { text: 'Acme', key: 'k' })).toBe(false);
  expect(isStarted(draft, { text: 'Acme', key: 'other' })).toBe(false);
});

it('keeps the chosen column while its table is edited, and not for another table', () => {
  const draft = { ...EMPTY_DRAFT, text: 'Nr,Name\n1,Acme', column: 1 };
  expect(withText(draft, 'Nr,Name\n1,Acme\n2,Nord').column).toBe(1);
  expect(withText(draft, 'Name,Nr\nAcme,1').column).toBeNull();
});

it('keeps the chosen column while the first row of its table is edited', () => {
  const draft = { ...EMPTY_DRAFT, text: 'Acne;Berlin;"1,5"\nBeta;Ulm;2\nGamma;Bonn;3\n', column: 1 };
  const columnOf = (text: string) => withText(draft, text).column;
  expect(columnOf('Acme;Berlin;"1,5"\nBeta;Ulm;2\nGamma;Bonn;3\n')).toBe(1);
  expect(columnOf('"Acme; Inc.";Berlin;"1,5"\nBeta;Ulm;2\nGamma;Bonn;3\n')).toBe(1);
  // The row was deleted, or another one was put above it.
  expect(columnOf('Beta;Ulm;2\nGamma;Bonn;3\n')).toBe(1);
  expect(columnOf(`Nord;Kiel;4\n${draft.text}`)).toBe(1);
  expect(columnOf('Berlin;"1,5"\nBeta;Ulm;2\nGamma;Bonn;3\n')).toBeNull();
  expect(columnOf('Acne;Berlin;7\nNord;Kiel;4\n')).toBeNull();
  expect(columnOf('')).toBeNull();
});
