import { expect, it } from 'vitest';
import { readPastedWebsites } from './pasted-websites.ts';
import { LIST_LIMITS, readPersonTable } from './person-table.ts';

const LENGTH = 400_000;

/** Texts that make a careless pattern take quadratic time. The test hangs if one does. */
it.each([
  ['separators', ', '],
  ['spaces', ' '],
  ['no-break spaces', '\u00a0'],
  ['dots', '.'],
  ['quotes', '"'],
  ['brackets', '[('],
  ['angle brackets', '<'],
  ['at signs', 'a@'],
  ['bullets', '- '],
  ['words', 'acme.com '],
  ['cells', 'a,'],
  ['fields', 'a: '],
  ['lines of fields', 'name: a\n'],
  ['words of a sentence', 'see the site of '],
  ['spoken addresses', 'a dot b at '],
  ['addresses in angle brackets', '<a@b>, '],
  ['tabs', 'a\t'],
  ['zero-width characters', '\u200b'],
])('%s are read in linear time', (_, piece) => {
  const text = piece.repeat(LENGTH / piece.length);
  for (const line of [text, `${text}x`, `x${text}x`, `https://a.com/${text}x`])
    expect(readPastedWebsites(line).taken.length).toBeLessThan(3);
  for (const line of [`To: ${text}`, `a@b.com\n${text}`])
    expect(readPersonTable(line, { limits: LIST_LIMITS }).rows.length).toBeLessThan(LENGTH);
});
