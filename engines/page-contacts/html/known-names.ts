/** Finds known names in markup by their characters, without copying them. */
export class KnownNames<T> {
  readonly #byName: ReadonlyMap<string, T>;
  /** The names by length, first and last letter. Most names in markup fail here. */
  readonly #alike: (readonly Entry<T>[] | undefined)[] = new Array(32 ** 3).fill(undefined);

  /** `names`: in lowercase ASCII, at most 31 characters. */
  constructor(names: Iterable<readonly [string, T]>) {
    this.#byName = new Map(names);
    for (const [name, value] of this.#byName) {
      const key = keyOf(name.charCodeAt(0), name.charCodeAt(name.length - 1), name.length);
      this.#alike[key] = [...(this.#alike[key] ?? []), { name, value }];
    }
  }

  /** The value of the name from `start` to `end` of a text, in any case. */
  at(text: string, start: number, end: number): T | undefined {
    const length = end - start;
    if (length > 31 || length === 0) return undefined;
    const first = text.charCodeAt(start);
    const last = text.charCodeAt(end - 1);
    if (first > 127 || last > 127) return this.#inAnyAlphabet(text, start, end);
    const alike = this.#alike[keyOf(first, last, length)];
    if (alike === undefined) return undefined;
    for (const { name, value } of alike) {
      const same = sameChars(name, text, start);
      if (same === length) return value;
      if (text.charCodeAt(start + same) > 127) return this.#inAnyAlphabet(text, start, end);
    }
    return undefined;
  }

  /** The small letter of some other characters, such as the Kelvin sign, is in ASCII. */
  #inAnyAlphabet(text: string, start: number, end: number): T | undefined {
    return this.#byName.get(text.slice(start, end).toLowerCase());
  }
}

interface Entry<T> {
  name: string;
  value: T;
}

function keyOf(first: number, last: number, length: number): number {
  return ((first & 31) << 10) | ((last & 31) << 5) | length;
}

/** How many characters of a lowercase name are at an offset of a text, in any case. */
function sameChars(name: string, text: string, start: number): number {
  let i = 0;
  for (; i < name.length; i += 1) {
    const code = text.charCodeAt(start + i);
    if ((code >= 65 && code <= 90 ? code | 0x20 : code) !== name.charCodeAt(i)) break;
  }
  return i;
}

/**
 * The names of a list with spaces between them. V8 compares names that are keys of an object by their address, which
 * makes a switch over them several times as fast.
 */
export function namesOf(list: string): string[] {
  return Object.keys(Object.fromEntries(list.split(' ').map((name) => [name, true])));
}
