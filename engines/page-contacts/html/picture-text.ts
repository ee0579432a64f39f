import { DOT_WORD, SIGN_WORD } from '../sign-words.ts';

const MAX_SIGN_CHARS = 16;
const MAX_ADDRESS_CHARS = 120;
const AT = new RegExp(String.raw`^[[({]?(?:@|at|ät|at[ -]sign|${SIGN_WORD})[\])}]?$`, 'iu');
const DOT = new RegExp(String.raw`^[[({]?(?:\.|${DOT_WORD})[\])}]?$`, 'iu');
const ADDRESS = /[\w.+-][@＠][\w-]+\.[a-z]|[\w.+-]\s?[[({](?:at|ät|@)[\])}]\s?[\w-]+/i;

/** The sign that a picture in an address stands for by its alternative text, or null. */
export function pictureSign(alt: string): '@' | '.' | null {
  if (alt.length > MAX_SIGN_CHARS) return null;
  if (AT.test(alt)) return '@';
  return DOT.test(alt) ? '.' : null;
}

/** Whether the alternative text of a picture has an address, which the picture probably shows. */
export function showsAddress(alt: string): boolean {
  return alt.length <= MAX_ADDRESS_CHARS && ADDRESS.test(alt);
}
