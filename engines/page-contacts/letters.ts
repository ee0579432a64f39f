import { plainLetters, spelledOut } from '#engines/person-names/plain-letters.ts';

const IS_ASCII = /^[\x20-\x7e]*$/;

/** Lowercase letters and digits without marks, as domains have them: `Groß & Söhne` -> `grosssohne`. */
export function letters(text: string): string {
  const lower = text.toLowerCase();
  if (IS_ASCII.test(lower)) return lower.replace(/[^a-z0-9]/g, '');
  return plainLetters(lower)
    .normalize('NFKD')
    .replace(/[^\p{L}\p{N}]/gu, '');
}

/** The same with umlauts as two letters: `Groß & Söhne` -> `grosssoehne`. */
export function spelledOutLetters(text: string): string {
  return letters(spelledOut(text.normalize('NFC').toLowerCase()));
}

/** Both, if they differ: domains have either. */
export function spellings(text: string): string[] {
  const plain = letters(text);
  if (IS_ASCII.test(text)) return [plain];
  const spelledOut = spelledOutLetters(text);
  return plain === spelledOut ? [plain] : [plain, spelledOut];
}
