import anyAscii from 'any-ascii';
import { greekLetters, isUkrainian, ukrainianLetters } from './european-scripts.ts';
import { HEBREW_NAMES } from './hebrew-names.ts';
import { JAPANESE_FAMILY, JAPANESE_GIVEN, KATAKANA_NAMES } from './japanese-names.ts';
import { spelledOut, UMLAUTS } from './plain-letters.ts';
import { ARABIC_NAMES, HAN_SURNAMES, HANGUL_SURNAMES, HANGUL_SYLLABLES } from './romanized-names.ts';
import { type Form, joinForms, mergeForms } from './weighted-forms.ts';

/** How umlauts are spelled: ü as u, or as ue. An address uses one spelling throughout. */
export interface Spelling {
  twoLetters: boolean;
  /** Cyrillic as Ukraine writes it: г as h, и as y. Default: false */
  ukrainian?: boolean;
}

const TWO_LETTER_SHARES: Record<string, number> = {
  ...Object.fromEntries(['de', 'at', 'ch', 'li', 'lu', 'swiss', 'berlin', 'gmbh'].map((tld) => [tld, 0.75])),
  ...Object.fromEntries(['dk', 'no'].map((tld) => [tld, 0.4])),
  ...Object.fromEntries(['se', 'fi', 'ee', 'hu', 'tr', 'is', 'nl', 'es', 'pt'].map((tld) => [tld, 0.08])),
};
const TWO_LETTERS_ELSEWHERE = 0.35;

/** Letters of alphabets in which addresses drop the dots of ö and ü. */
const DROPS_DOTS = /[ğışçőű]/;

/**
 * Spellings of a lowercase name with their probability at a domain, by TLD. Just one if the name has no
 * umlauts.
 */
export function weightedSpellings(
  name: string,
  domain: string | null,
): { spelling: Spelling; weight: number }[] {
  if (name.search(UMLAUTS) < 0 || DROPS_DOTS.test(name))
    return [{ spelling: { twoLetters: false, ukrainian: isUkrainian(name) }, weight: 1 }];
  const tld = domain?.slice(domain.lastIndexOf('.') + 1) ?? '';
  const share = TWO_LETTER_SHARES[tld] ?? TWO_LETTERS_ELSEWHERE;
  return [
    { spelling: { twoLetters: true }, weight: share },
    { spelling: { twoLetters: false }, weight: 1 - share },
  ];
}

/** Whether the text uses a script with one syllable per character and no spaces (Chinese, Korean). */
export function isSyllabic(text: string): boolean {
  return /^[\p{Script=Han}\p{Script=Hangul}]+$/u.test(text);
}

/** Syllables of a Chinese or Korean name. */
export function splitSyllables(text: string): string[] {
  return [...text].map((character) => toAscii(character)).filter(Boolean);
}

/**
 * Romanizes one word of a name without hyphens, apostrophes and spaces. Forms use a to z; their weights add
 * up to 1.
 */
export function romanize(word: string, spelling: Spelling): Form[] {
  const known = JAPANESE_GIVEN[word] ?? KATAKANA_NAMES[word] ?? HEBREW_NAMES[word];
  if (known) return rankedForms(known);
  if (/^\p{Script=Hangul}+$/u.test(word)) return hangulForms(word);
  if (isSyllabic(word)) return one(splitSyllables(word).join(''));
  if (/\p{Script=Arabic}/u.test(word)) return arabicForms(word);
  if (/\p{Script=Cyrillic}/u.test(word)) {
    return spelling.ukrainian
      ? cyrillicForms(toAscii(ukrainianLetters(word)), UKRAINIAN_ENDINGS)
      : cyrillicForms(toAscii(word), CYRILLIC_ENDINGS);
  }
  const lower = word.toLowerCase();
  if (/\p{Script=Greek}/u.test(word)) return greekForms(toAscii(greekLetters(word)));
  return one(toAscii(spelling.twoLetters ? spelledOut(lower) : lower.replaceAll('å', 'a')));
}

function one(text: string): Form[] {
  return text ? [{ text, weight: 1 }] : [];
}

/** Length in characters of the family name at the start of a Chinese or Korean name. */
export function familyNameLength(name: string): number {
  for (const length of [3, 2]) {
    const family = name.slice(0, length);
    if (name.length > length && JAPANESE_FAMILY[family] !== undefined) return length;
  }
  const two = name.slice(0, 2);
  return name.length > 2 && (HAN_SURNAMES[two] ?? HANGUL_SURNAMES[two]) !== undefined ? 2 : 1;
}

/** Romanizes a family name, with the readings of Chinese, Japanese and Korean surnames. */
export function romanizeFamilyName(word: string, spelling: Spelling): Form[] {
  const known = JAPANESE_FAMILY[word] ?? HAN_SURNAMES[word] ?? HANGUL_SURNAMES[word];
  return known ? rankedForms(known) : romanize(word, spelling);
}

function toAscii(text: string): string {
  return anyAscii(text)
    .toLowerCase()
    .replace(/[^a-z]/g, '');
}

/**
 * Endings with several transliterations from Cyrillic: Dmitriy, Dmitry, Dmitri; Yuliya, Yulia; Sergey,
 * Sergei.
 */
const CYRILLIC_ENDINGS: [RegExp, [string, number][]][] = [
  [
    /iya$/,
    [
      ['ia', 0.75],
      ['iya', 0.25],
    ],
  ],
  [
    /(?:iy|yy|ij)$/,
    [
      ['iy', 0.3],
      ['y', 0.35],
      ['i', 0.25],
      ['ii', 0.1],
    ],
  ],
  [
    /ey$/,
    [
      ['ey', 0.65],
      ['ei', 0.35],
    ],
  ],
  [
    /ay$/,
    [
      ['ay', 0.6],
      ['ai', 0.4],
    ],
  ],
];
/** Passports of Ukraine end in ii: Serhii, Andrii. */
const UKRAINIAN_ENDINGS: typeof CYRILLIC_ENDINGS = [
  [
    /iy$/,
    [
      ['ii', 0.45],
      ['iy', 0.35],
      ['i', 0.15],
      ['y', 0.05],
    ],
  ],
  ...CYRILLIC_ENDINGS,
];
const CYRILLIC_INNER: [RegExp, string, number][] = [
  [/ks/, 'x', 0.35],
  [/iya/, 'ia', 0.5],
  [/^e/, 'ye', 0.1],
  [/yo/, 'e', 0.4],
  // Hristo, as Bulgaria writes it.
  [/^kh/, 'h', 0.4],
];

/** Greek ch is written as h, too: Hatzis, Hristos. */
function greekForms(plain: string): Form[] {
  if (!/ch/.test(plain)) return one(plain);
  return mergeForms([
    { text: plain, weight: 0.75 },
    { text: plain.replaceAll('ch', 'h'), weight: 0.25 },
  ]);
}

/** Korean given names, syllable by syllable: passports don't use the official romanization. */
function hangulForms(word: string): Form[] {
  return joinForms(
    [...word].map((syllable) => rankedForms(HANGUL_SYLLABLES[syllable] ?? toAscii(syllable))),
    '',
  );
}

function cyrillicForms(plain: string, endings: typeof CYRILLIC_ENDINGS): Form[] {
  const ending = endings.find(([written]) => written.test(plain));
  let forms: Form[] = ending
    ? ending[1].map(([text, weight]) => ({ text: plain.replace(ending[0], text), weight }))
    : [{ text: plain, weight: 1 }];
  for (const [written, other, share] of CYRILLIC_INNER) {
    forms = forms.flatMap((form) =>
      written.test(form.text)
        ? [
            { text: form.text, weight: form.weight * (1 - share) },
            { text: form.text.replace(written, other), weight: form.weight * share },
          ]
        : [form],
    );
  }
  return mergeForms(forms);
}

/** Arabic omits short vowels, so only known names get them; others keep their consonants. */
function arabicForms(word: string): Form[] {
  const bare = word.replace(/[\u064b-\u065f\u0670\u0640]/g, '').replace(/[أإآ]/g, 'ا');
  const known = ARABIC_NAMES[bare];
  if (known) return rankedForms(known);
  const article = bare.startsWith('ال') ? bare.slice(2) : null;
  const root = article === null ? null : ARABIC_NAMES[article];
  if (root) {
    return mergeForms(
      rankedForms(root).flatMap(({ text, weight }) => [
        { text: `al${text}`, weight: weight * 0.65 },
        { text: `el${text}`, weight: weight * 0.15 },
        { text, weight: weight * 0.2 },
      ]),
    );
  }
  const consonants = toAscii(article ?? bare);
  return consonants ? one(article === null ? consonants : `al${consonants}`) : [];
}

/** Weights forms listed from most to least common; each is half as likely as the one before. */
function rankedForms(spellings: string): Form[] {
  const all = spellings.split(' ');
  const total = all.reduce((sum, _, index) => sum + 0.5 ** index, 0);
  return all.map((text, index) => ({ text, weight: 0.5 ** index / total }));
}
