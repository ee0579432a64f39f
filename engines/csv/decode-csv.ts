import { plural } from '#contract/plural.ts';
import type { TextEncoding } from '#contract/task-csv.ts';
import { isMeantAsUtf8 } from './stream-decoder.ts';

/** Why bytes aren't text: a spreadsheet or other archive, or any other binary format. */
export type TextFault = 'workbook' | 'binary';

export type CsvDecoding =
  | { ok: true; text: string; encoding: TextEncoding }
  | { ok: false; fault: 'empty' | TextFault };

const SAMPLE_BYTES = 4096;
/** Control characters other than tab, LF, FF and CR, which are rare in text files. */
const isControl = (code: number) => code < 32 && code !== 9 && code !== 10 && code !== 12 && code !== 13;

/** Decodes the bytes of a CSV file with `decodeText`. Rejects empty and binary files. */
export function decodeCsv(bytes: Uint8Array): CsvDecoding {
  if (bytes.length === 0) return { ok: false, fault: 'empty' };
  const fault = textFault(bytes);
  if (fault !== null) return { ok: false, fault };
  // Databases and terminals reject NUL.
  const encoding = detectEncoding(bytes);
  return { ok: true, text: new TextDecoder(encoding).decode(bytes).replaceAll('\0', ''), encoding };
}

/**
 * Returns why a file that starts with these bytes isn't text, or null if it may be. Checks the first 4 kB.
 */
export function textFault(bytes: Uint8Array): TextFault | null {
  const [first, second, third, fourth] = bytes;
  // ZIP (xlsx, ods, numbers) and the compound file format of older Excel versions.
  if (first === 0x50 && second === 0x4b && third === 3 && fourth === 4) return 'workbook';
  if (first === 0xd0 && second === 0xcf && third === 0x11 && fourth === 0xe0) return 'workbook';
  if (wideEncoding(bytes) === null) {
    const sample = bytes.subarray(0, SAMPLE_BYTES);
    const controls = sample.filter(isControl).length;
    if (sample.includes(0) || controls > sample.length / 50) return 'binary';
  }
  return null;
}

/**
 * Decodes UTF-16 (by byte order mark or content), then UTF-8 if it is meant as that, else windows-1252, the format of older
 * spreadsheets. Bytes that aren't characters become U+FFFD.
 */
export function decodeText(bytes: Uint8Array): string {
  return new TextDecoder(detectEncoding(bytes)).decode(bytes);
}

/** How many characters of a decoded text could not be read, as a sentence; null for none. */
export function unreadableNote(text: string): string | null {
  const count = text.split('\uFFFD').length - 1;
  if (count === 0) return null;
  const characters = plural(count, 'character');
  return `${characters} couldn't be read. Look for “\uFFFD”, or save the file as UTF-8 again.`;
}

/** The encoding of a text that starts with these bytes, which may end inside a character. */
export function streamEncoding(bytes: Uint8Array): TextEncoding {
  return detectEncoding(bytes, { stream: true });
}

function detectEncoding(bytes: Uint8Array, options: { stream?: boolean } = {}): TextEncoding {
  const wide = wideEncoding(bytes);
  if (wide !== null) return wide;
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, options);
    return 'utf-8';
  } catch {
    return isMeantAsUtf8(bytes) ? 'utf-8' : 'windows-1252';
  }
}

/**
 * Detects UTF-16 by its byte order mark, or by NUL in every other byte (Latin text). Null for other
 * encodings.
 */
export function wideEncoding(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  const sample = bytes.subarray(0, SAMPLE_BYTES & ~1);
  let even = 0;
  let odd = 0;
  for (const [index, byte] of sample.entries()) {
    if (byte !== 0) continue;
    if (index % 2 === 0) even += 1;
    else odd += 1;
  }
  const half = sample.length / 2;
  if (odd > half * 0.7 && even < half * 0.05) return 'utf-16le';
  if (even > half * 0.7 && odd < half * 0.05) return 'utf-16be';
  return null;
}
