import { DOUBLE_LETTERS, replacedSql, SINGLE_LETTERS } from '../person-names/plain-letters.ts';

/** Accents of Latin, Greek and Cyrillic, vowel signs of Arabic and Hebrew, and marks of emoji. */
export const OPTIONAL_MARKS =
  '\u0300-\u036f\u0483-\u0487\u0591-\u05c7\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06ed\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe00-\ufe0f\ufe20-\ufe2f';

const SINGLE_CHARS = { ...SINGLE_LETTERS, ς: 'σ', '’': "'", ʼ: "'" };

const MARKS = new RegExp(`[${OPTIONAL_MARKS}]+`, 'gu');
const LETTERS: Readonly<Record<string, string>> = { ...SINGLE_CHARS, ...DOUBLE_LETTERS };
const ASCII = Array.from({ length: 128 }, (_, code) => String.fromCharCode(code));
const IS_ASCII = /^[\0-\x7f]*$/;
/** The name of a column, a parameter or a value in SQL. */
const NAME = /^(?:\w+|`[^`]*`|\{\w+:\w+\})$/;
const LETTER = new RegExp(`[${Object.keys(LETTERS).join('')}]`, 'gu');

/** A text in lower case and without accents: "São Paulo" -> "sao paulo". */
export function foldText(text: string): string {
  if (IS_ASCII.test(text)) return text.toLowerCase();
  return text
    .normalize('NFKD')
    .replace(MARKS, '')
    .normalize('NFC')
    .toLowerCase()
    .replace(LETTER, (letter) => LETTERS[letter] ?? letter);
}

/** The SQL expression of `foldText` for the SQL expression `text`. Never fails, also for invalid UTF-8. */
export function foldedSql(text: string): string {
  const marks = `[${[...OPTIONAL_MARKS].map((char) => (char === '-' ? char : `\\\\x{${toHex(char)}}`)).join('')}]+`;
  const plain = `normalizeUTF8NFC(replaceRegexpAll(normalizeUTF8NFKD(toValidUTF8(x)), '${marks}', ''))`;
  const folded = replacedSql(`lowerUTF8(${plain})`, SINGLE_CHARS, DOUBLE_LETTERS);
  const ofText = (name: string) => fastSql(name, isAscii(name), `lower(${name})`, folded);
  return NAME.test(text) ? ofText(text) : onceSql(text, ofText('x'));
}

/**
 * An SQL expression: `expression` of `x`, which is `text`, computed once. The engine finds equal parts of an expression only
 * by comparing their texts, which takes longer than a copy of the value.
 */
export function onceSql(text: string, expression: string): string {
  return `arrayMap(x -> ${expression}, [${text}])[1]`;
}

/** An SQL condition: a text is ASCII. Most texts are, and the engine handles those much faster. */
function isAscii(text: string): string {
  return `length(${text}) = lengthUTF8(${text})`;
}

/**
 * An SQL expression: `simple` for texts with the condition `isSimple`, else `complex`, an expression of `x`, the text.
 * Unlike `if` alone, it never computes `complex` for the others, also when rows are inserted.
 */
export function fastSql(text: string, isSimple: string, simple: string, complex: string): string {
  return `if(${isSimple}, ${simple}, arrayMap(x -> ${complex}, if(${isSimple}, [], [${text}]))[1])`;
}

/**
 * An SQL expression: the words of a text with one space between them. Words have letters, marks, numbers and `more`
 * characters. The pattern takes about ten times as long as replacing single characters, so only texts with letters
 * beyond ASCII, or many separators in a row, need it.
 */
export function wordsSql(text: string, more = ''): string {
  const separators = ASCII.filter((char) => !/[a-z0-9]/i.test(char) && !more.includes(char));
  const list = separators.map((char) => `\\x${char.charCodeAt(0).toString(16).padStart(2, '0')}`).join('');
  const spaced = `translate(x, '${list}', '${' '.repeat(separators.length)}')`;
  const joined = [1, 2, 3].reduce((words) => `replaceAll(${words}, '  ', ' ')`, spaced);
  const isSimple = `${isAscii('x')} AND position(w, '  ') = 0`;
  const complex = `replaceRegexpAll(x, '[^\\\\p{L}\\\\p{M}\\\\p{N}${more}]+', ' ')`;
  const words = `arrayMap(w -> ${fastSql('x', isSimple, 'w', complex)}, [${joined}])[1]`;
  return `trimBoth(${onceSql(text, words)})`;
}

/**
 * `foldedSql` of a text that is bound, without SQL; null if the text isn't ASCII, because JavaScript's rules differ for
 * some other letters. The engine takes 10 ms to read the expression, so a search avoids it.
 */
export function foldAscii(text: string): string | null {
  return IS_ASCII.test(text) ? text.toLowerCase() : null;
}

/** `labelSql` of a text that is bound, without SQL; null if the text isn't ASCII. */
export function labelAscii(text: string): string | null {
  const folded = foldAscii(text);
  // The spaces of ClickHouse's \s.
  return folded === null ? null : folded.replace(/[\t\n\f\r ]+/g, ' ').replace(/^ | $/g, '');
}

/** A label such as an industry or a skill as it is compared: folded, with single spaces. */
export function labelSql(text: string): string {
  return `trimBoth(replaceRegexpAll(${foldedSql(text)}, '\\\\s+', ' '))`;
}

/** The words of a text with one space between them, without punctuation: "Cote d'Ivoire" -> "cote d ivoire". */
export function nameKey(text: string): string {
  return foldText(text)
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim();
}

/** The SQL expression of `nameKey`. */
export function nameKeySql(text: string): string {
  return wordsSql(foldedSql(text));
}

function toHex(char: string): string {
  return (char.codePointAt(0) ?? 0).toString(16).padStart(4, '0');
}
