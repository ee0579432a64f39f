import { findEmails } from './find-emails.ts';
import type { ScriptToken } from './script-tokens.ts';

/** Whether a string has an address as it is written, not reversed. */
export function hasAddress(text: string): boolean {
  if (!text.includes('@')) return false;
  const lower = text.toLowerCase();
  return findEmails(text).some(({ address }) => lower.includes(address));
}

/** `.slice(2, -2)`, `.substring(2)`, `.substr(2, 15)` of a string, or null if an argument isn't a whole number. */
export function partOf(
  text: string,
  args: readonly string[],
  name: 'slice' | 'substring' | 'substr',
): string | null {
  const numbers = args.map(Number);
  const [from, to] = numbers;
  if (from === undefined || numbers.some((number) => !Number.isInteger(number))) return null;
  if (name === 'slice') return text.slice(from, to);
  if (numbers.some((number) => number < 0)) return null;
  return name === 'substring'
    ? text.substring(from, to)
    : text.slice(from, to === undefined ? to : from + to);
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
