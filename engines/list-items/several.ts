import { FORMULA_GUARD, isBlank, itemText, refanged, visibleText, withoutEnds } from './cell-text.ts';
import { emailKey, readEmail } from './email.ts';
import { hasNoValue } from './no-value.ts';
import { readEmployer } from './person.ts';
import { readWebsite, type Website } from './website.ts';

/** Of one line, more than a list may have. */
const MAX_WORDS = 50_000;
const MAX_CELLS = 500;
/** What sets the values of one cell apart, in our own files and in those of others. */
const BETWEEN_WORDS = /[\s;,/|]+/;
/** Between values that contain spaces: addresses with names, and companies. */
const BETWEEN_TEXTS = /[;|\r\n\u2028\u2029\t]+/;
/** Between phones: what is only between them, and what is also within one or before its extension. */
const BETWEEN_PHONES = /[;|\r\n\u2028\u2029\t]+/;
const BETWEEN_NUMBERS = /[,/]+|\s+(?:and|or|und|oder|et|ou|y|o|e|en|of)\s+|\s+(?=\+\d)/i;
const LEAST_PHONE_DIGITS = 7;
const LEAST_WORDS = 5;
const LEAST_LOWERCASE = 3;
const MAX_SENTENCE_CHARS = 4000;
const LOWERCASE = /^\p{Ll}+[,;:.!?)]?$/u;
/** An address that is no file, abbreviation or missing space, as `node.js`, `e.g` and `Monday.We` are. */
const PLAIN_SITE =
  /^(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.){1,4}(?:com|net|org|info|biz|io|co|ai|app|dev|shop|store|eu|de|at|ch|fr|es|it|pt|nl|be|lu|dk|se|no|fi|is|ie|uk|us|ca|mx|br|ar|cl|pe|jp|cn|kr|in|au|nz|za|pl|cz|sk|hu|ro|bg|gr|tr|ua|ru|ee|lv|lt|hr|si|tw|hk|sg|my|id|th|vn|il|ae|ng|ke)(?:\/\S*)?$/;
/** Around an address within a sentence, or with a name before it. */
const AROUND = /[<>()[\]{}"'“”„‘’«»`:.!?]/;

/**
 * The email addresses of a cell, distinct: `info@a.com; sales@a.com` -> two. Values are set apart by `;`, `,`, `/`,
 * `|`, spaces and line breaks. A damaged one beside others stays, so that its row says what is wrong. The whole
 * cell, if it has no address or is one.
 */
export function emailsIn(written: string): string[] {
  const cell = refanged(written);
  const text = visibleText(cell);
  if (!text.includes('@', text.indexOf('@') + 1) && readEmail(text).ok) return [cell];
  const one = itemText(text);
  // "a@b"@c.com, and an address with a slash.
  if (one.startsWith('"') && readEmail(one).ok) return [cell];
  const found = text.split(BETWEEN_TEXTS).flatMap((part) => {
    if (part.indexOf('@') === part.lastIndexOf('@') && readEmail(part).ok) return [itemText(part)];
    return part
      .replace(/mailto:([^?\s]*)(?:\?\S*)?/gi, '$1')
      .split(BETWEEN_WORDS)
      .map((word) => itemText(withoutEnds(word, AROUND)))
      .filter((word) => word.includes('@'));
  });
  return found.some((text) => readEmail(text).ok) ? distinctBy(found, emailKey) : [cell];
}

/** The good addresses of a cell, as `emailsIn` finds them, without names around them: `Jane <jane@a.com>, x` -> `jane@a.com`. */
export function addressesIn(cell: string): string[] {
  return emailsIn(cell).flatMap((text) => {
    const reading = readEmail(text);
    return reading.ok ? [reading.address.canonical] : [];
  });
}

/**
 * The phones of a cell as they are written, distinct. `;`, `|` and line breaks set them apart, and `,`, `/`, a word or a plus
 * sign between whole numbers: `030 1234567, 030 7654321` -> two, `030/1234567, ext. 5` -> one. Parts without a digit are left out.
 */
export function phonesIn(cell: string): string[] {
  const found = cell.split(BETWEEN_PHONES).flatMap((part) => {
    const numbers = part.split(BETWEEN_NUMBERS).filter((number) => number.trim() !== '');
    return numbers.every((number) => digitsOf(number).length >= LEAST_PHONE_DIGITS) ? numbers : [part];
  });
  const phones = found.map((phone) =>
    visibleText(phone)
      .replace(FORMULA_GUARD, '')
      .replace(/^tel:\s*/i, ''),
  );
  return distinctBy(phones.filter(digitsOf), digitsOf);
}

function digitsOf(text: string): string {
  return text.replace(/\P{Nd}/gu, '');
}

/**
 * The company domains of a cell, distinct: `acme.com; acme.de` -> two. Pages of shared sites beside them are left
 * out. The whole cell, if it is one domain or has other text.
 */
export function employersIn(written: string): string[] {
  const cell = refanged(written);
  const words = addressWords(visibleText(cell));
  if (words.length < 2) return [cell];
  const readings = words.map((word) => ({ word, reading: readEmployer(word) }));
  if (readings.some(({ reading }) => !reading.ok && reading.fault !== 'shared-site')) return [cell];
  const found = new Map(
    readings.flatMap(({ word, reading }) => (reading.ok ? [[reading.domain, word] as const] : [])),
  );
  return found.size > 0 ? [...found.values()] : [cell];
}

/**
 * The company names of a cell: `Acme; Nord AG` -> two. Only line breaks and a semicolon before a space set them
 * apart, since names contain everything else, and `&amp;` is written in some.
 */
export function companiesIn(cell: string): string[] {
  const names = cell
    .split(/(?<!&#?[a-z0-9]{1,10});\s+|[\r\n\u2028\u2029]+/i)
    .map((name) => withoutEnds(visibleText(name), /[\s;]/).replace(FORMULA_GUARD, ''))
    .filter((name) => !hasNoValue(name));
  return distinctBy(names, (name) => name.toLowerCase());
}

/**
 * The websites of one line or cell: one, or several with separators between them. Empty if there is none, or if
 * the line has other text that isn't set apart by a tab, semicolon, comma or pipe.
 */
export function websitesIn(written: string): Website[] {
  const text = refanged(written);
  const whole = isSeveral(text) ? null : readWebsite(text);
  if (whole?.ok) return [whole.website];
  const words = addressWords(text);
  const all: Website[] = [];
  for (const word of words.length > 1 ? words : []) {
    const reading = readWebsite(word);
    if (!reading.ok) break;
    all.push(reading.website);
  }
  if (words.length > 1 && all.length === words.length) return all;
  const cells = text
    .split(/[\t;,|\r\n]/, MAX_CELLS)
    .map((cell) => (isSeveral(cell) ? null : readWebsite(cell)));
  const websites = cells.flatMap((cell) => (cell?.ok ? [cell.website] : []));
  const own = websites.filter(({ fromEmail }) => !fromEmail);
  return own.length > 0 ? own : websites;
}

/** Whether a line is a sentence, by its words in lower case. */
export function isSentence(line: string): boolean {
  const words = line.slice(0, MAX_SENTENCE_CHARS).split(/\s+/);
  return (
    words.length >= LEAST_WORDS && words.filter((word) => LOWERCASE.test(word)).length >= LEAST_LOWERCASE
  );
}

/** The websites of one line, as `websitesIn`, and those within a sentence. */
export function websitesOfLine(line: string): Website[] {
  const found = websitesIn(line);
  if (!isSentence(line)) return found;
  const within = line
    .slice(0, MAX_SENTENCE_CHARS)
    .split(/\s+/)
    .map((word) => withoutEnds(word, /[<>()[\]{}"'“”„‘’«»,;:.!?]/))
    .filter((word) => /^(?:https?:\/\/|www\.)/i.test(word) || PLAIN_SITE.test(word))
    .map(readWebsite)
    .flatMap((reading) => (reading.ok ? [reading.website] : []));
  return within.length > found.length ? within : found;
}

/** What people write between two addresses. A slash between spaces is a separator, too. */
const CONNECTOR =
  /^(?:[/&+•*–—-]+|and|or|und|oder|et|ou|y|o|e|also|auch|old|new|alt|neu|formerly|en|of|eller|och|og|i|lub)$/i;

/** The words of a cell with addresses, without what connects them: `acme.com and (acme.de)` -> two. */
function addressWords(text: string): string[] {
  return text
    .split(/[\s,;|]+/, MAX_WORDS)
    .flatMap((word) => word.split(/(?<=[a-z\d])(?=https?:\/\/)/i))
    .map((word) => (isInParentheses(word) ? withoutEnds(word, /[():]/) : word))
    .filter((word) => /[^/]/.test(word) && !isBlank(word) && !CONNECTOR.test(word));
}

/** Whether parentheses start or end at a word, and aren't part of it, as in `acme.com/a_(b)`. */
function isInParentheses(word: string): boolean {
  return (word.startsWith('(') || word.endsWith(')')) && !(word.indexOf('(', 1) > 0 && word.endsWith(')'));
}

/** `https://a.com,https://b.com` is one valid URL for a parser, but two for its author. */
function isSeveral(text: string): boolean {
  return /[,;|\s](?:https?:\/\/|www\.)|[a-z\d]https?:\/\//i.test(itemText(text));
}

/** Whether a text is one website, which may contain commas. */
export function isOneWebsite(text: string): boolean {
  return !isSeveral(text) && readWebsite(text).ok;
}

function distinctBy(texts: readonly string[], toKey: (text: string) => string): string[] {
  const distinct = new Map<string, string>();
  for (const text of texts) {
    const key = toKey(text);
    if (!distinct.has(key)) distinct.set(key, text);
  }
  return [...distinct.values()];
}
