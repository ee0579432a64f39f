const ASCII = 128;
/** Columns of the table: characters that no name has, characters that end a name, then one per letter. */
const OTHER = 0;
const END = 1;
const FIRST_LETTER = 2;
/** States of the table: no known name starts like this, and nothing is read yet. */
const UNKNOWN = 0;
const START = 1;
/** log2 of the columns */
const SHIFT = 6;

/**
 * Reads the names of tags or attributes in markup. Finds where a name ends and whether it is known in one pass,
 * without copying it. Names are in ASCII, in any case.
 */
export class KnownNames<T> {
  /** where the name that was read last ends */
  end = 0;
  readonly #columns = new Uint8Array(ASCII);
  /** the next state by state and column */
  readonly #next: Uint16Array;
  readonly #values: (T | undefined)[] = [undefined, undefined];

  /** `names`: in lowercase; `enders`: the characters that end a name. */
  constructor(names: readonly (readonly [name: string, value: T])[], enders: string) {
    for (const char of enders) this.#columns[char.charCodeAt(0)] = END;
    const letters = new Set(names.flatMap(([name]) => [...name]));
    for (const [index, letter] of [...letters].entries())
      for (const char of [letter, letter.toUpperCase()])
        this.#columns[char.charCodeAt(0)] = FIRST_LETTER + index;
    const states = names.reduce((sum, [name]) => sum + name.length, START + 1);
    this.#next = new Uint16Array(states << SHIFT);
    for (const [name, value] of names) this.#values[this.#stateOf(name)] = value;
  }

  /** The state after a name. Creates the missing ones. */
  #stateOf(name: string): number {
    let state = START;
    for (let i = 0; i < name.length; i += 1) {
      const at = (state << SHIFT) | this.#columns[name.charCodeAt(i)]!;
      if (this.#next[at] === UNKNOWN) this.#next[at] = this.#values.push(undefined) - 1;
      state = this.#next[at]!;
    }
    return state;
  }

  /** The value of a name. */
  named(name: string): T | undefined {
    return name === '' ? undefined : this.read(name, 0);
  }

  /** The value of the name that starts at an offset of a text; undefined if it isn't known. Sets `end`. */
  read(text: string, start: number): T | undefined {
    const columns = this.#columns;
    const next = this.#next;
    let state = START;
    let at = start;
    for (; at < text.length; at += 1) {
      const code = text.charCodeAt(at);
      const column = code < ASCII ? columns[code]! : OTHER;
      // The first character belongs to the name, whatever it is.
      if (column === END && at > start) break;
      state = next[(state << SHIFT) | column]!;
    }
    this.end = at;
    return this.#values[state];
  }
}
