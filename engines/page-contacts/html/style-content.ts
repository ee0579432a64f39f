/** What a style sheet writes before and after an element. */
export interface StyleContent {
  before: string;
  after: string;
}

/** An @, or a value of an attribute: content of other kinds is mostly icons and quotation marks. */
export const HIDES_SIGN = /\bcontent\s*:[^;{}]{0,300}(?:@|\\0{0,4}40(?![0-9a-f])|attr\()/i;

const CONTENT = /(?:^|[;\s])content\s*:\s*([^;]{1,300})/i;
const PART = /"((?:[^"\\\n]|\\.){0,200})"|'((?:[^'\\\n]|\\.){0,200})'|(attr\(\s*data-[\w-]{1,24}\s*\))/gi;

/** The strings and attributes of a `content` declaration as one text, with `attr(...)` as it is; '' without one. */
export function contentText(body: string): string {
  const written = CONTENT.exec(body)?.[1] ?? '';
  let text = '';
  for (const [, double, single, attribute] of written.matchAll(PART))
    text += attribute ?? unescaped(double ?? single ?? '');
  return text;
}

/** Decodes `\40 ` and `\000040` (CSS Syntax, 4.3.7). */
function unescaped(text: string): string {
  return text.replace(/\\(?:([0-9a-f]{1,6})\s?|(.))/gi, (_, hex?: string, char?: string) => {
    const code = hex ? Number.parseInt(hex, 16) : 0;
    return hex ? (code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '') : (char ?? '');
  });
}

/** Content with the values of an element's data attributes, by name without `data-`. */
export function filledContent(text: string, values: () => ReadonlyMap<string, string>): string {
  if (!text.includes('attr(')) return text;
  return text.replace(
    /attr\(\s*data-([\w-]+)\s*\)/gi,
    (_, name: string) => values().get(name.toLowerCase()) ?? '',
  );
}
