import { Tokenizer, type TokenizerCallbacks } from 'htmlparser2';

/** Most references are one of two, and most of their pages have no other. */
const UNCOMMON = /&(?!amp;|nbsp;)/;

function commonDecoded(raw: string): string {
  return raw.replaceAll('&nbsp;', '\u00a0').replaceAll('&amp;', '&');
}

/**
 * Decodes character references (`&amp;`, `&#64;`, `&nbsp`). The page's tokenizer leaves them in, since it runs several times
 * faster when it may skip from one `<` or quote to the next; most stretches have none.
 */
export class CharacterReferences implements TokenizerCallbacks {
  readonly #tokenizer = new Tokenizer({}, this);
  #markup = '';
  #decoded = '';

  /** Text between two tags. */
  inText(raw: string): string {
    if (!raw.includes('&')) return raw;
    return UNCOMMON.test(raw) ? this.#decode(raw) : commonDecoded(raw);
  }

  /** The body of a title: text with references, whatever else it looks like (WHATWG HTML, RCDATA state). */
  inTitle(raw: string): string {
    return raw.includes('&') ? this.#decode(`<title>${raw}`) : raw;
  }

  /** An attribute's value: there `&copy=1` is part of an address (WHATWG HTML, named character reference state). */
  inAttribute(raw: string): string {
    if (!raw.includes('&')) return raw;
    if (!UNCOMMON.test(raw)) return commonDecoded(raw);
    const quote = raw.includes('"') ? "'" : '"';
    return raw.includes(quote) ? this.inText(raw) : this.#decode(`<a b=${quote}${raw}${quote}>`);
  }

  #decode(markup: string): string {
    this.#markup = markup;
    this.#decoded = '';
    this.#tokenizer.reset();
    this.#tokenizer.write(markup);
    this.#tokenizer.end();
    return this.#decoded;
  }

  ontext(start: number, end: number): void {
    this.#decoded += this.#markup.slice(start, end);
  }

  onattribdata(start: number, end: number): void {
    this.ontext(start, end);
  }

  ontextentity(codePoint: number): void {
    this.#decoded += String.fromCodePoint(codePoint);
  }

  onattribentity(codePoint: number): void {
    this.ontextentity(codePoint);
  }

  onattribend(): void {}
  onattribname(): void {}
  oncdata(): void {}
  onclosetag(): void {}
  oncomment(): void {}
  ondeclaration(): void {}
  onend(): void {}
  onopentagend(): void {}
  onopentagname(): void {}
  onprocessinginstruction(): void {}
  onselfclosingtag(): void {}
}
