import anyAscii from 'any-ascii';
import { plainLetters, spelledOut } from '#engines/person-names/plain-letters.ts';

const CONNECTORS = new Set(['and', 'und', 'et', 'och', 'og', 'en', 'y', 'e', 'i']);

/** Whether a word between others means "and". */
export function isConnector(words: readonly string[], index: number): boolean {
  return index > 0 && index < words.length - 1 && CONNECTORS.has(words[index] ?? '');
}

/**
 * The words of a name in lower case, without accents, punctuation and emoji: "Müller & Söhne" is `muller and
 * sohne`, "S.p.A." is `spa`. Other scripts stay as they are.
 */
export function nameWords(text: string): string[] {
  return withoutMarks(text.normalize('NFKC').toLowerCase())
    .replace(/['’‘ʼ`´"“”]/g, '')
    .replace(/(?<![\p{L}\p{N}])((?:\p{L}[./]){1,5}\p{L}?)(?![\p{L}\p{N}])/gu, (dotted) =>
      dotted.replace(/[./]/g, ''),
    )
    .replace(/[&+＆]/g, ' and ')
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter(Boolean);
}

/** Removes accents from Latin, Greek and Cyrillic letters. Marks of other scripts are part of the letter. */
function withoutMarks(text: string): string {
  const marked = plainLetters(text).normalize('NFD');
  // NFD also splits й and ё, which NFC restores if the mark stays.
  return marked.replace(/([\p{Script=Latin}\p{Script=Greek}])[\u0300-\u036f]+/gu, '$1').normalize('NFC');
}

/**
 * The key under which a name is compared and stored: its words without spaces, with one spelling of "and".
 * "Coca-Cola", "Coca Cola" and "CocaCola" share a key.
 */
export function nameKey(words: readonly string[]): string {
  return words.map((word, index) => (isConnector(words, index) ? 'and' : word)).join('');
}

/** Spellings of a name in the letters of domains, most likely first: `muller`, `mueller`. */
export function domainSpellings(text: string): string[] {
  const lower = text.normalize('NFKC').toLowerCase();
  const spelled = [lower];
  const long = spelledOut(lower);
  if (long !== lower) {
    // German prefers two letters; other languages drop the dots.
    if (/[äöü]/.test(lower)) spelled.unshift(long);
    else spelled.push(long);
  }
  return [
    ...new Set(spelled.map((spelling) => nameWords(anyAscii(withoutMarks(spelling))).join(' '))),
  ].filter(Boolean);
}
