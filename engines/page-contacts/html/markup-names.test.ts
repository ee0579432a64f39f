import { describe, expect, test } from 'vitest';
import { ATTRIBUTE_LIST, ATTRIBUTES, KnownNames } from './markup-names.ts';

describe('known names', () => {
  const names = new KnownNames(
    ['a', 'area', 'data-a', 'xml:lang', 'h1'].map((name) => [name, name.toUpperCase()] as const),
    ' =>',
  );

  test.each([
    ['a>', 'A', 1],
    ['AREA x', 'AREA', 4],
    ['Data-A=1', 'DATA-A', 6],
    ['xml:lang', 'XML:LANG', 8],
    ['h1=', 'H1', 2],
    ['h2=', undefined, 2],
    ['are>', undefined, 3],
    ['areas>', undefined, 5],
    ['aé>', undefined, 2],
    ['=a>', undefined, 2],
  ])('%s', (text, value, end) => {
    expect([names.read(`<${text}`, 1), names.end]).toEqual([value, end + 1]);
  });

  test('include every attribute that is read', () => {
    for (const attribute of ATTRIBUTE_LIST) {
      expect(ATTRIBUTES.named(attribute.name)).toBe(attribute);
      expect(ATTRIBUTES.named(attribute.name.toUpperCase())).toBe(attribute);
      expect(ATTRIBUTES.named(`${attribute.name}-x`)).toBeUndefined();
    }
  });
});
