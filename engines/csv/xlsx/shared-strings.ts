import { readXml } from './read-xml.ts';
import { readStringItem } from './string-item.ts';

const BLOCK_BYTES = 4 * 1024 * 1024;

/** The texts that cells refer to by number, as bytes: a list can have millions, and most are read once. */
export class SharedStrings {
  readonly #blocks: Uint8Array[] = [];
  #free = 0;
  /** where each text is: block and place, and its bytes */
  #places = new Float64Array(1024);
  #sizes = new Uint32Array(1024);
  #count = 0;
  readonly #encoder = new TextEncoder();
  readonly #decoder = new TextDecoder('utf-8', { ignoreBOM: true });

  add(text: string): void {
    const most = text.length * 3;
    let block = this.#blocks.at(-1);
    if (!block || this.#free + most > block.length) {
      block = new Uint8Array(Math.max(BLOCK_BYTES, most));
      this.#blocks.push(block);
      this.#free = 0;
    }
    const { written } = this.#encoder.encodeInto(text, block.subarray(this.#free));
    if (this.#count === this.#sizes.length) this.#grow();
    this.#places[this.#count] = (this.#blocks.length - 1) * 2 ** 32 + this.#free;
    this.#sizes[this.#count] = written;
    this.#free += written;
    this.#count += 1;
  }

  /** The text with this number; undefined if there is none. */
  get(index: number): string | undefined {
    if (!(index >= 0 && index < this.#count)) return undefined;
    const place = this.#places[index] as number;
    const block = this.#blocks[Math.floor(place / 2 ** 32)] as Uint8Array;
    const start = place % 2 ** 32;
    return this.#decoder.decode(block.subarray(start, start + (this.#sizes[index] as number)));
  }

  #grow(): void {
    const places = new Float64Array(this.#count * 2);
    places.set(this.#places);
    this.#places = places;
    const sizes = new Uint32Array(this.#count * 2);
    sizes.set(this.#sizes);
    this.#sizes = sizes;
  }
}

/** Reads the part with the shared texts. */
export function* readSharedStrings(pieces: Iterable<Uint8Array>): Generator<void, SharedStrings> {
  const strings = new SharedStrings();
  const item = readStringItem();
  yield* readXml(pieces, {
    open: (name) => {
      if (name === 'si') item.start();
      else item.open(name);
    },
    text: (text) => item.text(text),
    close: (name) => {
      if (name === 'si') strings.add(item.end());
      else item.close(name);
    },
  });
  return strings;
}
