import { findEmails, type TextEmail } from './find-emails.ts';

const MAX_SCRIPT_CHARS = 200_000;
const MAX_TOKENS = 20_000;
const MAX_STRING_CHARS = 2000;
const MAX_VARIABLES = 500;
/** How many characters of values are looked at for addresses: values can double with every line. */
const MAX_VALUE_CHARS = 100_000;

type Token = { kind: 'string' | 'name' | 'sign'; text: string };

/**
 * Addresses that a script puts together from literals: `'info' + '@' + 'acme.com'`, `var u = 'info'; var h = 'acme.com';
 * document.write(u + '@' + h)`, `['info', 'acme.com'].join('@')`. The script is read, never run: only string literals, `+`,
 * `+=`, `=`, `join`, and names that hold such strings are understood. An address that stands in one literal counts only in
 * markup the script writes (`mailto:` before it). `branches` false leaves out what stands inside `if (...) {...}`: it may never
 * be written.
 */
export function findScriptEmails(script: string, branches = true): TextEmail[] {
  const tokens = tokenize(script.slice(0, MAX_SCRIPT_CHARS));
  const inBranch = branches ? null : branchFlags(tokens);
  const variables = new Map<string, string>();
  const found: TextEmail[] = [];
  let looked = 0;
  for (let i = 0; i < tokens.length && looked < MAX_VALUE_CHARS; ) {
    const value = readValue(tokens, i, variables);
    if (!value) {
      i += 1;
      continue;
    }
    looked += value.text.length;
    const target = assignedName(tokens, i);
    if (target && variables.size < MAX_VARIABLES) {
      const grown = target.grows ? (variables.get(target.name) ?? '') + value.text : value.text;
      variables.set(target.name, grown.slice(0, MAX_STRING_CHARS));
      if (target.grows && !inBranch?.[i]) {
        looked += grown.length;
        collect(grown.slice(0, MAX_STRING_CHARS), true, found);
      }
    }
    if (!inBranch?.[i]) collect(value.text, value.parts > 1, found);
    i = value.next;
  }
  return found;
}

/** For each token, whether it stands in a block that runs on a condition only. */
function branchFlags(tokens: readonly Token[]): boolean[] {
  const blocks: boolean[] = [];
  let open = 0;
  let brackets = 0;
  let awaitsBlock = false;
  return tokens.map(({ kind, text }) => {
    if (kind === 'name' && (text === 'if' || text === 'else')) awaitsBlock = true;
    else if (kind === 'sign') {
      if (text === '(') brackets += 1;
      else if (text === ')') brackets -= 1;
      else if (text === ';' && brackets === 0) awaitsBlock = false;
      else if (text === '{') {
        blocks.push(awaitsBlock);
        if (awaitsBlock) open += 1;
        awaitsBlock = false;
      } else if (text === '}' && blocks.pop()) open -= 1;
    }
    return open > 0;
  });
}

function collect(text: string, composed: boolean, found: TextEmail[]): void {
  const plain = decodeEntities(text);
  if (!plain.includes('@')) return;
  if (composed || /mailto:/i.test(plain)) found.push(...findEmails(plain));
}

/** Character references that cloaking scripts use for @, dots and letters. */
function decodeEntities(text: string): string {
  if (!text.includes('&#')) return text;
  return text.replace(/&#(?:x([0-9a-f]{1,4})|(\d{1,5}));/gi, (_, hex?: string, decimal?: string) =>
    String.fromCharCode(hex ? Number.parseInt(hex, 16) : Number(decimal)),
  );
}

/** The name a value is assigned to: `name =` or `name +=` before the tokens at `start`. */
function assignedName(tokens: readonly Token[], start: number): { name: string; grows: boolean } | null {
  const sign = tokens[start - 1];
  const name = tokens[start - 2];
  if (sign?.kind !== 'sign' || name?.kind !== 'name') return null;
  if (sign.text === '=') return { name: name.text, grows: false };
  return sign.text === '+=' ? { name: name.text, grows: true } : null;
}

/** Reads `part + part + ...` where each part is a literal or a known name. */
function readValue(
  tokens: readonly Token[],
  start: number,
  variables: ReadonlyMap<string, string>,
): { text: string; parts: number; next: number } | null {
  const joined = readJoin(tokens, start, variables);
  if (joined) return joined;
  let text = '';
  let parts = 0;
  let i = start;
  let depth = 0;
  for (;;) {
    while (tokens[i]?.kind === 'sign' && tokens[i]?.text === '(' && parts > 0) {
      depth += 1;
      i += 1;
    }
    const part = literal(tokens[i], variables);
    if (part === null) break;
    // A name alone, or one that is assigned to, is no value.
    if (parts === 0 && tokens[i]!.kind === 'name' && tokens[i + 1]?.text !== '+') return null;
    text += part;
    parts += 1;
    i += 1;
    while (depth > 0 && tokens[i]?.text === ')') {
      depth -= 1;
      i += 1;
    }
    if (tokens[i]?.kind !== 'sign' || tokens[i]?.text !== '+' || text.length > MAX_STRING_CHARS) break;
    i += 1;
  }
  return parts > 0 ? { text, parts, next: i } : null;
}

/** `['info', 'acme.com'].join('@')` */
function readJoin(
  tokens: readonly Token[],
  start: number,
  variables: ReadonlyMap<string, string>,
): { text: string; parts: number; next: number } | null {
  if (tokens[start]?.text !== '[' || tokens[start]?.kind !== 'sign') return null;
  const items: string[] = [];
  let i = start + 1;
  while (items.length < 100) {
    const item = literal(tokens[i], variables);
    if (item === null) return null;
    items.push(item);
    i += 1;
    if (tokens[i]?.text === ',') i += 1;
    else break;
  }
  const tail = tokens.slice(i, i + 5).map((token) => token.text);
  if (tail[0] !== ']' || tail[1] !== '.' || tail[2] !== 'join' || tail[3] !== '(') return null;
  const separator = tokens[i + 4];
  if (separator?.kind !== 'string') return null;
  return { text: items.join(separator.text).slice(0, MAX_STRING_CHARS), parts: items.length, next: i + 5 };
}

function literal(token: Token | undefined, variables: ReadonlyMap<string, string>): string | null {
  if (token?.kind === 'string') return token.text;
  if (token?.kind === 'name') return variables.get(token.text) ?? null;
  return null;
}

/** Strings, names and signs of a script. Comments go; regular expressions are not told apart, which costs at most a string. */
function tokenize(script: string): Token[] {
  const tokens: Token[] = [];
  let i = 0;
  while (i < script.length && tokens.length < MAX_TOKENS) {
    const char = script[i]!;
    if (char === '"' || char === "'" || char === '`') {
      const read = readString(script, i);
      tokens.push({ kind: 'string', text: read.text });
      i = read.next;
    } else if (char === '/' && script[i + 1] === '/') {
      const end = script.indexOf('\n', i);
      i = end < 0 ? script.length : end;
    } else if (char === '/' && script[i + 1] === '*') {
      const end = script.indexOf('*/', i + 2);
      i = end < 0 ? script.length : end + 2;
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

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r' };

/** A string literal from its quote on; one that does not end on its line ends there (a template may go on). */
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
