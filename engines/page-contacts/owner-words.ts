import { AGENTS, BODIES, HOSTS, MAKERS, OFFICERS, PLACES, SERVICES } from './owner-word-lists.ts';
import { PUBLIC } from './public-services.ts';

/**
 * What the words before a contact say about its owner: `body` is an authority, a body for complaints or a vendor
 * whose address is on many sites, `host` hosts the site, `outside` works for the company, such as an outside data
 * protection officer or a payment service, `maker` made the site. `place` and `agent` tell the owner of an address, and nothing about
 * emails and phones beside it. `public` is a service for everyone, such as one for emergencies.
 */
export type OwnerKind = 'body' | 'host' | 'outside' | 'maker' | 'place' | 'agent' | 'public';

/** Such words in a text. */
export interface OwnerWord {
  kind: OwnerKind;
  index: number;
  end: number;
  /** the company says that it belongs to the body, so that only the address right after the word is the body's */
  isMember: boolean;
}

interface WordPattern {
  kind: OwnerKind;
  /** the plain letters that it starts with */
  start: string;
  pattern: RegExp;
  startsLine: boolean;
}

/** What may follow a word that is a heading or a label. */
const AS_LABEL = String.raw`\s?(?:\([^)\n]{0,20}\)\s?)?[:\n\t]`;

function patternsOf(words: string, kind: OwnerKind, after = '', startsLine = false): WordPattern[] {
  return words
    .trim()
    .split('\n')
    .map((word) => ({
      kind,
      startsLine,
      start: /^\p{L}+(?![?*{])/u.exec(word)?.[0] ?? '',
      // An inline element may start or end between two words.
      pattern: new RegExp(`(?:${word.replaceAll(' ', '[ \\ue000]{1,2}')})${after}`, 'iuy'),
    }));
}

const START_LETTERS = 3;
const BY_START = Map.groupBy(
  [
    ...patternsOf(BODIES, 'body'),
    ...patternsOf(HOSTS, 'host', String.raw`\s?(?:[:\n\t]|(?:ist|is|est|by)\s)`),
    ...patternsOf(OFFICERS, 'outside'),
    ...patternsOf(PLACES, 'place'),
    ...patternsOf(AGENTS, 'agent'),
    ...patternsOf(PUBLIC, 'public'),
    ...patternsOf(SERVICES, 'maker', AS_LABEL, true),
    ...patternsOf(MAKERS, 'maker', AS_LABEL, true),
  ],
  ({ start }) => start.slice(0, START_LETTERS),
);
/** Those of them that start with letters of English, by their place in the alphabet. */
const BY_PLACE: (readonly WordPattern[] | undefined)[] = Array.from({ length: 32 ** START_LETTERS });
for (const [start, patterns] of BY_START) {
  const place = plainPlace(start, 0);
  if (place >= 0) BY_PLACE[place] = patterns;
}

/** The place of the first letters of a word in the alphabet, or -1 if they aren't plain. */
function plainPlace(text: string, index: number): number {
  let place = 0;
  for (let at = index; at < index + START_LETTERS; at += 1) {
    const code = text.charCodeAt(at) | 32;
    if (!(code >= 97 && code <= 122)) return -1;
    place = place * 32 + code - 97;
  }
  return place;
}

const NO_PATTERNS: readonly WordPattern[] = [];

/** The patterns that may start at a letter. */
function patternsAt(text: string, index: number): readonly WordPattern[] {
  const place = plainPlace(text, index);
  if (place >= 0) return BY_PLACE[place] ?? NO_PATTERNS;
  const isOther =
    text.charCodeAt(index) > 127 || text.charCodeAt(index + 1) > 127 || text.charCodeAt(index + 2) > 127;
  if (!isOther) return NO_PATTERNS;
  return BY_START.get(text.slice(index, index + START_LETTERS).toLowerCase()) ?? NO_PATTERNS;
}

/** Whether a text has the first letters of a pattern, which is faster to see than to try it. Only ASCII letters are compared. */
function startsLike(text: string, index: number, start: string): boolean {
  for (let at = START_LETTERS; at < start.length; at += 1) {
    const code = text.charCodeAt(index + at);
    if (code > 127 || start.charCodeAt(at) > 127) return true;
    if ((code | 32) !== start.charCodeAt(at)) return false;
  }
  return true;
}

const LINE_START = /(?:^|[\n\t])[^\p{L}\p{N}]{0,3}(?:\d+\.?\s)?$/u;
const LINE_START_CHARS = 7;
/** A company says that it belongs to a body, and not where that is. */
const MEMBER =
  /(?:mitglied|eingetragen|member|membre|miembro|socio|iscritt|aangesloten|członek|medlem|licensed|registered|regulated|authori[sz]ed|vigilad[oa]|inscrit[oa]|regulad[oa])[^\n.]*$/iu;
const MEMBER_CHARS = 60;
/** The address of the body after its name: `Financial Conduct Authority, 12 Endeavour Square` */
const ITS_ADDRESS = /^,\s\d{1,4}\s\p{Lu}/u;
const ITS_CHARS = 10;

/** Texts are searched in pieces of this length, each once. */
const PIECE = 256;

/** Finds the words of a text that say whose the contacts after them are. */
export class OwnerWords {
  readonly #text: string;
  readonly #pieces: OwnerWord[][] = [];

  constructor(text: string) {
    this.#text = text;
  }

  /** The words that start in a part of the text, in order. */
  between(start: number, end: number): OwnerWord[] {
    const words: OwnerWord[] = [];
    for (let piece = Math.floor(start / PIECE); piece * PIECE < end; piece += 1) {
      const found = this.#pieces[piece] ?? this.#search(piece * PIECE);
      this.#pieces[piece] = found;
      for (const word of found) if (word.index >= start && word.index < end) words.push(word);
    }
    return words;
  }

  #search(from: number): OwnerWord[] {
    const text = this.#text;
    const words: OwnerWord[] = [];
    const end = Math.min(text.length, from + PIECE);
    let wasLetter = from > 0 && isLetter(text.charCodeAt(from - 1));
    for (let index = from; index < end; index += 1) {
      const startsWord = !wasLetter;
      wasLetter = isLetter(text.charCodeAt(index));
      if (!wasLetter || !startsWord) continue;
      for (const { kind, start, pattern, startsLine } of patternsAt(text, index)) {
        if (!startsLike(text, index, start)) continue;
        pattern.lastIndex = index;
        const match = pattern.exec(text);
        if (!match) continue;
        if (startsLine && !LINE_START.test(text.slice(Math.max(0, index - LINE_START_CHARS), index)))
          continue;
        const end = index + match[0].trimEnd().length;
        const isMember = kind === 'body' && MEMBER.test(text.slice(Math.max(0, index - MEMBER_CHARS), index));
        if (isMember && !ITS_ADDRESS.test(text.slice(end, end + ITS_CHARS))) continue;
        words.push({ kind, index, end, isMember });
      }
    }
    return words;
  }
}

/** Whether a character is a letter, as far as words need it: not a sign, a space or a mark. */
function isLetter(code: number): boolean {
  if (code < 0xc0) return (code >= 97 && code <= 122) || (code >= 65 && code <= 90);
  return code < 0x2000 || (code > 0x303f && code < 0xd7a4);
}
