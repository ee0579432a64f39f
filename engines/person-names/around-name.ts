import { isJobOrCompany } from './jobs.ts';
import { areCredentials } from './titles.ts';

/** A text without what isn't part of the name, and the nickname that it states, in lower case. */
export interface CleanName {
  text: string;
  nickname: string | null;
}

const MAX_CHARS = 200;
/** What people and programs write where a name is unknown. Null and Na are names. */
const NO_NAME =
  /^(?:n\/a|#n\/a|null|NULL|none|undefined|unknown|tbd|n\.n\.|\(blank\)|\(none\)|no name|unbekannt|inconnu|desconocido|[-–—?.]+)$/iu;
const NULL_AS_NAME = /^Null$/;
/** The words that follow a name: a company, a website, another name. */
const AFTER_NAME =
  /\s(?:at|bei|from|via|chez|presso|is|on)\s|\s[-–—―·•/]+\s|\s*(?:[|•‣@]|\/\/)\s*|\s\/|\s(?:née?|geb\.?|born|nato|nata)\s/iu;
const ALSO_KNOWN = /\s(?:aka|a\.k\.a\.?|alias|genannt|gen\.|dit)\s+([\p{L}\p{M}'-]+)/iu;
const ENCLOSED =
  /(?:[("“„«[{<]|(?<=\s)['‘])\s*([^()"“”„«»'‘’[\]{}<>]{1,60}?)\s*(?:[)"”“»\]}>]|['’](?=\s|$))/gu;
const ONE_WORD = /^[\p{L}\p{M}'-]+$/u;
/** Honorifics after a name in Chinese, Japanese or Korean. */
const CJK_HONORIFIC =
  /(?<=[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}]{2})\s*(?:先生|女士|小姐|博士|教授|总经理|總經理|经理|經理|様|さん|氏|殿|(?:대표|부장|과장|사장|이사|차장|팀장|선생|교수|박사|회장)?님|씨|대표|부장|과장|사장|차장|팀장)$/u;

/** Removes what lists have around a name: quotes, nicknames, companies, jobs, emails, emoji, numbers. */
export function cleanName(written: string): CleanName {
  let text = withoutEntities(written.slice(0, MAX_CHARS)).normalize('NFKC').trim();
  if (NO_NAME.test(text) && !NULL_AS_NAME.test(text)) return { text: '', nickname: null };
  text = withoutQuotes(text).replace(/_/g, ' ');
  // jane.doe
  if (/^\p{L}{2,}\.\p{L}{2,}$/u.test(text)) text = text.replace('.', ' ');
  let nickname: string | null = null;
  const note = (inside: string) => {
    const isName = ONE_WORD.test(inside) && !isJobOrCompany(inside) && !/^\p{Lu}{2,3}$/u.test(inside);
    if (isName && !/^(?:extern|intern|hons)$/i.test(inside)) nickname ??= inside.toLowerCase();
    return ' ';
  };
  text = text
    .replace(ENCLOSED, (_, inside: string) => note(inside))
    .replace(/\S+/g, (word) => (word.lastIndexOf('.') > word.indexOf('@') && word.includes('@') ? ' ' : word))
    .replace(/\d(?:st|nd|rd|th)(?![\p{L}])/giu, ' ')
    .replace(ALSO_KNOWN, (_, inside: string) => note(inside));
  text = plainCharacters(firstPerson(nameWithin(text)));
  return { text: text.replace(CJK_HONORIFIC, ''), nickname };
}

function withoutEntities(text: string): string {
  return text
    .replace(/&(?:nbsp|#160|#xa0);/gi, ' ')
    .replace(/&(?:#39|apos|rsquo);/gi, "'")
    .replace(/&amp;/gi, '&');
}

/** Quotes around all of a name aren't those of a nickname. */
function withoutQuotes(text: string): string {
  return /^(["'“‘]).*["'”’]$/su.test(text) && !/["“”]/.test(text.slice(1, -1))
    ? text.slice(1, -1).trim()
    : text;
}

/** `Jane Doe - Acme` without its company. A single word before it may be half of a double name. */
function nameWithin(text: string): string {
  const at = text.search(AFTER_NAME);
  if (at <= 0) return text;
  const before = text.slice(0, at).trim();
  if (isJobOrCompany(before) && !/\s/.test(before)) return text.slice(at).replace(/^[\s|•/@–—-]+/u, '');
  return /[\s,]|^\p{Script=Han}/u.test(before) ? before : text;
}

/** `John and Mary Fox` is John Fox. */
function firstPerson(text: string): string {
  const both = /^(\p{Lu}\p{L}+)\s+(?:and|und|et|&|\+)\s+\p{Lu}\p{L}+\s+(\p{Lu}[\p{L}\s'-]*)$/u.exec(text);
  return both && !isJobOrCompany(both[1] ?? '') ? `${both[1]} ${both[2]}` : text;
}

function plainCharacters(text: string): string {
  return text
    .replace(/[’‘ʼʻ`´′]/g, "'")
    .replace(/[‐‑‒–—−]/g, '-')
    .replace(/[^\p{L}\p{M}\s,.'·・-]/gu, ' ')
    .replace(/[\s·・]+/g, ' ')
    .trim();
}

/**
 * The parts of a name between commas, without degrees, jobs and companies: `Doe, Jane, PhD` has two, `Jane Doe, CEO`
 * one.
 */
export function nameParts(text: string): string[] {
  const [first = '', ...others] = text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
  const after = first.split(' ').length;
  const names = others.filter((part) => !areCredentials(part, { after }) && !isJobOrCompany(part));
  return first === '' ? [] : [first, ...names];
}
