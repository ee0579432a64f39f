import type { TextEncoding } from '#contract/task-csv.ts';

const PIECE_BYTES = 1024 * 1024;

/** Decodes a text of any length, piece by piece. */
export interface StreamDecoder {
  /** The encoding, as far as it is known: a text whose first part is ASCII can turn out to be windows-1252. */
  encoding(): TextEncoding;
  /** Throws InvalidTextError if it is strict. */
  decode(bytes: Uint8Array): string;
  /** The rest of the text. Throws like `decode`. */
  end(): string;
}

/** A text in UTF-8 has bytes that aren't. */
export class InvalidTextError extends Error {
  /** the line with the first of them, from 1 */
  readonly line: number;
  constructor(line: number) {
    super(`Line ${line} has bytes that aren't UTF-8.`);
    this.line = line;
  }
}

/**
 * Decodes a text that starts as one in an encoding. What starts as UTF-8, but only with ASCII, is windows-1252 if `isMeantAsUtf8` says so
 * of the first piece with other bytes. In UTF-8, bytes that aren't are replaced with U+FFFD, or with `isStrict`, an error.
 */
export function createStreamDecoder(start: TextEncoding, { isStrict }: { isStrict: boolean }): StreamDecoder {
  if (start !== 'utf-8') {
    const decoder = new TextDecoder(start);
    return {
      encoding: () => start,
      decode: (bytes) => decoder.decode(bytes, { stream: true }),
      end: () => decoder.decode(),
    };
  }
  const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  const lenient = new TextDecoder('utf-8', { ignoreBOM: true });
  let other: StreamDecoder | null = null;
  let isAscii = true;
  let isFirst = true;
  let lineFeeds = 0;
  /** the start of a character */
  let held: Uint8Array = new Uint8Array();

  /** Decodes whole characters. */
  function decodeWhole(bytes: Uint8Array): string {
    try {
      const text = strict.decode(bytes);
      // Every other character has more bytes than code units.
      isAscii &&= text.length === bytes.length;
      if (isStrict) lineFeeds += countLineFeeds(bytes);
      return text;
    } catch {
      if (isAscii && !isMeantAsUtf8(bytes)) {
        other = createStreamDecoder('windows-1252', { isStrict });
        return other.decode(bytes);
      }
      isAscii = false;
      if (isStrict) throw new InvalidTextError(lineFeeds + invalidLine(strict, bytes));
      return lenient.decode(bytes);
    }
  }

  return {
    encoding: () => other?.encoding() ?? 'utf-8',
    decode(bytes) {
      if (other) return other.decode(bytes);
      const all = held.length > 0 ? concat(held, bytes) : bytes;
      const end = wholeEnd(all);
      held = Uint8Array.from(all.subarray(end));
      const text = decodeWhole(all.subarray(0, end));
      if (other) return text + (other as StreamDecoder).decode(held);
      if (!isFirst || text === '') return text;
      isFirst = false;
      return text.startsWith('\uFEFF') ? text.slice(1) : text;
    },
    end() {
      if (other) return other.end();
      return held.length > 0 ? decodeWhole(held) : '';
    },
  };
}

type Decoder = InstanceType<typeof TextDecoder>;

/** Where the last character starts if bytes end within it, or their end. */
function wholeEnd(bytes: Uint8Array): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back += 1) {
    const byte = bytes[bytes.length - back] ?? 0;
    if (byte < 0x80) return bytes.length;
    if (byte < 0xc0) continue;
    const size = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2;
    return size > back ? bytes.length - back : bytes.length;
  }
  return bytes.length;
}

/**
 * Whether bytes of which some aren't UTF-8 are meant as it: they start with its byte order mark, or at least half of their characters beyond
 * ASCII are UTF-8. Letters of windows-1252 rarely look like it, but two of them can: "É®" is a letter in UTF-8.
 */
export function isMeantAsUtf8(bytes: Uint8Array): boolean {
  const [first, second, third] = bytes;
  if (first === 0xef && second === 0xbb && third === 0xbf) return true;
  let replaced = 0;
  let beyondAscii = 0;
  // The whole text at once would be a second copy of it.
  const decoder = new TextDecoder('utf-8');
  for (let start = 0; start < bytes.length; start += PIECE_BYTES) {
    const piece = bytes.subarray(start, start + PIECE_BYTES);
    const text = decoder.decode(piece, { stream: start + PIECE_BYTES < bytes.length });
    for (let at = 0; at < text.length; at += 1) {
      const code = text.charCodeAt(at);
      // The second half of a character.
      if (code < 0x80 || (code >= 0xdc00 && code < 0xe000)) continue;
      beyondAscii += 1;
      if (code === 0xfffd) replaced += 1;
    }
  }
  return (replaced - countReplacements(bytes)) * 2 <= beyondAscii;
}

/** The replacement characters that the text itself has: another program could not read them. */
function countReplacements(bytes: Uint8Array): number {
  let count = 0;
  for (let at = bytes.indexOf(0xef); at >= 0; at = bytes.indexOf(0xef, at + 1))
    if (bytes[at + 1] === 0xbf && bytes[at + 2] === 0xbd) count += 1;
  return count;
}

function countLineFeeds(bytes: Uint8Array): number {
  let count = 0;
  for (let at = bytes.indexOf(0x0a); at >= 0; at = bytes.indexOf(0x0a, at + 1)) count += 1;
  return count;
}

/** The first line of bytes that `decoder` refuses, from 1. */
function invalidLine(decoder: Decoder, bytes: Uint8Array): number {
  let line = 1;
  for (let start = 0; ; line += 1) {
    const end = bytes.indexOf(0x0a, start);
    if (end < 0) return line;
    try {
      decoder.decode(bytes.subarray(start, end));
    } catch {
      return line;
    }
    start = end + 1;
  }
}

function concat(one: Uint8Array, other: Uint8Array): Uint8Array {
  const both = new Uint8Array(one.length + other.length);
  both.set(one);
  both.set(other, one.length);
  return both;
}
