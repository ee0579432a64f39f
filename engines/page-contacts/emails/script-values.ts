import { DECODERS, joined, MAX_ITEMS, methodResult, type ScriptValue } from './script-methods.ts';
import { fromCodes, hasAddress, plainRegex } from './script-strings.ts';
import { MAX_STRING_CHARS, type ScriptToken, scriptTokens } from './script-tokens.ts';

const MAX_VARIABLES = 500;
const MAX_DEPTH = 8;
const MAX_CALLS = 12;
/** Of values that methods are called on. What is in brackets that never end is read again for each of them. */
const MAX_METHOD_CHARS = 50_000;

/** Objects whose functions can be called with their name in front. */
const GLOBALS = /^(?:window|self|globalThis|document|this|top)$/;

/** Functions that read an attribute of an element. */
const ATTRIBUTE_READERS = /^(?:data|attr|getAttribute)$/;

/**
 * Evaluates the expressions of a script that only use literals: strings, lists, concatenation, variables, and
 * the functions that split, reverse, join, replace and decode strings. Parses without running anything.
 */
export class ScriptValues {
  readonly #tokens: readonly ScriptToken[];
  #variables = new Map<string, { text: string; items: string[] | null }>();

  #hasBindings: boolean;
  #methodChars = 0;

  /** `bindings`: values of variables that the code gets from elsewhere, also those of attributes that it reads. */
  constructor(tokens: readonly ScriptToken[], bindings: ReadonlyMap<string, string> | null = null) {
    this.#tokens = tokens;
    this.#hasBindings = bindings !== null;
    for (const [name, text] of bindings ?? []) this.#variables.set(name, { text, items: null });
  }

  is(index: number, text: string): boolean {
    const token = this.#tokens[index];
    return token !== undefined && token.kind !== 'string' && token.text === text;
  }

  /** Stores a value assigned with `name =`, `name +=` or `name:`. Returns the new value of the variable. */
  assign(index: number, value: ScriptValue): ScriptValue {
    const sign = this.#tokens[index - 1];
    const name = this.#tokens[index - 2];
    if (sign?.text === '=' && name?.text === ']' && value.items) this.#assignEach(index - 2, value.items);
    if (sign?.kind !== 'sign' || !name || name.kind === 'sign') return value;
    if (sign.text !== '=' && sign.text !== '+=' && sign.text !== ':') return value;
    const before = sign.text === '+=' ? this.#variables.get(name.text)?.text : undefined;
    const text = ((before ?? '') + value.text).slice(0, MAX_STRING_CHARS);
    if (this.#variables.size < MAX_VARIABLES || this.#variables.has(name.text))
      this.#variables.set(name.text, { text, items: value.items });
    return before === undefined ? value : { ...value, text, parts: value.parts + 1 };
  }

  /** `[a, b] = ['x', 'y']`, whose first list ends at `close`. */
  #assignEach(close: number, items: readonly string[]): void {
    let open = close - 1;
    while (open > 0 && close - open < 2 * items.length + 2 && !this.is(open, '[')) open -= 1;
    const names = this.#tokens.slice(open + 1, close).filter((token) => token.kind === 'name');
    if (!this.is(open, '[') || names.length > items.length) return;
    for (const [position, { text }] of names.entries())
      if (this.#variables.size < MAX_VARIABLES)
        this.#variables.set(text, { text: items[position]!, items: null });
  }

  /** `operand + operand + ...`, or null. A variable alone counts only as an argument (`depth` > 0). */
  sum(start: number, depth = 0): ScriptValue | null {
    const sum: ScriptValue = { text: '', parts: 0, next: start, items: null };
    let count = 0;
    for (let index = start; ; index = sum.next + 1) {
      const operand = this.#operand(index, depth);
      if (!operand) break;
      const isAlone = depth === 0 && count === 0 && operand.parts === 0 && !this.is(operand.next, '+');
      if (isAlone && !this.#hasBindings) return null;
      sum.text += operand.text;
      if (operand.isRewritten) sum.isRewritten = true;
      sum.items = count === 0 ? operand.items : null;
      sum.parts += count === 0 && depth > 0 ? operand.parts : Math.max(1, operand.parts);
      sum.next = operand.next;
      count += 1;
      if (!this.is(sum.next, '+') || sum.text.length > MAX_STRING_CHARS) break;
    }
    return count > 0 ? sum : null;
  }

  /** The arguments of a call whose bracket is at `open`, if all are literal, and the index after it. */
  arguments(open: number, depth: number): { values: ScriptValue[]; next: number } | null {
    const values: ScriptValue[] = [];
    let index = open + 1;
    while (values.length < MAX_ITEMS && !this.is(index, ')')) {
      const value = this.sum(index, depth + 1);
      if (!value) return null;
      values.push(value);
      index = value.next;
      if (!this.is(index, ',')) break;
      index += 1;
    }
    return this.is(index, ')') ? { values, next: index + 1 } : null;
  }

  #operand(index: number, depth: number): ScriptValue | null {
    const plain = depth > MAX_DEPTH ? null : this.#plainOperand(index, depth);
    return plain ? this.#methods(plain, depth) : null;
  }

  #plainOperand(index: number, depth: number): ScriptValue | null {
    const token = this.#tokens[index];
    if (!token) return null;
    if (token.kind === 'string') return { text: token.text, parts: 1, next: index + 1, items: null };
    if (token.kind === 'template') return this.#template(token.text, index + 1);
    if (token.kind === 'regex') return null;
    if (token.kind === 'sign') {
      if (token.text === '[') return this.#list(index, depth);
      const amount = token.text === '-' ? (this.#tokens[index + 1]?.text ?? '') : '';
      if (depth > 0 && /^\d+$/.test(amount))
        return { text: `-${amount}`, parts: 0, next: index + 2, items: null };
      if (token.text !== '(') return null;
      const inner = this.sum(index + 1, depth + 1);
      return inner && this.is(inner.next, ')') ? { ...inner, next: inner.next + 1 } : null;
    }
    if (/^(?:0x[\da-f]+|\d+)$/i.test(token.text)) return this.#number(token.text, index, depth);
    const attribute = this.#hasBindings ? this.#attribute(index) : null;
    return attribute ?? this.#call(index, depth) ?? this.#variable(index);
  }

  /** `$(this).data('user')`, `link.getAttribute('data-user')`, if it is bound. */
  #attribute(index: number): ScriptValue | null {
    for (let at = index; at < index + 12; at += 1) {
      const token = this.#tokens[at];
      if (!token || (token.kind === 'sign' && !/^[.()[\]]$/.test(token.text))) return null;
      const name = this.#tokens[at + 2];
      if (!ATTRIBUTE_READERS.test(token.text) || !this.is(at + 1, '(') || name?.kind !== 'string') continue;
      const known = this.#variables.get(name.text.replace(/^data-/, ''));
      return known && this.is(at + 3, ')') ? { ...known, parts: 0, next: at + 4 } : null;
    }
    return null;
  }

  /** A number counts only as an element or argument. */
  #number(text: string, index: number, depth: number): ScriptValue | null {
    return depth > 0 ? { text: String(Number(text)), parts: 0, next: index + 1, items: null } : null;
  }

  #template(text: string, next: number): ScriptValue {
    let parts = 1;
    const filled = text.replace(/\$\{([^{}]{1,200})\}/g, (hole, code: string) => {
      parts += 1;
      return this.#hole(code) ?? hole;
    });
    return { text: filled.slice(0, MAX_STRING_CHARS), parts, next, items: null };
  }

  /** The value of `${...}`, with the variables known so far. */
  #hole(code: string): string | undefined {
    const inner = new ScriptValues(scriptTokens(code));
    inner.#variables = this.#variables;
    inner.#hasBindings = this.#hasBindings;
    return inner.sum(0, 1)?.text;
  }

  /** `name` or `object.name` with a known value. */
  #variable(index: number): ScriptValue | null {
    let last = index;
    while (
      this.is(last + 1, '.') &&
      this.#tokens[last + 2]?.kind === 'name' &&
      !(this.is(last + 3, '(') && this.#variables.has(this.#tokens[last]!.text))
    )
      last += 2;
    const known = this.#variables.get(this.#tokens[last]!.text);
    return known === undefined || this.is(last + 1, '(') ? null : { ...known, parts: 0, next: last + 1 };
  }

  /** `String.fromCharCode(...)` and the decoding functions, also as `window.atob(...)`. */
  #call(index: number, depth: number): ScriptValue | null {
    let name = index;
    while (GLOBALS.test(this.#tokens[name]?.text ?? '') && this.is(name + 1, '.')) name += 2;
    const text = this.#tokens[name]?.text ?? '';
    if (text === 'String') return this.#charCodes(name, depth);
    if (text === 'Array' && this.is(name + 1, '.') && this.is(name + 2, 'from') && this.is(name + 3, '('))
      return this.#characters(name + 4, depth);
    const decode = Object.hasOwn(DECODERS, text) ? DECODERS[text] : undefined;
    if (!decode || !this.is(name + 1, '(')) return null;
    const inner = this.sum(name + 2, depth + 1);
    if (!inner || !this.is(inner.next, ')')) return null;
    return { text: decode(inner.text), parts: 2, next: inner.next + 1, items: null };
  }

  /** `String.fromCharCode(105, 110)`, also with `.apply(null, [...])`, `...[...]` and in brackets. */
  #charCodes(index: number, depth: number): ScriptValue | null {
    let open = this.is(index + 1, '.') && this.is(index + 2, 'fromCharCode') ? index + 3 : 0;
    if (this.is(index + 1, '[') && this.#tokens[index + 2]?.text === 'fromCharCode') open = index + 4;
    if (open === 0) return null;
    const applied = this.is(open, '.') && this.is(open + 1, 'apply') && this.is(open + 2, '(');
    if (applied) open += 2;
    if (!this.is(open, '(')) return null;
    let first = open + 1;
    if (applied) while (first < open + 5 && !this.is(first, '[')) first += 1;
    while (this.is(first, '.')) first += 1;
    const list = this.is(first, '[') ? this.#list(first, depth + 1) : null;
    const args = list ? null : this.arguments(open, depth);
    const codes = list?.items ?? args?.values.flatMap((value) => value.items ?? [value.text]);
    const next = list ? list.next + 1 : args?.next;
    const text = codes && next ? fromCodes(codes) : null;
    return text === null || next === undefined ? null : { text, parts: 2, next, items: null };
  }

  /** `Array.from('abc')` */
  #characters(start: number, depth: number): ScriptValue | null {
    const value = this.sum(start, depth + 1);
    if (!value || value.items || !this.is(value.next, ')')) return null;
    return { ...value, items: [...value.text].slice(0, MAX_ITEMS), text: '', next: value.next + 1 };
  }

  #list(start: number, depth: number): ScriptValue | null {
    const items: string[] = [];
    let index = start + 1;
    while (items.length < MAX_ITEMS && !this.is(index, ']')) {
      const item = this.sum(index, depth + 1);
      if (!item) return null;
      items.push(item.text);
      index = item.next;
      if (!this.is(index, ',')) break;
      index += 1;
    }
    return this.is(index, ']')
      ? { text: '', parts: Math.max(1, items.length), next: index + 1, items }
      : null;
  }

  /** Applies the calls after a value: `.split('').reverse().join('')`, `.replace('[at]', '@')`, `[0]`. */
  #methods(value: ScriptValue, depth: number): ScriptValue {
    let current = value;
    for (let calls = 0; calls < MAX_CALLS && this.#methodChars < MAX_METHOD_CHARS; calls += 1) {
      const next = this.#method(current, depth) ?? this.#element(current, depth);
      if (!next) break;
      this.#methodChars += charsOf(current);
      current = next;
    }
    const isRewritten = current.next !== value.next && hasAddress(value.text);
    return isRewritten ? { ...current, isRewritten } : current;
  }

  #element(value: ScriptValue, depth: number): ScriptValue | null {
    if (!value.items || !this.is(value.next, '[') || !this.is(value.next + 2, ']')) return null;
    const text = value.items[Number(this.#tokens[value.next + 1]?.text)];
    return text === undefined || depth > MAX_DEPTH
      ? null
      : { text, parts: Math.max(1, value.parts), next: value.next + 3, items: null };
  }

  #method(value: ScriptValue, depth: number): ScriptValue | null {
    const { next } = value;
    const name = this.is(next, '.') ? (this.#tokens[next + 1]?.text ?? '') : '';
    if (!name || !this.is(next + 2, '(')) return null;
    if (/^replace(?:All)?$/.test(name)) return this.#replaced(value, next + 3, depth, name !== 'replace');
    if (name === 'map') return this.#mapped(value, next + 2);
    const args = this.arguments(next + 2, depth);
    if (!args) return null;
    return methodResult(name, value, args.values, args.next);
  }

  /** `.replace('x', 'y')` and `.replace(/x/g, 'y')`, if the expression is a plain string. */
  #replaced(value: ScriptValue, index: number, depth: number, all: boolean): ScriptValue | null {
    const token = this.#tokens[index];
    if (!token || !this.is(index + 1, ',')) return null;
    const by = this.sum(index + 2, depth + 1);
    if (!by || !this.is(by.next, ')')) return null;
    const search = token.kind === 'string' ? { text: token.text, all } : plainRegex(token);
    if (!search || search.text === '') return null;
    const text = search.all
      ? joined(value.text.split(search.text), by.text)
      : value.text.replace(search.text, () => by.text).slice(0, MAX_STRING_CHARS);
    return { text, parts: value.parts + 1, next: by.next + 1, items: null };
  }

  /** `[105, 110].map(c => String.fromCharCode(c - 1))` */
  #mapped(value: ScriptValue, open: number): ScriptValue | null {
    if (!value.items) return null;
    let close = open;
    let brackets = 0;
    do {
      if (this.is(close, '(')) brackets += 1;
      else if (this.is(close, ')')) brackets -= 1;
      close += 1;
    } while (brackets > 0 && close < open + 40);
    const body = this.#tokens.slice(open, close).map((token) => token.text);
    if (brackets > 0 || !body.includes('fromCharCode')) return null;
    const sign = body.findIndex((text) => /^[-+^]$/.test(text));
    const amount = sign < 0 ? 0 : Number(body[sign + 1]);
    if (Number.isNaN(amount)) return null;
    const codes = value.items.map((item) => {
      const code = Number(item);
      if (sign < 0) return code;
      return body[sign] === '-' ? code - amount : body[sign] === '+' ? code + amount : code ^ amount;
    });
    const text = fromCodes(codes);
    return text === null ? null : { text: '', parts: 2, next: close, items: [...text] };
  }
}

/** What a call on a value costs. */
function charsOf({ text, items }: ScriptValue): number {
  return text.length + (items?.length ?? 0);
}
