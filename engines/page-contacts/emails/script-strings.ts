import { findEmails } from './find-emails.ts';
import type { ScriptToken } from './script-tokens.ts';
import type { ScriptValue } from './script-values.ts';

/** Whether a string has an address as it is written, not reversed. */
export function hasAddress(text: string): boolean {
  if (!text.includes('@')) return false;
  const lower = text.toLowerCase();
  return findEmails(text).some(({ address }) => lower.includes(address));
}

/** `.slice(2, -2)`, `.substring(2)`, `.substr(2, 15)` of a string. */
export function partOf(
  value: ScriptValue,
  args: readonly ScriptValue[],
  name: string,
  next: number,
): ScriptValue | null {
  const numbers = args.map(({ text }) => Number(text));
  const [from, to] = numbers;
  if (value.items || from === undefined || numbers.some((number) => !Number.isInteger(number))) return null;
  const { text } = value;
  if (name !== 'slice' && numbers.some((number) => number < 0)) return null;
  const part =
    name === 'slice'
      ? text.slice(from, to)
      : name === 'substring'
        ? text.substring(from, to)
        : text.slice(from, to === undefined ? undefined : from + to);
  return { text: part, parts: value.parts + 1, next, items: null };
}

/** Characters from their codes, or null if one isn't a code. */
export function fromCodes(codes: readonly (string | number)[]): string | null {
  let text = '';
  for (const code of codes) {
    const number = Number(code);
    if (!Number.isInteger(number) || number < 9 || number > 0xffff) return null;
    text += String.fromCharCode(number);
  }
  return text;
}

/** The string that a regular expression without operators finds. */
export function plainRegex(token: ScriptToken): { text: string; all: boolean } | null {
  const parts = token.kind === 'regex' ? /^\/(.*)\/([a-z]*)$/.exec(token.text) : null;
  if (!parts) return null;
  const [, source = '', flags = ''] = parts;
  if (/\\[a-z\d]/i.test(source) || /(?<!\\)[[\](){}.*+?^$|]/.test(source)) return null;
  return { text: source.replace(/\\(.)/g, '$1'), all: flags.includes('g') };
}
