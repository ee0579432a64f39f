import { SEAM } from './page-source.ts';

/** Text beyond this is not read: no contact page is a book. */
const MAX_TEXT_CHARS = 1_000_000;

const ODD = /[^\x20-\x7e]/;
const BEYOND_ASCII = /[^\t\n\v\f\r\x20-\x7e]/;
const ASCII_WHITE = /[\t\n\v\f\r ]{2,}|[\t\n\v\f\r]/g;
const WHITE =
  /[\t\n\v\f\r \u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]{2,}|[\t\n\v\f\r\u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]/g;
const WHITE_IN_LINE = /[\t\v\f\r\u0085\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]+/g;
const INVISIBLE =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
  /[\u0000-\u0008\u000e-\u001f\u007f-\u009f\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u206f\ue000-\uf8ff\ufeff]|\ufe0f/g;
const FOLDED = /[\uff01-\uff5e\u0660-\u0669\u06f0-\u06f9\u0966-\u096f\ufe6b\u2024]+/g;

/**
 * Text of a page -> spaces of every width become one plain space, invisible characters go, full-width letters and Arabic or
 * Devanagari digits become ASCII. `keepLines` keeps line breaks (preformatted text).
 */
export function plainCharacters(text: string, keepLines = false): string {
  if (!ODD.test(text)) return text;
  if (!keepLines && !BEYOND_ASCII.test(text)) return text.replace(ASCII_WHITE, ' ');
  return text
    .replace(keepLines ? WHITE_IN_LINE : WHITE, ' ')
    .replace(INVISIBLE, '')
    .replace(FOLDED, fold);
}

/** A run of characters that stand for ASCII ones -> those. */
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

/** Collects the visible text of a page. Offsets it gives are offsets into what `finish` returns. */
export class VisibleText {
  #pieces: string[] = [];
  #length = 0;
  #last = 10;
  #seam = false;
  #reversedFrom = -1;

  get length(): number {
    return this.#length;
  }

  get full(): boolean {
    return this.#length >= MAX_TEXT_CHARS;
  }

  /** Adds characters of one text node. */
  add(raw: string, keepLines: boolean): void {
    const afterWhite = this.#last === 32 || this.#last === 10 || this.#last === 9;
    // Most text between two tags is the indentation of the markup.
    if (afterWhite && raw.length < 200 && raw.trim() === '' && !keepLines) return;
    let text = plainCharacters(raw.slice(0, MAX_TEXT_CHARS - this.#length), keepLines);
    if (afterWhite) text = text.trimStart();
    if (!text || this.full) return;
    if (this.#seam && !afterWhite && text.charCodeAt(0) !== 32) this.#push(SEAM);
    this.#seam = false;
    this.#push(text);
  }

  /** An inline element began or ended. */
  seam(): void {
    this.#seam = true;
  }

  /** A mark or sign of its own, such as an icon. */
  sign(char: string): void {
    if (!this.full) this.#push(char);
  }

  /** A block began or ended. */
  line(): void {
    this.#seam = false;
    if (this.#last !== 10 && !this.full) this.#push('\n');
  }

  /** A table cell began; the first of a row stands at the beginning of the line. */
  cell(): void {
    this.#seam = false;
    if (this.#last !== 10 && !this.full) this.#push('\t');
  }

  /** What follows is shown right to left although it is written left to right, as some pages hide addresses. */
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
    this.#pieces.push(text);
    this.#length += text.length;
    this.#last = text.charCodeAt(text.length - 1);
  }
}
