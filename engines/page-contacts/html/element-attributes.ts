import type { CharacterReferences } from './character-references.ts';
import { ATTRIBUTE_LIST, type Attribute, contactNameAt } from './markup-names.ts';

const MAX_VALUE_CHARS = 4096;
const MAX_ISLAND_CHARS = 100_000;

const INDEXES = new Map(ATTRIBUTE_LIST.map(({ name, index }) => [name, index]));

/** The relevant attributes of the current element, the first of each name. */
export class ElementAttributes {
  /** The attributes that are read of every element, or ''. */
  id = '';
  className = '';
  style = '';
  itemprop = '';
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
    if (this.#others.size > 0) this.#others.clear();
    if (this.#contacts.length > 0) this.#contacts = [];
    if (this.islands.length > 0) this.islands = [];
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
      default:
        if (isContact) this.#contacts.push(name);
        else if (isIsland) this.islands.push(name);
    }
  }

  /** Adds an attribute with an unknown name, if it may contain an email or phone. */
  addUnknown(nameStart: number, nameEnd: number, start: number, end: number): void {
    const name = contactNameAt(this.#html, nameStart, nameEnd);
    if (name === '' || this.#others.has(name)) return;
    this.hasAny = true;
    this.#others.set(name, this.#value(start, end));
    this.#contacts.push(name);
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
