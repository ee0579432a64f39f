import { foldedSql, foldText, wordsSql } from '#engines/country-names/folded-text.ts';
import { dottedForm, formsOf, type NameKind, wordsOf } from './title-names.ts';

/** The limit of `multiSearchAny`. */
const KEYWORDS_PER_SEARCH = 255;

/** Scripts without spaces between words. */
const UNSPACED_SCRIPT =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

/** Binds a value of a ClickHouse type and returns its placeholder. */
export type Bind = (name: string, type: string, value: unknown) => string;

/** The text of a search. */
export interface SearchedText {
  /** of its parameters */
  name: string;
  text: string;
  kind: NameKind;
  /** The text is `spacedWords` of one already. */
  spaced?: boolean;
}

/**
 * A condition: the text contains at least one keyword as whole words. `direct*` finds words that start so,
 * `*ware` words that end so. Different names of a title or place count as the same (title-names.ts). In
 * scripts without spaces, and for keywords without words such as "&", any part of the text matches.
 *
 * ClickHouse folds the keywords as it did the texts, because JavaScript's rules differ for some letters. `text` is
 * an SQL expression of folded text (folded-text.ts).
 */
export function hasWords(
  { name, text, kind, spaced = false }: SearchedText,
  keywords: readonly string[],
  bind: Bind,
): string {
  const parts: string[] = [];
  const patterns: string[] = [];
  const needles = new Set<string>();
  for (const keyword of keywords) {
    const words = wordsOf(foldText(keyword));
    if (words.length === 0 || UNSPACED_SCRIPT.test(keyword)) {
      parts.push(keyword.replace(/(?<=.)\*+$|^\*+(?=.)/g, ''));
      // A country has names in other scripts.
      if (kind !== 'place' || words.length === 0) continue;
    }
    for (const { pattern, needle } of searches(keyword, words, kind)) {
      patterns.push(pattern);
      needles.add(needle);
    }
  }
  const inWords = inBatches(patterns, (batch, at) => {
    const bound = bind(`${name}_words_${at}`, 'Array(String)', batch);
    return `multiSearchAny(${spaced ? text : spacedWords(text)}, arrayMap(k -> ${foldedSql('k')}, ${bound}))`;
  });
  const inParts = parts.length > 0 ? hasPart(`${name}_parts`, text, parts, bind) : '';
  if (spaced || !inWords) return [inWords, inParts].filter(Boolean).join(' OR ');
  // The plain search is much faster and leaves few texts for the word search. ClickHouse orders conditions itself, so
  // only `if` makes sure that it comes first. Alone, it is what an index can be used for.
  const plain = hasPart(name, text, [...needles], bind);
  const words = `(${plain}) AND if(${plain}, ${inWords}, 0)`;
  return [words, inParts].filter(Boolean).join(' OR ');
}

/** What to search for: `pattern` among words with spaces around them, and `needle`, a part of every hit. */
function searches(keyword: string, words: string[], kind: NameKind): { pattern: string; needle: string }[] {
  const starts = keyword.startsWith('*');
  const ends = keyword.endsWith('*');
  const longest = (form: string) =>
    form.split(' ').reduce((best, word) => (word.length > best.length ? word : best));
  if (starts || ends) {
    const form = words.join(' ');
    return [{ pattern: `${starts ? '' : ' '}${form}${ends ? '' : ' '}`, needle: longest(form) }];
  }
  return formsOf(words, kind).flatMap((form) => {
    const dotted = kind === 'title' ? dottedForm(form) : null;
    return [
      { pattern: ` ${form} `, needle: longest(form) },
      ...(dotted ? [{ pattern: ` ${wordsOf(dotted).join(' ')} `, needle: longest(dotted) }] : []),
    ];
  });
}

/** A condition: the text contains at least one keyword. */
function hasPart(name: string, text: string, keywords: readonly string[], bind: Bind): string {
  // LIKE is faster for a single keyword. Escapes \, % and _.
  if (keywords.length === 1) {
    const bound = bind(`${name}_0`, 'String', keywords[0]);
    return `${text} LIKE concat('%', replaceRegexpAll(${foldedSql(bound)}, '([\\\\\\\\%_])', '\\\\\\\\\\\\1'), '%')`;
  }
  return inBatches(keywords, (batch, at) => {
    const bound = bind(`${name}_${at}`, 'Array(String)', batch);
    return `multiSearchAny(${text}, arrayMap(k -> ${foldedSql('k')}, ${bound}))`;
  });
}

function inBatches(keywords: readonly string[], search: (batch: string[], at: number) => string): string {
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
