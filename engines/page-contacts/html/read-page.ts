import { Tokenizer, type TokenizerCallbacks } from 'htmlparser2';
import type { PageArea } from '../page-contacts.ts';
import { FAX_ICON, type PageSource, PHONE_ICON, type SourceLink, type SourceValue } from './page-source.ts';
import {
  AREA_TAGS,
  ATTRIBUTES,
  areaOf,
  BLOCK_TAGS,
  CARRIER_ATTRIBUTES,
  HOST_ATTRIBUTES,
  hidesInline,
  iconOf,
  isAppRoot,
  MICRODATA_PROPERTIES,
  reversesText,
  scriptMayWriteAddress,
  USER_ATTRIBUTES,
} from './tag-meaning.ts';
import { plainCharacters, VisibleText } from './visible-text.ts';

const MAX_ATTRIBUTE_CHARS = 4096;
/** Text between two tags beyond this is not read. */
const MAX_NODE_CHARS = 1_000_000;
const MAX_LINKS = 20_000;
const MAX_VALUES = 2000;
const MAX_SCOPES = 16;
const MAX_SCRIPT_CHARS = 1_000_000;
/** How many tags are read between two looks at the budget. */
const EVENTS_PER_CHECK = 256;

/** An open element that gives what is inside it a meaning. It ends when as many of its tags closed as opened. */
interface Scope {
  tag: string;
  depth: number;
  area: PageArea | null;
  hidden: boolean;
  reversed: boolean;
  property: string;
  start: number;
}

/**
 * Reads HTML once from front to back. htmlparser2's Tokenizer is used without its Parser: the Parser keeps a stack that it
 * shifts at every tag, which 100,000 open elements make quadratic, and no tree is needed here.
 * `expired` is asked every few hundred tags; when it says yes, reading ends with what is there.
 */
export function readPage(html: string, expired: () => boolean): PageSource {
  const reader = new PageReader(html, expired);
  reader.read();
  return reader.source();
}

class PageReader implements TokenizerCallbacks {
  #html: string;
  readonly #expired: () => boolean;
  #tokenizer: Tokenizer;
  #events = 0;
  #truncated = false;

  readonly #text = new VisibleText();
  #pending = '';
  #tag = '';
  #attribute = '';
  #value = '';
  readonly #attributes = new Map<string, string>();
  /** the raw-text element being read: script, style, title ... */
  #raw = '';
  #rawStart = -1;
  #rawEnd = -1;
  #preDepth = 0;
  #selectDepth = 0;
  #hidden = 0;
  #svgDepth = 0;
  readonly #scopes: Scope[] = [];
  #link: SourceLink | null = null;
  readonly #frameBodies: string[] = [];

  #title: string | null = null;
  #titlePending = '';
  #lang: string | null = null;
  #base: string | null = null;
  readonly #metas = new Map<string, string>();
  readonly #areas: PageSource['areas'] = [];
  readonly #links: SourceLink[] = [];
  readonly #cloudflare: PageSource['cloudflare'] = [];
  readonly #microdata: PageSource['microdata'] = [];
  readonly #carriers: PageSource['carriers'] = [];
  readonly #jsonLd: string[] = [];
  readonly #appState: string[] = [];
  readonly #scripts: string[] = [];
  #scriptChars = 0;
  #scriptCount = 0;
  #hasAppRoot = false;

  constructor(html: string, expired: () => boolean) {
    this.#html = html;
    this.#expired = expired;
    this.#tokenizer = new Tokenizer({}, this);
  }

  read(): void {
    this.#tokenizer.write(this.#html);
    this.#tokenizer.end();
    this.#flush();
    // What stands in noframes is the page for whoever does not show frames.
    for (const body of this.#frameBodies.splice(0, 3)) {
      this.#html = body;
      this.#raw = '';
      this.#tokenizer = new Tokenizer({}, this);
      this.#tokenizer.write(body);
      this.#tokenizer.end();
      this.#flush();
    }
    this.#endLink();
  }

  source(): PageSource {
    return {
      text: this.#text.finish(),
      areas: this.#areas,
      title: this.#title,
      metas: this.#metas,
      lang: this.#lang,
      base: this.#base,
      links: this.#links,
      cloudflare: this.#cloudflare,
      microdata: this.#microdata,
      carriers: this.#carriers,
      jsonLd: this.#jsonLd,
      appState: this.#appState,
      scripts: this.#scripts,
      scriptCount: this.#scriptCount,
      hasAppRoot: this.#hasAppRoot,
      truncated: this.#truncated || this.#text.full,
    };
  }

  #check(): void {
    this.#events += 1;
    if (this.#events % EVENTS_PER_CHECK === 0 && this.#expired()) {
      this.#truncated = true;
      this.#tokenizer.pause();
    }
  }

  isInForeignContext(): boolean {
    return this.#svgDepth > 0;
  }

  ontext(start: number, end: number): void {
    this.#check();
    if (this.#raw === '') {
      if (this.#shown() && this.#pending.length < MAX_NODE_CHARS)
        this.#pending += this.#html.slice(start, end);
      return;
    }
    if (this.#raw === 'title') {
      this.#titlePending += this.#html.slice(start, Math.min(end, start + MAX_ATTRIBUTE_CHARS));
      return;
    }
    if (this.#rawStart < 0) this.#rawStart = start;
    this.#rawEnd = end;
  }

  ontextentity(codePoint: number): void {
    this.#check();
    if (this.#raw === 'title') this.#titlePending += String.fromCodePoint(codePoint);
    else if (this.#raw === '' && this.#shown() && this.#pending.length < MAX_NODE_CHARS)
      this.#pending += String.fromCodePoint(codePoint);
  }

  onopentagname(start: number, end: number): void {
    this.#check();
    this.#flush();
    this.#tag = end - start > 40 ? '' : this.#html.slice(start, end).toLowerCase();
    if (this.#attributes.size > 0) this.#attributes.clear();
  }

  onattribname(start: number, end: number): void {
    const length = end - start;
    this.#attribute = '';
    this.#value = '';
    if (length < 2 || length > 24) return;
    const name = this.#html.slice(start, end).toLowerCase();
    if (ATTRIBUTES.has(name)) this.#attribute = name;
  }

  onattribdata(start: number, end: number): void {
    if (this.#attribute === '' || this.#value.length >= MAX_ATTRIBUTE_CHARS) return;
    this.#value += this.#html.slice(start, Math.min(end, start + MAX_ATTRIBUTE_CHARS));
  }

  onattribentity(codePoint: number): void {
    this.#check();
    if (this.#attribute !== '' && this.#value.length < MAX_ATTRIBUTE_CHARS)
      this.#value += String.fromCodePoint(codePoint);
  }

  onattribend(): void {
    if (this.#attribute !== '' && !this.#attributes.has(this.#attribute))
      this.#attributes.set(this.#attribute, this.#value);
    this.#attribute = '';
  }

  onopentagend(): void {
    this.#open(this.#tag);
  }

  onselfclosingtag(): void {
    if (this.#svgDepth > 0 && this.#tag !== 'svg') this.#icon(this.#tag);
    else if (this.#tag === 'svg') this.#text.seam();
    else this.#open(this.#tag);
  }

  onclosetag(start: number, end: number): void {
    this.#check();
    this.#flush();
    if (end - start <= 40) this.#close(this.#html.slice(start, end).toLowerCase());
  }

  oncdata(): void {}
  oncomment(): void {}
  ondeclaration(): void {}
  onprocessinginstruction(): void {}
  onend(): void {
    // An unclosed raw element ends with the page.
    if (this.#raw !== '') this.#close(this.#raw);
  }

  #flush(): void {
    if (this.#pending === '') return;
    this.#text.add(this.#pending, this.#preDepth > 0);
    this.#pending = '';
  }

  #shown(): boolean {
    return this.#hidden === 0 && this.#selectDepth === 0 && this.#svgDepth === 0;
  }

  #attr(name: string): string {
    return this.#attributes.get(name) ?? '';
  }

  #area(): PageArea {
    for (let i = this.#scopes.length - 1; i >= 0; i -= 1) {
      const area = this.#scopes[i]!.area;
      if (area) return area;
    }
    return 'body';
  }

  #open(tag: string): void {
    if (BLOCK_TAGS.has(tag)) {
      this.#endHidden();
      // An HTML block ends foreign content (WHATWG HTML, tree construction: in foreign content).
      this.#svgDepth = 0;
      // A select left open must not swallow the page.
      if (tag !== 'option' && tag !== 'optgroup') this.#selectDepth = 0;
      this.#text.line();
    } else if (tag === 'td' || tag === 'th') {
      this.#endHidden();
      this.#text.cell();
    } else this.#text.seam();
    for (const scope of this.#scopes) if (scope.tag === tag) scope.depth += 1;
    if (this.#attributes.size > 0) this.#values(tag);
    else if (AREA_TAGS.has(tag)) this.#scope(tag, '');
    switch (tag) {
      case 'script':
      case 'style':
      case 'title':
      case 'textarea':
      case 'iframe':
      case 'noembed':
      case 'noframes':
        // Inside svg these are ordinary elements to the tokenizer.
        if (this.#svgDepth === 0) this.#raw = tag;
        if (tag === 'iframe') this.#frame(this.#attr('src'));
        else if (tag === 'script') this.#scriptCount += 1;
        break;
      case 'svg':
        this.#svgDepth += 1;
        break;
      case 'pre':
        this.#preDepth += 1;
        break;
      case 'select':
        this.#selectDepth = 1;
        break;
      case 'html':
        this.#lang ??= this.#attr('lang') || this.#attr('xml:lang') || null;
        break;
      case 'base':
        this.#base ??= this.#attr('href').trim() || null;
        break;
      case 'meta':
        this.#meta();
        break;
      case 'a':
        this.#beginLink();
        break;
      case 'area':
        this.#push('area', this.#attr('href'), this.#attr('alt') || this.#attr('title'));
        break;
      case 'link':
        if (/\b(?:me|publisher|canonical)\b/i.test(this.#attr('rel')))
          this.#push('link', this.#attr('href'), '');
        break;
      case 'frame':
        this.#frame(this.#attr('src'));
        break;
      case 'img':
        this.#image();
        break;
      default:
    }
    if (this.#attributes.size > 0) this.#icon(tag);
  }

  #close(tag: string): void {
    if (tag === this.#raw) this.#endRaw(tag);
    if (BLOCK_TAGS.has(tag)) {
      this.#endHidden();
      this.#text.line();
    } else if (tag !== 'td' && tag !== 'th') this.#text.seam();
    if (tag === 'a') this.#endLink();
    else if (tag === 'svg' && this.#svgDepth > 0) this.#svgDepth -= 1;
    else if (tag === 'pre' && this.#preDepth > 0) this.#preDepth -= 1;
    else if (tag === 'select') this.#selectDepth = 0;
    for (let i = this.#scopes.length - 1; i >= 0; i -= 1) {
      const scope = this.#scopes[i]!;
      if (scope.tag !== tag) continue;
      scope.depth -= 1;
      if (scope.depth === 0) this.#endScope(i);
    }
  }

  #endScope(index: number): void {
    const [scope] = this.#scopes.splice(index, 1);
    if (!scope) return;
    if (scope.hidden) this.#hidden -= 1;
    if (scope.reversed) this.#text.endReversed();
    if (scope.area) this.#areas.push({ at: this.#text.length, area: this.#area() });
    if (scope.property) this.#microdata.push({ ...this.#sourceValue(scope.property, ''), at: scope.start });
  }

  /** A hidden inline element holds a word at most: one left open must not swallow the page. */
  #endHidden(): void {
    if (this.#hidden === 0) return;
    for (let i = this.#scopes.length - 1; i >= 0; i -= 1) if (this.#scopes[i]!.hidden) this.#endScope(i);
  }

  #sourceValue(name: string, value: string): SourceValue {
    return { name, value, at: this.#text.length, end: this.#text.length, area: this.#area() };
  }

  /** What the attributes of any element may say. */
  #values(tag: string): void {
    const protectedHex = this.#attr('data-cfemail');
    if (protectedHex && this.#cloudflare.length < MAX_VALUES)
      this.#cloudflare.push(this.#sourceValue(tag, protectedHex));
    for (const [name, value] of this.#attributes)
      if (CARRIER_ATTRIBUTES.has(name) && value && this.#carriers.length < MAX_VALUES)
        this.#carriers.push(this.#sourceValue(name, value));
    if (tag === 'joomla-hidden-mail' && this.#carriers.length < MAX_VALUES)
      this.#carriers.push(this.#sourceValue(tag, `${this.#attr('first')} ${this.#attr('last')}`));
    this.#splitAddress();
    const id = this.#attr('id');
    if (id && isAppRoot(id)) this.#hasAppRoot = true;
    this.#scope(tag, id);
  }

  #splitAddress(): void {
    const host = HOST_ATTRIBUTES.map((name) => this.#attr(name)).find(Boolean);
    const user = host && USER_ATTRIBUTES.map((name) => this.#attr(name)).find(Boolean);
    if (!user || this.#carriers.length >= MAX_VALUES) return;
    const tld = this.#attr('data-tld');
    this.#carriers.push(this.#sourceValue('data-email', `${user}@${host}${tld ? `.${tld}` : ''}`));
  }

  #scope(tag: string, id: string): void {
    const style = this.#attr('style');
    const property = this.#property(tag);
    const area = areaOf(tag, id, this.#attr('class'));
    const hidden = style !== '' && hidesInline(tag, style);
    const reversed = reversesText(tag, style, this.#attr('dir'));
    if (!(property || area || hidden || reversed) || this.#scopes.length >= MAX_SCOPES) return;
    if (hidden) this.#hidden += 1;
    if (reversed) this.#text.beginReversed();
    if (area) this.#areas.push({ at: this.#text.length, area });
    this.#scopes.push({ tag, depth: 1, area, hidden, reversed, property, start: this.#text.length });
  }

  /** The microdata property whose value is the element's text; one with its value in an attribute is kept at once. */
  #property(tag: string): string {
    const name = this.#attr('itemprop');
    if (!name || !MICRODATA_PROPERTIES.has(name.toLowerCase()) || this.#microdata.length >= MAX_VALUES)
      return '';
    const value = this.#attr('content') || (tag === 'a' || tag === 'link' ? this.#attr('href') : '');
    if (!value) return tag === 'meta' || tag === 'link' ? '' : name.toLowerCase();
    this.#microdata.push(this.#sourceValue(name.toLowerCase(), value));
    return '';
  }

  #meta(): void {
    const name = (this.#attr('name') || this.#attr('property')).trim().toLowerCase();
    const content = plainCharacters(this.#attr('content')).trim();
    if (name && content && this.#metas.size < MAX_VALUES && !this.#metas.has(name))
      this.#metas.set(name, content);
  }

  #beginLink(): void {
    this.#endLink();
    const href = this.#attr('href');
    if (!href) return;
    this.#link = this.#push('a', href, this.#attr('title') || this.#attr('aria-label'));
  }

  #endLink(): void {
    if (this.#link) this.#link.end = this.#text.length;
    this.#link = null;
  }

  #frame(src: string): void {
    if (src && !src.startsWith('about:')) this.#push('frame', src, this.#attr('title'));
  }

  #push(tag: SourceLink['tag'], href: string, label: string): SourceLink | null {
    if (!href || this.#links.length >= MAX_LINKS) return null;
    const link: SourceLink = {
      tag,
      href: href.trim(),
      rel: this.#attr('rel').toLowerCase(),
      label,
      hint: this.#attr('class'),
      start: this.#text.length,
      end: this.#text.length,
      area: this.#area(),
    };
    this.#links.push(link);
    return link;
  }

  #image(): void {
    const alt = this.#attr('alt').trim();
    if (/^(?:@|\(at\)|\[at\]|at)$/i.test(alt)) this.#text.sign('@');
    else if (alt && this.#link && !this.#link.label) this.#link.label = alt;
  }

  #icon(tag: string): void {
    const icon = iconOf(tag, this.#attributes);
    if (icon) this.#text.sign(icon === 'fax' ? FAX_ICON : PHONE_ICON);
  }

  #endRaw(tag: string): void {
    this.#raw = '';
    if (tag === 'title') {
      this.#title ??= plainCharacters(this.#titlePending).replace(/ +/g, ' ').trim() || null;
      this.#titlePending = '';
    }
    const start = this.#rawStart;
    const end = this.#rawEnd;
    this.#rawStart = -1;
    if (start < 0 || this.#scriptChars >= MAX_SCRIPT_CHARS) return;
    if (tag === 'noframes') this.#frameBodies.push(this.#html.slice(start, end));
    if (tag !== 'script') return;
    const type = this.#attr('type').toLowerCase();
    const body = this.#html.slice(start, Math.min(end, start + MAX_SCRIPT_CHARS));
    if (type.includes('ld+json')) this.#jsonLd.push(body);
    else if (type === 'application/json') this.#appState.push(body);
    else if (scriptMayWriteAddress(type, body)) this.#scripts.push(body);
    else return;
    this.#scriptChars += body.length;
  }
}
