import { base64Decoded, percentDecoded, rot13 } from './encoded-email.ts';
import { partOf } from './script-strings.ts';
import { MAX_STRING_CHARS } from './script-tokens.ts';

/** Longer lists are cut. */
export const MAX_ITEMS = 400;

/** A string or list built by a script, its number of parts, and the index of the token after it. */
export interface ScriptValue {
  text: string;
  /** 0 for a variable, 1 for a literal, more for an expression */
  parts: number;
  next: number;
  /** the elements of a list; null for a string */
  items: string[] | null;
  /** a part of it was an address before a call changed it, so that the result is less sure */
  isRewritten?: boolean;
}

/** Functions that only write their argument in another form. */
export const DECODERS: Readonly<Record<string, (text: string) => string>> = {
  atob: base64Decoded,
  unescape: percentDecoded,
  decodeURI: percentDecoded,
  decodeURIComponent: percentDecoded,
  escape: (text) => text,
  rot13,
  str_rot13: rot13,
  strrev: reversed,
  reverse: reversed,
  base64_decode: base64Decoded,
};

function reversed(text: string): string {
  return [...text].reverse().join('');
}

/** The texts with a separator between them, cut to `MAX_STRING_CHARS`. */
export function joined(texts: readonly string[], separator: string): string {
  let text = texts[0] ?? '';
  for (let index = 1; index < texts.length && text.length < MAX_STRING_CHARS; index += 1)
    text += separator + texts[index];
  return text.slice(0, MAX_STRING_CHARS);
}

/** The value after a call of a method of a string or list with these arguments, or null for other methods. `next`: the token after it. */
export function methodResult(
  name: string,
  value: ScriptValue,
  args: readonly ScriptValue[],
  next: number,
): ScriptValue | null {
  const done = (text: string, items: string[] | null = null): ScriptValue => ({
    text: text.slice(0, MAX_STRING_CHARS),
    items,
    parts: value.parts + Math.max(1, args.length),
    next,
  });
  const first = args[0];
  switch (name) {
    case 'split':
      return done('', value.text.split(first?.text ?? ',').slice(0, MAX_ITEMS));
    case 'reverse':
      return value.items ? { ...done('', [...value.items].reverse()), parts: value.parts } : null;
    case 'join':
      return value.items
        ? { ...done(joined(value.items, first?.text ?? ',')), parts: value.items.length + 1 }
        : null;
    case 'concat':
      return value.items
        ? done(
            '',
            [...value.items, ...args.flatMap((value) => value.items ?? [value.text])].slice(0, MAX_ITEMS),
          )
        : done(joined([value.text, ...args.map((value) => value.text)], ''));
    case 'slice':
    case 'substring':
    case 'substr': {
      const texts = args.map((value) => value.text);
      const part = value.items ? null : partOf(value.text, texts, name);
      return part === null ? null : done(part);
    }
    case 'toLowerCase':
      return done(value.text.toLowerCase());
    case 'trim':
    case 'toString':
    case 'valueOf':
      return { ...value, next };
    default:
      return null;
  }
}
