import type { LeadKeys } from './lead-keys.ts';

/** Whole CSV rows, and the keys of their leads. */
export interface KeyedRows {
  bytes: Uint8Array;
  keys: LeadKeys;
}

/** Each row starts with its key in 16 hexadecimal digits: `"0123456789ABCDEF",`. */
const KEY_DIGITS = 16;
const KEY_CHARS = KEY_DIGITS + '"",'.length;
const [CR, LF] = [13, 10];
const ROW_END_BYTES = 2;
/** What is sent at a time. A client that disconnects pays for at most so much that it doesn't get. */
const STEP_BYTES = 64 * 1024;
/** The keys of a part while it is read. No one else runs then, so all exports share the memory. */
const partKeys = new BigUint64Array(Math.ceil(STEP_BYTES / (KEY_CHARS + ROW_END_BYTES)) + 1);
const keyBytes = new Uint8Array(partKeys.buffer);

/**
 * Takes the key off the start of each of the first `maxRows` CSV rows, a part at a time. Changes `text`: a copy of
 * each part would keep the garbage collector busy. No cell contains CR LF (load-leads.ts).
 */
export function* splitKeys(text: Buffer, maxRows: number): Generator<KeyedRows> {
  let left = maxRows;
  for (let from = 0; from < text.length && left > 0; ) {
    const start = from;
    let rows = 0;
    let written = start;
    while (from - start < STEP_BYTES && from < text.length && rows < left) {
      const end = rowEnd(text, from + KEY_CHARS);
      readHex(text, from + 1, keyBytes, rows * partKeys.BYTES_PER_ELEMENT);
      rows += 1;
      const row = from + KEY_CHARS;
      from = end;
      text.copyWithin(written, row, from);
      written += from - row;
    }
    left -= rows;
    yield { bytes: text.subarray(start, written), keys: partKeys.slice(0, rows) };
  }
}

/** Where the row ends that is read from an index on. Looking for one byte is faster than for two. */
function rowEnd(text: Buffer, from: number): number {
  let end = text.indexOf(CR, from);
  while (end >= 0 && text[end + 1] !== LF) end = text.indexOf(CR, end + 1);
  if (end < 0) throw new Error('The last row of an export is incomplete.');
  return end + ROW_END_BYTES;
}

/** Reads the digits of a key into its bytes. */
function readHex(text: Buffer, index: number, bytes: Uint8Array, to: number): void {
  for (let digit = 0; digit < KEY_DIGITS; digit += 2) {
    // An array of both would be 25 MB of garbage for 90,000 rows.
    const high = hexDigit(text[index + digit] ?? 0);
    bytes[to + digit / 2] = (high << 4) | hexDigit(text[index + digit + 1] ?? 0);
  }
}

/** The value of a hexadecimal digit in capitals. */
function hexDigit(char: number): number {
  return char < 0x40 ? char - 0x30 : char - 0x37;
}
