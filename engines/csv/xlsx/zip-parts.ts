import { Inflate } from 'fflate';
import { WorkbookFault } from './workbook-fault.ts';

/** Bytes that may still be unpacked from a file, so that a small file can't fill the memory or run for hours. */
export interface UnpackBudget {
  bytes: number;
}

/** The parts of a ZIP file by their names, as its directory lists them. Nothing is written to disk. */
export interface ZipParts {
  /** in the spelling of the file */
  names: readonly string[];
  has(name: string): boolean;
  /** The bytes of a part, in pieces. Throws WorkbookFault if it is damaged, encrypted or over the budget. */
  unpack(name: string, budget: UnpackBudget): Generator<Uint8Array>;
}

interface Entry {
  method: number;
  isEncrypted: boolean;
  crc: number;
  packed: number;
  unpacked: number;
  /** of its local header, in bytes from the start of the file */
  at: number;
}

const END = 0x06054b50;
const END_64 = 0x06064b50;
const LOCATOR_64 = 0x07064b50;
const DIRECTORY = 0x02014b50;
const LOCAL = 0x04034b50;
const END_BYTES = 22;
const COMMENT_MAX_BYTES = 0xffff;
const PARTS_MAX = 10_000;
const IN_ZIP64 = 0xffffffff;
/** Unpacks to 4 MB at most. */
const STEP_BYTES = 4096;

/** Reads the directory of a ZIP file. Throws WorkbookFault if it has none. */
export function openZip(bytes: Uint8Array): ZipParts {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const entries = new Map<string, Entry>();
  const names: string[] = [];
  try {
    for (const [name, entry] of directory(view, bytes)) {
      if (entries.size >= PARTS_MAX) throw new WorkbookFault('too-large');
      // Some programs write backslashes, or other capitals than they refer to.
      const key = partKey(name);
      if (!entries.has(key)) names.push(name);
      entries.set(key, entry);
    }
  } catch (error) {
    // A place outside of the file.
    if (error instanceof RangeError) throw new WorkbookFault('broken');
    throw error;
  }
  return {
    names,
    has: (name) => entries.has(partKey(name)),
    *unpack(name, budget) {
      const entry = entries.get(partKey(name));
      if (!entry) throw new WorkbookFault('broken');
      yield* unpackEntry(view, bytes, entry, budget);
    },
  };
}

function partKey(name: string): string {
  return name.replaceAll('\\', '/').replace(/^\/+/, '').toLowerCase();
}

function* directory(view: DataView, bytes: Uint8Array): Generator<[string, Entry]> {
  const end = findEnd(view);
  let count = view.getUint16(end + 10, true);
  let size = view.getUint32(end + 12, true);
  let start = view.getUint32(end + 16, true);
  let directoryEnd = end;
  if (end >= 20 && view.getUint32(end - 20, true) === LOCATOR_64) {
    const at = wide(view, end - 12);
    if (view.getUint32(at, true) === END_64) {
      count = wide(view, at + 32);
      size = wide(view, at + 40);
      start = wide(view, at + 48);
      directoryEnd = at;
    }
  }
  // What is before the archive moves all of its places.
  const moved = Math.max(0, directoryEnd - size - start);
  let at = start + moved;
  const decoder = new TextDecoder();
  for (let index = 0; index < count; index += 1) {
    if (view.getUint32(at, true) !== DIRECTORY) throw new WorkbookFault('broken');
    const nameBytes = view.getUint16(at + 28, true);
    const extraBytes = view.getUint16(at + 30, true);
    const extraAt = at + 46 + nameBytes;
    const name = decoder.decode(bytes.subarray(at + 46, extraAt));
    const entry: Entry = {
      isEncrypted: (view.getUint16(at + 8, true) & 1) === 1,
      method: view.getUint16(at + 10, true),
      crc: view.getUint32(at + 16, true),
      packed: view.getUint32(at + 20, true),
      unpacked: view.getUint32(at + 24, true),
      at: view.getUint32(at + 42, true),
    };
    readZip64(view, extraAt, extraAt + extraBytes, entry);
    entry.at += moved;
    yield [name, entry];
    at = extraAt + extraBytes + view.getUint16(at + 32, true);
  }
}

function findEnd(view: DataView): number {
  const first = Math.max(0, view.byteLength - END_BYTES - COMMENT_MAX_BYTES);
  for (let at = view.byteLength - END_BYTES; at >= first; at -= 1)
    if (view.getUint32(at, true) === END) return at;
  throw new WorkbookFault('broken');
}

/** Replaces the sizes and the place that only the longer fields can say. */
function readZip64(view: DataView, from: number, to: number, entry: Entry): void {
  for (let at = from; at + 4 <= to; at += 4 + view.getUint16(at + 2, true)) {
    if (view.getUint16(at, true) !== 1) continue;
    let field = at + 4;
    for (const key of ['unpacked', 'packed', 'at'] as const) {
      if (entry[key] !== IN_ZIP64) continue;
      entry[key] = wide(view, field);
      field += 8;
    }
    return;
  }
}

function wide(view: DataView, at: number): number {
  return view.getUint32(at, true) + view.getUint32(at + 4, true) * 2 ** 32;
}

function* unpackEntry(
  view: DataView,
  bytes: Uint8Array,
  { at, method, isEncrypted, crc, packed, unpacked }: Entry,
  budget: UnpackBudget,
): Generator<Uint8Array> {
  if (isEncrypted) throw new WorkbookFault('encrypted');
  if (at + 30 > bytes.length || view.getUint32(at, true) !== LOCAL) throw new WorkbookFault('broken');
  const start = at + 30 + view.getUint16(at + 26, true) + view.getUint16(at + 28, true);
  const end = start + packed;
  if (end > bytes.length || (method !== 0 && method !== 8)) throw new WorkbookFault('broken');
  let size = 0;
  let sum = -1;
  const pieces: Uint8Array[] = [];
  const inflate = method === 8 ? new Inflate((piece) => pieces.push(piece)) : null;
  for (let from = start; from < end; from += STEP_BYTES) {
    const to = Math.min(end, from + STEP_BYTES);
    const packedPiece = bytes.subarray(from, to);
    if (inflate) {
      try {
        inflate.push(packedPiece, to === end);
      } catch {
        throw new WorkbookFault('broken');
      }
    } else pieces.push(packedPiece);
    for (const piece of pieces) {
      size += piece.length;
      budget.bytes -= piece.length;
      if (budget.bytes < 0) throw new WorkbookFault('too-large');
      sum = addToCrc(sum, piece);
      if (piece.length > 0) yield piece;
    }
    pieces.length = 0;
  }
  if (size !== unpacked || ~sum >>> 0 !== crc) throw new WorkbookFault('broken');
}

const CRC_TABLE = Int32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  return value;
});

function addToCrc(sum: number, piece: Uint8Array): number {
  let value = sum;
  for (let at = 0; at < piece.length; at += 1)
    value = (CRC_TABLE[(value ^ (piece[at] as number)) & 0xff] as number) ^ (value >>> 8);
  return value;
}
