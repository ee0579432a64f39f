import { expect, it } from 'vitest';
import { formatFields, parseFields } from './saved-fields.ts';

const EMPTY = { name: '', domain: '' };

it('reads saved fields, and anything else as none', () => {
  const fields = { name: 'Jane', domain: '' };
  expect(parseFields(formatFields(fields), EMPTY)).toEqual(fields);
  for (const saved of [null, '', '{', '[]', '{"name":"Jane"}', '{"name":1,"domain":""}'])
    expect(parseFields(saved, EMPTY)).toBeNull();
  expect(parseFields('{"name":"a","domain":"b","more":"c"}', EMPTY)).toBeNull();
});

it('saves nothing for empty fields', () => {
  expect(formatFields({ name: ' ', domain: '' })).toBeNull();
  expect(formatFields(null)).toBeNull();
});
