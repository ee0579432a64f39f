/** What an address in a text can't have before its at sign. */
const SEPARATOR = /[\s@,;|<>()[\]{}"'`=:/\\]/;
const DOMAIN = /[^\s@,;|<>()[\]{}"'`=:/\\?&#!]+/y;
/** Longer texts aren't addresses, also with what is added after a plus. */
const MOST_CHARS = 1000;

/** Every text in a text that looks like an email address. Takes time in proportion to the text, whatever it has. */
export function addressesIn(text: string): string[] {
  const found: string[] = [];
  let end = 0;
  for (let at = text.indexOf('@'); at >= 0; at = text.indexOf('@', at + 1)) {
    const earliest = Math.max(end, at - MOST_CHARS);
    let start = at;
    while (start > earliest && !SEPARATOR.test(text.charAt(start - 1))) start -= 1;
    DOMAIN.lastIndex = at + 1;
    if (start === at || !DOMAIN.test(text)) continue;
    end = DOMAIN.lastIndex;
    if (end - start <= MOST_CHARS) found.push(text.slice(start, end).replace(/[.!?]+$/, ''));
  }
  return found;
}
