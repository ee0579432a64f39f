import { type Comparable, readComparable, sortNumber } from '#contract/column-conditions.ts';
import { foldedText } from '#tools/list-tool/row-text.ts';
import { resized, trimmed, withRoom } from './grown-array.ts';
import { PackedTexts } from './packed-texts.ts';

/** Codes of a slot: no value, or only spaces. Other codes are packed texts, plus these two. */
export const NO_VALUE = 0;
export const BLANK = 1;
export const FIRST_TEXT = 2;

type Codes = Uint8Array | Uint16Array | Uint32Array;

/** Different values of a column that are recognized when they come again. */
const KNOWN_VALUES = 2048;
/** After so many, a column in which a quarter didn't come again yet recognizes none. */
const TRIED_VALUES = 256;
/** As many are kept when a list is read, for its changes. */
const KEPT_VALUES = 64;
/** About what one of them takes. */
const KNOWN_BYTES = 100;
/** A column is packed again when so many values were replaced, and half as many as it has texts. */
const REPLACED_VALUES = 5000;

/** What a number or date can begin with (`readComparable`). */
const MAY_COMPARE = /^\s*[\d+\-.$€£¥%'’]/;

/** The values of one column of a list by slot, packed. Slots are the places of rows. */
export class ValueColumn {
  #codes: Codes = new Uint8Array(0);
  #texts = new PackedTexts();
  /** texts as they were stored and their codes; null for a column in which few come again */
  #known: Map<string, number> | null = new Map();
  #knownHits = 0;
  /** by text; null if none is a number or a date. NaN for those that aren't. */
  #comparable: Float64Array | null = null;
  #isDate = new Uint8Array(0);
  #replaced = 0;
  /** grows with each change */
  changes = 0;

  /** how many bytes it takes */
  get size(): number {
    return (
      this.#codes.byteLength +
      this.#texts.size +
      (this.#known?.size ?? 0) * KNOWN_BYTES +
      (this.#comparable?.byteLength ?? 0) +
      this.#isDate.byteLength
    );
  }

  /** by slot; slots beyond have no value */
  get codes(): Codes {
    return this.#codes;
  }

  /** folded, without those of blank values */
  get texts(): PackedTexts {
    return this.#texts;
  }

  set(slot: number, value: string | null | undefined): void {
    this.#codes = withRoom(this.#codes, slot + 1);
    const code = value === undefined || value === null ? NO_VALUE : this.#codeOf(value);
    if (code > 0xff && this.#codes instanceof Uint8Array) this.#codes = Uint16Array.from(this.#codes);
    if (code > 0xffff && !(this.#codes instanceof Uint32Array)) this.#codes = Uint32Array.from(this.#codes);
    const before = this.#codes[slot] ?? NO_VALUE;
    if (before === code) return;
    this.#codes[slot] = code;
    this.changes += 1;
    if (before >= FIRST_TEXT) this.#replaced += 1;
    if (this.#replaced > REPLACED_VALUES && this.#replaced * 2 > this.#texts.count) this.#pack();
  }

  /** Makes room for the values of `slots` slots, as far as the first ones, up to `first`, say how many they are. */
  reserve(first: number, slots: number): void {
    this.#codes = resized(this.#codes, slots);
    if (!this.#known) this.#texts.reserve((slots / first) * 1.05);
  }

  /** Gives back the memory that growing left free, and that of known values if there are many. */
  trim(slots: number): void {
    if (this.#known && this.#known.size > KEPT_VALUES) this.#known = null;
    this.#codes = trimmed(this.#codes, slots);
    this.#texts.trim();
    if (!this.#comparable) return;
    this.#comparable = trimmed(this.#comparable, this.#texts.count);
    this.#isDate = trimmed(this.#isDate, this.#texts.count);
  }

  /** 1 for each text that is a number or a date in this order with a value, or the same. */
  ordered(value: Comparable, side: 'at-least' | 'at-most'): Uint8Array {
    const hits = new Uint8Array(this.#texts.count);
    const isDate = value.kind === 'date' ? 1 : 0;
    if (!this.#comparable) return hits;
    for (let text = 0; text < hits.length; text += 1) {
      const own = this.#comparable[text] ?? Number.NaN;
      const isOrdered = side === 'at-least' ? own >= value.value : own <= value.value;
      if (isOrdered && this.#isDate[text] === isDate) hits[text] = 1;
    }
    return hits;
  }

  /** By text, where numbers and days are in order (`sortNumber`); NaN for other texts. null without any. */
  sortNumbers(): Float64Array | null {
    const comparable = this.#comparable;
    if (!comparable) return null;
    const numbers = new Float64Array(this.#texts.count);
    for (let text = 0; text < numbers.length; text += 1) {
      const kind = this.#isDate[text] === 1 ? 'date' : 'number';
      const value = comparable[text] ?? Number.NaN;
      numbers[text] = Number.isNaN(value) ? value : (sortNumber({ kind, value }) ?? Number.NaN);
    }
    return numbers;
  }

  #codeOf(value: string): number {
    if (value.trim() === '') return BLANK;
    const known = this.#known?.get(value);
    if (known !== undefined) {
      this.#knownHits += 1;
      return known;
    }
    const text = this.#texts.add(foldedText(value));
    const comparable = MAY_COMPARE.test(value) ? readComparable(value) : null;
    if (comparable && !this.#comparable) this.#comparable = new Float64Array(text).fill(Number.NaN);
    if (this.#comparable) {
      this.#comparable = withRoom(this.#comparable, text + 1);
      this.#isDate = withRoom(this.#isDate, text + 1);
      this.#comparable[text] = comparable?.value ?? Number.NaN;
      this.#isDate[text] = comparable?.kind === 'date' ? 1 : 0;
    }
    const code = text + FIRST_TEXT;
    if (this.#known && this.#known.size < KNOWN_VALUES) this.#known.set(value, code);
    const size = this.#known?.size;
    const isWorthIt = size === TRIED_VALUES ? this.#knownHits * 4 >= size : this.#knownHits >= KNOWN_VALUES;
    if ((size === TRIED_VALUES || size === KNOWN_VALUES) && !isWorthIt) this.#known = null;
    return code;
  }

  /** Leaves out texts that no row has. */
  #pack(): void {
    const texts = new PackedTexts();
    const codes = new Map<number, number>();
    const kept: number[] = [];
    for (let slot = 0; slot < this.#codes.length; slot += 1) {
      const code = this.#codes[slot] ?? NO_VALUE;
      if (code < FIRST_TEXT) continue;
      let packed = codes.get(code);
      if (packed === undefined) {
        packed = texts.addFrom(this.#texts, code - FIRST_TEXT) + FIRST_TEXT;
        codes.set(code, packed);
        kept.push(code - FIRST_TEXT);
      }
      this.#codes[slot] = packed;
    }
    const comparable = this.#comparable;
    if (comparable) {
      const isDate = this.#isDate;
      this.#comparable = Float64Array.from(kept, (text) => comparable[text] ?? Number.NaN);
      this.#isDate = Uint8Array.from(kept, (text) => isDate[text] ?? 0);
    }
    this.#texts = texts;
    for (const [value, code] of this.#known ?? []) {
      const packed = codes.get(code);
      if (packed === undefined) this.#known?.delete(value);
      else this.#known?.set(value, packed);
    }
    this.#replaced = 0;
    this.changes += 1;
  }
}
