import type { ElementAttributes } from './element-attributes.ts';
import { HOST_ATTRIBUTES, TLD_ATTRIBUTES, USER_ATTRIBUTES } from './markup-names.ts';
import type { OpenScopes } from './open-scopes.ts';
import type { SourceElement, SourceLink, SourceValue } from './page-source.ts';
import { isAppRoot } from './tag-rules.ts';
import type { VisibleText } from './visible-text.ts';
import { plainCharacters } from './visible-text.ts';

const MAX_LINKS = 20_000;
const SLASH = 0x2f;
const MAX_VALUES = 2000;
const MAX_ISLANDS = 40;
const MAX_SINGLE_CHARS = 200;
const MAX_ELEMENTS = 200;
const HINTS = ['title', 'aria-label'] as const;
/** Elements whose attributes a script makes a link or text. */
const TEXT_TAGS: ReadonlySet<string> = new Set([
  'a',
  'span',
  'button',
  'p',
  'b',
  'i',
  'em',
  'strong',
  'td',
  'li',
  'dd',
]);

/** Names of hidden fields with the address a form is sent to. */
const RECIPIENT =
  /^_?(?:.*recip(?:ient|ients)?.*|(?:e?mail|send|form)?[_-]?to(?:[_-]?(?:e?mail|address))?|.*(?:e?mail|send)[_-]?to|empf(?:ae|ä)nger|destinatari[oa]|destinataire|ontvanger|mottagare|modtager|odbiorca|.*owner.*mail|site[_-]?mail|admin[_-]?e?mail|contact[_-]?e?mail|liame)$/i;

/** Collects data from attributes: links, frames, metas, and contacts that a script displays. */
export class ElementValues {
  readonly metas = new Map<string, string>();
  readonly links: SourceLink[] = [];
  readonly cloudflare: SourceValue[] = [];
  readonly scriptAttributes: SourceValue[] = [];
  /** JSON in attributes of components */
  readonly islands: string[] = [];
  /** links and texts with more than one data attribute */
  readonly elements: SourceElement[] = [];
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
    const { id } = this.#attributes;
    if (id && isAppRoot(id)) this.hasAppRoot = true;
    if (this.#attributes.islands.length > 0) this.#island(tag);
    if (this.#attributes.dataCount > 0) this.#element(tag);
    if (this.#attributes.hasHint) this.#readHint();
    if (this.#attributes.contacts.length > 0) this.#contacts(tag);
    else if (tag === 'input' || tag === 'form') this.#recipient(tag);
    else if (tag === 'joomla-hidden-mail')
      this.#addScriptAttribute(tag, `${this.#attributes.get('first')} ${this.#attributes.get('last')}`);
  }

  /** Data attributes that a script may make an address. Of a class for mail, any may be one. */
  #element(tag: string): void {
    const { className, dataCount, contacts } = this.#attributes;
    if (!TEXT_TAGS.has(tag)) return;
    const isMail = contacts.length === 0 && /mail/i.test(className);
    if (!isMail && dataCount < 2) return;
    const values = this.#attributes.data();
    if (dataCount > 1 && this.elements.length < MAX_ELEMENTS) this.elements.push({ values, className });
    if (isMail) for (const value of values.values()) this.#addScriptAttribute('unknown-data', value);
  }

  /** A title or label for screen readers that is an address. */
  #readHint(): void {
    for (const name of HINTS) {
      const hint = this.#attributes.get(name);
      if (hint.includes('@')) this.#addScriptAttribute('hint', hint);
    }
  }

  /** Data of a component: JSON, or a single value of a custom element. */
  #island(tag: string): void {
    for (const name of this.#attributes.islands) {
      if (this.islands.length >= MAX_ISLANDS) return;
      const value = this.#attributes.island(name).trim();
      if (/^[[{]/.test(value)) this.islands.push(value);
      else if (tag.includes('-') && value !== '' && value.length <= MAX_SINGLE_CHARS)
        this.islands.push(JSON.stringify({ [tag]: { [name.replace(/^:/, '')]: value } }));
    }
  }

  meta(): void {
    const attributes = this.#attributes;
    const name = (attributes.get('name') || attributes.get('property') || attributes.get('http-equiv'))
      .trim()
      .toLowerCase();
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

  push(tag: SourceLink['tag'], written: string, label: string): SourceLink | null {
    if (!written || this.links.length >= MAX_LINKS) return null;
    const href = written.trim();
    const link: SourceLink = {
      tag,
      href,
      isPath: href.charCodeAt(0) === SLASH && href.charCodeAt(1) !== SLASH,
      rel: this.#attributes.get('rel').toLowerCase(),
      label,
      hint: this.#attributes.className,
      start: this.#text.length,
      end: this.#text.length,
      area: this.#scopes.area,
    };
    this.links.push(link);
    return link;
  }

  #contacts(tag: string): void {
    for (const name of this.#attributes.contacts) {
      const value = this.#attributes.get(name);
      if (HOST_ATTRIBUTES.includes(name)) continue;
      if (name !== 'data-cfemail') this.#addScriptAttribute(name, value);
      else if (this.cloudflare.length < MAX_VALUES) this.cloudflare.push(this.#scopes.valueHere(tag, value));
    }
    const host = this.#first(HOST_ATTRIBUTES);
    const user = host && this.#first(USER_ATTRIBUTES);
    if (!user) return;
    const tld = this.#first(TLD_ATTRIBUTES);
    const dot = tld && !host.endsWith('.') && !tld.startsWith('.') ? '.' : '';
    this.#addScriptAttribute('data-email', `${user.replace(/@$/, '')}@${host.replace(/^@/, '')}${dot}${tld}`);
  }

  /** The address a form is sent to. */
  #recipient(tag: string): void {
    const action = tag === 'form' ? this.#attributes.get('action') : '';
    const service =
      /^\s*(?:mailto:|https?:\/\/(?:www\.)?(?:formsubmit\.co(?:\/(?:ajax|el))?|formspree\.io|formmail\.\w+)\/)(.+@.+)$/i;
    const target = service.exec(action)?.[1];
    if (target) this.#addScriptAttribute('action', target);
    if (tag !== 'input' || !/^hidden$/i.test(this.#attributes.get('type'))) return;
    const value = this.#attributes.get('value');
    if (value.includes('@') && RECIPIENT.test(this.#attributes.get('name')))
      this.#addScriptAttribute('recipient', value);
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
