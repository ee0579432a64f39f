import { isNoName } from '#engines/list-items/no-value.ts';
import { isAddress, isCompany, isJobInSmall, isJobOnly, isJobOrCompany, withoutCjkCompany } from './jobs.ts';
import { isParticle } from './name-words.ts';
import { withoutOpening } from './openings.ts';
import { areCredentials, trimTitles } from './titles.ts';

/** A text without what isn't part of the name, and the nickname that it states, in lower case. */
export interface CleanName {
  text: string;
  nickname: string | null;
  /** whether the text, if it is all there is, says something else: a company, a job, a street */
  isOther: boolean;
}

const MAX_CHARS = 200;
/** The words that follow a name: a company, a website, another name. */
const AFTER_NAME =
  /\s(?:at|bei|from|via|chez|presso|is|on)\s|\s[-–—―·•/]+\s|\s*(?:[|•‣@]|\/\/)\s*|\s\/|\s*;\s|\s(?:tel|phone|mobile?|fax|e-?mail)\.?\s?:|\s(?:née?|geb\.?|geborene|born|nato|nata|roz\.|rozená|rodená|z\sdomu|z\sd\.|zd\.|szül\.|рожд\.|урожд[её]нная)\s/iu;
const ALSO_KNOWN = /\s(?:[Aa][Kk][Aa]|a\.k\.a\.?|[Aa]lias|genannt|gen\.|dit)\s+([\p{L}\p{M}'-]+)/u;
const ENCLOSED =
  /(?:[("“„«[{<]|(?<=\s)['‘])\s*([^()"“”„«»'‘’[\]{}<>]{1,60}?)\s*(?:[)"”“»\]}>]|['’](?=\s|$))/gu;
const ONE_WORD = /^[\p{L}\p{M}'-]+$/u;
/** Honorifics after a name in Chinese, Japanese or Korean. */
const CJK_HONORIFIC =
  /(?<=[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}]{2})\s*(?:先生|女士|小姐|博士|教授|总经理|總經理|经理|經理|様|さん|氏|殿|社長|部長|課長|係長|会長|専務|常務|(?:대표|부장|과장|사장|이사|차장|팀장|선생|교수|박사|회장)?님|씨|대표|부장|과장|사장|차장|팀장)$/u;

/** After a space, also words that end names: 박지훈 이사, 李伟 总监, 田中 健一 部長. */
const CJK_JOB =
  /\s(?:이사|상무|전무|본부장|실장|센터장|소장|원장|대리|주임|선임|책임|수석|매니저|변호사|교수|대표이사|总监|董事长|總監|董事長|主任|主管|老师|老師|律师|律師|工程师|社長|部長|課長|係長|取締役|代表取締役|専務|常務|店長|会長|弁護士|教授)$/u;
const CJK_JOB_BEFORE =
  /^(?:(?:営業|総務|人事|経理|開発|広報|企画|技術|製造|販売|管理|財務|法務)[部課]|代表取締役(?:社長)?|取締役|社長|部長|課長|会長|대표이사|대표|이사|사장|总经理|總經理|董事长|董事長|总监)[\s::]+(?=\S)/u;

/** One or two words of Latin letters, as most fields have. */
const FEW_WORDS =
  /^[a-zà-öø-ɏ](?:[a-zà-öø-ɏ'-]*[a-zà-öø-ɏ])?(?: [a-zà-öø-ɏ](?:[a-zà-öø-ɏ'-]*[a-zà-öø-ɏ])?)?$/i;

/** Removes what lists have around a name: quotes, nicknames, companies, jobs, emails, emoji, numbers. */
export function cleanName(written: string): CleanName {
  const text = withoutEntities(written.slice(0, MAX_CHARS)).normalize('NFKC').trim();
  return FEW_WORDS.test(text) ? cleanFew(text) : cleanAny(text);
}

/** They have no signs, digits and letters of other alphabets, and are too few words for the other patterns. */
function cleanFew(text: string): CleanName {
  if (isNoName(text)) return { text: '', nickname: null, isOther: false };
  const name = withoutOpening(text);
  return { text: withoutCapsLock(name), nickname: null, isOther: isCompany(name) || isJobOnly(name) };
}

function cleanAny(written: string): CleanName {
  // עו"ד is an abbreviation.
  let text = written.replace(/(?<=\p{Script=Hebrew})["״](?=\p{Script=Hebrew})/gu, '');
  text = withoutCjkCompany(text).replace(CJK_JOB_BEFORE, '');
  if (isNoName(text)) return { text: '', nickname: null, isOther: false };
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
  text = nameWithin(withoutOpening(text.trim()));
  const isOther = isCompany(text) || isJobOnly(text) || isAddress(text);
  text = withoutCapsLock(plainCharacters(firstPerson(text)));
  return { text: text.replace(CJK_HONORIFIC, '').replace(CJK_JOB, ''), nickname, isOther };
}

function withoutEntities(text: string): string {
  if (!text.includes('&')) return text;
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
  const after = text.slice(at).replace(/^[\s|•/@–—-]+/u, '');
  if (isJobOrCompany(before) && !/\s/.test(before)) return after;
  if (
    (isCompany(before) || isJobOnly(before) || isJobInSmall(before)) &&
    /^\p{L}\S*\s\S/u.test(after) &&
    !isJobOrCompany(after)
  )
    return after;
  return /[\s,]|^\p{Script=Han}/u.test(before) ? before : text;
}

/** `John and Mary Fox` is John Fox, and `Ann Lee and Tom Fox` Ann Lee. */
function firstPerson(text: string): string {
  const first = /^(\p{Lu}\S+(?:\s\S+){1,3}?)\s+(?:and|und|et|og|och|&|\+)\s+\p{Lu}\S+\s+\p{L}/u.exec(
    text,
  )?.[1];
  if (first) return first;
  const both = /^(\p{Lu}\p{L}+)\s+(?:and|und|et|&|\+)\s+\p{Lu}\p{L}+\s+(\p{Lu}[\p{L}\s'-]*)$/u.exec(text);
  return both && !isJobOrCompany(both[1] ?? '') ? `${both[1]} ${both[2]}` : text;
}

/** `dEREK hUNT` was written with the caps lock on. */
function withoutCapsLock(text: string): string {
  const words = text.split(' ');
  return words.every((word) => /^\p{L}\p{Lu}/u.test(word)) &&
    words.some((word) => /^\p{Ll}\p{Lu}{2,}$/u.test(word))
    ? text.toUpperCase()
    : text;
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
  if (!text.includes(',')) return text.trim() === '' ? [] : [text.trim()];
  const [first = '', ...others] = text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
  if (others.length === 0) return first === '' ? [] : [first];
  // Acme Ltd, Jane Doe
  if (isCompany(first)) return nameParts(others.join(','));
  const after = first.split(' ').length;
  // Jane Doe, notary
  const isWhole =
    first !== first.toLowerCase() &&
    trimTitles(first).filter((word) => !isParticle(word.toLowerCase())).length > 1;
  const isRest = (part: string) => isWhole && /^\p{Ll}/u.test(part);
  const names = others.filter(
    (part) => !isRest(part) && !areCredentials(part, { after }) && !isJobOrCompany(part),
  );
  return [first, ...names];
}
