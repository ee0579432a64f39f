import { contentText, HIDES_SIGN, type StyleContent } from './style-content.ts';

const MAX_STYLE_CHARS = 60_000;
const MAX_RULES = 2000;

/** The classes that a page's own style sheet hides, displays in reverse or adds text to. */
export class StyleRules {
  readonly #hidden = new Set<string>();
  readonly #reversed = new Set<string>();
  readonly #contents = new Map<string, StyleContent>();

  /** Reads the body of a style element. Rules for some screens only (`@media`) don't count. */
  read(css: string): void {
    const sheet = css.slice(0, MAX_STYLE_CHARS);
    const hasContent = HIDES_SIGN.test(sheet);
    if (!hasContent && !/display\s*:\s*none|bidi-override/i.test(sheet)) return;
    let depth = 0;
    let from = 0;
    for (let index = 0, rules = 0; index < sheet.length && rules < MAX_RULES; index += 1) {
      const char = sheet[index];
      if (char === '{') {
        depth += 1;
        if (depth > 1) continue;
        const selector = sheet.slice(from, index);
        if (selector.includes('@')) continue;
        const end = sheet.indexOf('}', index);
        if (end < 0) return;
        const body = sheet.slice(index + 1, end);
        this.#rule(selector, body);
        if (hasContent) this.#content(selector, body);
        rules += 1;
        index = end - 1;
      } else if (char === '}') {
        depth = Math.max(0, depth - 1);
        from = index + 1;
      }
    }
  }

  hides(className: string): boolean {
    return this.#hidden.size > 0 && hasAny(className, this.#hidden);
  }

  reverses(className: string): boolean {
    return this.#reversed.size > 0 && hasAny(className, this.#reversed);
  }

  get hasContent(): boolean {
    return this.#contents.size > 0;
  }

  /** What the sheet writes before and after an element of these classes, or null. */
  contentOf(className: string): StyleContent | null {
    if (this.#contents.size === 0) return null;
    for (const name of className.split(/\s+/)) {
      const content = this.#contents.get(name);
      if (content) return content;
    }
    return null;
  }

  #content(selector: string, body: string): void {
    const text = contentText(body);
    if (text === '') return;
    for (const part of selector.split(',')) {
      const [, name, place] = /^\s*[a-z]{0,8}\.([\w-]{1,60})::?(before|after)\s*$/i.exec(part) ?? [];
      if (!name) continue;
      const content = this.#contents.get(name) ?? { before: '', after: '' };
      content[place!.toLowerCase() as keyof StyleContent] = text;
      this.#contents.set(name, content);
    }
  }

  #rule(selector: string, body: string): void {
    const hides = /(?:^|[;\s])display\s*:\s*none/i.test(body);
    const reverses = /bidi-override/i.test(body) && /direction\s*:\s*rtl/i.test(body);
    if (!hides && !reverses) return;
    for (const part of selector.split(',')) {
      // Only a plain class: others depend on a state or on the parents.
      const name = /^\s*[a-z]{0,8}\.([\w-]{1,60})\s*$/i.exec(part)?.[1];
      if (name && hides) this.#hidden.add(name);
      if (name && reverses) this.#reversed.add(name);
    }
  }
}

function hasAny(className: string, names: ReadonlySet<string>): boolean {
  return className.split(/\s+/).some((name) => names.has(name));
}
