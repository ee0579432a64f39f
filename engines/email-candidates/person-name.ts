import { familyNameLength, isSyllabic } from './romanise.ts';

/** A name as a list has it. Either field may hold the whole name. */
export interface WrittenName {
  first: string;
  last: string;
}

/** A name taken apart, in its own script and lower case. Words keep their hyphens and apostrophes (as - and '). */
export interface PersonName {
  /** given names in order; a single letter is an initial */
  given: string[];
  /** middle initial, where one is given as such */
  middle: string | null;
  /** what the person is called, where the list says so: Robert "Bob" Smith */
  nickname: string | null;
  /** words of the family name in order, particles included */
  family: string[];
}

const MOST_WORDS = 8;
const MOST_LETTERS = 200;

/** Words of family names that do not carry the name: dropped or joined in addresses. */
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
    'dott dottssa ing dipl mag mme mlle mons señor señora'
  ).split(' '),
);
const CREDENTIALS = new Set(
  (
    'jr sr ii iii iv phd dphil md dds dvm esq mba mpa mph msc bsc ba bs ma ms llm jd cpa cfa cfp pmp pe rn ing dr mag bed ' +
    'meng beng acca cissp shrm shrmcp sphr phr frcs mbe obe cbe'
  ).split(' '),
);

/**
 * Takes a written name apart. Titles, degrees, pictures and numbers are dropped; a field that holds the whole name is
 * split ("Smith, John", "John Smith", 王小明).
 */
export function readPersonName(written: WrittenName): PersonName {
  const first = clean(written.first);
  const last = clean(written.last);
  const nickname = first.nickname ?? last.nickname;
  const whole = first.text === '' ? last.text : last.text === '' ? first.text : null;
  const { given, family } = whole === null ? { given: first.text, family: last.text } : splitWhole(whole);
  const givenWords = wordsOf(given.toLowerCase());
  const [callName = ''] = givenWords;
  const second = givenWords[1];
  const middle = second !== undefined && isInitial(second) && !isInitial(callName) ? second : null;
  return {
    given: middle === null ? givenWords : givenWords.filter((word) => !isInitial(word)),
    middle,
    nickname,
    family: wordsOf(family.toLowerCase().split(',')[0] ?? ''),
  };
}

/**
 * A whole name in one field, taken apart with its letters as they are: "Dr. Anna van der Berg" is Anna and van der Berg. A single
 * word is a first name.
 */
export function splitWrittenName(whole: string): WrittenName {
  const { given, family } = splitWhole(clean(whole).text);
  const [last = ''] = family.split(',');
  return { first: wordsOf(given).join(' '), last: wordsOf(last).join(' ') };
}

export function isParticle(word: string): boolean {
  return PARTICLES.has(word.replace(/'/g, ''));
}

export function isInitial(word: string): boolean {
  return [...word].length === 1 && !isSyllabic(word);
}

/** Letters as they are, one writing for each kind of mark; nicknames in quotes or parentheses taken out. */
function clean(text: string): { text: string; nickname: string | null } {
  let nickname: string | null = null;
  const rest = text
    .slice(0, MOST_LETTERS)
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

/** Words without the titles before them and the degrees after them; `least` words are left. J.R. becomes jr, J. becomes j. */
function wordsOf(text: string, least = 1): string[] {
  const words = text
    .split(' ')
    .map((word) => ({
      word: word.replace(/[.,]/g, '').replace(/^[-']+|[-']+$/g, ''),
      initials: /^(?:\p{L}\.){2,}$/u.test(word),
    }))
    .filter(({ word }) => word !== '')
    .slice(0, MOST_WORDS);
  while (words.length > least && words[0] && TITLES.has(words[0].word.toLowerCase())) words.shift();
  for (let last = words.at(-1); words.length > least && last && !last.initials; last = words.at(-1)) {
    if (!CREDENTIALS.has(last.word.toLowerCase())) break;
    words.pop();
  }
  return words.map(({ word }) => word);
}

/** The whole name in one field. */
function splitWhole(text: string): { given: string; family: string } {
  const [before = '', after = ''] = text.split(',').map((part) => part.trim());
  if (
    after !== '' &&
    !after.split(' ').every((word) => CREDENTIALS.has(word.toLowerCase().replace(/\./g, '')))
  )
    return { given: after, family: before };
  const words = wordsOf(before, 2);
  const [only = ''] = words;
  if (words.length === 1 && isSyllabic(only) && [...only].length > 1) {
    const length = familyNameLength(only);
    return { given: only.slice(length), family: only.slice(0, length) };
  }
  if (words.length === 1) return { given: only, family: '' };
  const particle = words.findIndex(
    (word, index) => index > 0 && index < words.length - 1 && isParticle(word.toLowerCase()),
  );
  const start = particle > 0 ? particle : words.length - 1;
  return { given: words.slice(0, start).join(' '), family: words.slice(start).join(' ') };
}
