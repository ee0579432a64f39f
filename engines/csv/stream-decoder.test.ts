import { describe, expect, it } from 'vitest';
import { createStreamDecoder, InvalidTextError } from './stream-decoder.ts';

/** Decodes bytes that come in two pieces. */
function decode(bytes: Buffer, cut: number, isStrict = true) {
  const decoder = createStreamDecoder('utf-8', { isStrict });
  const text = decoder.decode(bytes.subarray(0, cut)) + decoder.decode(bytes.subarray(cut)) + decoder.end();
  return { text, encoding: decoder.encoding() };
}
const cuts = (bytes: Buffer) => Array.from({ length: bytes.length + 1 }, (_, cut) => cut);

describe('a text that comes in pieces', () => {
  it.each([
    ['utf-8', 'a\nZoë €\n😀 end é'],
    ['utf-8', 'only ASCII\n'],
    ['utf-8', ''],
    ['windows-1252', 'a\nZoë\nMüller é'],
    ['windows-1252', 'é'],
  ] as const)('is decoded from %s, wherever it is cut', (encoding, text) => {
    const bytes = Buffer.from(text, encoding === 'utf-8' ? 'utf8' : 'latin1');
    for (const cut of cuts(bytes)) expect(decode(bytes, cut)).toEqual({ text, encoding });
  });

  it('loses its byte order mark, but no other', () => {
    const bytes = Buffer.from('\uFEFFa\uFEFFb');
    for (const cut of cuts(bytes)) expect(decode(bytes, cut).text).toBe('a\uFEFFb');
  });

  it.each(['utf-16le', 'utf-16be'] as const)('is decoded from %s', (encoding) => {
    const bytes = Buffer.from('Zoë 😀', 'utf16le');
    if (encoding === 'utf-16be') bytes.swap16();
    const decoder = createStreamDecoder(encoding, { isStrict: true });
    const text = decoder.decode(bytes.subarray(0, 7)) + decoder.decode(bytes.subarray(7)) + decoder.end();
    expect(text).toBe('Zoë 😀');
  });

  it('is refused with the line if it stops being UTF-8, or keeps going', () => {
    const bytes = Buffer.concat([Buffer.from('ä\nb\n\nc '), Buffer.from([0xe9]), Buffer.from(' d\ne\n')]);
    for (const cut of cuts(bytes)) {
      expect(() => decode(bytes, cut)).toThrow(new InvalidTextError(4));
      expect(decode(bytes, cut, false)).toEqual({ text: 'ä\nb\n\nc \uFFFD d\ne\n', encoding: 'utf-8' });
    }
    const ends = Buffer.concat([Buffer.from('ä\n'), Buffer.from([0xe2, 0x82])]);
    for (const cut of cuts(ends)) expect(() => decode(ends, cut)).toThrow(new InvalidTextError(2));
  });
});
