import type { TextEncoding } from '#contract/task-csv.ts';

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
 * Decodes a text that starts as one in an encoding. What starts as UTF-8, but only with ASCII, is windows-1252 if the first other bytes
 * aren't UTF-8. Later ones are replaced with U+FFFD, or with `isStrict`, an error.
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
      // The first bytes beyond ASCII may be UTF-8, and only later ones not.
      if (isAscii && !startsAsUtf8(strict, bytes)) {
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

/** Whether the first character beyond ASCII is UTF-8. */
function startsAsUtf8(strict: Decoder, bytes: Uint8Array): boolean {
  const first = bytes.findIndex((byte) => byte >= 0x80);
  const end = bytes.findIndex((byte, at) => at > first && (byte < 0x80 || byte >= 0xc0));
  try {
    strict.decode(bytes.subarray(first, end < 0 ? bytes.length : end));
    return true;
  } catch {
    return false;
  }
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
