import { CharacterReferences } from './character-references.ts';
import { ElementAttributes } from './element-attributes.ts';
import { ElementValues } from './element-values.ts';
import { type Attribute, isDataName, TAGS, type Tag, unknownTag } from './markup-names.ts';
import { type MarkupEvents, scanMarkup } from './markup-scanner.ts';
import { OpenScopes } from './open-scopes.ts';
import { FAX_ICON, type PageSource, PHONE_ICON } from './page-source.ts';
import { pictureContact, pictureSign } from './picture-text.ts';
import { RawElements } from './raw-elements.ts';
import { contactIcon } from './tag-rules.ts';
import { isBlank, isPlain, VisibleText } from './visible-text.ts';

/** Longer text between two tags is cut. */
const MAX_NODE_CHARS = 1_000_000;
/** Number of tags and texts between two budget checks. */
const EVENTS_PER_CHECK = 256;
const MAX_CODE = 20_000;
const FAX_AFTER_PHONE_CHARS = 60;
const MAX_PICTURE_CHARS = 200;

/**
 * Reads HTML in one pass without building a tree. Checks `expired` every few hundred tags; when it returns
 * true, returns what has been read so far.
 */
export function readPage(html: string, expired: () => boolean): PageSource {
  const reader = new PageReader(html, expired);
  reader.read();
  return reader.source();
}

class PageReader implements MarkupEvents {
  #html: string;
  readonly #expired: () => boolean;
  #events = 0;
  #truncated = false;

  readonly #references = new CharacterReferences();
  readonly #attributes = new ElementAttributes(this.#references);
  readonly #text = new VisibleText();
  readonly #raw = new RawElements(this.#references);
  readonly #scopes = new OpenScopes(this.#text, this.#raw.styles);
  readonly #values = new ElementValues(this.#text, this.#scopes, this.#attributes);
  readonly #headings: { index: number; level: number }[] = [];
  /** text since the last tag */
  #pending = '';
  #tag: Tag = unknownTag('', 0, 0);
  #preDepth = 0;
  readonly #code: number[] = [];
  #codeStart = -1;
  #phoneIconEnd = Number.NEGATIVE_INFINITY;
  #selectDepth = 0;
  #svgDepth = 0;
  #lang: string | null = null;
  #base: string | null = null;

  constructor(html: string, expired: () => boolean) {
    this.#html = html;
    this.#expired = expired;
  }

  read(): void {
    this.#scan(this.#html);
    // noframes contains the page for browsers without frames.
    for (const body of this.#raw.frameBodies.splice(0)) this.#scan(body);
    this.#values.endLink();
  }

  source(): PageSource {
    return {
      text: this.#text.finish(),
      areas: this.#scopes.areas,
      headings: this.#headings,
      code: this.#code,
      title: this.#raw.title,
      metas: this.#values.metas,
      lang: this.#lang,
      base: this.#base,
      links: this.#values.links,
      cloudflare: this.#values.cloudflare,
      microdata: this.#scopes.microdata,
      scriptAttributes: this.#values.scriptAttributes,
      jsonLd: this.#raw.jsonLd,
      appState: this.#raw.appState,
      stateScripts: this.#raw.stateScripts,
      islands: this.#values.islands,
      elements: this.#values.elements,
      scripts: this.#raw.scripts,
      scriptCount: this.#raw.scriptCount,
      hasAppRoot: this.#values.hasAppRoot,
      truncated: this.#truncated || this.#text.full,
    };
  }

  #scan(html: string): void {
    this.#html = html;
    scanMarkup(html, this);
    // An unclosed raw element ends with the page.
    const unclosed = TAGS.named(this.#raw.tag);
    if (unclosed) this.#close(unclosed);
    this.#flush();
  }

  #check(): void {
    this.#events += 1;
    if (this.#events % EVENTS_PER_CHECK === 0 && this.#expired()) this.#truncated = true;
  }

  get rawTag(): string {
    return this.#raw.tag;
  }

  get stopped(): boolean {
    return this.#truncated;
  }

  onText(start: number, end: number): void {
    this.#check();
    if (this.#raw.tag !== '') this.#raw.add(start, end);
    else if (
      this.#pending.length < MAX_NODE_CHARS &&
      (this.#isVisible() || this.#isPictureAddress(start, end))
    )
      this.#addText(start, end);
  }

  #addText(start: number, end: number): void {
    const isFirst = this.#pending === '' && this.#preDepth === 0;
    if (isFirst && this.#text.endsInSpace && isBlank(this.#html, start, end)) return;
    const raw = this.#html.slice(start, Math.min(end, start + MAX_NODE_CHARS));
    if (isFirst && isPlain(raw)) this.#text.addPlain(raw);
    else this.#pending += this.#references.inText(raw);
  }

  onOpenTag(tag: Tag | undefined, start: number, end: number): void {
    this.#check();
    this.#flush();
    this.#tag = tag ?? unknownTag(this.#html, start, end);
    this.#attributes.clear(this.#html);
  }

  onAttribute(
    attribute: Attribute | undefined,
    nameStart: number,
    nameEnd: number,
    start: number,
    end: number,
  ): void {
    if (attribute) this.#attributes.add(attribute, start, end);
    else this.#attributes.addUnknown(nameStart, nameEnd, start, end);
    if (isDataName(this.#html, nameStart, nameEnd)) this.#attributes.addData(nameStart, nameEnd, start, end);
  }

  onOpenTagEnd(selfClosing: boolean): void {
    // Only foreign elements can close themselves.
    if (selfClosing && this.#svgDepth > 0 && this.#tag.name !== 'svg') this.#icon(this.#tag.name);
    else if (selfClosing && this.#tag.name === 'svg') this.#text.seam();
    else this.#open(this.#tag);
  }

  onCloseTag(tag: Tag | undefined, start: number, end: number): void {
    this.#check();
    this.#flush();
    this.#close(tag ?? unknownTag(this.#html, start, end));
  }

  #flush(): void {
    if (this.#pending === '') return;
    this.#text.add(this.#pending, this.#preDepth > 0);
    this.#pending = '';
  }

  #isVisible(): boolean {
    return !this.#scopes.hidden && this.#selectDepth === 0 && this.#svgDepth === 0;
  }

  /** Text of a picture is mostly that of charts, but an address may be hidden there. */
  #isPictureAddress(start: number, end: number): boolean {
    return (
      this.#svgDepth > 0 && end - start < MAX_PICTURE_CHARS && this.#html.slice(start, end).includes('@')
    );
  }

  #open(tag: Tag): void {
    const { name } = tag;
    if (tag.isBlock) {
      this.#scopes.endHidden();
      // An HTML block ends foreign content (WHATWG HTML, tree construction: in foreign content).
      this.#svgDepth = 0;
      // An unclosed select must not hide the rest of the page.
      if (name !== 'option' && name !== 'optgroup') this.#selectDepth = 0;
      if (name === 'br') this.#text.lineBreak();
      else this.#text.line();
    } else if (tag.isCell) {
      this.#scopes.endHidden();
      this.#text.cell();
    } else this.#text.seam();
    const { hasAny } = this.#attributes;
    if (hasAny) this.#values.readCommon(name);
    this.#scopes.open(tag, this.#attributes);
    // Inside SVG, raw elements are ordinary elements.
    if (tag.isRaw && this.#svgDepth === 0) this.#raw.begin(name, this.#attributes.get('type'));
    this.#handleTag(name);
    if (hasAny) this.#icon(name);
  }

  /** Handles elements with special tags. */
  #handleTag(tag: string): void {
    const attributes = this.#attributes;
    switch (tag) {
      case 'svg':
        this.#svgDepth += 1;
        break;
      case 'pre':
        this.#preDepth += 1;
        break;
      case 'code':
        if (this.#codeStart < 0) this.#codeStart = this.#text.length;
        break;
      case 'select':
        this.#selectDepth = 1;
        break;
      case 'html':
        this.#lang ??= attributes.get('lang') || attributes.get('xml:lang') || null;
        break;
      case 'h1':
      case 'h2':
      case 'h3':
      case 'h4':
      case 'h5':
      case 'h6':
        this.#headings.push({ index: this.#text.length, level: Number(tag.slice(1)) });
        break;
      case 'base':
        this.#base ??= attributes.get('href').trim() || null;
        break;
      case 'meta':
        this.#values.meta();
        break;
      case 'a':
        this.#values.beginLink();
        break;
      case 'area':
        this.#values.push('area', attributes.get('href'), attributes.get('alt') || attributes.get('title'));
        break;
      case 'link':
        if (/\b(?:me|publisher|canonical)\b/i.test(attributes.get('rel')))
          this.#values.push('link', attributes.get('href'), '');
        break;
      case 'frame':
      case 'iframe':
        this.#values.frame();
        break;
      case 'img':
        this.#image();
        break;
      default:
    }
  }

  #close(tag: Tag): void {
    const { name } = tag;
    if (name === this.#raw.tag) this.#raw.end(this.#html);
    this.#scopes.showAfter(name);
    if (tag.isBlock) {
      this.#scopes.endHidden();
      this.#text.line();
    } else if (!tag.isCell) this.#text.seam();
    if (name === 'a') this.#values.endLink();
    else if (name === 'svg' && this.#svgDepth > 0) this.#svgDepth -= 1;
    else if (name === 'pre' && this.#preDepth > 0) this.#preDepth -= 1;
    else if (name === 'select') this.#selectDepth = 0;
    else if (name === 'code') this.#endCode();
    this.#scopes.close(name);
  }

  #endCode(): void {
    if (this.#codeStart >= 0 && this.#code.length < MAX_CODE)
      this.#code.push(this.#codeStart, this.#text.length);
    this.#codeStart = -1;
  }

  #image(): void {
    const alt = (this.#attributes.get('alt') || this.#attributes.get('title')).trim();
    if (alt === '') return;
    const sign = pictureSign(alt);
    const contact = sign || !this.#isVisible() ? '' : pictureContact(alt);
    if (sign) this.#text.joint(sign);
    else if (contact) {
      // A phone inside a line may stand between the parts of an address. Only phones end with a digit.
      const isPhone = /\d$/.test(contact);
      if (isPhone && !this.#text.startsLine) return;
      this.#text.add(contact, false);
      if (isPhone) this.#text.line();
    } else this.#values.nameLink(this.#attributes.get('alt').trim());
  }

  #icon(tag: string): void {
    const icon = contactIcon(tag, this.#attributes);
    if (!icon) return;
    const { length } = this.#text;
    if (icon === 'phone') this.#phoneIconEnd = length;
    // A printer right after a phone is a fax.
    else if (icon === 'printer' && length - this.#phoneIconEnd > FAX_AFTER_PHONE_CHARS) return;
    this.#text.sign(icon === 'phone' ? PHONE_ICON : FAX_ICON);
  }
}
