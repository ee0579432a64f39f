import { familyNameLength, isSyllabic } from './romanize.ts';

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

const MAX_WORDS = 8;
const MAX_CHARS = 200;

/** Family name particles, which addresses drop or join. */
const PARTICLES = new Set(
  (
    'af al am an auf aus av aw ben bin bint d da dal dalla das de degli dei del dela della delle den der des di do dos ' +
    'du e el ibn im in la las le les lo los op st san santa santo ten ter tho thor ud uit van vande vanden vander vom ' +
    'von vor y zu zum zur zur t het abu abou'
  ).split(' '),
);

const TITLES = new Set(
  (
    'mr mrs ms miss mx dr prof professor sir dame lord lady rev fr hon capt col gen maj sgt lt herr frau hr fru sig sra sr ' +
    'dott dottssa ing dipl mag mme mlle mons señor señora pd priv doz'
  ).split(' '),
);
/** The field of a title before it: Dr. med., Dr. rer. nat., Dipl.-Kfm. Phil and Ing are also names of people. */
const FIELDS = new Set(
  (
    'med dent vet rer nat pol oec publ phil jur iur theol habil h c hc mult sc techn agr psych biol chem phys math ' +
    'inf kfm kffr wirt betriebsw soz päd geogr univ fh ing'
  ).split(' '),
);
const CREDENTIALS = new Set(
  (
    'jr sr ii iii iv phd dphil md dds dvm esq mba mpa mph msc bsc ba bs ma ms llm jd cpa cfa cfp pmp pe rn ing dr mag bed ' +
    'meng beng acca cissp shrm shrmcp sphr phr frcs mbe obe cbe'
  ).split(' '),
);

/**
 * Parses a name. Drops titles, degrees, emoji and numbers. Splits a full name in a single field ("Smith,
 * John", "John Smith", 王小明).
 */
export function readPersonName(written: RawName): PersonName {
  const first = clean(written.first);
  const last = clean(written.last);
  const nickname = first.nickname ?? last.nickname;
  const full = first.text === '' ? last.text : last.text === '' ? first.text : null;
  const { given, family } = full === null ? { given: first.text, family: last.text } : splitFull(full);
  const givenWords = trimTitles(given).map((word) => word.toLowerCase());
  const [firstGiven = ''] = givenWords;
  const second = givenWords[1];
  const middle = second !== undefined && isInitial(second) && !isInitial(firstGiven) ? second : null;
  return {
    given: middle === null ? givenWords : givenWords.filter((word) => !isInitial(word)),
    middle,
    nickname,
    family: trimTitles(family.split(',')[0] ?? '').map((word) => word.toLowerCase()),
  };
}

/**
 * Splits a full name and keeps its spelling: "Dr. Anna van der Berg" becomes Anna and van der Berg. A single
 * word is a first name.
 */
export function splitFullName(fullName: string): RawName {
  const { given, family } = splitFull(clean(fullName).text);
  const [last = ''] = family.split(',');
  return { first: trimTitles(given).join(' '), last: trimTitles(last).join(' ') };
}

/**
 * A name as people write it, in two fields: without titles, degrees, emoji and numbers, and not in capitals.
 * "Dr. med. Karin" "WEBER, MBA" becomes Karin and Weber. A full name in one field is split. Empty without letters.
 */
export function plainName(written: RawName): RawName {
  const first = clean(written.first).text;
  const last = clean(written.last).text;
  const { given, family } =
    first === '' || last === '' ? splitFull(first || last) : { given: first, family: last };
  const [before = ''] = family.split(',');
  const familyWords = trimTitles(before);
  return {
    first: trimTitles(given).map(withCapital).join(' '),
    last: familyWords
      .map((word, index) => {
        const lower = word.toLowerCase();
        return index < familyWords.length - 1 && isShouted(word) && isParticle(lower)
          ? lower
          : withCapital(word);
      })
      .join(' '),
  };
}

/** `MARY-ANN` becomes Mary-Ann, MCDONALD McDonald. Any other spelling, and initials, stay. */
function withCapital(word: string): string {
  if (!isShouted(word)) return word;
  return word
    .toLowerCase()
    .replace(/(?<=^|[-'])\p{L}/gu, (letter) => letter.toUpperCase())
    .replace(/^Mc(\p{L})(?=\p{L}{2})/u, (_, letter: string) => `Mc${letter.toUpperCase()}`);
}

/** Whether a word is in capitals, and not initials such as JP. */
function isShouted(word: string): boolean {
  const letters = word.replace(/[^\p{L}]/gu, '');
  if (letters.length < 2 || letters !== letters.toUpperCase() || letters === letters.toLowerCase())
    return false;
  return letters.length > 2 || /[AEIOUY]$/.test(letters);
}

export function isParticle(word: string): boolean {
  return PARTICLES.has(word.replace(/'/g, ''));
}

export function isInitial(word: string): boolean {
  return [...word].length === 1 && !isSyllabic(word);
}

/** Normalizes punctuation and extracts a nickname in quotes or parentheses. */
function clean(text: string): { text: string; nickname: string | null } {
  let nickname: string | null = null;
  const rest = text
    .slice(0, MAX_CHARS)
    .normalize('NFKC')
    .replace(/(?:[("“„«]|(?<=\s)')\s*([^()"“”„«»']{1,40}?)\s*(?:[)"”»]|'(?=\s|$))/gu, (_, inside: string) => {
      nickname ??= /^[\p{L}\p{M}'-]+$/u.test(inside) ? inside.toLowerCase() : null;
      return ' ';
    })
    .replace(/[’‘ʼʻ`´′]/g, "'")
    .replace(/[‐‑‒–—−]/g, '-')
    .replace(/[^\p{L}\p{M}\s,.'·・-]/gu, ' ')
    .replace(/[\s·・]+/g, ' ')
    .trim();
  return { text: rest, nickname };
}

/**
 * Strips leading titles and trailing degrees but keeps at least `min` words. J.R. becomes jr, J. becomes j.
 */
function trimTitles(text: string, min = 1): string[] {
  const words = text
    .split(' ')
    .map((word) => ({
      word: word.replace(/[.,]/g, '').replace(/^[-']+|[-']+$/g, ''),
      written: word,
      initials: /^(?:\p{L}\.){2,}$/u.test(word),
    }))
    .filter(({ word }) => word !== '')
    .slice(0, MAX_WORDS);
  for (let titles = 0; words.length > min && words[0] && isTitle(words[0], titles > 0); titles += 1)
    words.shift();
  for (let last = words.at(-1); words.length > min && last && !last.initials; last = words.at(-1)) {
    if (!CREDENTIALS.has(last.word.toLowerCase())) break;
    words.pop();
  }
  return words.map(({ word }) => word);
}

/** `Dr.`, `Dipl.-Ing.`; after one, also its field: `med.`, `rer`. */
function isTitle({ word, written }: { word: string; written: string }, follows: boolean): boolean {
  const parts = word.toLowerCase().split('-');
  const [first = ''] = parts;
  if (TITLES.has(first)) return parts.every((part) => TITLES.has(part) || FIELDS.has(part));
  const isAbbreviated = written.endsWith('.') || written === written.toLowerCase();
  return follows && isAbbreviated && parts.every((part) => FIELDS.has(part));
}

function splitFull(text: string): { given: string; family: string } {
  const [before = '', after = ''] = text.split(',').map((part) => part.trim());
  if (
    after !== '' &&
    !after.split(' ').every((word) => CREDENTIALS.has(word.toLowerCase().replace(/\./g, '')))
  )
    return { given: after, family: before };
  const words = trimTitles(before, 2);
  const [only = ''] = words;
  if (words.length === 1 && isSyllabic(only) && [...only].length > 1) {
    const length = familyNameLength(only);
    return { given: only.slice(length), family: only.slice(0, length) };
  }
  if (words.length === 1) return { given: only, family: '' };
  const capitals = splitByCapitals(words);
  if (capitals) return capitals;
  const particle = words.findIndex(
    (word, index) => index > 0 && index < words.length - 1 && isParticle(word.toLowerCase()),
  );
  const start = particle > 0 ? particle : words.length - 1;
  return { given: words.slice(0, start).join(' '), family: words.slice(start).join(' ') };
}

/** `TANAKA Hiroshi` and `Hiroshi TANAKA`: the family name in capitals, in many countries. null for other names. */
function splitByCapitals(words: readonly string[]): { given: string; family: string } | null {
  const isFamily = words.map((word) => isShouted(word) && word.length > 2);
  const start = isFamily.indexOf(true);
  const end = isFamily.lastIndexOf(true) + 1;
  if (start < 0 || words.slice(start, end).some((word) => !isShouted(word))) return null;
  // DE LA TOUR, von NEUMANN
  let from = start;
  while (from > 0 && isParticle((words[from - 1] ?? '').toLowerCase())) from -= 1;
  const isFirst = from === 0 && end < words.length;
  const isLast = from > 0 && end === words.length;
  if (!isFirst && !isLast) return null;
  const given = isFirst ? words.slice(end) : words.slice(0, from);
  return { given: given.join(' '), family: words.slice(from, end).join(' ') };
}
