import { NUMBER_CHARS, SORTED_CHARS, sortedPart, sortNumber } from '../sort-value.ts';
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

/** Texts and the bytes that they are sorted by. */
interface SortedBytes {
  bytes: Uint8Array;
  starts: Uint32Array;
  ends: Uint32Array;
}

type Compare = (a: number, b: number) => number;

/** Orders packed texts as `sortValue` says. */
export function orderTexts(texts: PackedTexts): TextOrder {
  const sorted = sortedBytes(texts);
  const numbers: { text: number; number: number }[] = [];
  const others = new Uint32Array(texts.count);
  let count = 0;
  for (let text = 0; text < texts.count; text += 1) {
    const number = numberAt(texts, sorted, text);
    if (number === null) others[count++] = text;
    else numbers.push({ text, number });
  }
  const isByBytes = !texts.hasLongCharacters();
  const compare = isByBytes ? byBytes(sorted) : byCharacters(texts);
  const ordered = others.subarray(0, count);
  if (isByBytes) sortRun(sorted, ordered, new Uint32Array(count), new Uint16Array(count), 0, compare);
  else ordered.sort(compare);
  numbers.sort((a, b) => a.number - b.number || compare(a.text, b.text));
  return placesOf(texts.count, numbers, ordered, compare);
}

function placesOf(
  count: number,
  numbers: readonly { text: number; number: number }[],
  ordered: Uint32Array,
  compare: Compare,
): TextOrder {
  const places = new Uint32Array(count);
  let place = -1;
  let before: (typeof numbers)[number] | undefined;
  for (const each of numbers) {
    if (before?.number !== each.number || compare(before.text, each.text) !== 0) place += 1;
    places[each.text] = place;
    before = each;
  }
  const ofNumbers = place + 1;
  for (let at = 0; at < ordered.length; at += 1) {
    const text = ordered[at] ?? 0;
    if (at === 0 || compare(ordered[at - 1] ?? 0, text) !== 0) place += 1;
    places[text] = place;
  }
  return { places, numbers: ofNumbers, count: place + 1 };
}

function sortedBytes(texts: PackedTexts): SortedBytes {
  const { bytes, starts } = texts.view;
  const ends = starts.slice(1, texts.count + 1);
  for (let text = 0; text < ends.length; text += 1) {
    const start = starts[text] ?? 0;
    if ((ends[text] ?? 0) - start > SORTED_CHARS)
      ends[text] = start + Buffer.byteLength(sortedPart(texts.textOf(text)));
  }
  return { bytes, starts, ends };
}

function numberAt(texts: PackedTexts, { bytes, starts, ends }: SortedBytes, text: number): number | null {
  const start = starts[text] ?? 0;
  const end = ends[text] ?? 0;
  if (end === start || end - start > NUMBER_CHARS) return null;
  let whole = 0;
  for (let at = start; at < end; at += 1) {
    const digit = (bytes[at] ?? 0) - 0x30;
    if (digit >= 0 && digit <= 9) whole = whole * 10 + digit;
    // Few texts have other characters and begin like a number.
    else return at > start || digit === MINUS ? sortNumber(texts.textOf(text)) : null;
  }
  return end - start <= WHOLE_DIGITS ? whole : null;
}

const MINUS = '-'.charCodeAt(0) - 0x30;
/** Digits of the largest whole number that is sorted as one. */
const WHOLE_DIGITS = 15;

/** In the order of characters, which UTF-8 keeps up to those of three bytes. */
function byBytes({ bytes, starts, ends }: SortedBytes): Compare {
  return (a, b) => {
    const [startA, startB] = [starts[a] ?? 0, starts[b] ?? 0];
    const [lengthA, lengthB] = [(ends[a] ?? 0) - startA, (ends[b] ?? 0) - startB];
    const shared = Math.min(lengthA, lengthB);
    for (let at = 0; at < shared; at += 1) {
      const difference = (bytes[startA + at] ?? 0) - (bytes[startB + at] ?? 0);
      if (difference !== 0) return difference;
    }
    return lengthA - lengthB;
  };
}

function byCharacters(texts: PackedTexts): Compare {
  const part = (text: number) => sortedPart(texts.textOf(text));
  return (a, b) => {
    const [first, second] = [part(a), part(b)];
    return first < second ? -1 : first > second ? 1 : 0;
  };
}

/** Texts that are compared with each other instead. */
const FEW = 24;

/**
 * Sorts texts that share their first `depth` bytes, byte by byte, which takes a third of the time of comparing them with each
 * other. `copy` and `keys` have the same length.
 */
function sortRun(
  sorted: SortedBytes,
  texts: Uint32Array,
  copy: Uint32Array,
  keys: Uint16Array,
  depth: number,
  compare: Compare,
): void {
  const { bytes, starts, ends } = sorted;
  const { length } = texts;
  for (let at = depth; length > 1; at += 1) {
    if (length <= FEW) {
      sortFew(texts, compare);
      return;
    }
    // 0 is for texts that have ended.
    const runs = new Uint32Array(258);
    for (let index = 0; index < length; index += 1) {
      const text = texts[index] ?? 0;
      const byte = (starts[text] ?? 0) + at;
      const key = byte < (ends[text] ?? 0) ? (bytes[byte] ?? 0) + 1 : 0;
      keys[index] = key;
      runs[key + 1] = (runs[key + 1] ?? 0) + 1;
    }
    const [first = 0] = keys;
    if (runs[first + 1] === length) {
      if (first === 0) return;
      continue;
    }
    for (let key = 1; key < runs.length; key += 1) runs[key] = (runs[key] ?? 0) + (runs[key - 1] ?? 0);
    const next = runs.slice();
    for (let index = 0; index < length; index += 1) {
      const key = keys[index] ?? 0;
      const place = next[key] ?? 0;
      next[key] = place + 1;
      copy[place] = texts[index] ?? 0;
    }
    texts.set(copy.subarray(0, length));
    for (let key = 1; key < 257; key += 1) {
      const [from, to] = [runs[key] ?? 0, runs[key + 1] ?? 0];
      if (to - from > 1)
        sortRun(
          sorted,
          texts.subarray(from, to),
          copy.subarray(from, to),
          keys.subarray(from, to),
          at + 1,
          compare,
        );
    }
    return;
  }
}

function sortFew(texts: Uint32Array, compare: Compare): void {
  for (let index = 1; index < texts.length; index += 1) {
    const text = texts[index] ?? 0;
    let place = index;
    while (place > 0 && compare(texts[place - 1] ?? 0, text) > 0) {
      texts[place] = texts[place - 1] ?? 0;
      place -= 1;
    }
    texts[place] = text;
  }
}
