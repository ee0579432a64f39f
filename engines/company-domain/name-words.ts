import anyAscii from 'any-ascii';

/** Letters that lose no mark in NFD. */
const PLAIN: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
  ŋ: 'ng',
  ħ: 'h',
};
/** Umlauts that addresses often spell with two letters. */
const TWO_LETTERS: Readonly<Record<string, string>> = {
  ä: 'ae',
  ö: 'oe',
  ü: 'ue',
  ø: 'oe',
  å: 'aa',
};
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
  return plainLetters(text.normalize('NFKC').toLowerCase())
    .replace(/['’‘ʼ`´"“”]/g, '')
    .replace(/(?<![\p{L}\p{N}])((?:\p{L}[./]){1,5}\p{L}?)(?![\p{L}\p{N}])/gu, (dotted) =>
      dotted.replace(/[./]/g, ''),
    )
    .replace(/[&+＆]/g, ' and ')
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter(Boolean);
}

/** Removes accents from Latin, Greek and Cyrillic letters. Marks of other scripts are part of the letter. */
function plainLetters(text: string): string {
  const marked = text.replace(/[ßæœøłđðþıŋħ]/g, (letter) => PLAIN[letter] ?? letter).normalize('NFD');
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
  if (/[äöüøå]/.test(lower)) {
    const long = lower.replace(/[äöüøå]/g, (letter) => TWO_LETTERS[letter] ?? letter);
    // German prefers two letters; other languages drop the dots.
    if (/[äöü]/.test(lower)) spelled.unshift(long);
    else spelled.push(long);
  }
  return [
    ...new Set(spelled.map((spelling) => nameWords(anyAscii(plainLetters(spelling))).join(' '))),
  ].filter(Boolean);
}
