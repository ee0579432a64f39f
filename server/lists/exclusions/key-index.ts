import { randomBytes } from 'node:crypto';
import xxhash from 'xxhash-wasm';

const { h64 } = await xxhash();
/** No one can make keys up whose hashes are in each other's way. */
const SEED = randomBytes(8).readBigUInt64LE();
const LEAST_SLOTS = 1000;
/** With more slots in use, a search for a key that isn't there passes many others. */
const MOST_FILLED = 0.7;
const GROWTH = 1.5;

/**
 * Keys, each with the ID of a row: a Map that takes 23 to 35 bytes for a key instead of 80 and more, because it has 53 bits of the hash of
 * a key, and not its text. Among 5,000,000 keys, one of two billion look-ups finds another key.
 */
export class KeyIndex {
  /** 0: a free slot */
  #hashes = new Float64Array(LEAST_SLOTS);
  #rows = new Float64Array(LEAST_SLOTS);
  #size = 0;

  get size(): number {
    return this.#size;
  }

  /** Adds a key. One that is there keeps its row. */
  add(key: string, row: number): void {
    if (this.#size >= this.#hashes.length * MOST_FILLED) this.#grow();
    this.#place(hashOf(key), row);
  }

  /** The row of a key; undefined for none. */
  get(key: string): number | undefined {
    const slot = this.#slotOf(hashOf(key));
    return this.#hashes[slot] === 0 ? undefined : this.#rows[slot];
  }

  #place(hash: number, row: number): void {
    const slot = this.#slotOf(hash);
    if (this.#hashes[slot] !== 0) return;
    this.#hashes[slot] = hash;
    this.#rows[slot] = row;
    this.#size += 1;
  }

  /** The slot of a hash, or the free one where it belongs. */
  #slotOf(hash: number): number {
    const hashes = this.#hashes;
    let slot = hash % hashes.length;
    while (hashes[slot] !== 0 && hashes[slot] !== hash) slot = slot + 1 === hashes.length ? 0 : slot + 1;
    return slot;
  }

  #grow(): void {
    const [hashes, rows] = [this.#hashes, this.#rows];
    const slots = Math.ceil(hashes.length * GROWTH);
    this.#hashes = new Float64Array(slots);
    this.#rows = new Float64Array(slots);
    this.#size = 0;
    for (const [slot, hash] of hashes.entries()) if (hash !== 0) this.#place(hash, rows[slot] ?? 0);
  }
}

/** From 1 to 2^53. */
function hashOf(key: string): number {
  return Number(h64(key, SEED) >> 11n) + 1;
}
