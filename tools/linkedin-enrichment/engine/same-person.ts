import { OPTIONAL_MARKS } from '#engines/country-names/folded-text.ts';
import { plainLetters } from '#engines/person-names/plain-letters.ts';

/** Company names of people without an employer, which say nothing about who they are. */
const NO_COMPANY =
  /^(?:self ?employed|selbst(?:st)?ändig|freelanc(?:er?|ing)|freiberuflich|independent(?: \w+)?|none|n ?a|unemployed|confidential|stealth(?: \w+)*|retired|student|looking for .*|various|own|me|tbd|unknown|private|privat|home|consultant|contractor)$/;
const TITLES = new Set('dr prof mr mrs ms mx sir ing dipl mag herr frau'.split(' '));
const CREDENTIALS = new Set('phd mba msc bsc ma ba md esq jr sr ii iii iv cpa cfa pmp cissp shrm'.split(' '));
const MAX_CHARS = 300;
/**
 * What keys leave out, as a regular expression (JavaScript and RE2). Other marks stay: in Hindi, Thai or Japanese they tell names
 * apart. The lead databases compute the same keys in SQL.
 */
export const NOT_IN_KEY_PATTERN = `[^\\p{L}\\p{M}\\p{N}]+|[${OPTIONAL_MARKS}]+`;
const NOT_IN_KEY = new RegExp(NOT_IN_KEY_PATTERN, 'gu');
const ACCENTS = new RegExp(`[${OPTIONAL_MARKS}]+`, 'gu');

/** The key of a name or company: letters and digits without accents, in lower case. */
export function plainKey(text: string): string {
  return plainLetters(text.slice(0, MAX_CHARS).toLowerCase())
    .normalize('NFKD')
    .replace(NOT_IN_KEY, '')
    .toLowerCase();
}

/**
 * The common legal forms at the end of a company's name, in lower case. Also used in SQL (RE2), so it has no
 * lookarounds.
 */
export const LEGAL_FORM_PATTERN =
  '[ ,]+(inc|llc|ltd|limited|corp|corporation|co|company|gmbh|ag|plc|llp|lp|sa|s\\.a|sas|sarl|srl|s\\.r\\.l|spa|s\\.p\\.a|bv|b\\.v|nv|ab|as|a/s|aps|oy|oyj|pty ltd|pvt ltd)\\.?$';
const LEGAL_FORM = new RegExp(LEGAL_FORM_PATTERN);

/** The key of a company without its legal form. The lead databases compute it in SQL, too. */
export function companyKey(name: string): string {
  return plainKey(name.trim().toLowerCase().replace(LEGAL_FORM, ''));
}

/** Whether two names are of one company: "Acme GmbH" and "ACME", but not "Acme GmbH" and "Acme, Inc." */
export function isSameCompany(name: string, otherName: string): boolean {
  if (companyKey(name) !== companyKey(otherName)) return false;
  const [form, otherForm] = [name, otherName].map((name) =>
    plainKey(LEGAL_FORM.exec(name.trim().toLowerCase())?.[1] ?? ''),
  );
  return form === '' || otherForm === '' || longForm(form) === longForm(otherForm);
}

const LONG_FORMS: Readonly<Record<string, string>> = {
  inc: 'incorporated',
  corp: 'incorporated',
  corporation: 'incorporated',
  ltd: 'limited',
  ptyltd: 'limited',
  pvtltd: 'limited',
  co: 'company',
  oyj: 'oy',
};

function longForm(form: string | undefined): string {
  return LONG_FORMS[form ?? ''] ?? form ?? '';
}

/** Whether a company's name can identify where a person works. */
export function isCompany(name: string): boolean {
  const plain = name
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
  return plainKey(name).length >= 2 && !NO_COMPANY.test(plain);
}

/** Whether a name has a first and a last name, so that a person can be found by it. */
export function isFullName(name: string): boolean {
  const words = comparableWords(name);
  // Chinese and Korean names have no space.
  if (words.some((word) => /^(?:\p{sc=Han}{2,}|\p{sc=Hangul}{4,})$/u.test(word))) return true;
  return words.filter((word) => word.length > 1).length >= 2;
}

/**
 * Whether two names can be of one person. Accents, order, titles, middle names and initials may differ; the
 * other words must agree, or be short forms (`isShortForm`, of lowercase words): "Dr. Jane M. Doe" and "Doe, Jane", but not "Jane Doe" and "John Doe".
 */
export function canBeSameName(
  name: string,
  otherName: string,
  isShortForm: (word: string, otherWord: string) => boolean = () => false,
): boolean {
  if (plainKey(name) === plainKey(otherName)) return true;
  const [fewer, more] = [comparableWords(name), comparableWords(otherName)].sort(
    (a, b) => a.length - b.length,
  ) as [string[], string[]];
  if (fewer.length === 0) return true;
  const left = [...more];
  for (const word of fewer) {
    const index = left.findIndex((candidate) => sameWord(word, candidate) || isShortForm(word, candidate));
    if (index < 0) return false;
    left.splice(index, 1);
  }
  return true;
}

/** "J." is the initial of "Jane", and "Muller" is how some write "Mueller". */
function sameWord(word: string, otherWord: string): boolean {
  if (word === otherWord) return true;
  if (word.length === 1 || otherWord.length === 1) return word[0] === otherWord[0];
  return transcribed(word) === transcribed(otherWord);
}

/** "muller" for "mueller", "hakon" for "haakon". */
export function transcribed(word: string): string {
  return word.replace(/([aou])e/g, '$1').replace(/aa/g, 'a');
}

/** The words of a name in lower case, without accents, titles, and what is in brackets or quotes. */
export function comparableWords(name: string): string[] {
  return plainLetters(
    name
      .slice(0, MAX_CHARS)
      .replace(/\([^)]*\)|"[^"]*"|“[^”]*”/g, ' ')
      .toLowerCase(),
  )
    .normalize('NFKD')
    .replace(ACCENTS, '')
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter((word) => word !== '' && !TITLES.has(word) && !CREDENTIALS.has(word));
}
