import type { CharacterReferences } from './character-references.ts';
import { mayContainContact, readAttributeAt } from './tag-rules.ts';

const MAX_VALUE_CHARS = 4096;
const MIN_NAME_CHARS = 2;
const MAX_NAME_CHARS = 24;

/** The relevant attributes of the current element, the first of each name. */
export class ElementAttributes {
  /** The attributes that are read of every element, or ''. */
  id = '';
  className = '';
  style = '';
  itemprop = '';
  readonly #references: CharacterReferences;
  readonly #others = new Map<string, string>();
  #count = 0;
  #name = '';
  #value = '';
  #contacts: string[] = [];

  constructor(references: CharacterReferences) {
    this.#references = references;
  }

  get hasAny(): boolean {
    return this.#count > 0;
  }

  /** The names of the attributes that may contain an email or phone. */
  get contacts(): readonly string[] {
    return this.#contacts;
  }

  clear(): void {
    if (this.#count === 0) return;
    this.#count = 0;
    this.id = '';
    this.className = '';
    this.style = '';
    this.itemprop = '';
    if (this.#others.size > 0) this.#others.clear();
    if (this.#contacts.length > 0) this.#contacts = [];
  }

  /** Starts an attribute with the name from `start` to `end` of the markup. */
  beginName(html: string, start: number, end: number): void {
    const length = end - start;
    const isRead = length >= MIN_NAME_CHARS && length <= MAX_NAME_CHARS;
    this.#name = isRead ? readAttributeAt(html, start, end) : '';
    this.#value = '';
  }

  addValue(html: string, start: number, end: number): void {
    if (this.#name === '') return;
    const cut = Math.min(end, start + MAX_VALUE_CHARS);
    this.#value = this.#references.inAttribute(html.slice(start, cut));
  }

  endValue(): void {
    if (this.#name === '') return;
    this.#count += 1;
    switch (this.#name) {
      case 'id':
        this.id ||= this.#value;
        break;
      case 'class':
        this.className ||= this.#value;
        break;
      case 'style':
        this.style ||= this.#value;
        break;
      case 'itemprop':
        this.itemprop ||= this.#value;
        break;
      default:
        this.#addOther();
    }
    this.#name = '';
  }

  #addOther(): void {
    if (this.#others.has(this.#name)) return;
    this.#others.set(this.#name, this.#value);
    if (mayContainContact(this.#name)) this.#contacts.push(this.#name);
  }

  /** Whether the element has an attribute other than those of every element. */
  has(name: string): boolean {
    return this.#others.has(name);
  }

  /** The value of an attribute other than those of every element, or ''. */
  get(name: string): string {
    return this.#others.size === 0 ? '' : (this.#others.get(name) ?? '');
  }
}
