/** A token of a script. Templates keep their `${...}` unparsed, regular expressions their slashes and flags. */
export interface ScriptToken {
  kind: 'string' | 'template' | 'regex' | 'name' | 'sign';
  text: string;
}

const MAX_TOKENS = 20_000;
/** Longer string literals are cut. */
export const MAX_STRING_CHARS = 2000;

/** Returns the strings, regular expressions, names and signs of a script without comments. */
export function scriptTokens(script: string): ScriptToken[] {
  const tokens: ScriptToken[] = [];
  let i = 0;
  while (i < script.length && tokens.length < MAX_TOKENS) {
    const char = script[i]!;
    if (char === '"' || char === "'" || char === '`') {
      const read = readString(script, i);
      tokens.push({ kind: char === '`' ? 'template' : 'string', text: read.text });
      i = read.next;
    } else if (char === '/' && script[i + 1] === '/') {
      const end = script.indexOf('\n', i);
      i = end < 0 ? script.length : end;
    } else if (char === '/' && script[i + 1] === '*') {
      const end = script.indexOf('*/', i + 2);
      i = end < 0 ? script.length : end + 2;
    } else if (char === '/' && mayStartRegex(tokens.at(-1))) {
      REGEX.lastIndex = i;
      const regex = REGEX.exec(script)?.[0];
      tokens.push({ kind: regex ? 'regex' : 'sign', text: regex ?? char });
      i += regex?.length ?? 1;
    } else if (/[\w$]/.test(char)) {
      const start = i;
      while (i < script.length && /[\w$]/.test(script[i]!)) i += 1;
      const text = script.slice(start, i);
      if (!/^(?:var|let|const)$/.test(text)) tokens.push({ kind: 'name', text: text.slice(0, 60) });
    } else {
      if (char === '+' && script[i + 1] === '=') {
        tokens.push({ kind: 'sign', text: '+=' });
        i += 1;
      } else if (!/\s/.test(char)) tokens.push({ kind: 'sign', text: char });
      i += 1;
    }
  }
  return tokens;
}

/** A regular expression on one line, at most 200 characters long. */
const REGEX = /\/(?![*/])(?:[^\\/[\n]|\\[^\n]|\[(?:[^\]\\\n]|\\[^\n]){0,100}\]){1,200}\/[a-z]{0,8}/y;

/** A slash after an operand divides. */
function mayStartRegex(last: ScriptToken | undefined): boolean {
  return !last || (last.kind === 'sign' && /^[(,=:[!&|?{};+]/.test(last.text));
}

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r' };

/**
 * Reads a string literal from its quote. An unterminated string ends at the end of its line, except for
 * templates.
 */
function readString(script: string, start: number): { text: string; next: number } {
  const quote = script[start]!;
  let text = '';
  let i = start + 1;
  while (i < script.length) {
    const char = script[i]!;
    if (char === quote) return { text, next: i + 1 };
    if (char === '\n' && quote !== '`') break;
    if (char === '\\') {
      const coded = /^(?:x([0-9a-f]{2})|u([0-9a-f]{4})|u\{([0-9a-f]{1,6})\})/i.exec(
        script.slice(i + 1, i + 11),
      );
      if (coded) {
        text += String.fromCharCode(Number.parseInt(coded[1] ?? coded[2] ?? coded[3]!, 16) & 0xffff);
        i += 1 + coded[0].length;
      } else {
        const next = script[i + 1] ?? '';
        text += ESCAPES[next] ?? next;
        i += 2;
      }
    } else {
      text += char;
      i += 1;
    }
    if (text.length > MAX_STRING_CHARS) {
      const end = script.indexOf(quote, i);
      return { text, next: end < 0 ? script.length : end + 1 };
    }
  }
  return { text, next: i };
}
