import { NUMBER_CHARS, SORTED_CHARS, sortedPart, sortNumber, sortValue } from '../sort-value.ts';
import type { PackedTexts } from './packed-texts.ts';

/** The places of texts when they are sorted. Equal ones have the same. */
export interface TextOrder {
  /** by text */
  places: Uint32Array;
  /** how many of the places are those of numbers, which come first */
  numbers: number;
  /** how many places there are */
  count: number;
}

/** Numbers and places are sorted together as one number of 53 bits, of which a place has these. */
const PLACE_BITS = 21;
const PLACES = 2 ** PLACE_BITS;
/** Texts that are compared with each other instead. */
const FEW = 12;

/** Orders packed texts as `sortValue` says. */
export function orderTexts(texts: PackedTexts): TextOrder {
  const numbers: { text: number; number: number }[] = [];
  const others: number[] = [];
  for (let text = 0; text < texts.count; text += 1) {
    const number = numberAt(texts, text);
    if (number === null) others.push(text);
    else numbers.push({ text, number });
  }
  const byText = textComparer(texts);
  numbers.sort((a, b) => a.number - b.number || byText(a.text, b.text));
  const sorted = sortTexts(texts, Uint32Array.from(others), byText);

  const places = new Uint32Array(texts.count);
  let place = -1;
  let before: (typeof numbers)[number] | undefined;
  for (const each of numbers) {
    if (!before || before.number !== each.number || byText(before.text, each.text) !== 0) place += 1;
    places[each.text] = place;
    before = each;
  }
  const ofNumbers = place + 1;
  for (let at = 0; at < sorted.length; at += 1) {
    const text = sorted[at] ?? 0;
    if (at === 0 || byText(sorted[at - 1] ?? 0, text) !== 0) place += 1;
    places[text] = place;
  }
  return { places, numbers: ofNumbers, count: place + 1 };
}

type Compare = (a: number, b: number) => number;

function numberAt(texts: PackedTexts, text: number): number | null {
  const start = texts.start(text);
  const length = texts.end(text) - start;
  const first = texts.byteAt(start);
  const mayBe = length > 0 && length <= NUMBER_CHARS && (first === 0x2d || (first >= 0x30 && first <= 0x39));
  return mayBe ? sortNumber(texts.textOf(text)) : null;
}

/** Where the bytes that are sorted by end. */
function sortedEnd(texts: PackedTexts, text: number): number {
  const start = texts.start(text);
  const end = texts.end(text);
  return end - start <= SORTED_CHARS ? end : start + Buffer.byteLength(sortedPart(texts.textOf(text)));
}

function textComparer(texts: PackedTexts): Compare {
  if (texts.hasLongCharacters()) {
    const part = (text: number) => sortValue(texts.textOf(text)).text ?? '';
    return (a, b) => (part(a) < part(b) ? -1 : part(a) > part(b) ? 1 : 0);
  }
  return (a, b) => {
    const [startA, startB] = [texts.start(a), texts.start(b)];
    const [lengthA, lengthB] = [sortedEnd(texts, a) - startA, sortedEnd(texts, b) - startB];
    const shared = Math.min(lengthA, lengthB);
    for (let at = 0; at < shared; at += 1) {
      const difference = texts.byteAt(startA + at) - texts.byteAt(startB + at);
      if (difference !== 0) return difference;
    }
    return lengthA - lengthB;
  };
}

/** Sorts texts four bytes at a time, which takes a third of the time of comparing them with each other. */
function sortTexts(texts: PackedTexts, wanted: Uint32Array, compare: Compare): Uint32Array {
  if (wanted.length >= PLACES || texts.hasLongCharacters()) return wanted.sort(compare);
  sortFrom(texts, wanted, 0, compare);
  return wanted;
}

function sortFrom(texts: PackedTexts, wanted: Uint32Array, depth: number, compare: Compare): void {
  if (wanted.length <= FEW) {
    wanted.sort(compare);
    return;
  }
  const keys = Float64Array.from(
    wanted,
    (text, place) => fourBytes(texts, text, depth) * PLACES + place,
  ).sort();
  const before = wanted.slice();
  let from = 0;
  for (let at = 0; at <= keys.length; at += 1) {
    const key = at < keys.length ? Math.floor((keys[at] ?? 0) / PLACES) : -1;
    const runKey = Math.floor((keys[from] ?? 0) / PLACES);
    if (key === runKey) continue;
    for (let place = from; place < at; place += 1) wanted[place] = before[(keys[place] ?? 0) % PLACES] ?? 0;
    // A text that ended has only zeros left.
    if (at - from > 1 && (runKey & 0xff) !== 0)
      sortFrom(texts, wanted.subarray(from, at), depth + 4, compare);
    from = at;
  }
}

function fourBytes(texts: PackedTexts, text: number, depth: number): number {
  const start = texts.start(text) + depth;
  const end = sortedEnd(texts, text);
  let key = 0;
  for (let at = start; at < start + 4; at += 1) key = key * 256 + (at < end ? texts.byteAt(at) : 0);
  return key;
}
