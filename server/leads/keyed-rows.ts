/** Whole CSV rows, and the keys of their leads. */
export interface KeyedRows {
  bytes: Uint8Array;
  keys: string[];
}

const COMMA = 0x2c;
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
    const keys: string[] = [];
    let written = 0;
    let from = 0;
    for (let end = text.indexOf(ROW_END); end >= 0 && left > 0; end = text.indexOf(ROW_END, from)) {
      const comma = text.indexOf(COMMA, from);
      keys.push(text.toString('latin1', from, comma));
      from = end + ROW_END.length;
      written += text.copy(bytes, written, comma + 1, from);
      left -= 1;
    }
    rest = text.subarray(from);
    if (keys.length > 0) yield { bytes: bytes.subarray(0, written), keys };
    if (left === 0) return;
  }
}
