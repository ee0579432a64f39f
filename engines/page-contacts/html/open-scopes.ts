import type { PageArea } from '../page-contacts.ts';
import type { ElementAttributes } from './element-attributes.ts';
import type { Tag } from './markup-names.ts';
import type { PageSource, SourceValue } from './page-source.ts';
import { filledContent } from './style-content.ts';
import type { StyleRules } from './style-rules.ts';
import {
  cardProperty,
  elementArea,
  hidesInline,
  itemOwner,
  MICRODATA_PROPERTIES,
  reversesText,
} from './tag-rules.ts';
import type { VisibleText } from './visible-text.ts';

/** Properties that a link has in its text. */
const TEXT_PROPERTIES: ReadonlySet<string> = new Set([
  'legalname',
  'own-name',
  'streetaddress',
  'addresslocality',
]);
const MAX_SCOPES = 16;
const MAX_VALUES = 2000;

/** An open element that affects its content. It ends when its tags are balanced. */
interface Scope {
  tag: string;
  depth: number;
  area: PageArea | null;
  hidden: boolean;
  reversed: boolean;
  /** text that the style sheet adds to its end */
  after: string;
  property: string;
  /** the microdata item that it starts */
  owner: 'own' | 'others' | null;
  /** the number of that item, also of an address; 0 for none */
  item: number;
  start: number;
}

/** The open elements that put their text in an area, hide it, reverse it or make it a microdata property. */
export class OpenScopes {
  readonly areas: PageSource['areas'] = [];
  /** itemprop values, in attributes and in text */
  readonly microdata: SourceValue[] = [];
  readonly #text: VisibleText;
  readonly #scopes: Scope[] = [];
  #hidden = 0;
  #items = 0;

  readonly #styles: StyleRules;

  constructor(text: VisibleText, styles: StyleRules) {
    this.#text = text;
    this.#styles = styles;
  }

  get hidden(): boolean {
    return this.#hidden > 0;
  }

  /** The area of the current position. */
  get area(): PageArea {
    for (let i = this.#scopes.length - 1; i >= 0; i -= 1) {
      const area = this.#scopes[i]!.area;
      if (area) return area;
    }
    return 'body';
  }

  /** Opens a scope if the tag or attributes of an element require one. */
  open(tag: Tag, attributes: ElementAttributes): void {
    const { name } = tag;
    for (let i = 0; i < this.#scopes.length; i += 1) {
      const scope = this.#scopes[i]!;
      if (scope.tag === name) scope.depth += 1;
    }
    if (!attributes.hasAny && !tag.isArea) return;
    const { style, className, itemtype: type } = attributes;
    const owner = type === '' ? null : itemOwner(type, attributes.itemprop);
    const isItem = owner !== null || type.endsWith('PostalAddress');
    const property = type === '' ? this.#property(name, attributes) : '';
    const area = elementArea(name, attributes.id, className);
    const hidden = tag.isInline && this.#isHidden(style, className, attributes);
    const reversed =
      reversesText(name, style, attributes) || (className !== '' && this.#styles.reverses(className));
    const content = className === '' ? null : this.#styles.contentOf(className);
    if (!(property || area || hidden || reversed || isItem || content) || this.#scopes.length >= MAX_SCOPES)
      return;
    if (isItem) this.#items += 1;
    if (hidden) this.#hidden += 1;
    if (reversed) this.#text.beginReversed();
    if (area) this.areas.push({ index: this.#text.length, area });
    this.#scopes.push({
      tag: name,
      depth: 1,
      area,
      hidden,
      reversed,
      after: content ? filledContent(content.after, () => attributes.data()) : '',
      property,
      owner,
      item: isItem ? this.#items : 0,
      start: this.#text.length,
    });
    if (content) this.#show(filledContent(content.before, () => attributes.data()));
  }

  /** Only inside a line: a hidden block is often shown by a script. */
  #isHidden(style: string, className: string, attributes: ElementAttributes): boolean {
    if (style !== '' && hidesInline(style)) return true;
    return attributes.has('hidden') || (className !== '' && this.#styles.hides(className));
  }

  #show(text: string): void {
    if (text === '' || this.hidden) return;
    this.#text.seam();
    this.#text.add(text, false);
    this.#text.seam();
  }

  /** Adds the text that the style sheet writes at the end of the element with this tag that is about to close. */
  showAfter(tag: string): void {
    if (!this.#styles.hasContent) return;
    const scope = this.#scopes.findLast((open) => open.tag === tag);
    if (scope?.depth !== 1 || scope.after === '') return;
    this.#show(scope.after);
    scope.after = '';
  }

  close(tag: string): void {
    for (let i = this.#scopes.length - 1; i >= 0; i -= 1) {
      const scope = this.#scopes[i]!;
      if (scope.tag !== tag) continue;
      scope.depth -= 1;
      if (scope.depth === 0) this.#end(i);
    }
  }

  /** Ends hidden inline elements at a block, so that an unclosed one doesn't hide the rest of the page. */
  endHidden(): void {
    if (this.#hidden === 0) return;
    for (let i = this.#scopes.length - 1; i >= 0; i -= 1) if (this.#scopes[i]!.hidden) this.#end(i);
  }

  /** A value at the current position. */
  valueHere(name: string, value: string): SourceValue {
    return { name, value, index: this.#text.length, end: this.#text.length, area: this.area };
  }

  /** Whose the innermost microdata item is that says so. */
  get #owner(): Scope['owner'] {
    for (let i = this.#scopes.length - 1; i >= 0; i -= 1) {
      const { owner } = this.#scopes[i]!;
      if (owner) return owner;
    }
    return null;
  }

  #itemValue(name: string, value: string): SourceValue {
    const item = this.#scopes.findLast((scope) => scope.item > 0)?.item;
    const here = { ...this.valueHere(name, value), ...(item ? { item } : {}) };
    return this.#owner === 'others' ? { ...here, isOthers: true } : here;
  }

  #end(index: number): void {
    const [scope] = this.#scopes.splice(index, 1);
    if (!scope) return;
    if (scope.hidden) this.#hidden -= 1;
    if (scope.reversed) this.#text.endReversed();
    if (scope.area) this.areas.push({ index: this.#text.length, area: this.area });
    if (scope.property) this.microdata.push({ ...this.#itemValue(scope.property, ''), index: scope.start });
  }

  /**
   * Returns the microdata property whose value is the element's text, or ''. Stores one with its value in an
   * attribute.
   */
  #property(tag: string, attributes: ElementAttributes): string {
    const { itemprop, className } = attributes;
    if (itemprop === '' && className === '') return '';
    const written = itemprop.toLowerCase() || cardProperty(className);
    const name = written === 'name' && this.#owner === 'own' ? 'own-name' : written;
    if (!name || !MICRODATA_PROPERTIES.has(name) || this.microdata.length >= MAX_VALUES) return '';
    const isLinked = (tag === 'a' || tag === 'link') && !TEXT_PROPERTIES.has(name);
    const value = attributes.get('content') || (isLinked ? attributes.get('href') : '');
    if (!value) return tag === 'meta' || tag === 'link' ? '' : name;
    this.microdata.push(this.#itemValue(name, value));
    return '';
  }
}
