import { base64Decoded, percentDecoded } from './encoded-email.ts';
import { findEmails, type TextEmail } from './find-emails.ts';
import { MAX_STRING_CHARS, type ScriptToken, scriptTokens } from './script-tokens.ts';

const MAX_SCRIPT_CHARS = 200_000;
const MAX_VARIABLES = 500;
/** Limit for the total length of values, which can double with every line. */
const MAX_VALUE_CHARS = 100_000;
const MAX_ITEMS = 200;
const MAX_DEPTH = 8;

/** A string built by a script, its number of parts, and the index of the token after it. */
interface Value {
  text: string;
  parts: number;
  next: number;
}

/**
 * Finds addresses that a script builds from literals: `'info' + '@' + 'acme.com'`, `var u = 'info'; var h =
 * 'acme.com'; document.write(u + '@' + h)`, `['info', 'acme.com'].join('@')`, character codes, reversed and
 * encoded literals. Parses the script without running it, and supports only string literals, concatenation
 * and variables with such strings. An address in a single literal counts only after `mailto:`. Code inside
 * `if (...) {...}` or `else {...}` may never run, so only addresses of `ownDomains` (the page's registrable
 * domains) count there.
 */
export function findScriptEmails(script: string, ownDomains: ReadonlySet<string>): TextEmail[] {
  const reader = new ScriptReader(scriptTokens(script.slice(0, MAX_SCRIPT_CHARS)), ownDomains);
  return reader.emails();
}

class ScriptReader {
  readonly #tokens: readonly ScriptToken[];
  readonly #ownDomains: ReadonlySet<string>;
  readonly #variables = new Map<string, string>();
  readonly #found: TextEmail[] = [];

  constructor(tokens: readonly ScriptToken[], ownDomains: ReadonlySet<string>) {
    this.#tokens = tokens;
    this.#ownDomains = ownDomains;
  }

  emails(): TextEmail[] {
    const inBranch = branchFlags(this.#tokens);
    let checkedChars = 0;
    for (let i = 0; i < this.#tokens.length && checkedChars < MAX_VALUE_CHARS; ) {
      const value = this.#sum(i, 0);
      if (!value) {
        i += 1;
        continue;
      }
      const whole = this.#assign(i, value);
      checkedChars += whole.text.length;
      this.#collect(whole, inBranch[i]!);
      i = value.next;
    }
    return this.#found;
  }

  #collect({ text, parts }: Value, inBranch: boolean): void {
    const plain = decodeEntities(text);
    if (!plain.includes('@') || !(parts > 1 || /mailto:/i.test(plain))) return;
    for (const email of findEmails(plain))
      if (!inBranch || this.#ownDomains.has(email.domain)) this.#found.push(email);
  }

  #is(at: number, text: string): boolean {
    const token = this.#tokens[at];
    return token !== undefined && token.kind !== 'string' && token.text === text;
  }

  /** Stores a value assigned with `name =`, `name +=` or `name:`. Returns the new value of the variable. */
  #assign(at: number, value: Value): Value {
    const sign = this.#tokens[at - 1];
    const name = this.#tokens[at - 2];
    if (sign?.kind !== 'sign' || !name || name.kind === 'sign') return value;
    if (sign.text !== '=' && sign.text !== '+=' && sign.text !== ':') return value;
    const before = sign.text === '+=' ? this.#variables.get(name.text) : undefined;
    const text = ((before ?? '') + value.text).slice(0, MAX_STRING_CHARS);
    if (this.#variables.size < MAX_VARIABLES || this.#variables.has(name.text))
      this.#variables.set(name.text, text);
    return before === undefined ? value : { ...value, text, parts: value.parts + 1 };
  }

  /** `operand + operand + ...` */
  #sum(start: number, depth: number): Value | null {
    const sum: Value = { text: '', parts: 0, next: start };
    for (let at = start; ; at = sum.next + 1) {
      const operand = this.#operand(at, depth);
      if (!operand) break;
      // A variable on its own isn't an expression that builds a string.
      if (sum.parts === 0 && operand.parts === 0 && !this.#is(operand.next, '+')) return null;
      sum.text += operand.text;
      sum.parts += Math.max(1, operand.parts);
      sum.next = operand.next;
      if (!this.#is(sum.next, '+') || sum.text.length > MAX_STRING_CHARS) break;
    }
    return sum.parts > 0 ? sum : null;
  }

  #operand(at: number, depth: number): Value | null {
    const token = this.#tokens[at];
    if (!token || depth > MAX_DEPTH) return null;
    if (token.kind === 'string') return this.#reversible(token.text, at + 1);
    if (token.kind === 'template') return this.#template(token.text, at + 1);
    if (token.kind === 'sign') {
      if (token.text === '[') return this.#joined(at);
      if (token.text !== '(') return null;
      const inner = this.#sum(at + 1, depth + 1);
      return inner && this.#is(inner.next, ')') ? { ...inner, next: inner.next + 1 } : null;
    }
    return this.#call(at, depth) ?? this.#variable(at);
  }

  /** A literal, reversed if `.split('').reverse().join('')` follows. */
  #reversible(text: string, next: number): Value {
    const tail = this.#tokens
      .slice(next, next + 14)
      .map((token) => (token.kind === 'string' ? `'${token.text}'` : token.text))
      .join('');
    if (tail !== ".split('').reverse().join('')") return { text, parts: 1, next };
    return { text: [...text].reverse().join(''), parts: 2, next: next + 14 };
  }

  #template(text: string, next: number): Value {
    let parts = 1;
    const filled = text.replace(/\$\{\s*(?:[\w$]+\.)*([\w$]+)\s*\}/g, (hole, name: string) => {
      parts += 1;
      return this.#variables.get(name) ?? hole;
    });
    return { text: filled.slice(0, MAX_STRING_CHARS), parts, next };
  }

  /** `name` or `object.name` with a string value. */
  #variable(at: number): Value | null {
    let last = at;
    while (this.#is(last + 1, '.') && this.#tokens[last + 2]?.kind === 'name') last += 2;
    const text = this.#variables.get(this.#tokens[last]!.text);
    return text === undefined || this.#is(last + 1, '(') ? null : { text, parts: 0, next: last + 1 };
  }

  /** Decoding functions: `String.fromCharCode(...)`, `atob(...)`, `unescape(...)`. */
  #call(at: number, depth: number): Value | null {
    const name = this.#tokens[at]!.text;
    if (name === 'String' && this.#is(at + 2, 'fromCharCode') && this.#is(at + 3, '('))
      return this.#charCodes(at + 4);
    if (!/^(?:atob|unescape|decodeURI|decodeURIComponent)$/.test(name) || !this.#is(at + 1, '(')) return null;
    const inner = this.#sum(at + 2, depth + 1);
    if (!inner || !this.#is(inner.next, ')')) return null;
    const text = name === 'atob' ? base64Decoded(inner.text) : percentDecoded(inner.text);
    return { text, parts: 2, next: inner.next + 1 };
  }

  #charCodes(start: number): Value | null {
    let text = '';
    let at = start;
    while (text.length < MAX_ITEMS) {
      const token = this.#tokens[at];
      if (token?.kind !== 'name' || !/^\d{1,5}$/.test(token.text)) return null;
      text += String.fromCharCode(Number(token.text));
      at += 1;
      if (!this.#is(at, ',')) break;
      at += 1;
    }
    return this.#is(at, ')') ? { text, parts: 2, next: at + 1 } : null;
  }

  /** `['info', 'acme.com'].join('@')` */
  #joined(start: number): Value | null {
    const items: string[] = [];
    let at = start + 1;
    while (items.length < MAX_ITEMS) {
      const token = this.#tokens[at];
      const item =
        token?.kind === 'string'
          ? token.text
          : token?.kind === 'name'
            ? this.#variables.get(token.text)
            : undefined;
      if (item === undefined) return null;
      items.push(item);
      at += 1;
      if (!this.#is(at, ',')) break;
      at += 1;
    }
    if (!this.#is(at, ']') || !this.#is(at + 1, '.') || !this.#is(at + 2, 'join') || !this.#is(at + 3, '('))
      return null;
    const separator = this.#tokens[at + 4];
    if (separator?.kind !== 'string') return null;
    return { text: items.join(separator.text).slice(0, MAX_STRING_CHARS), parts: items.length, next: at + 6 };
  }
}

/** For each token, whether it is inside a conditional block. */
function branchFlags(tokens: readonly ScriptToken[]): boolean[] {
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

/** Decodes numeric character references, which scripts use to hide @, dots and letters. */
function decodeEntities(text: string): string {
  if (!text.includes('&#')) return text;
  return text.replace(/&#(?:x([0-9a-f]{1,4})|(\d{1,5}));/gi, (_, hex?: string, decimal?: string) =>
    String.fromCharCode(hex ? Number.parseInt(hex, 16) : Number(decimal)),
  );
}
