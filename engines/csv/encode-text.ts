import type { TextEncoding } from '#contract/task-csv.ts';

/** In place of a character that windows-1252 doesn't have. */
const REPLACEMENT = 0x3f;
const FIRST_ABOVE_ASCII = 0x80;

let codes: ReadonlyMap<string, number> | null = null;

/** The windows-1252 code of each character above ASCII, as decoders read it. */
function windowsCodes(): ReadonlyMap<string, number> {
  codes ??= new Map(
    Array.from({ length: 256 - FIRST_ABOVE_ASCII }, (_, index) => {
      const code = FIRST_ABOVE_ASCII + index;
      return [new TextDecoder('windows-1252').decode(Uint8Array.of(code)), code] as const;
    }),
  );
  return codes;
}

/**
 * The bytes of a text. A character that the encoding doesn't have becomes a question mark; only windows-1252
 * lacks any. Pieces of a text can be encoded one by one if no piece ends inside a surrogate pair.
 */
export function encodeText(text: string, encoding: TextEncoding): Uint8Array {
  if (encoding === 'utf-8') return new TextEncoder().encode(text);
  if (encoding === 'windows-1252') return windowsBytes(text);
  const bytes = new Uint8Array(text.length * 2);
  const view = new DataView(bytes.buffer);
  for (let index = 0; index < text.length; index += 1)
    view.setUint16(index * 2, text.charCodeAt(index), encoding === 'utf-16le');
  return bytes;
}

function windowsBytes(text: string): Uint8Array {
  const known = windowsCodes();
  return Uint8Array.from(text, (char) => {
    const code = char.codePointAt(0) ?? REPLACEMENT;
    return code < FIRST_ABOVE_ASCII ? code : (known.get(char) ?? REPLACEMENT);
  });
}
