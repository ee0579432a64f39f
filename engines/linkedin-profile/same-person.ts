/** Company names of people without an employer, which say nothing about who they are. */
const NO_COMPANY =
  /^(?:self ?employed|selbst(?:st)?ändig|freelanc(?:er?|ing)|freiberuflich|independent(?: \w+)?|none|n ?a|unemployed|confidential|stealth(?: \w+)*|retired|student|looking for .*|various|own|me|tbd|unknown|private|privat|home|consultant|contractor)$/;
const TITLES = new Set('dr prof mr mrs ms mx sir ing dipl mag herr frau'.split(' '));
const CREDENTIALS = new Set('phd mba msc bsc ma ba md esq jr sr ii iii iv cpa cfa pmp cissp shrm'.split(' '));
/** Pieces of names that are often left out or joined. */
const MAX_CHARS = 300;
/** The characters that keys have. The lead databases compute the same keys in SQL. */
const NOT_IN_KEY = /[^\p{L}\p{N}]+/gu;

/** The key of a name or company: letters and digits without accents, in lower case. */
export function plainKey(text: string): string {
  return text.slice(0, MAX_CHARS).toLowerCase().normalize('NFKD').replace(NOT_IN_KEY, '').toLowerCase();
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
  const words = wordsOf(name);
  return words.length >= 2 && words.filter((word) => word.length > 1).length >= 2;
}

/**
 * Whether two names can be of one person. Accents, order, titles, middle names and initials may differ; the
 * other words must agree: "Dr. Jane M. Doe" and "Doe, Jane", but not "Jane Doe" and "John Doe".
 */
export function canBeSameName(one: string, other: string): boolean {
  if (plainKey(one) === plainKey(other)) return true;
  const [fewer, more] = [wordsOf(one), wordsOf(other)].sort((a, b) => a.length - b.length) as [
    string[],
    string[],
  ];
  if (fewer.length === 0) return true;
  const left = [...more];
  for (const word of fewer) {
    const at = left.findIndex((candidate) => sameWord(word, candidate));
    if (at < 0) return false;
    left.splice(at, 1);
  }
  return true;
}

/** "J." is the initial of "Jane", and "Muller" is how some write "Mueller". */
function sameWord(one: string, other: string): boolean {
  if (one === other) return true;
  if (one.length === 1 || other.length === 1) return one[0] === other[0];
  return transcribed(one) === transcribed(other);
}

function transcribed(word: string): string {
  return word
    .replace(/([aou])e/g, '$1')
    .replace(/ß/g, 'ss')
    .replace(/ø/g, 'o')
    .replace(/ł/g, 'l');
}

function wordsOf(name: string): string[] {
  return name
    .slice(0, MAX_CHARS)
    .replace(/\([^)]*\)|"[^"]*"|“[^”]*”/g, ' ')
    .toLowerCase()
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '' && !TITLES.has(word) && !CREDENTIALS.has(word));
}
