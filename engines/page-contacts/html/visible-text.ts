import { SEAM } from './page-source.ts';

/** Columns of a table whose place is kept after a line break. */
const MAX_COLUMNS = 20;
/** Longer text is cut. */
const MAX_TEXT_CHARS = 1_000_000;

const NEEDS_CLEANUP = /[^\x20-\x7e]/;
const NOT_PLAIN = /[^\x20-\x25\x27-\x7e]/;
const NON_ASCII = /[^\t\n\v\f\r\x20-\x7e]/;
const ASCII_WHITE_SPACE = /[\t\n\v\f\r ]{2,}|[\t\n\v\f\r]/g;
const WHITE_SPACE =
  /[\t\n\v\f\r \u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]{2,}|[\t\n\v\f\r\u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]/g;
const INLINE_WHITE_SPACE = /[\t\v\f\r\u0085\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]+/g;
const INVISIBLE =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: removes control characters
  /[\u0000-\u0008\u000e-\u001f\u007f-\u009f\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u206f\ue000-\uf8ff\ufeff]|\ufe0f/g;
const FOLDED = /[\uff01-\uff5e\u0660-\u0669\u06f0-\u06f9\u0966-\u096f\ufe6b\u2024]+/g;

/**
 * Normalizes the text of a page: collapses white space, removes invisible characters, and converts full-width
 * letters and Arabic or Devanagari digits to ASCII. `keepLines` keeps line breaks (preformatted text).
 */
export function plainCharacters(text: string, keepLines = false): string {
  if (!NEEDS_CLEANUP.test(text)) return text;
  if (!keepLines && !NON_ASCII.test(text)) return text.replace(ASCII_WHITE_SPACE, ' ');
  return text
    .replace(keepLines ? INLINE_WHITE_SPACE : WHITE_SPACE, ' ')
    .replace(INVISIBLE, '')
    .replace(FOLDED, fold);
}

/** Whether a text in markup has only printable ASCII characters and no character references. */
export function isPlain(raw: string): boolean {
  return !NOT_PLAIN.test(raw);
}

/** Whether a part of the markup is only white space, such as indentation. Most text between two tags is. */
export function isBlank(html: string, start: number, end: number): boolean {
  let index = start;
  while (index < end && isSpace(html.charCodeAt(index))) index += 1;
  return index === end;
}

function isSpace(code: number): boolean {
  return code === 32 || code === 10 || code === 9 || code === 13;
}

/** Converts characters to their ASCII equivalents. */
function fold(run: string): string {
  const codes = new Array<number>(run.length);
  for (let i = 0; i < run.length; i += 1) {
    const code = run.charCodeAt(i);
    if (code >= 0xff01) codes[i] = code - 0xfee0;
    else if (code === 0xfe6b) codes[i] = 64;
    else if (code === 0x2024) codes[i] = 46;
    else codes[i] = 48 + (code & 0xf) - (code < 0x0900 ? 0 : 6);
  }
  let text = '';
  for (let i = 0; i < codes.length; i += 4096) text += String.fromCharCode(...codes.slice(i, i + 4096));
  return text;
}

/** Collects the visible text of a page. Offsets refer to the text that `finish` returns. */
export class VisibleText {
  #pieces: string[] = [];
  #length = 0;
  #last = 10;
  #seam = false;
  /** the number of cells that have started since the last block */
  #cells = 0;
  /** an @ was shown as a picture on this line */
  #hasSign = false;
  /** the next text follows a picture of a sign */
  #joins = false;
  #reversedFrom = -1;

  get length(): number {
    return this.#length;
  }

  get full(): boolean {
    return this.#length >= MAX_TEXT_CHARS;
  }

  /** Whether white space at the end would have no effect. */
  get endsInSpace(): boolean {
    return this.#joins || this.#last === 32 || this.#last === 10 || this.#last === 9;
  }

  /** Whether nothing is on the line yet. */
  get startsLine(): boolean {
    return this.#last === 10;
  }

  /** Adds the text of a text node. */
  add(raw: string, keepLines: boolean): void {
    const afterWhiteSpace = this.endsInSpace;
    if (afterWhiteSpace && raw.length < 200 && raw.trim() === '' && !keepLines) return;
    let text = plainCharacters(raw.slice(0, MAX_TEXT_CHARS - this.#length), keepLines);
    if (afterWhiteSpace) text = text.trimStart();
    if (!text || this.full) return;
    if (this.#seam && !afterWhiteSpace && text.charCodeAt(0) !== 32) this.#push(SEAM);
    this.#seam = false;
    this.#push(text);
  }

  /** Adds a text for which `isPlain` is true. */
  addPlain(raw: string): void {
    const afterWhiteSpace = this.endsInSpace;
    const startsWithSpace = raw.charCodeAt(0) === 32;
    let text = afterWhiteSpace && startsWithSpace ? raw.trimStart() : raw;
    if (this.#length + text.length > MAX_TEXT_CHARS) text = text.slice(0, MAX_TEXT_CHARS - this.#length);
    if (text === '') return;
    if (this.#seam && !afterWhiteSpace && !startsWithSpace) this.#push(SEAM);
    this.#seam = false;
    this.#push(text);
  }

  /** Marks the start or end of an inline element. */
  seam(): void {
    this.#seam = true;
  }

  /** Adds a single mark or sign, such as an icon. */
  sign(char: string): void {
    if (!this.full) this.#push(char);
  }

  /** Adds an @ or a dot that the page shows as a picture. It joins what is around it, also across spaces. */
  joint(char: '@' | '.'): void {
    const last = this.#pieces.length - 1;
    if (this.full || last < 0 || this.#last === 10 || (char === '.' && !this.#hasSign)) return;
    const piece = this.#pieces[last]!.replace(/[ \ue000]$/, '');
    this.#length -= this.#pieces[last]!.length - piece.length;
    this.#pieces[last] = piece;
    this.#push(char);
    this.#hasSign = true;
    this.#joins = true;
  }

  /** Marks the start or end of a block. */
  line(): void {
    this.#seam = false;
    this.#cells = 0;
    this.#hasSign = false;
    if (this.#last !== 10 && !this.full) this.#push('\n');
  }

  /** A line break. In a cell, the next line starts in the same column. */
  lineBreak(): void {
    const cells = this.#cells;
    this.line();
    if (cells > 1 && !this.full) this.#push('\t'.repeat(Math.min(cells - 1, MAX_COLUMNS)));
    this.#cells = cells;
  }

  /** Starts a table cell. The first cell of a row is at the start of the line, also if it is empty. */
  cell(): void {
    this.#seam = false;
    if ((this.#cells > 0 || this.#last !== 10) && !this.full) this.#push('\t');
    this.#cells += 1;
  }

  /** Starts text that is displayed in reverse, which some pages use to hide addresses. */
  beginReversed(): void {
    if (this.#reversedFrom < 0) this.#reversedFrom = this.#pieces.length;
  }

  endReversed(): void {
    if (this.#reversedFrom < 0) return;
    const reversed = [...this.#pieces.splice(this.#reversedFrom).join('')].reverse().join('');
    this.#reversedFrom = -1;
    if (reversed) this.#pieces.push(reversed);
  }

  finish(): string {
    return this.#pieces.join('');
  }

  #push(text: string): void {
    this.#joins = false;
    this.#pieces.push(text);
    this.#length += text.length;
    this.#last = text.charCodeAt(text.length - 1);
  }
}
