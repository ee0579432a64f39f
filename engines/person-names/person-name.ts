import { cleanName, nameParts } from './around-name.ts';
import { addressOrder, splitWords } from './name-order.ts';
import { isInitial, isParticle, isShouted } from './name-words.ts';
import { isFamilyAlone, isGivenNameToo, trimTitles } from './titles.ts';

export { isInitial, isParticle } from './name-words.ts';

/** A name as entered by the user. Either field may contain the full name. */
export interface RawName {
  first: string;
  last: string;
}

/** A parsed name, lowercase and in its original script. Words keep hyphens (as -) and apostrophes (as '). */
export interface PersonName {
  /** given names in order; a single letter is an initial */
  given: string[];
  /** middle initial, if given */
  middle: string | null;
  /** nickname, if given: Robert "Bob" Smith */
  nickname: string | null;
  /** words of the family name in order, particles included */
  family: string[];
}

/**
 * Parses a name. Drops titles, degrees, emoji and numbers. Splits a full name in a single field ("Smith,
 * John", "John Smith", 王小明).
 */
export function readPersonName(written: RawName): PersonName {
  const { given, family, nickname } = readWords(written);
  const familyWords = family.map((word) => word.toLowerCase());
  const lower = given.map((word) => word.toLowerCase());
  // Abdullah and the like are written in one or two words.
  if (lower[0] === 'عبد' && lower.length > 1) lower.splice(0, 2, `عبد${lower[1]}`);
  const givenWords = [...addressOrder(lower, familyWords)];
  const [firstGiven = ''] = givenWords;
  const second = givenWords[1];
  const middle = second !== undefined && isInitial(second) && !isInitial(firstGiven) ? second : null;
  return {
    given: middle === null ? givenWords : givenWords.filter((word) => !isInitial(word)),
    middle,
    nickname,
    family: familyWords,
  };
}

/**
 * Splits a full name and keeps its spelling: "Dr. Anna van der Berg" becomes Anna and van der Berg. A single
 * word is a first name.
 */
export function splitFullName(fullName: string): RawName {
  const { given, family } = readWords({ first: fullName, last: '' });
  return { first: given.join(' '), last: family.join(' ') };
}

/**
 * A name as people write it, in two fields: without titles, degrees, emoji and numbers, and not in capitals.
 * "Dr. med. Karin" "WEBER, MBA" becomes Karin and Weber. A full name in one field is split. Empty without letters.
 */
export function plainName(written: RawName): RawName {
  const { given, family, nickname } = readWords(written);
  // A.J. (Annelies) Verhoeven
  const called = nickname !== null && given.every(areInitials) ? [withCapitals(nickname)] : given;
  return {
    first: called.map(withCapital).join(' '),
    last: family
      .map((word, index) => {
        const lower = word.toLowerCase();
        return index < family.length - 1 &&
          isShouted(word) &&
          isParticle(lower) &&
          !(index === 0 && CAPITAL_PARTICLES.has(lower))
          ? lower
          : withCapital(word);
      })
      .join(' '),
  };
}

/** Of names in capitals, the particles that most families write with one: Le Gall, El Amrani, Lo Presti. */
const CAPITAL_PARTICLES = new Set('le la lo el al mac mc st san santa santo ben bar ó ní nic uí'.split(' '));

function areInitials(word: string): boolean {
  return word.length <= 4 && word === word.toUpperCase() && word !== word.toLowerCase() && !isShouted(word);
}

function readWords(written: RawName): { given: string[]; family: string[]; nickname: string | null } {
  const first = cleanName(written.first);
  const last = cleanName(written.last);
  const nickname = first.nickname ?? last.nickname;
  if (first.text === '' || last.text === '' || isOnlyTitle(first.text)) {
    if (last.text === '' ? first.isOther : last.isOther) return { given: [], family: [], nickname: null };
    return { ...splitFull(last.text || first.text), nickname };
  }
  const family = trimTitles(nameParts(last.text)[0] ?? '');
  return { ...withoutRepeats(trimTitles(first.text), family), nickname };
}

/** `Mr.` in the field of the first name. */
function isOnlyTitle(text: string): boolean {
  return !isGivenNameToo(text) && trimTitles(`${text} Anna Lee`).length === 2;
}

/** A full name in one field, and a part of it in the other. */
function withoutRepeats(given: string[], family: string[]): { given: string[]; family: string[] } {
  const same = (a: readonly string[], b: readonly string[]) =>
    a.length > 0 && a.join(' ').toLowerCase() === b.join(' ').toLowerCase();
  if (given.length > family.length && same(given.slice(-family.length), family))
    return { given: given.slice(0, -family.length), family };
  if (family.length > given.length) {
    if (same(family.slice(0, given.length), given)) return { given, family: family.slice(given.length) };
    if (same(family.slice(-given.length), given))
      return { given: family.slice(0, -given.length), family: given };
  }
  return { given, family };
}

function splitFull(text: string): { given: string[]; family: string[] } {
  const [before = '', after] = nameParts(text);
  if (after === undefined) {
    if (isFamilyAlone(before)) return { given: [], family: trimTitles(before) };
    const { given, family } = splitWords(trimTitles(before, 2));
    return { given: trimTitles(given), family: trimTitles(family) };
  }
  // Berg, Anna van den
  const given = trimTitles(after);
  const particles: string[] = [];
  for (let last = given.at(-1); given.length > 1 && last && isParticle(last); last = given.at(-1)) {
    particles.unshift(last);
    given.pop();
  }
  return { given, family: [...particles, ...trimTitles(before)] };
}

/** `MARY-ANN` becomes Mary-Ann, MCDONALD McDonald. Any other spelling, and initials, stay. */
function withCapital(word: string): string {
  return isShouted(word) ? capitalized(word) : word;
}

/** A part of a name that has no capitals, with them: "jean-luc" becomes Jean-Luc, "de la cruz" de la Cruz. Any other stays. */
export function withCapitals(name: string): string {
  if (name !== name.toLowerCase()) return name;
  const words = name.split(' ');
  return words
    .map((word, index) => (index < words.length - 1 && isParticle(word) ? word : capitalized(word)))
    .join(' ');
}

function capitalized(word: string): string {
  return word
    .toLowerCase()
    .replace(/(?<=^|[-'])\p{L}/gu, (letter) => letter.toUpperCase())
    .replace(/^Mc(\p{L})(?=\p{L}{2})/u, (_, letter: string) => `Mc${letter.toUpperCase()}`);
}
