import { describe, expect, it } from 'vitest';
import { encodeText } from './encode-text.ts';

const TEXT = 'Müller „Zoë“ 5 €';

describe('encodeText', () => {
  it.each(['utf-8', 'utf-16le', 'utf-16be', 'windows-1252'] as const)(
    'writes %s as decoders read it',
    (encoding) => {
      expect(new TextDecoder(encoding).decode(encodeText(TEXT, encoding))).toBe(TEXT);
    },
  );

  it('writes pairs of surrogates, and a question mark for what windows-1252 does not have', () => {
    expect(new TextDecoder('utf-16le').decode(encodeText('a😀', 'utf-16le'))).toBe('a😀');
    expect(new TextDecoder('windows-1252').decode(encodeText('Łódź 😀', 'windows-1252'))).toBe('?ód? ?');
  });
});
