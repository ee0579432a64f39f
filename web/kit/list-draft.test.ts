import { expect, it } from 'vitest';
import { EMPTY_DRAFT, listDraftFormat } from './list-draft.ts';

const { parse, format } = listDraftFormat('company-to-domain', {});

it('reads a saved draft, and anything else as an empty one', () => {
  const draft = { ...EMPTY_DRAFT, text: 'Acme', attempt: { key: 'k', fingerprint: 'f' } };
  expect(parse(format(draft))).toEqual(draft);
  for (const saved of [null, '', '7', 'null', '{"text":7}', '{']) expect(parse(saved)).toEqual(EMPTY_DRAFT);
  expect(parse('{"text":"a","attempt":{"key":1}}')).toEqual({ ...EMPTY_DRAFT, text: 'a' });
});

it('saves nothing for an empty draft, and no choice of columns', () => {
  expect(parse(format({ ...EMPTY_DRAFT, text: 'a', column: 2, keepsColumns: false }))).toEqual({
    ...EMPTY_DRAFT,
    text: 'a',
  });
  expect(format(EMPTY_DRAFT)).toBeNull();
});
