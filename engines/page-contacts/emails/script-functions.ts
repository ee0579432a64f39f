import type { ScriptToken } from './script-tokens.ts';

const MAX_FUNCTIONS = 200;
const MAX_PARAMS = 400;
const MAX_IMMEDIATE_CALLS = 5;
/** A function that only writes an address is small. */
const MAX_BODY_TOKENS = 400;

/** A function of a script: the names of its parameters and the tokens of its body. */
export interface ScriptFunction {
  params: string[];
  body: readonly ScriptToken[];
}

/** Signs that a function writes or decodes an address. */
const WRITES = /@|&#64|mail|^(?:reverse|atob|replace|fromCharCode|unescape|decodeURIComponent)$/i;

/** Returns the functions of a script that may write an address from their arguments, by name. */
export function addressFunctions(tokens: readonly ScriptToken[]): Map<string, ScriptFunction> {
  const functions = new Map<string, ScriptFunction>();
  for (let index = 0; index < tokens.length && functions.size < MAX_FUNCTIONS; index += 1) {
    const found = functionAt(tokens, index);
    if (found && found.params.length > 0 && found.body.some(({ text }) => WRITES.test(text)))
      functions.set(found.name, found);
  }
  return functions;
}

/** `function name(a, b) {...}`, `name = function (a, b) {...}`, `name = (a, b) => ...` and `name: a => ...` */
function functionAt(
  tokens: readonly ScriptToken[],
  index: number,
): (ScriptFunction & { name: string }) | null {
  const { kind, text } = tokens[index]!;
  if (kind === 'string') return null;
  let name = '';
  let open = index + 1;
  if (text === 'function' && tokens[open]?.kind === 'name') {
    name = tokens[open]!.text;
    open += 1;
  } else if ((text === '=' || text === ':') && tokens[index - 1]?.kind === 'name') {
    name = tokens[index - 1]!.text;
    if (tokens[open]?.text === 'function') open += tokens[open + 1]?.kind === 'name' ? 2 : 1;
  }
  const head = name === '' ? null : parameters(tokens, open);
  return head && { name, params: head.params, body: bodyAt(tokens, head.next) };
}

/** The names in brackets at `open`, or the single one of an arrow function, and the index of the body. */
function parameters(tokens: readonly ScriptToken[], open: number): { params: string[]; next: number } | null {
  const params: string[] = [];
  let next = open;
  if (tokens[open]?.text === '(') {
    for (next = open + 1; tokens[next]?.kind === 'name' && params.length < MAX_PARAMS; next += 1) {
      params.push(tokens[next]!.text);
      if (tokens[next + 1]?.text === ',') next += 1;
    }
    if (tokens[next]?.text !== ')') return null;
  } else if (tokens[open]?.kind === 'name' && tokens[open + 1]?.text === '=') params.push(tokens[open]!.text);
  else return null;
  next += 1;
  if (tokens[next]?.text === '=' && tokens[next + 1]?.text === '>') return { params, next: next + 2 };
  return tokens[next]?.text === '{' ? { params, next } : null;
}

/** The tokens of a block, or of the expression of an arrow function. */
function bodyAt(tokens: readonly ScriptToken[], start: number): readonly ScriptToken[] {
  return tokens.slice(start, endOf(tokens, start, Math.min(tokens.length, start + MAX_BODY_TOKENS)));
}

/** The index of the sign that ends the block or expression at `start`. */
function endOf(tokens: readonly ScriptToken[], start: number, most: number): number {
  let depth = 0;
  for (let index = start; index < most; index += 1) {
    depth += depthChange(tokens[index]!);
    if (depth < 0 || (depth === 0 && isSign(tokens[index], /^[;}]$/))) return index;
  }
  return most;
}

function depthChange({ kind, text }: ScriptToken): number {
  if (kind !== 'sign') return 0;
  if (text === '{' || text === '(' || text === '[') return 1;
  return text === '}' || text === ')' || text === ']' ? -1 : 0;
}

function isSign(token: ScriptToken | undefined, pattern: RegExp): boolean {
  return token?.kind === 'sign' && pattern.test(token.text);
}

/**
 * The strings that functions get as arguments where they are written, by parameter:
 * `(function (a, b) {...})('info', 'acme.com')`. Nuxt hands over its data like this.
 */
export function immediateArguments(tokens: readonly ScriptToken[]): Map<string, string> {
  const values = new Map<string, string>();
  for (let index = 0, calls = 0; index < tokens.length && calls < MAX_IMMEDIATE_CALLS; index += 1) {
    if (!isSign(tokens[index], /^[(!]$/)) continue;
    const head = parameters(tokens, index + (tokens[index + 1]?.text === 'function' ? 2 : 1));
    if (!head || head.params.length === 0 || !isSign(tokens[head.next], /^\{$/)) continue;
    calls += 1;
    const end = endOf(tokens, head.next, tokens.length);
    const open = isSign(tokens[end + 1], /^\)$/) ? end + 2 : end + 1;
    if (isSign(tokens[open], /^\($/)) readArguments(tokens, open, head.params, values);
  }
  return values;
}

function readArguments(
  tokens: readonly ScriptToken[],
  open: number,
  params: readonly string[],
  values: Map<string, string>,
): void {
  let position = 0;
  let depth = 0;
  for (let index = open + 1; index < tokens.length && depth >= 0; index += 1) {
    const token = tokens[index]!;
    const name = params[position];
    if (token.kind === 'string' && depth === 0 && name) values.set(name, token.text);
    depth += depthChange(token);
    if (depth === 0 && isSign(token, /^,$/)) position += 1;
  }
}
