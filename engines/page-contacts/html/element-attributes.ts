import type { CharacterReferences } from './character-references.ts';
import { ATTRIBUTES, CARRIER_ATTRIBUTES, HOST_ATTRIBUTES } from './tag-meaning.ts';

const MAX_VALUE_CHARS = 4096;
const MIN_NAME_CHARS = 2;
const MAX_NAME_CHARS = 24;

const CONTACT_ATTRIBUTES: ReadonlySet<string> = new Set([
  ...CARRIER_ATTRIBUTES,
  ...HOST_ATTRIBUTES,
  'data-cfemail',
]);

/** The attributes of the element being read: those that may mean something, the first of each name. */
export class ElementAttributes {
  readonly #references: CharacterReferences;
  readonly #values = new Map<string, string>();
  #name = '';
  #value = '';
  #mayHoldContact = false;

  constructor(references: CharacterReferences) {
    this.#references = references;
  }

  get any(): boolean {
    return this.#values.size > 0;
  }

  /** One of them may hold an address or number by itself. */
  get mayHoldContact(): boolean {
    return this.#mayHoldContact;
  }

  clear(): void {
    if (this.#values.size > 0) this.#values.clear();
    this.#mayHoldContact = false;
  }

  /** An attribute's name stands from `start` to `end` of the markup; what follows until `endValue` is its own. */
  beginName(html: string, start: number, end: number): void {
    const length = end - start;
    this.#name = '';
    if (length < MIN_NAME_CHARS || length > MAX_NAME_CHARS) return;
    const name = html.slice(start, end).toLowerCase();
    if (!ATTRIBUTES.has(name)) return;
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
      if (CONTACT_ATTRIBUTES.has(this.#name)) this.#mayHoldContact = true;
    }
    this.#name = '';
  }

  /** The value of an attribute, '' without one. */
  get(name: string): string {
    return this.#values.get(name) ?? '';
  }
}
