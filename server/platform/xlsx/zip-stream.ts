import { crc32, createDeflateRaw, type DeflateRaw } from 'node:zlib';

interface Entry {
  name: Buffer;
  crc: number;
  packed: number;
  unpacked: number;
  at: number;
}

/** What a place in the file and a size can be without ZIP64, which some programs can't read. */
const ZIP_MAX_BYTES = 0xffffffff;
/** Fast, and about a tenth larger than the usual level. */
const LEVEL = 3;
/** Sizes follow the data, and names are UTF-8. */
const FLAGS = 0x0808;
const DEFLATED = 8;
const VERSION = 20;
/** 1980-01-01, the first day that the format can state. */
const DATE = 0x21;

/** Writes a ZIP file part by part, while its content is made. Throws an Error above 4 GB. */
export class ZipStream {
  readonly #entries: Entry[] = [];
  #at = 0;
  #deflate: DeflateRaw | null = null;

  /** The bytes of a part. They are compressed outside of the main thread. */
  async *part(name: string, content: AsyncIterable<string> | Iterable<string>): AsyncGenerator<Uint8Array> {
    const entry: Entry = { name: Buffer.from(name), crc: 0, packed: 0, unpacked: 0, at: this.#at };
    yield this.#counted(localHeader(entry));
    const deflate = createDeflateRaw({ level: LEVEL });
    this.#deflate = deflate;
    let ready: Buffer[] = [];
    deflate.on('data', (piece: Buffer) => ready.push(piece));
    const take = () => {
      const piece = Buffer.concat(ready);
      ready = [];
      entry.packed += piece.length;
      return this.#counted(piece);
    };
    for await (const text of content) {
      const bytes = Buffer.from(text);
      entry.crc = crc32(bytes, entry.crc);
      entry.unpacked += bytes.length;
      await new Promise<void>((resolve, reject) => {
        deflate.write(bytes, (error) => (error ? reject(error) : resolve()));
      });
      if (ready.length > 0) yield take();
    }
    await new Promise<void>((resolve, reject) => {
      deflate.once('end', resolve);
      deflate.once('error', reject);
      deflate.end();
    });
    yield take();
    if (entry.unpacked > ZIP_MAX_BYTES) throw new Error('A part of a ZIP file is larger than 4 GB.');
    yield this.#counted(descriptor(entry));
    this.#entries.push(entry);
  }

  /** The bytes after the last part. */
  end(): Uint8Array {
    const start = this.#at;
    const directory = Buffer.concat(this.#entries.map(directoryEntry));
    const end = Buffer.alloc(22);
    end.writeUInt32LE(0x06054b50, 0);
    end.writeUInt16LE(this.#entries.length, 8);
    end.writeUInt16LE(this.#entries.length, 10);
    end.writeUInt32LE(directory.length, 12);
    end.writeUInt32LE(start, 16);
    return this.#counted(Buffer.concat([directory, end]));
  }

  /** Frees the memory of a part that isn't written to its end. */
  close(): void {
    this.#deflate?.destroy();
  }

  #counted(bytes: Buffer): Buffer {
    this.#at += bytes.length;
    if (this.#at > ZIP_MAX_BYTES) throw new Error('The ZIP file is larger than 4 GB.');
    return bytes;
  }
}

function localHeader({ name }: Entry): Buffer {
  const header = Buffer.alloc(30);
  header.writeUInt32LE(0x04034b50, 0);
  header.writeUInt16LE(VERSION, 4);
  header.writeUInt16LE(FLAGS, 6);
  header.writeUInt16LE(DEFLATED, 8);
  header.writeUInt16LE(DATE, 12);
  header.writeUInt16LE(name.length, 26);
  return Buffer.concat([header, name]);
}

function descriptor({ crc, packed, unpacked }: Entry): Buffer {
  const bytes = Buffer.alloc(16);
  bytes.writeUInt32LE(0x08074b50, 0);
  bytes.writeUInt32LE(crc, 4);
  bytes.writeUInt32LE(packed, 8);
  bytes.writeUInt32LE(unpacked, 12);
  return bytes;
}

function directoryEntry({ name, crc, packed, unpacked, at }: Entry): Buffer {
  const header = Buffer.alloc(46);
  header.writeUInt32LE(0x02014b50, 0);
  header.writeUInt16LE(VERSION, 4);
  header.writeUInt16LE(VERSION, 6);
  header.writeUInt16LE(FLAGS, 8);
  header.writeUInt16LE(DEFLATED, 10);
  header.writeUInt16LE(DATE, 14);
  header.writeUInt32LE(crc, 16);
  header.writeUInt32LE(packed, 20);
  header.writeUInt32LE(unpacked, 24);
  header.writeUInt16LE(name.length, 28);
  header.writeUInt32LE(at, 42);
  return Buffer.concat([header, name]);
}
