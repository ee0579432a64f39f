import { Tokenizer, type TokenizerCallbacks } from 'htmlparser2';

/** The references that pages use most, which have a fast path. */
const NAMED: Readonly<Record<string, string>> = {
  amp: '&',
  nbsp: '\u00a0',
  quot: '"',
  lt: '<',
  gt: '>',
  copy: '©',
  reg: '®',
  bull: '•',
  middot: '·',
  raquo: '»',
  rsquo: '’',
  ndash: '–',
  mdash: '—',
};
/** Decimal codes of characters that aren't control characters: 32 to 126 and 160 to 9999. */
const DECIMAL = '#0{0,2}(?:3[2-9]|[4-9]\\d|1[01]\\d|12[0-6]|1[6-9]\\d|[2-9]\\d\\d|[1-9]\\d{3})';
const COMMON = `&(?:${Object.keys(NAMED).join('|')}|${DECIMAL});`;
const ALL_COMMON = new RegExp(COMMON, 'g');
const UNCOMMON = new RegExp(`(?!${COMMON})&[A-Za-z#]`);

function decodeCommon(raw: string): string {
  return raw.replace(ALL_COMMON, (reference) => {
    const name = reference.slice(1, -1);
    return NAMED[name] ?? String.fromCharCode(Number(name.slice(1)));
  });
}

/**
 * Decodes character references (`&amp;`, `&#64;`, `&nbsp`). The page scanner keeps them, because it is
 * several times faster when it can skip from one `<` or quote to the next.
 */
export class CharacterReferences implements TokenizerCallbacks {
  readonly #tokenizer = new Tokenizer({}, this);
  #markup = '';
  #decoded = '';

  /** Decodes text between two tags. */
  inText(raw: string): string {
    if (!raw.includes('&')) return raw;
    return UNCOMMON.test(raw) ? this.#decode(raw) : decodeCommon(raw);
  }

  /** Decodes the body of a title, which is plain text with references (WHATWG HTML, RCDATA state). */
  inTitle(raw: string): string {
    return raw.includes('&') ? this.#decode(`<title>${raw}`) : raw;
  }

  /**
   * Decodes an attribute, where `&copy=1` is part of a URL (WHATWG HTML, named character reference state).
   */
  inAttribute(raw: string): string {
    if (!raw.includes('&')) return raw;
    if (!UNCOMMON.test(raw)) return decodeCommon(raw);
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
