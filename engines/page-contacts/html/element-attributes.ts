import type { CharacterReferences } from './character-references.ts';
import { isReadAttribute, mayContainContact } from './tag-rules.ts';

const MAX_VALUE_CHARS = 4096;
const MIN_NAME_CHARS = 2;
const MAX_NAME_CHARS = 24;

/** The relevant attributes of the current element, the first of each name. */
export class ElementAttributes {
  readonly #references: CharacterReferences;
  readonly #values = new Map<string, string>();
  #name = '';
  #value = '';
  #contacts: string[] = [];

  constructor(references: CharacterReferences) {
    this.#references = references;
  }

  get hasAny(): boolean {
    return this.#values.size > 0;
  }

  /** The names of the attributes that may contain an email or phone. */
  get contacts(): readonly string[] {
    return this.#contacts;
  }

  clear(): void {
    if (this.#values.size > 0) this.#values.clear();
    if (this.#contacts.length > 0) this.#contacts = [];
  }

  /** Starts an attribute with the name from `start` to `end` of the markup. */
  beginName(html: string, start: number, end: number): void {
    const length = end - start;
    this.#name = '';
    if (length < MIN_NAME_CHARS || length > MAX_NAME_CHARS) return;
    const name = html.slice(start, end).toLowerCase();
    if (!isReadAttribute(name)) return;
    this.#name = name;
    this.#value = '';
  }

  addValue(html: string, start: number, end: number): void {
    if (this.#name === '') return;
    const cut = Math.min(end, start + MAX_VALUE_CHARS);
    this.#value = this.#references.inAttribute(html.slice(start, cut));
  }

  endValue(): void {
    if (this.#name !== '' && !this.#values.has(this.#name)) {
      this.#values.set(this.#name, this.#value);
      if (mayContainContact(this.#name)) this.#contacts.push(this.#name);
    }
    this.#name = '';
  }

  has(name: string): boolean {
    return this.#values.has(name);
  }

  /** The value of an attribute, or ''. */
  get(name: string): string {
    return this.#values.get(name) ?? '';
  }
}
