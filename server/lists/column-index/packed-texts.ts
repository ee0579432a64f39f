import { resized, trimmed, withRoom } from './grown-array.ts';

/** Hits after which a search reads byte by byte if they are close together. */
const HITS_BEFORE_DENSE = 64;
/** Bytes between two hits, below which a call for each of them takes longer than to read all bytes. */
const DENSE_GAP = 256;

/** Texts one after another in UTF-8, numbered from 0. They take their bytes, and four more each. */
export class PackedTexts {
  #bytes: Uint8Array<ArrayBuffer> = new Uint8Array(0);
  /** where each text starts, and where the last one ends */
  #starts = new Uint32Array(1);
  #count = 0;

  get count(): number {
    return this.#count;
  }

  /** how many bytes it takes */
  get size(): number {
    return this.#bytes.byteLength + this.#starts.byteLength;
  }

  add(text: string): number {
    const start = this.#starts[this.#count] ?? 0;
    this.#bytes = withRoom(this.#bytes, start + text.length * 3);
    const { written } = ENCODER.encodeInto(text, this.#bytes.subarray(start));
    return this.#added(start + written);
  }

  /** Adds a text of another pack. */
  addFrom(other: PackedTexts, text: number): number {
    const from = other.bytesOf(text);
    const start = this.#starts[this.#count] ?? 0;
    this.#bytes = withRoom(this.#bytes, start + from.length);
    this.#bytes.set(from, start);
    return this.#added(start + from.length);
  }

  #added(end: number): number {
    this.#starts = withRoom(this.#starts, this.#count + 2);
    this.#count += 1;
    this.#starts[this.#count] = end;
    return this.#count - 1;
  }

  /** Makes room for so many times the texts at once, because memory that grows in steps falls to pieces. */
  reserve(times: number): void {
    this.#starts = resized(this.#starts, Math.ceil(this.#count * times) + 1);
    this.#bytes = resized(this.#bytes, Math.ceil(this.end(this.#count - 1) * times));
  }

  /** Gives back the memory that growing left free. */
  trim(): void {
    this.#starts = trimmed(this.#starts, this.#count + 1);
    this.#bytes = trimmed(this.#bytes, this.end(this.#count - 1));
  }

  start(text: number): number {
    return this.#starts[text] ?? 0;
  }

  end(text: number): number {
    return this.#starts[text + 1] ?? 0;
  }

  isEmpty(text: number): boolean {
    return this.start(text) === this.end(text);
  }

  bytesOf(text: number): Uint8Array {
    return this.#bytes.subarray(this.start(text), this.end(text));
  }

  textOf(text: number): string {
    return this.#buffer().toString('utf8', this.start(text), this.end(text));
  }

  /** All bytes, and where each text starts, for loops over many texts. */
  get view(): { bytes: Uint8Array; starts: Uint32Array } {
    return { bytes: this.#bytes, starts: this.#starts };
  }

  /** Whether a character takes four bytes. Those are in another order in UTF-8 than in JavaScript. */
  hasLongCharacters(): boolean {
    const { length } = this.#used();
    const bytes = this.#bytes;
    for (let at = 0; at < length; at += 1) if ((bytes[at] ?? 0) >= 0xf0) return true;
    return false;
  }

  /** 1 for each text that is the same. */
  same(wanted: string): Uint8Array {
    const needle = Buffer.from(wanted);
    const hits = new Uint8Array(this.#count);
    for (let text = 0; text < this.#count; text += 1)
      if (this.end(text) - this.start(text) === needle.length && this.#hasAt(this.start(text), needle))
        hits[text] = 1;
    return hits;
  }

  /** 1 for each text that starts with another one. */
  starting(wanted: string): Uint8Array {
    const needle = Buffer.from(wanted);
    const hits = new Uint8Array(this.#count);
    for (let text = 0; text < this.#count; text += 1)
      if (this.end(text) - this.start(text) >= needle.length && this.#hasAt(this.start(text), needle))
        hits[text] = 1;
    return hits;
  }

  /** 1 for each text that contains another one, which isn't empty; null for none. */
  containing(wanted: string): Uint8Array | null {
    const needle = Buffer.from(wanted);
    const all = this.#used();
    let at = all.indexOf(needle);
    if (at === -1) return null;
    const hits = new Uint8Array(this.#count);
    const first = at;
    for (let count = 0; at !== -1; count += 1) {
      if (count === HITS_BEFORE_DENSE && at - first < count * DENSE_GAP) {
        this.#markDense(needle, this.#textAt(at), hits);
        return hits;
      }
      const text = this.#textAt(at);
      const isInside = at + needle.length <= this.end(text);
      if (isInside) hits[text] = 1;
      at = all.indexOf(needle, isInside ? this.end(text) : at + 1);
    }
    return hits;
  }

  /** Marks the texts from one on that contain the needle. */
  #markDense(needle: Uint8Array, from: number, hits: Uint8Array): void {
    const bytes = this.#bytes;
    const starts = this.#starts;
    const [first = 0] = needle;
    const { length } = needle;
    for (let text = from, at = this.start(from); text < this.#count; text += 1) {
      const end = starts[text + 1] ?? 0;
      for (const last = end - length; at <= last; at += 1)
        if (bytes[at] === first && this.#hasAt(at, needle)) {
          hits[text] = 1;
          break;
        }
      at = end;
    }
  }

  #hasAt(at: number, needle: Uint8Array): boolean {
    for (let index = 0; index < needle.length; index += 1)
      if (this.#bytes[at + index] !== needle[index]) return false;
    return true;
  }

  /** The text that a byte belongs to. */
  #textAt(at: number): number {
    let low = 0;
    let high = this.#count - 1;
    while (low < high) {
      const middle = (low + high + 1) >>> 1;
      if ((this.#starts[middle] ?? 0) <= at) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  #buffer(): Buffer {
    return Buffer.from(this.#bytes.buffer, this.#bytes.byteOffset, this.#bytes.length);
  }

  #used(): Buffer {
    return this.#buffer().subarray(0, this.#count === 0 ? 0 : this.end(this.#count - 1));
  }
}

const ENCODER = new TextEncoder();
