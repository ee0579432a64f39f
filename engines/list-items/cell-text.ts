/** Invisible characters that spreadsheets, chats and web pages add: zero-width, direction, soft hyphen, BOM. */
const INVISIBLE = /[\p{Cf}\p{Variation_Selector}]/gu;
/** Spaces and control characters other than tab and line breaks. */
const OTHER_SPACE = /(?![\t-\r])[\p{Cc}\p{Z}]/gu;
/** `- `, `• `, `✅`: what comes before an item of a list in any of its forms, but numbers and letters. */
export const BULLET =
  /^(?:[•‣▪▫◦●○■□→➔➜➤➢►▶▸▹❯❖◆◇★☆⁃∙⋅∎☐☑✓✔✗✘✦]|\p{Extended_Pictographic}(?=\s*[\p{L}\p{N}])|[-*+–—·»>~]\s)\s*/u;
/** `1. `, `2) `, `(3) `, `a) `, `iv. `, `[x] `, `#4 `, `1、`, `①` */
const NUMBERED =
  /^(?:\(?\d{1,6}[.):]\s|\d{1,6}[、．]|[①-⑳]|\(?(?:[a-z]|[ivx]{2,4})[.)]\s|#\d{1,6}[.:)]?\s|\[[ x]?\]\s)\s*/i;
const MAX_MARKERS = 3;
const PAIRS: readonly (readonly [string, string])[] = [
  ['<', '>'],
  ['"', '"'],
  ["'", "'"],
  ['`', '`'],
  ['“', '”'],
  ['„', '“'],
  ['‘', '’'],
  ['«', '»'],
  ['(', ')'],
  ['[', ']'],
];
const MAX_CELL_CHARS = 4000;
/** What our CSV files put before a text that a spreadsheet would run as a formula. */
export const FORMULA_GUARD = /^'(?=[=+\-@＝＋－＠])/;

/** The text of a cell without invisible characters, with plain spaces, trimmed. Line breaks and tabs stay. */
export function visibleText(written: string): string {
  return written.replace(INVISIBLE, '').replace(OTHER_SPACE, ' ').trim();
}

const DEFANGED = /hxxp|[[({](?:[.:@]|dot|at|punkt|punto|ät|arroba|:\/\/)[\])}]|\sdot\s/i;
/** `jane dot doe at acme dot com` */
const SPOKEN_EMAIL =
  /((?:[\w+-]{1,64}\sdot\s){0,3}[\w.+-]{1,64})\sat\s((?:[\w-]{1,63}\sdot\s){1,4}[a-z]{2,12})(?![\w.-])/gi;

/** A text with addresses as security reports write them, so that no one opens them by mistake: `hxxps://acme[.]com`. */
export function refanged(text: string): string {
  if (!DEFANGED.test(text)) return text;
  return text
    .replace(/hxxp(s?)(?=[:[({])/gi, 'http$1')
    .replace(/\s?[[({](?:\.|dot|punkt|punto)[\])}]\s?/gi, '.')
    .replace(/\s?[[({](?:@|at|ät|arroba)[\])}]\s?/gi, '@')
    .replace(SPOKEN_EMAIL, (_, local: string, domain: string) =>
      `${local}@${domain}`.replace(/\sdot\s/gi, '.'),
    )
    .replace(/[[({](:(?:\/\/)?)[\])}]/g, '$1');
}

/** Whether a text has nothing that a person sees. */
export function isBlank(text: string): boolean {
  return !/[^\s\u200b-\u200f\u2060\ufeff\u00a0]/.test(text);
}

const SEPARATOR = /[\s,;|]/;

/**
 * The text without characters of `ends` at its start and end. A loop, because a pattern such as `\\s+$` takes
 * quadratic time.
 */
export function withoutEnds(text: string, ends: RegExp): string {
  let from = 0;
  let to = text.length;
  while (from < to && ends.test(text.charAt(from))) from += 1;
  while (to > from && ends.test(text.charAt(to - 1))) to -= 1;
  return text.slice(from, to);
}

/**
 * The item in a cell or line: without invisible characters, list markers, enclosing quotes or brackets, and
 * punctuation at the end. `1. <https://acme.com>,` -> `https://acme.com`. IPv6 literals keep their brackets.
 */
export function itemText(written: string): string {
  let text = refanged(visibleText(written.slice(0, MAX_CELL_CHARS)).replace(FORMULA_GUARD, ''));
  text = /^=HYPERLINK\(\s*"([^"]+)"/i.exec(text)?.[1]?.trim() ?? text;
  for (let count = 0; count < MAX_MARKERS && (BULLET.test(text) || NUMBERED.test(text)); count += 1)
    text = text.replace(BULLET, '').replace(NUMBERED, '');
  // [Acme](https://acme.com)
  text = /^\[[^[\]]*\]\(([^()\s]+)\)$/.exec(text)?.[1] ?? text;
  for (let before = ''; before !== text; ) {
    before = text;
    text = withoutEnds(text, SEPARATOR);
    for (const [open, close] of PAIRS) {
      if (text.length < 2 || !text.startsWith(open) || !text.endsWith(close)) continue;
      const inside = text.slice(open.length, -close.length);
      if (open === '[' && /^[\da-f:.]*:[\da-f:.]*$/i.test(inside)) continue;
      text = inside.trim();
    }
  }
  return text;
}
