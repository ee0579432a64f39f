import { SORTED_CHARS, sortedPart } from '../sort-value.ts';
import type { PackedTexts } from './packed-texts.ts';

/** The places of texts when they are sorted. Equal ones have the same. */
export interface TextOrder {
  /** by text */
  places: Uint32Array;
  /** how many of the places are those of numbers and days, which come first */
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

/** Orders packed texts as `sortValue` says. `sortNumbers`: by text, NaN for those without one; null if all are. */
export function orderTexts(texts: PackedTexts, sortNumbers: Float64Array | null): TextOrder {
  const sorted = sortedBytes(texts);
  const found = new Uint32Array(texts.count);
  const values = new Float64Array(texts.count);
  const others = new Uint32Array(texts.count);
  let [numbers, count] = [0, 0];
  for (let text = 0; text < texts.count; text += 1) {
    const number = sortNumbers?.[text] ?? Number.NaN;
    if (Number.isNaN(number)) others[count++] = text;
    else {
      found[numbers] = text;
      values[numbers++] = number;
    }
  }
  const isByBytes = !texts.hasLongCharacters();
  const compare = isByBytes ? byBytes(sorted) : byCharacters(texts);
  const ordered = others.subarray(0, count);
  if (isByBytes) sortByBytes(sorted, ordered);
  else ordered.sort(compare);
  const places = new Uint32Array(texts.count);
  const ofNumbers = placeNumbers(places, found.subarray(0, numbers), values.subarray(0, numbers), compare);
  let place = ofNumbers - 1;
  for (let at = 0; at < ordered.length; at += 1) {
    const text = ordered[at] ?? 0;
    if (at === 0 || !isSame(sorted, ordered[at - 1] ?? 0, text)) place += 1;
    places[text] = place;
  }
  return { places, numbers: ofNumbers, count: place + 1 };
}

/** Gives texts that are numbers their places, by value and then as texts. Returns how many places there are. */
function placeNumbers(
  places: Uint32Array,
  texts: Uint32Array,
  values: Float64Array,
  compare: Compare,
): number {
  const known = values.slice().sort();
  let different = 0;
  for (let at = 0; at < known.length; at += 1)
    if (at === 0 || known[at] !== known[different - 1]) known[different++] = known[at] ?? 0;
  // Those with the same value are next to each other, in groups.
  const groups = new Uint32Array(texts.length);
  const ends = new Uint32Array(different + 1);
  for (let at = 0; at < texts.length; at += 1) {
    const group = groupOf(known, different, values[at] ?? 0);
    groups[at] = group;
    ends[group + 1] = (ends[group + 1] ?? 0) + 1;
  }
  for (let group = 1; group < ends.length; group += 1)
    ends[group] = (ends[group] ?? 0) + (ends[group - 1] ?? 0);
  const ordered = new Uint32Array(texts.length);
  for (let at = 0; at < texts.length; at += 1) {
    const group = groups[at] ?? 0;
    const place = ends[group] ?? 0;
    ends[group] = place + 1;
    ordered[place] = texts[at] ?? 0;
  }
  let place = -1;
  for (let group = 0, from = 0; group < different; group += 1) {
    const to = ends[group] ?? 0;
    // "1" and "1.0" are the same number. Most groups have one text, several times.
    const first = ordered[from] ?? 0;
    let isOne = true;
    for (let at = from + 1; at < to && isOne; at += 1) isOne = compare(first, ordered[at] ?? 0) === 0;
    if (!isOne) ordered.subarray(from, to).sort(compare);
    for (let at = from; at < to; at += 1) {
      const text = ordered[at] ?? 0;
      if (at === from || (!isOne && compare(ordered[at - 1] ?? 0, text) !== 0)) place += 1;
      places[text] = place;
    }
    from = to;
  }
  return place + 1;
}

/** The place of a value among those that are known, which are in order. */
function groupOf(known: Float64Array, count: number, value: number): number {
  let low = 0;
  let high = count - 1;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((known[middle] ?? 0) < value) low = middle + 1;
    else high = middle;
  }
  return low;
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

/** Whether two texts are the same. Neighbors in order differ at their ends. */
function isSame({ bytes, starts, ends }: SortedBytes, a: number, b: number): boolean {
  const [startA, startB] = [starts[a] ?? 0, starts[b] ?? 0];
  const length = (ends[a] ?? 0) - startA;
  if ((ends[b] ?? 0) - startB !== length) return false;
  for (let at = length - 1; at >= 0; at -= 1) if (bytes[startA + at] !== bytes[startB + at]) return false;
  return true;
}

/** Texts that are compared with each other instead. */
const FEW = 24;
/** A text that has ended, and each byte. */
const KEYS = 257;

/**
 * Sorts texts byte by byte, which takes a part of the time of comparing them with each other. The runs of texts with the same first
 * bytes are ranges of one array, because making a smaller one for each takes longer than to sort it.
 */
function sortByBytes(sorted: SortedBytes, texts: Uint32Array): void {
  const { bytes, starts, ends } = sorted;
  const copy = new Uint32Array(texts.length);
  const keys = new Uint16Array(texts.length);
  /** where each key goes next */
  const next = new Uint32Array(KEYS + 1);
  /** from, to and first different byte of the runs that are left */
  const left = [0, texts.length, 0];
  while (left.length > 0) {
    const depth = left.pop() ?? 0;
    const to = left.pop() ?? 0;
    const from = left.pop() ?? 0;
    if (to - from <= FEW) {
      sortFew(sorted, texts, { from, to, depth });
      continue;
    }
    const at = sharedBytes(sorted, texts, { from, to, depth });
    next.fill(0);
    for (let index = from; index < to; index += 1) {
      const text = texts[index] ?? 0;
      const byte = (starts[text] ?? 0) + at;
      const key = byte < (ends[text] ?? 0) ? (bytes[byte] ?? 0) + 1 : 0;
      keys[index] = key;
      next[key + 1] = (next[key + 1] ?? 0) + 1;
    }
    next[0] = from;
    for (let key = 1; key < KEYS; key += 1) next[key] = (next[key] ?? 0) + (next[key - 1] ?? 0);
    for (let index = from; index < to; index += 1) {
      const key = keys[index] ?? 0;
      const place = next[key] ?? 0;
      next[key] = place + 1;
      copy[place] = texts[index] ?? 0;
    }
    texts.set(copy.subarray(from, to), from);
    // Each key is at the end of its run now. Those that have ended are the same.
    for (let key = 1; key < KEYS; key += 1) {
      const [start, end] = [next[key - 1] ?? 0, next[key] ?? 0];
      if (end - start > 1) left.push(start, end, at + 1);
    }
  }
}

/** A range of texts that share their first `depth` bytes. */
interface Run {
  from: number;
  to: number;
  depth: number;
}

/** How many bytes all texts of a run share. */
function sharedBytes(
  { bytes, starts, ends }: SortedBytes,
  texts: Uint32Array,
  { from, to, depth }: Run,
): number {
  const first = texts[from] ?? 0;
  const start = starts[first] ?? 0;
  const length = (ends[first] ?? 0) - start;
  let shared = length;
  for (let index = from + 1; index < to && shared > depth; index += 1) {
    const other = texts[index] ?? 0;
    const otherStart = starts[other] ?? 0;
    const most = Math.min(shared, (ends[other] ?? 0) - otherStart);
    let at = depth;
    while (at < most && bytes[start + at] === bytes[otherStart + at]) at += 1;
    shared = at;
  }
  return shared;
}

function sortFew({ bytes, starts, ends }: SortedBytes, texts: Uint32Array, { from, to, depth }: Run): void {
  for (let index = from + 1; index < to; index += 1) {
    const text = texts[index] ?? 0;
    const start = (starts[text] ?? 0) + depth;
    const end = ends[text] ?? 0;
    let place = index;
    while (place > from) {
      const before = texts[place - 1] ?? 0;
      let own = start;
      let other = (starts[before] ?? 0) + depth;
      const otherEnd = ends[before] ?? 0;
      while (own < end && other < otherEnd && bytes[own] === bytes[other]) {
        own += 1;
        other += 1;
      }
      // The one before stays there if it is the start of this one, or the same.
      if (other >= otherEnd || (own < end && (bytes[other] ?? 0) < (bytes[own] ?? 0))) break;
      texts[place] = before;
      place -= 1;
    }
    texts[place] = text;
  }
}
