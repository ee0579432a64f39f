import type { SourceElement } from '../html/page-source.ts';
import type { TextEmail } from './find-emails.ts';
import { findScriptEmails, ScriptReader } from './script-email.ts';
import { addressFunctions, type ScriptFunction } from './script-functions.ts';
import { type ScriptToken, scriptTokens } from './script-tokens.ts';
import { ScriptValues } from './script-values.ts';

const MAX_SCRIPT_CHARS = 200_000;
const MAX_CALLS = 100;
/** Tokens before and after an @ that use the attributes of an element. */
const NEAR_SIGN = 60;
const MAX_NEAR_SIGNS = 10;
const MAX_ELEMENTS = 20;

/**
 * The scripts of a page and what they share: functions that write an address from the arguments of a call elsewhere, and
 * code that joins the attributes of elements. Such addresses count only at the site's own domains.
 */
export class PageScripts {
  readonly #scripts: readonly string[];
  readonly #ownDomains: ReadonlySet<string>;
  readonly #tokens = new Map<string, readonly ScriptToken[]>();
  #functions: Map<string, ScriptFunction> | null = null;
  #calls = 0;

  constructor(scripts: readonly string[], ownDomains: ReadonlySet<string>) {
    this.#scripts = scripts;
    this.#ownDomains = ownDomains;
  }

  /** The addresses that one of the scripts writes. */
  emails(script: string): TextEmail[] {
    const tokens = this.#tokensOf(script);
    return [...findScriptEmails(script, this.#ownDomains, tokens), ...this.#called(tokens)];
  }

  /** Those of a script in a link or an event attribute. */
  attributeEmails(code: string): TextEmail[] {
    const tokens = scriptTokens(code);
    return [...findScriptEmails(code, this.#ownDomains, tokens), ...this.#called(tokens)];
  }

  /** Whether code calls a function of the scripts that may write an address. */
  isCall(code: string): boolean {
    if (this.#scripts.length === 0) return false;
    for (const [, name = ''] of code.matchAll(/([\w$]{1,60})\s*\(/g)) if (this.#known.has(name)) return true;
    return false;
  }

  get #known(): Map<string, ScriptFunction> {
    this.#functions ??= new Map(
      this.#scripts.flatMap((script) => [...addressFunctions(this.#tokensOf(script))]),
    );
    return this.#functions;
  }

  #tokensOf(script: string): readonly ScriptToken[] {
    const known = this.#tokens.get(script) ?? scriptTokens(script.slice(0, MAX_SCRIPT_CHARS));
    this.#tokens.set(script, known);
    return known;
  }

  #called(tokens: readonly ScriptToken[]): TextEmail[] {
    const found: TextEmail[] = [];
    if (this.#known.size === 0) return found;
    const values = new ScriptValues(tokens);
    for (const [index, { kind, text }] of tokens.entries()) {
      const target = kind === 'name' && values.is(index + 1, '(') ? this.#known.get(text) : undefined;
      if (!target || tokens[index - 1]?.text === 'function') continue;
      this.#calls += 1;
      if (this.#calls > MAX_CALLS) break;
      const args = values.arguments(index + 1, 0)?.values ?? [];
      const bindings = new Map(
        target.params.flatMap((name, position) => (args[position] ? [[name, args[position].text]] : [])),
      );
      if (bindings.size > 0) found.push(...this.#bound(target.body, bindings));
    }
    return found;
  }

  #bound(tokens: readonly ScriptToken[], bindings: ReadonlyMap<string, string>): TextEmail[] {
    return new ScriptReader(tokens, this.#ownDomains, bindings).emails();
  }

  /** The addresses that scripts join from the data attributes of elements, by their names without `data-`. */
  elementEmails(elements: readonly SourceElement[]): TextEmail[] {
    const code = elements.length === 0 ? [] : this.#scripts.flatMap((script) => this.#nearSigns(script));
    if (code.length === 0) return [];
    const text = code.map((token) => token.text).join(' ');
    return elements
      .filter(({ values }) => [...values.keys()].filter((name) => text.includes(name)).length > 1)
      .slice(0, MAX_ELEMENTS)
      .flatMap(({ values }) => this.#bound(code, values));
  }

  /** The code around each @ of a script that reads attributes. */
  #nearSigns(script: string): readonly ScriptToken[] {
    if (!/dataset|\bdata\(|getAttribute|\.attr\(/.test(script)) return [];
    const tokens = this.#tokensOf(script);
    const near: ScriptToken[] = [];
    let end = 0;
    let signs = 0;
    for (const [index, { kind, text }] of tokens.entries()) {
      if (kind === 'name' || kind === 'sign' || !/@|&#64;/.test(text)) continue;
      signs += 1;
      if (signs > MAX_NEAR_SIGNS) break;
      near.push(...tokens.slice(Math.max(end, index - NEAR_SIGN), index + NEAR_SIGN));
      end = index + NEAR_SIGN;
    }
    return near;
  }
}
