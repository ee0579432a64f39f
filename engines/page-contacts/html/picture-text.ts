import { DOT_WORD, SIGN_WORD } from '../sign-words.ts';

const MAX_SIGN_CHARS = 16;
const MAX_ADDRESS_CHARS = 120;
const AT = new RegExp(
  String.raw`^[[({]?(?:@|at|ät|at[ -]sign|アット(?:マーク)?|골뱅이|${SIGN_WORD})[\])}]?$`,
  'iu',
);
const DOT = new RegExp(String.raw`^[[({]?(?:\.|${DOT_WORD})[\])}]?$`, 'iu');
const ADDRESS = /[\w.+-][@＠][\w-]+\.[a-z]|[\w.+-]\s?[[({](?:at|ät|@)[\])}]\s?[\w-]+/i;

/** All of the text: `manager at acme.com.au` */
const SPOKEN = new RegExp(
  String.raw`^([a-z\d][a-z\d._-]{0,40}) (?:at|ät|chez|${SIGN_WORD}) ((?:[a-z\d-]{1,63}\.){1,4}[a-z]{2,12})$`,
  'u',
);

/** The sign that a picture inside an address shows, by its alternative text; null for other pictures. */
export function pictureSign(alt: string): '@' | '.' | null {
  if (alt.length > MAX_SIGN_CHARS) return null;
  if (AT.test(alt)) return '@';
  return DOT.test(alt) ? '.' : null;
}

/** The address that a picture probably shows, by its alternative text; '' for other pictures. */
export function pictureAddress(alt: string): string {
  if (alt.length > MAX_ADDRESS_CHARS) return '';
  if (ADDRESS.test(alt)) return alt;
  const [, local, host] = SPOKEN.exec(alt) ?? [];
  return local && host ? `${local}@${host}` : '';
}
