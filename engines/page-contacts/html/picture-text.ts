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

/** `Call 603-279-8146`, `Teléfono de urgencias 687 41 90 23`, but not the name and phone of a sponsor */
const PHONE =
  /^(?:tel(?:efono?|éfono|éphone|ephone)?|phone|call(?: us)?|fon|hotline)(?!\p{L})[^\d+(\n]{0,25}[+(]?\d[\d ()./-]{7,18}\d$/iu;

/** The sign that a picture inside an address shows, by its alternative text; null for other pictures. */
export function pictureSign(alt: string): '@' | '.' | null {
  if (alt.length > MAX_SIGN_CHARS) return null;
  if (AT.test(alt)) return '@';
  return DOT.test(alt) ? '.' : null;
}

/** The address or labeled phone that a picture probably shows, by its alternative text; '' for other pictures. */
export function pictureContact(alt: string): string {
  if (alt.length > MAX_ADDRESS_CHARS) return '';
  if (ADDRESS.test(alt) || PHONE.test(alt)) return alt;
  const [, local, host] = SPOKEN.exec(alt) ?? [];
  return local && host ? `${local}@${host}` : '';
}
