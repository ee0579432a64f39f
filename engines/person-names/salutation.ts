import { cleanName } from './around-name.ts';
import type { RawName } from './person-name.ts';

/** How people are addressed, by the word in lower case and without dots. Titles of jobs, degrees and the nobility aren't among them. */
const SALUTATIONS: Readonly<Record<string, string>> = {
  mr: 'Mr',
  mister: 'Mr',
  mrs: 'Mrs',
  ms: 'Ms',
  miss: 'Miss',
  mx: 'Mx',
  dr: 'Dr.',
  doctor: 'Dr.',
  doktor: 'Dr.',
  prof: 'Prof.',
  professor: 'Prof.',
  sir: 'Sir',
  dame: 'Dame',
  rev: 'Rev.',
  reverend: 'Rev.',
  herr: 'Herr',
  frau: 'Frau',
  hr: 'Hr.',
  fru: 'Fru',
  mme: 'Mme',
  madame: 'Mme',
  mlle: 'Mlle',
  mademoiselle: 'Mlle',
  monsieur: 'M.',
  sr: 'Sr.',
  señor: 'Sr.',
  sra: 'Sra.',
  señora: 'Sra.',
  srta: 'Srta.',
  señorita: 'Srta.',
  sigra: 'Sig.ra',
  dott: 'Dott.',
  dottssa: 'Dott.ssa',
  dhr: 'Dhr.',
  mevr: 'Mevr.',
  mevrouw: 'Mevr.',
};
/** `Frau Prof. Dr.` */
const MOST_WORDS = 3;

/**
 * How the text of a name addresses the person: "Frau Dr. Anna Weber" has "Frau Dr.". Empty if it doesn't say so: a given name is
 * no evidence. "M." isn't taken, because it can be an initial (`mayBeInitial`).
 */
export function readSalutation(written: RawName): string {
  const [first, last] = [wordsOf(written.first), wordsOf(written.last)];
  // In capitals among other words, as in "MS Dhoni", it is initials.
  const isShouted = [...first, ...last].flat().every((word) => word === word.toUpperCase());
  for (const [field, other] of [
    [first, last],
    [last, first],
  ] as const)
    for (const part of field) {
      const found: string[] = [];
      for (const word of part.slice(0, MOST_WORDS)) {
        const title = SALUTATIONS[word.toLowerCase().replaceAll('.', '')];
        if (title === undefined || (word.length > 1 && word === word.toUpperCase() && !isShouted)) break;
        if (found.at(-1) !== title) found.push(title);
      }
      const isAlone = found.length > 0 && part.length <= found.length;
      if (found.length > 0 && (!isAlone || (field.length === 1 && other.length > 0))) return found.join(' ');
    }
  return '';
}

/** Whether a name starts with "M.", which is Monsieur or an initial. */
export function mayBeInitial(written: RawName): boolean {
  const [start, ...rest] = [wordsOf(written.first), wordsOf(written.last)].flat(2);
  return start === 'M.' && rest.length > 1;
}

/** The words of the parts between commas. */
function wordsOf(text: string): string[][] {
  return cleanName(text)
    .text.split(',')
    .map((part) => part.split(' ').filter((word) => /\p{L}/u.test(word)))
    .filter((part) => part.length > 0);
}
