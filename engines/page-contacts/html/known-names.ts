/** Packs up to this many characters into one number. */
const PACKED_CHARS = 4;

interface Slot<T> {
  name: string;
  hash: number;
  value: T;
}

/** Finds known names in markup by their characters, without copying them. */
export class KnownNames<T> {
  readonly #slots: (Slot<T> | undefined)[] = [];
  readonly #byName = new Map<string, T>();
  readonly #mask: number;
  /** Whether a name of this length (up to 31) starts with this letter. Most names in markup fail here. */
  readonly #starts = new Uint8Array(32 * 32);

  /** `names`: in lowercase ASCII, at most 31 characters. */
  constructor(names: Iterable<readonly [string, T]>) {
    for (const [name, value] of names) {
      this.#byName.set(name, value);
      this.#starts[startOf(name.charCodeAt(0), name.length)] = 1;
    }
    let size = 64;
    while (!this.#fill(size)) size *= 2;
    this.#mask = size - 1;
  }

  /** The value of the name from `start` to `end` of a text, in any case. */
  at(text: string, start: number, end: number): T | undefined {
    const length = end - start;
    if (length > 31) return undefined;
    const first = text.charCodeAt(start);
    if (first < 128 && this.#starts[startOf(first, length)] === 0) return undefined;
    let hash = 0;
    for (let i = start; i < end; i += 1) {
      const code = text.charCodeAt(i);
      // The small letter of some other characters, such as the Kelvin sign, is in ASCII.
      if (code > 127) return this.#byName.get(text.slice(start, end).toLowerCase());
      hash = nextHash(hash, code, length);
    }
    const slot = this.#slots[slotOf(hash, this.#mask)];
    if (slot === undefined || slot.hash !== hash || slot.name.length !== length) return undefined;
    return isSame(slot.name, text, start) ? slot.value : undefined;
  }

  /** Gives each name a slot of its own. Returns false if the table is too small for that. */
  #fill(size: number): boolean {
    this.#slots.length = 0;
    this.#slots.length = size;
    for (const [name, value] of this.#byName) {
      let hash = 0;
      for (let i = 0; i < name.length; i += 1) hash = nextHash(hash, name.charCodeAt(i), name.length);
      const slot = slotOf(hash, size - 1);
      if (this.#slots[slot]) return false;
      this.#slots[slot] = { name, hash, value };
    }
    return true;
  }
}

function startOf(first: number, length: number): number {
  return ((first & 31) << 5) | (length & 31);
}

/** Packs short names, so that different ones have different hashes. */
function nextHash(hash: number, code: number, length: number): number {
  return length <= PACKED_CHARS ? (hash << 8) | (code | 0x20) : (Math.imul(hash, 31) + (code | 0x20)) | 0;
}

function slotOf(hash: number, mask: number): number {
  return (Math.imul(hash, 0x9e3779b1) >>> 16) & mask;
}

/** Whether a lowercase name is at an offset of a text, in any case. */
function isSame(name: string, text: string, start: number): boolean {
  for (let i = 0; i < name.length; i += 1) {
    const code = text.charCodeAt(start + i);
    if ((code >= 65 && code <= 90 ? code | 0x20 : code) !== name.charCodeAt(i)) return false;
  }
  return true;
}

/**
 * The names of a list with spaces between them. V8 compares names that are keys of an object by their address, which
 * makes a switch over them several times as fast.
 */
export function namesOf(list: string): string[] {
  return Object.keys(Object.fromEntries(list.split(' ').map((name) => [name, true])));
}
