import { toEmailAddress } from './email-address.ts';
import { findEmails, type TextEmail } from './find-emails.ts';
import { decodeReferences } from './numeric-references.ts';
import { findObfuscatedEmails } from './obfuscated-email.ts';
import { findCodedEmails } from './script-codes.ts';
import { immediateArguments } from './script-functions.ts';
import type { ScriptValue } from './script-methods.ts';
import type { ScriptToken } from './script-tokens.ts';
import { ScriptValues } from './script-values.ts';

/** Limit for the total length of values, which can double with every line. */
const MAX_VALUE_CHARS = 100_000;

/**
 * Finds addresses that a script builds from literals: `'info' + '@' + 'acme.com'`, `var u = 'info'; var h =
 * 'acme.com'; document.write(u + '@' + h)`, `['info', 'acme.com'].join('@')`, character codes, reversed and
 * encoded literals, `mail('info', 'acme.com')`. Parses the script without running it. An address in a single
 * literal counts only after `mailto:`. Code inside `if (...) {...}` or `else {...}` may never run, so only
 * addresses of `ownDomains` (those of the page's company) count there. So do those that a script changes or takes apart.
 */
export function findScriptEmails(
  script: string,
  ownDomains: ReadonlySet<string>,
  tokens: readonly ScriptToken[],
): TextEmail[] {
  const immediate = immediateArguments(tokens);
  return [
    ...new ScriptReader(tokens, ownDomains).emails(),
    ...(immediate.size > 0 ? new ScriptReader(tokens, ownDomains, immediate).emails() : []),
    ...findCodedEmails(script, tokens),
  ];
}

/** A service that sends forms to the address in its URL. */
const FORM_SERVICE = /https:\/\/formsubmit\.co\/(?:ajax\/)?(?=[^/]+@)/;

/** Reads code once. With `bindings`, values of its variables that it gets from elsewhere, all addresses have to be the site's own. */
export class ScriptReader {
  readonly #tokens: readonly ScriptToken[];
  readonly #ownDomains: ReadonlySet<string>;
  readonly #values: ScriptValues;
  readonly #found: TextEmail[] = [];
  /** what `document.write` wrote so far, in how many parts */
  #written = '';
  #writes = 0;

  readonly #isBound: boolean;

  constructor(
    tokens: readonly ScriptToken[],
    ownDomains: ReadonlySet<string>,
    bindings: ReadonlyMap<string, string> | null = null,
  ) {
    this.#tokens = tokens;
    this.#ownDomains = ownDomains;
    this.#isBound = bindings !== null;
    this.#values = new ScriptValues(tokens, bindings);
  }

  emails(): TextEmail[] {
    const inBranch = branchFlags(this.#tokens);
    let checkedChars = 0;
    for (let i = 0; i < this.#tokens.length && checkedChars < MAX_VALUE_CHARS; ) {
      this.#write(i);
      const called = this.#called(i);
      if (called) this.#add(called, inBranch[i]!);
      const value = this.#values.sum(i);
      if (!value) {
        i += 1;
        continue;
      }
      const whole = this.#values.assign(i, value);
      checkedChars += whole.text.length + 1;
      this.#collect(whole, inBranch[i]!);
      i = value.next;
    }
    if (this.#writes > 1) this.#add(findEmails(decodeReferences(this.#written)), this.#isBound);
    return this.#found;
  }

  /** `document.write('info'); document.write('@acme.com')` writes one text. */
  #write(index: number): void {
    if (!this.#values.is(index, 'write') || !this.#values.is(index + 1, '(')) return;
    const values = this.#values.arguments(index + 1, 0)?.values;
    const text = values ? values.map((value) => value.text).join('') : '\n';
    if (this.#written.length + text.length > MAX_VALUE_CHARS) return;
    this.#written += text;
    this.#writes += values ? Math.max(1, values.length) : 1;
  }

  #collect({ text, parts, isRewritten = false }: ScriptValue, isInBranch: boolean): void {
    const inBranch = isInBranch || isRewritten || this.#isBound;
    const plain = decodeReferences(text).replace(FORM_SERVICE, 'mailto:');
    if (!(parts > 1 || /mailto:/i.test(plain))) return;
    if (plain.includes('@')) this.#add(findEmails(plain), inBranch);
    else if (/mailto:/i.test(plain)) this.#add(findObfuscatedEmails(plain), inBranch);
  }

  #add(emails: readonly TextEmail[], inBranch: boolean): void {
    for (const email of emails) if (!inBranch || this.#ownDomains.has(email.domain)) this.#found.push(email);
  }

  /** A call with the parts of an address: `mail('info', 'acme.com')`, `noSpam('info', 'acme', 'com')`. */
  #called(index: number): TextEmail[] | null {
    const name = this.#tokens[index];
    if (name?.kind !== 'name' || !this.#values.is(index + 1, '(') || !MAIL_FUNCTION.test(name.text))
      return null;
    const values = this.#values.arguments(index + 1, 0)?.values;
    if (!values || values.length < 2) return null;
    const [a = '', b = '', c = ''] = values.map((value) => decodeReferences(value.text).trim());
    return (
      fromParts(a, b) ??
      fromParts(a, `${b}.${c}`) ??
      fromParts(b, a) ??
      fromParts(b, c) ??
      fromParts(a, b + c) ??
      null
    );
  }
}

const MAIL_FUNCTION =
  /mail|spam|cloak|crypt|addy|adres|contact|kontakt|protect|hide|obfus|bot|write_?to|send_?to/i;

function fromParts(local: string, host: string): TextEmail[] | null {
  if (!/^[\w.+-]{1,40}$/.test(local) || !/^[\w-]+(?:\.[\w-]+)+$/.test(host) || /\.(?:js|css|php)$/.test(host))
    return null;
  const email = toEmailAddress(local, host);
  return email && [{ ...email, written: `${local}@${host}`, index: 0, end: 0 }];
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
