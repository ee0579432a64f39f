/** Finds known names in markup by their characters, without copying them. */
export class KnownNames<T> {
  readonly #slots: ({ name: string; value: T } | undefined)[] = [];
  readonly #byName = new Map<string, T>();
  readonly #mask: number;

  /** `names`: in lowercase ASCII. */
  constructor(names: Iterable<readonly [string, T]>) {
    for (const [name, value] of names) this.#byName.set(name, value);
    let size = 64;
    while (!this.#fill(size)) size *= 2;
    this.#mask = size - 1;
  }

  /** The value of a name in any case. */
  get(name: string): T | undefined {
    return this.#byName.get(name.toLowerCase());
  }

  /** The value of the name from `start` to `end` of a text, in any case. */
  at(text: string, start: number, end: number): T | undefined {
    let hash = end - start;
    for (let i = start; i < end; i += 1) {
      const code = text.charCodeAt(i);
      // Letters such as the Kelvin sign have a small ASCII letter.
      if (code > 127) return this.get(text.slice(start, end));
      hash = (hash * 31 + (code | 0x20)) | 0;
    }
    const slot = this.#slots[hash & this.#mask];
    if (slot === undefined || slot.name.length !== end - start) return undefined;
    for (let i = 0; i < slot.name.length; i += 1) {
      const code = text.charCodeAt(start + i);
      const small = code >= 65 && code <= 90 ? code | 0x20 : code;
      if (small !== slot.name.charCodeAt(i)) return undefined;
    }
    return slot.value;
  }

  /** Gives each name a slot of its own. Returns false if the table is too small for that. */
  #fill(size: number): boolean {
    this.#slots.length = 0;
    this.#slots.length = size;
    for (const [name, value] of this.#byName) {
      let hash = name.length;
      for (let i = 0; i < name.length; i += 1) hash = (hash * 31 + (name.charCodeAt(i) | 0x20)) | 0;
      const slot = hash & (size - 1);
      if (this.#slots[slot]) return false;
      this.#slots[slot] = { name, value };
    }
    return true;
  }
}
