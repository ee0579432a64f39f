/**
 * Letters that Unicode doesn't split into a letter and a mark, and how people type them without one. Keys that are stored are
 * made with them (`foldText`): a change needs a migration.
 */
export const SINGLE_LETTERS = { ø: 'o', ł: 'l', đ: 'd', ð: 'd', ı: 'i', ħ: 'h', ŧ: 't' };
export const DOUBLE_LETTERS = { ß: 'ss', æ: 'ae', œ: 'oe', þ: 'th' };

/** Too rare for another migration. */
const MORE_LETTERS = { ...DOUBLE_LETTERS, ŋ: 'ng' };
const PLAIN: Readonly<Record<string, string>> = { ...SINGLE_LETTERS, ...MORE_LETTERS };
const NOT_PLAIN = new RegExp(`[${Object.keys(PLAIN).join('')}]`, 'g');

/** Letters that addresses and domains often spell with two. */
const TWO_LETTERS: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue', ø: 'oe', å: 'aa' };
/** The letters with a second spelling. */
export const UMLAUTS = /[äöüøå]/g;

/** A text in lower case with plain letters for those that no accent is taken from: `łódź` -> `lódź`, `straße` -> `strasse`. */
export function plainLetters(lower: string): string {
  return lower.replace(NOT_PLAIN, (letter) => PLAIN[letter] ?? letter);
}

/** The SQL expression of `plainLetters` for the SQL expression `lower`. */
export function plainLettersSql(lower: string): string {
  return replacedSql(lower, SINGLE_LETTERS, MORE_LETTERS);
}

/** The SQL expression of a text with other letters: `singles` by one, `doubles` by two. */
export function replacedSql(
  text: string,
  singles: Readonly<Record<string, string>>,
  doubles: Readonly<Record<string, string>>,
): string {
  const [from, to] = [Object.keys(singles), Object.values(singles)].map(
    (letters) => `'${letters.join('').replaceAll("'", "\\'")}'`,
  );
  return Object.entries(doubles).reduce(
    (inner, [letter, letters]) => `replaceAll(${inner}, '${letter}', '${letters}')`,
    `translateUTF8(${text}, ${from}, ${to})`,
  );
}

/** A text in lower case (NFC) with its umlauts as two letters: `müller` -> `mueller`, `sørensen` -> `soerensen`. */
export function spelledOut(lower: string): string {
  return lower.replace(UMLAUTS, (letter) => TWO_LETTERS[letter] ?? letter);
}
