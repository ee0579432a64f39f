import type { ElementAttributes } from './element-attributes.ts';
import type { OpenScopes } from './open-scopes.ts';
import type { SourceLink, SourceValue } from './page-source.ts';
import { HOST_ATTRIBUTES, isAppRoot, SCRIPT_ATTRIBUTES, USER_ATTRIBUTES } from './tag-rules.ts';
import type { VisibleText } from './visible-text.ts';
import { plainCharacters } from './visible-text.ts';

const MAX_LINKS = 20_000;
const MAX_VALUES = 2000;

/** Collects data from attributes: links, frames, metas, and contacts that a script displays. */
export class ElementValues {
  readonly metas = new Map<string, string>();
  readonly links: SourceLink[] = [];
  readonly cloudflare: SourceValue[] = [];
  readonly scriptAttributes: SourceValue[] = [];
  hasAppRoot = false;
  readonly #text: VisibleText;
  readonly #scopes: OpenScopes;
  readonly #attributes: ElementAttributes;
  #link: SourceLink | null = null;

  constructor(text: VisibleText, scopes: OpenScopes, attributes: ElementAttributes) {
    this.#text = text;
    this.#scopes = scopes;
    this.#attributes = attributes;
  }

  /** Reads attributes that any element may have. */
  readCommon(tag: string): void {
    const id = this.#attributes.get('id');
    if (id && isAppRoot(id)) this.hasAppRoot = true;
    if (this.#attributes.mayContainContact) this.#contacts(tag);
    else if (tag === 'joomla-hidden-mail')
      this.#addScriptAttribute(tag, `${this.#attributes.get('first')} ${this.#attributes.get('last')}`);
  }

  meta(): void {
    const name = (this.#attributes.get('name') || this.#attributes.get('property')).trim().toLowerCase();
    const content = plainCharacters(this.#attributes.get('content')).trim();
    if (name && content && this.metas.size < MAX_VALUES && !this.metas.has(name))
      this.metas.set(name, content);
  }

  beginLink(): void {
    this.endLink();
    const href = this.#attributes.get('href');
    if (href)
      this.#link = this.push('a', href, this.#attributes.get('title') || this.#attributes.get('aria-label'));
  }

  endLink(): void {
    if (this.#link) this.#link.end = this.#text.length;
    this.#link = null;
  }

  /** Uses an image's alt text for its link, unless the link has a label. */
  nameLink(alt: string): void {
    if (alt && this.#link && !this.#link.label) this.#link.label = alt;
  }

  frame(): void {
    const src = this.#attributes.get('src');
    if (src && !src.startsWith('about:')) this.push('frame', src, this.#attributes.get('title'));
  }

  push(tag: SourceLink['tag'], href: string, label: string): SourceLink | null {
    if (!href || this.links.length >= MAX_LINKS) return null;
    const link: SourceLink = {
      tag,
      href: href.trim(),
      rel: this.#attributes.get('rel').toLowerCase(),
      label,
      hint: this.#attributes.get('class'),
      start: this.#text.length,
      end: this.#text.length,
      area: this.#scopes.area,
    };
    this.links.push(link);
    return link;
  }

  #contacts(tag: string): void {
    const protectedHex = this.#attributes.get('data-cfemail');
    if (protectedHex && this.cloudflare.length < MAX_VALUES)
      this.cloudflare.push(this.#scopes.valueHere(tag, protectedHex));
    for (const name of SCRIPT_ATTRIBUTES) this.#addScriptAttribute(name, this.#attributes.get(name));
    const host = this.#first(HOST_ATTRIBUTES);
    const user = host && this.#first(USER_ATTRIBUTES);
    const tld = this.#attributes.get('data-tld');
    if (user) this.#addScriptAttribute('data-email', `${user}@${host}${tld ? `.${tld}` : ''}`);
  }

  #first(names: readonly string[]): string {
    for (const name of names) if (this.#attributes.get(name)) return this.#attributes.get(name);
    return '';
  }

  #addScriptAttribute(name: string, value: string): void {
    if (value && this.scriptAttributes.length < MAX_VALUES)
      this.scriptAttributes.push(this.#scopes.valueHere(name, value));
  }
}
