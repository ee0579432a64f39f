import { foldAscii, foldedSql, foldText, wordsSql } from '#engines/country-names/folded-text.ts';
import { dottedForm, type NameKind, splitWords, wordForms } from './title-names.ts';

/** The limit of `multiSearchAny`. */
const KEYWORDS_PER_SEARCH = 255;
/** A search for more words and phrases reads the texts, because looking each up in the index takes longer. */
const MAX_INDEXED = 12;

/** A search for a shorter start of a word reads the texts, because many words start so. */
const SHORTEST_START = 3;
/** So many words that start alike are looked up faster than all texts are read. */
const MAX_STARTED = 500;

/** Scripts without spaces between words. */
const UNSPACED_SCRIPT =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

/** A word of its own between the columns in one column of words, so it is in nearly every text. */
export const SEPARATOR = '#';

/** Binds a value of a ClickHouse type and returns its placeholder. */
export type Bind = (name: string, type: string, value: unknown) => string;

/** The text of a search. */
export interface SearchedText {
  /** of its parameters */
  name: string;
  /** an SQL expression of `spacedWords` */
  words: string;
  /** an SQL expression of the folded text, for keywords without words; without it, they match nothing */
  text?: string;
  kind: NameKind;
  /** whether `words` is a column with an index of its words (`WORD_INDEX`) */
  isIndexed?: boolean;
  /** SQL of a table that has all words of that index as `token` */
  dictionary?: string;
  /** a column with the `neighborPairs` of `words`, which has an index, and SQL of a table that has all pairs as `token`, if it can be read */
  pairs?: { column: string; dictionary?: string };
}

/** The type of an index of the words of a column with `spacedWords`. */
export const WORD_INDEX = "text(tokenizer = splitByString([' ']))";
/** The type of an index of a column with `neighborPairs`. */
export const PAIR_INDEX = 'text(tokenizer = array)';
/** The type of an index of the labels of a column that has a semicolon before and after each. */
export const LABEL_INDEX = "text(tokenizer = splitByString([';']))";

/**
 * A condition: the text contains at least one keyword as whole words. `direct*` finds words that start so,
 * `*ware` words that end so. Different names of a title or place count as the same (title-names.ts). In
 * scripts without spaces, and for keywords without words such as "&", any part of the text matches. A keyword of only asterisks or
 * spaces matches nothing.
 *
 * ClickHouse folds keywords beyond ASCII as it did the texts, because JavaScript's rules differ for some letters.
 */
export function hasWords(searched: SearchedText, keywords: readonly string[], bind: Bind): string {
  const { name, words: column, text, kind, isIndexed = false } = searched;
  const symbols: string[] = [];
  const patterns: string[] = [];
  for (const keyword of keywords) {
    const found = wordPatterns(keyword, kind);
    patterns.push(...found);
    if (found.length === 0) symbols.push(keyword.replace(/(?<=.)\*+$|^\*+(?=.)/g, ''));
  }
  const inWords = inBatches(patterns, (batch, index) =>
    searchSql(column, foldedList(`${name}_words_${index}`, batch, bind), batch.length),
  );
  const indexed = isIndexed ? inIndex(searched, patterns, bind) : null;
  const inSymbols =
    text === undefined
      ? ''
      : inBatches(
          symbols.filter((symbol) => foldText(symbol).trim() !== ''),
          (batch, index) =>
            searchSql(text, foldedList(`${name}_symbols_${index}`, batch, bind), batch.length),
        );
  const found = indexed?.isExact ? indexed.sql : indexed ? `(${indexed.sql}) AND (${inWords})` : inWords;
  return [found, inSymbols].filter(Boolean).join(' OR ') || 'false';
}

/** What to search for in words with one space before, between and after them: some for each form of a keyword, and none if it has no word. */
export function wordPatterns(keyword: string, kind: NameKind): string[] {
  const words = splitWords(foldText(keyword));
  if (words.every((word) => word === SEPARATOR)) return [];
  if (!UNSPACED_SCRIPT.test(keyword)) return spacedPatterns(keyword, words, kind);
  // A country has names in other scripts.
  return [words.join(' '), ...(kind === 'place' ? spacedPatterns(keyword, words, kind) : [])];
}

function spacedPatterns(keyword: string, words: string[], kind: NameKind): string[] {
  const starts = keyword.startsWith('*');
  const ends = keyword.endsWith('*');
  if (starts || ends) return [`${starts ? '' : ' '}${words.join(' ')}${ends ? '' : ' '}`];
  return wordForms(words, kind).flatMap((form) => {
    const dotted = kind === 'title' ? dottedForm(form) : null;
    return [` ${form} `, ...(dotted ? [` ${splitWords(dotted).join(' ')} `] : [])];
  });
}

/** A condition, and whether it needs no look at the texts. */
interface Found {
  sql: string;
  isExact: boolean;
}

/** Whole words in a row, and the start of the word after them. */
interface WordRow {
  words: string[];
  start: string;
}

/**
 * A condition that the indexes answer: the text has all whole words of a pattern, and a word that starts as its last one. `isExact`
 * if no pattern needs more. Null if they don't help: a pattern has no whole word and no long start, or there are too many.
 */
function inIndex(searched: SearchedText, patterns: readonly string[], bind: Bind): Found | null {
  if (patterns.length === 0 || patterns.length > MAX_INDEXED) return null;
  const { name, words: column } = searched;
  const single: string[] = [];
  const found: string[] = [];
  let isExact = true;
  for (const [index, pattern] of patterns.entries()) {
    const [before, ...rest] = pattern.split(' ');
    const row = { words: rest.slice(0, -1), start: rest.at(-1) ?? '' };
    if (before !== '') isExact = false;
    if (row.words.length === 1 && row.start === '') single.push(...row.words);
    else {
      const of = rowInIndex(searched, row, (kind, values) =>
        foldedList(`${name}_${kind}_${index}`, values, bind),
      );
      if (of === null) return null;
      if (!of.isExact) isExact = false;
      found.push(of.sql);
    }
  }
  const any = () => `hasAnyTokens(${column}, ${foldedList(`${name}_any`, single, bind)})`;
  return { sql: [...(single.length > 0 ? [any()] : []), ...found].join(' OR '), isExact };
}

/** The text has these words in a row, as far as an index can tell; null if it can't. Pairs tell of two words what words can't: that they are neighbors. */
function rowInIndex(
  { words: column, dictionary, pairs }: SearchedText,
  { words, start }: WordRow,
  list: (kind: string, values: string[]) => string,
): Found | null {
  const last = words.at(-1);
  const hasAll = () => `hasAllTokens(${column}, ${list('all', words)})`;
  const hasText = () => `position(${column}, (${list('text', [` ${[...words, start].join(' ')}`])})[1]) > 0`;
  const found: string[] = [];
  const { dictionary: pairDictionary } = pairs ?? {};
  const canPair = last !== undefined && start !== SEPARATOR && !words.includes(SEPARATOR);
  if (pairs && canPair && (words.length > 1 || pairDictionary)) {
    if (words.length > 1) found.push(`hasAllTokens(${pairs.column}, ${list('pairs', neighbors(words))})`);
    if (start !== '' && pairDictionary) {
      const pair = list('start', [`${last} ${start}`]);
      const otherwise = words.length > 1 ? 'true' : `${hasAll()} AND ${hasText()}`;
      found.push(hasStart({ column: pairs.column, dictionary: pairDictionary }, pair, otherwise));
    }
    const isOnePair = words.length + (start === '' ? 0 : 1) === 2;
    return { sql: found.join(' AND '), isExact: isOnePair && (start === '' || pairDictionary !== undefined) };
  }
  if (last !== undefined) found.push(hasAll());
  if (dictionary && start.length >= SHORTEST_START)
    found.push(hasStart({ column, dictionary }, list('start', [start]), last ? 'true' : hasText()));
  return found.length > 0 ? { sql: found.join(' AND '), isExact: last === undefined } : null;
}

/**
 * A word or pair of a column starts so; if too many do, `otherwise`. The engine computes them before the search, so it plans only
 * what then applies.
 */
function hasStart(
  { column, dictionary }: { column: string; dictionary: string },
  start: string,
  otherwise: string,
): string {
  const started = `(SELECT groupArray(token) FROM (
  SELECT DISTINCT token FROM ${dictionary} WHERE startsWith(token, (${start})[1]) LIMIT ${MAX_STARTED + 1}))`;
  return `if(length(${started}) > ${MAX_STARTED}, ${otherwise}, hasAnyTokens(${column}, ${started}))`;
}

/** Each word with the one after it. */
function neighbors(words: readonly string[]): string[] {
  return words.slice(1).map((word, index) => `${words[index]} ${word}`);
}

/**
 * An SQL expression: each word of `spacedWords`, a column, with the one after it, but for separators, which would be in half of the
 * pairs. An import computes it for many rows at once, so it makes few copies of the words.
 */
export function neighborPairs(words: string): string {
  const first = `splitByChar(' ', trimBoth(${words}))`;
  const pairs = `arrayMap((a, b) -> concat(a, ' ', b), ${first}, arrayShiftLeft(${first}, 1))`;
  // After the last word is nothing.
  const isNone = [
    `startsWith(pair, '${SEPARATOR} ')`,
    `endsWith(pair, ' ${SEPARATOR}')`,
    "endsWith(pair, ' ')",
  ];
  return `arrayFilter(pair -> NOT (${isNone.join(' OR ')}), ${pairs})`;
}

/** The text contains one of the keywords, an SQL list of so many. A single one is searched in many texts at once, in half the time. */
export function searchSql(text: string, keywords: string, count: number): string {
  return count === 1 ? `position(${text}, (${keywords})[1]) > 0` : `multiSearchAny(${text}, ${keywords})`;
}

/**
 * An SQL expression: the folded keywords as a list. Only a subquery, which is computed before the search, is as constant as the
 * functions of an index require.
 */
export function foldedList(name: string, keywords: readonly string[], bind: Bind): string {
  const folded = keywords.map(foldAscii);
  if (!folded.includes(null)) return bind(name, 'Array(String)', folded);
  return `(SELECT arrayMap(k -> ${foldedSql('k')}, ${bind(name, 'Array(String)', keywords)}))`;
}

/** Conditions of at most as many keywords as `multiSearchAny` takes, of which one must be true; empty without keywords. */
export function inBatches(
  keywords: readonly string[],
  search: (batch: string[], index: number) => string,
): string {
  const searched: string[] = [];
  for (let from = 0; from < keywords.length; from += KEYWORDS_PER_SEARCH) {
    searched.push(search(keywords.slice(from, from + KEYWORDS_PER_SEARCH), searched.length));
  }
  return searched.join(' OR ');
}

/** An SQL expression: the words of a folded text with one space before, between and after them. */
export function spacedWords(text: string): string {
  return `concat(' ', ${wordsSql(text, '+#')}, ' ')`;
}
