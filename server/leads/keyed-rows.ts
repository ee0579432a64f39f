import type { LeadKeys } from './lead-keys.ts';

/** Whole CSV rows, and the keys of their leads. */
export interface KeyedRows {
  bytes: Uint8Array;
  keys: LeadKeys;
}

/** Each row starts with its key in 16 hexadecimal digits: `"0123456789ABCDEF",`. */
const KEY_DIGITS = 16;
const KEY_CHARS = KEY_DIGITS + '"",'.length;
const ROW_END = Buffer.from('\r\n');

/**
 * Takes the key off the start of each CSV row. Returns the whole rows of each piece, and stops after `maxRows`.
 * No cell contains CR LF (load-leads.ts).
 */
export async function* splitKeys(pieces: AsyncIterable<Buffer>, maxRows: number): AsyncGenerator<KeyedRows> {
  let rest: Buffer = Buffer.alloc(0);
  let left = maxRows;
  for await (const piece of pieces) {
    const text = rest.length > 0 ? Buffer.concat([rest, piece]) : piece;
    const bytes = Buffer.allocUnsafe(text.length);
    const keys = new BigUint64Array(Math.ceil(text.length / (KEY_CHARS + ROW_END.length)));
    const keyBytes = new Uint8Array(keys.buffer);
    let rows = 0;
    let written = 0;
    let from = 0;
    for (let end = text.indexOf(ROW_END); end >= 0 && rows < left; end = text.indexOf(ROW_END, from)) {
      readHex(text, from + 1, keyBytes, rows * keys.BYTES_PER_ELEMENT);
      rows += 1;
      const row = from + KEY_CHARS;
      from = end + ROW_END.length;
      written += text.copy(bytes, written, row, from);
    }
    rest = text.subarray(from);
    left -= rows;
    if (rows > 0) yield { bytes: bytes.subarray(0, written), keys: keys.slice(0, rows) };
    if (left === 0) return;
  }
}

/** Reads the digits of a key into its bytes. */
function readHex(text: Buffer, at: number, bytes: Uint8Array, to: number): void {
  for (let digit = 0; digit < KEY_DIGITS; digit += 2) {
    const [high = 0, low = 0] = [text[at + digit], text[at + digit + 1]];
    bytes[to + digit / 2] = (digitOf(high) << 4) | digitOf(low);
  }
}

/** The value of a hexadecimal digit in capitals. */
function digitOf(char: number): number {
  return char < 0x40 ? char - 0x30 : char - 0x37;
}
