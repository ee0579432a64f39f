import type { CharacterReferences } from './character-references.ts';
import { StyleRules } from './style-rules.ts';
import { hasState, scriptMayWriteAddress } from './tag-rules.ts';
import { plainCharacters } from './visible-text.ts';

const MAX_TITLE_CHARS = 4096;
const MAX_SCRIPT_CHARS = 1_000_000;
const MAX_FRAME_BODIES = 3;

/** Collects the bodies of scripts, the title and noframes elements. */
export class RawElements {
  title: string | null = null;
  /** bodies of application/ld+json */
  readonly jsonLd: string[] = [];
  /** bodies of application/json */
  readonly appState: string[] = [];
  /** bodies of inline scripts with the state of a framework */
  readonly stateScripts: string[] = [];
  /** bodies of scripts that may write an email */
  readonly scripts: string[] = [];
  scriptCount = 0;
  readonly styles = new StyleRules();
  /** bodies of noframes elements */
  readonly frameBodies: string[] = [];
  readonly #references: CharacterReferences;
  #scriptChars = 0;
  #tag = '';
  #type = '';
  #start = -1;
  #end = -1;

  constructor(references: CharacterReferences) {
    this.#references = references;
  }

  /** The current raw element, or ''. */
  get tag(): string {
    return this.#tag;
  }

  /** `tag`: of a raw element; `type`: the type attribute of a script. */
  begin(tag: string, type: string): void {
    this.#tag = tag;
    this.#type = type.toLowerCase();
    this.#start = -1;
    if (tag === 'script') this.scriptCount += 1;
  }

  /** Adds a part of the body. Parts must be contiguous. */
  add(start: number, end: number): void {
    if (this.#start < 0) this.#start = start;
    this.#end = end;
  }

  end(html: string): void {
    const tag = this.#tag;
    this.#tag = '';
    if (this.#start < 0) return;
    if (tag === 'title') this.title ??= this.#titleText(html);
    else if (tag === 'style') this.styles.read(html.slice(this.#start, this.#end));
    else if (tag === 'noframes' && this.frameBodies.length < MAX_FRAME_BODIES)
      this.frameBodies.push(html.slice(this.#start, this.#end));
    else if (tag === 'script' && this.#scriptChars < MAX_SCRIPT_CHARS) this.#script(html);
  }

  #titleText(html: string): string | null {
    const raw = html.slice(this.#start, Math.min(this.#end, this.#start + MAX_TITLE_CHARS));
    return plainCharacters(this.#references.inTitle(raw)).replace(/ +/g, ' ').trim() || null;
  }

  #script(html: string): void {
    const body = html.slice(this.#start, Math.min(this.#end, this.#start + MAX_SCRIPT_CHARS));
    if (this.#type.includes('ld+json')) this.jsonLd.push(body);
    else if (this.#type === 'application/json') this.appState.push(body);
    else if (hasState(this.#type, body)) {
      this.stateScripts.push(body);
      if (scriptMayWriteAddress(this.#type, body)) this.scripts.push(body);
    } else if (scriptMayWriteAddress(this.#type, body)) this.scripts.push(body);
    else return;
    this.#scriptChars += body.length;
  }
}
