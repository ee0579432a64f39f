import type { CharacterReferences } from './character-references.ts';
import { ATTRIBUTE_LIST, type Attribute, contactNameAt, isDataName } from './markup-names.ts';

const MAX_VALUE_CHARS = 4096;
const MAX_ISLAND_CHARS = 100_000;
const MAX_DATA = 8;
const MAX_DATA_CHARS = 80;

const INDEXES = new Map(ATTRIBUTE_LIST.map(({ name, index }) => [name, index]));

/** The relevant attributes of the current element, the first of each name. */
export class ElementAttributes {
  /** The attributes that are read of every element, or ''. */
  id = '';
  className = '';
  style = '';
  itemprop = '';
  itemtype = '';
  /** has a title or a label for screen readers */
  hasHint = false;
  hasAny = false;
  /** the names of attributes with data of a component */
  islands: string[] = [];
  readonly #references: CharacterReferences;
  #html = '';
  /** The number of the element, and by attribute: the last element that has it, and where its value is. */
  #element = 1;
  readonly #elements = new Int32Array(ATTRIBUTE_LIST.length);
  readonly #starts = new Int32Array(ATTRIBUTE_LIST.length);
  readonly #ends = new Int32Array(ATTRIBUTE_LIST.length);
  readonly #others = new Map<string, string>();
  #contacts: string[] = [];
  /** where the names and values of data attributes start and end */
  #data: number[] = [];

  constructor(references: CharacterReferences) {
    this.#references = references;
  }

  /** The names of the attributes that may contain an email or phone. */
  get contacts(): readonly string[] {
    return this.#contacts;
  }

  /** Starts an element of the markup. */
  clear(html: string): void {
    this.#html = html;
    if (!this.hasAny) return;
    this.hasAny = false;
    this.#element += 1;
    this.id = '';
    this.className = '';
    this.style = '';
    this.itemprop = '';
    this.itemtype = '';
    this.hasHint = false;
    if (this.#others.size > 0) this.#others.clear();
    if (this.#contacts.length > 0) this.#contacts = [];
    if (this.#data.length > 0) this.#data = [];
    if (this.islands.length > 0) this.islands = [];
  }

  /** The short values of data attributes by name, without `data-` and also as a script writes it (`userName`). */
  data(): Map<string, string> {
    const values = new Map<string, string>();
    for (let i = 0; i < this.#data.length; i += 4) {
      const name = this.#html
        .slice(this.#data[i], this.#data[i + 1])
        .toLowerCase()
        .slice('data-'.length);
      const value = this.#value(this.#data[i + 2]!, this.#data[i + 3]!);
      values.set(name, value);
      if (name.includes('-'))
        values.set(
          name.replace(/-(.)/g, (_, char: string) => char.toUpperCase()),
          value,
        );
    }
    return values;
  }

  /** The number of data attributes with short values. */
  get dataCount(): number {
    return this.#data.length / 4;
  }

  /** Notes a data attribute, whose name starts and ends at the first two offsets. */
  addData(nameStart: number, nameEnd: number, start: number, end: number): void {
    if (end > start && end - start <= MAX_DATA_CHARS && this.#data.length < MAX_DATA * 4)
      this.#data.push(nameStart, nameEnd, start, end);
  }

  /** Adds a known attribute with the value from `start` to `end` of the markup. */
  add({ name, index, isContact, isIsland }: Attribute, start: number, end: number): void {
    if (this.#elements[index] === this.#element) return;
    this.hasAny = true;
    this.#elements[index] = this.#element;
    this.#starts[index] = start;
    this.#ends[index] = end;
    switch (name) {
      case 'id':
        this.id = this.#value(start, end);
        break;
      case 'class':
        this.className = this.#value(start, end);
        break;
      case 'style':
        this.style = this.#value(start, end);
        break;
      case 'itemprop':
        this.itemprop = this.#value(start, end);
        break;
      case 'itemtype':
        this.itemtype = this.#value(start, end);
        break;
      case 'title':
      case 'aria-label':
        this.hasHint = true;
        break;
      default:
        if (isContact) this.#contacts.push(name);
        else if (isIsland) this.islands.push(name);
    }
  }

  /** Adds an attribute with an unknown name, if it may contain an email or phone. */
  addUnknown(nameStart: number, nameEnd: number, start: number, end: number): void {
    const name =
      contactNameAt(this.#html, nameStart, nameEnd) || this.#valueName(nameStart, nameEnd, start, end);
    if (name === '' || this.#others.has(name)) return;
    this.hasAny = true;
    this.#others.set(name, this.#value(start, end));
    this.#contacts.push(name);
  }

  /** A name for a data attribute whose value is a link or may be an address, or ''. */
  #valueName(nameStart: number, nameEnd: number, start: number, end: number): string {
    if (!isDataName(this.#html, nameStart, nameEnd)) return '';
    // A mailto link in Base64 or ROT13.
    if (this.#html.startsWith('bWFpbHRv', start) || this.#html.startsWith('znvygb:', start))
      return 'data-link';
    if (end - start > MAX_DATA_CHARS) return '';
    return this.#html.slice(start, end).includes('@') ? 'unknown-data' : '';
  }

  #value(start: number, end: number): string {
    return this.#references.inAttribute(this.#html.slice(start, Math.min(end, start + MAX_VALUE_CHARS)));
  }

  has(name: string): boolean {
    const index = INDEXES.get(name);
    return index === undefined ? this.#others.has(name) : this.#elements[index] === this.#element;
  }

  /** The value of an attribute with data, which may be longer than others, or ''. */
  island(name: string): string {
    const index = INDEXES.get(name);
    if (index === undefined || this.#elements[index] !== this.#element) return '';
    const start = this.#starts[index]!;
    const end = Math.min(this.#ends[index]!, start + MAX_ISLAND_CHARS);
    return this.#references.inAttribute(this.#html.slice(start, end));
  }

  /** The value of an attribute, or ''. */
  get(name: string): string {
    if (!this.hasAny) return '';
    const index = INDEXES.get(name);
    if (index === undefined) return this.#others.get(name) ?? '';
    return this.#elements[index] === this.#element
      ? this.#value(this.#starts[index]!, this.#ends[index]!)
      : '';
  }
}
