import { UKRAINIAN_GIVEN } from './known-names.ts';

/** Whether a lowercase name is Ukrainian, by its letters, a given name or the ending of a family name. */
export function isUkrainian(name: string): boolean {
  return (
    /[іїєґ]/.test(name) ||
    (/\p{Script=Cyrillic}/u.test(name) &&
      name.split(' ').some((word) => UKRAINIAN_GIVEN.has(word) || /(?:енко|чук|щук)$/.test(word)) &&
      !/[ыэёъ]/.test(name))
  );
}

/** The letters that Ukraine transliterates otherwise than Russia: г as h, и as y, є as ye at the start of a word. */
export function ukrainianLetters(word: string): string {
  return word
    .toLowerCase()
    .replace(/^є/, 'ye')
    .replace(/^ї/, 'yi')
    .replaceAll('є', 'ie')
    .replaceAll('ї', 'i')
    .replaceAll('г', 'h')
    .replaceAll('ґ', 'g')
    .replaceAll('и', 'y');
}

const GREEK_PAIRS: readonly (readonly [RegExp, string])[] = [
  [/ου/g, 'ou'],
  [/αυ(?=[θκξπστφχψ]|$)/g, 'af'],
  [/ευ(?=[θκξπστφχψ]|$)/g, 'ef'],
  [/αυ/g, 'av'],
  [/ευ/g, 'ev'],
  [/^μπ/, 'b'],
  [/^ντ/, 'd'],
  [/^γκ/, 'g'],
  [/μπ/g, 'mp'],
  [/γγ|γκ/g, 'ng'],
  [/γχ/g, 'nch'],
];
const GREEK_LETTERS: Readonly<Record<string, string>> = {
  α: 'a',
  β: 'v',
  γ: 'g',
  δ: 'd',
  ε: 'e',
  ζ: 'z',
  η: 'i',
  θ: 'th',
  ι: 'i',
  κ: 'k',
  λ: 'l',
  μ: 'm',
  ν: 'n',
  ξ: 'x',
  ο: 'o',
  π: 'p',
  ρ: 'r',
  σ: 's',
  ς: 's',
  τ: 't',
  υ: 'y',
  φ: 'f',
  χ: 'ch',
  ψ: 'ps',
  ω: 'o',
};

/** A Greek word in the letters of Greek passports (ELOT 743). */
export function greekLetters(word: string): string {
  let text = word
    .toLowerCase()
    .normalize('NFD')
    .replace(/\u0301/g, '')
    .normalize('NFC');
  for (const [letters, latin] of GREEK_PAIRS) text = text.replace(letters, latin);
  return text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[α-ω]/g, (letter) => GREEK_LETTERS[letter] ?? letter);
}
