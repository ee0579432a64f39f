import { SEAM, withoutMarks } from '../html/page-source.ts';
import { type EmailAddress, toEmailAddress } from './email-address.ts';

/** An address with its position in a text. */
export interface TextEmail extends EmailAddress {
  written: string;
  index: number;
  end: number;
}

const MAX_LOCAL_WINDOW = 80;
const MAX_HOST_WINDOW = 260;
const MAX_AT_SIGNS = 20_000;

/** Number of @ between two budget checks. */
const SIGNS_PER_CHECK = 64;

/** Labels directly before an address, once the markup between them is removed. */
const LABEL_BEFORE =
  /^(?:e-?mail|mail|e|contact|correo|courriel|mailto|email(?:us|address)?|phone|fax|tel)$/i;
const LABEL_AFTER =
  /^(com|net|org|edu|gov|info|biz|de|fr|nl|es|it|in|co\.uk|com\.au|com\.br|co\.jp)(?:tele?phone|phone|tel|fax|mobile|mob|cell|call|web|www|http|https|website|address|email|e-mail|skype|hours|open|contact|visit)/i;

/**
 * Finds addresses in visible text by searching a window around each @, so that the cost is linear in the
 * number of @. Stops early if `expired` returns true.
 */
export function findEmails(text: string, expired: () => boolean = () => false): TextEmail[] {
  const found: TextEmail[] = [];
  let signs = 0;
  for (let atSign = text.indexOf('@'); atSign >= 0; atSign = text.indexOf('@', atSign + 1)) {
    signs += 1;
    if (signs > MAX_AT_SIGNS || (signs % SIGNS_PER_CHECK === 0 && expired())) break;
    const email = emailAround(text, atSign);
    if (email) found.push(email);
  }
  return found;
}

function emailAround(text: string, atSign: number): TextEmail | null {
  const start = localStart(text, atSign);
  const end = hostEnd(text, atSign);
  if (end - atSign < 4) return null;
  if (start === atSign) return reversedAround(text, atSign, end);
  if (isUserInfo(text, start, end) || isShortened(text, start, atSign)) return null;
  const isGlued = text[start - 1] === '@';
  // "@acme@mastodon.social" is a handle.
  if (isGlued && (start < 2 || !isLocalCode(text.charCodeAt(start - 2)))) return null;
  if (text[end] === '@') return firstOfTwo(text, start, atSign, end);
  const hosts = hostCandidates(text.slice(atSign + 1, end));
  const locals = isGlued ? secondLocals(text.slice(start, atSign)) : localCandidates(text, start, atSign);
  for (const host of hosts) {
    for (const local of locals) {
      const email = toEmailAddress(local, host.name);
      if (!email) continue;
      const written = withoutMarks(`${local}@${host.name}`);
      return { ...email, written, index: atSign - local.length, end: atSign + 1 + host.length };
    }
  }
  return reversedAround(text, atSign, end);
}

function isLocalCode(code: number): boolean {
  return (
    (code >= 97 && code <= 122) ||
    (code >= 65 && code <= 90) ||
    (code >= 48 && code <= 57) ||
    code === 46 || // .
    code === 45 || // -
    code === 95 || // _
    code === 43 || // +
    code === 39 || // '
    code === 38 || // &
    code === 37 || // %
    code === 33 || // !
    code === 35 || // #
    code === 0xe000 ||
    (code >= 0xc0 && code < 0x250 && code !== 0xd7 && code !== 0xf7)
  );
}

function localStart(text: string, atSign: number): number {
  let start = atSign;
  const least = Math.max(0, atSign - MAX_LOCAL_WINDOW);
  while (start > least && isLocalCode(text.charCodeAt(start - 1))) start -= 1;
  return start;
}

function hostEnd(text: string, atSign: number): number {
  let end = atSign + 1;
  const most = Math.min(text.length, atSign + MAX_HOST_WINDOW);
  while (end < most) {
    const code = text.charCodeAt(end);
    const fits =
      (code >= 97 && code <= 122) ||
      (code >= 65 && code <= 90) ||
      (code >= 48 && code <= 57) ||
      code === 46 ||
      code === 45 ||
      code === 0xe000 ||
      (code >= 0xc0 && code < 0x2000 && code !== 0xd7 && code !== 0xf7);
    if (!fits) break;
    end += 1;
  }
  return end;
}

/** `joh...@acme.com`, `i***@acme.com`: a part of the address is left out. */
function isShortened(text: string, start: number, atSign: number): boolean {
  return (
    /(?:\.\.|\u2026)$/.test(text.slice(Math.max(0, atSign - 2), atSign)) ||
    /[*\u2026•]/.test(text[start - 1] ?? '')
  );
}

const COMMON_SUFFIX =
  '(?:com|net|org|edu|gov|info|biz|eu|(?:co|com|org|net|gov|ac)\\.[a-z]{2}|de|fr|nl|es|it|at|ch|be|pl|se|dk|no|fi|cz|pt|ru|us|ca|in|cn|jp|br|au|nz|za|ie|uk)';
const HOST_THEN_LOCAL = new RegExp(`^([a-z0-9.-]+?\\.${COMMON_SUFFIX})([a-z][\\w.+-]*)$`, 'i');

/** The first of two addresses without a space: `info@acme.comsales@acme.com`. */
function firstOfTwo(text: string, start: number, atSign: number, end: number): TextEmail | null {
  const host = HOST_THEN_LOCAL.exec(withoutMarks(text.slice(atSign + 1, end)))?.[1];
  if (!host) return null;
  for (const local of localCandidates(text, start, atSign)) {
    const email = toEmailAddress(local, host);
    if (email)
      return {
        ...email,
        written: `${local}@${host}`,
        index: atSign - local.length,
        end: atSign + 1 + host.length,
      };
  }
  return null;
}

function secondLocals(raw: string): string[] {
  const local = HOST_THEN_LOCAL.exec(withoutMarks(raw))?.[2];
  return local ? [local] : [];
}

/** `https://user:secret@host`, `sip:100@host` and `ssh user@host:/path` aren't email addresses. */
function isUserInfo(text: string, start: number, end: number): boolean {
  if (text[end] === ':' && /[/~]/.test(text[end + 1] ?? '')) return true;
  const before = text.slice(Math.max(0, start - 80), start);
  return /:\/\/[^\s]*$|(?<![a-z])(?:sips?|xmpp|ssh|s?ftp|scp|jid):$/i.test(before);
}

const FILE_ENDING = /\.(?:mp[234]|m4[av]|7z|jp2|woff2|3gp)$/i;

/** Possible hosts, which differ in where they end, best first. */
function hostCandidates(raw: string): { name: string; length: number }[] {
  // `clip_4k@60fps.mp4`
  if (FILE_ENDING.test(raw)) return [];
  const candidates: { name: string; length: number }[] = [];
  const add = (part: string): void => {
    let length = part.length;
    while (length > 0 && /[.\-\ue000]/.test(part[length - 1]!)) length -= 1;
    const name = withoutMarks(part.slice(0, length)).replace(/^www\./i, '');
    if (name) candidates.push({ name, length });
  };
  // "x.comwww.x.com": followed by a URL
  const www = raw.search(/.www\d?\./i);
  const whole = www > 2 ? raw.slice(0, www + 1) : raw;
  // "x.com.Please call": followed by a sentence
  const sentence = /^(.*[a-z\d])\.[A-Z][a-z]*$/.exec(whole)?.[1];
  if (sentence?.includes('.')) add(sentence);
  const seam = whole.lastIndexOf(SEAM);
  const labelled = LABEL_AFTER.exec(whole.slice(whole.indexOf('.') + 1));
  if (labelled) add(whole.slice(0, whole.indexOf('.') + 1 + labelled[1]!.length));
  if (seam > 0 && /\.[a-z\ue000]{2,}$/i.test(whole.slice(0, seam)) && !endsInSuffixPart(whole, seam))
    add(whole.slice(0, seam));
  add(whole);
  for (let cut = seam; cut > 0; cut = whole.lastIndexOf(SEAM, cut - 1)) add(whole.slice(0, cut));
  // "x.comPhone", "x.com212-555-1234"
  const glued = /^(.*\.[a-z]{2,})(?:[A-Z\d].*)$/.exec(whole)?.[1];
  if (glued) add(glued);
  const letters = /^([^.]+(?:\.[a-z\d-]+)*?\.[a-z]{2,})[\d-]/i.exec(whole)?.[1];
  if (letters) add(letters);
  // "x.com-something"
  const dash = /^(.*\.[a-z]{2,})-/i.exec(whole)?.[1];
  if (dash) add(dash);
  return candidates;
}

/** Whether the seam splits a suffix, as in `x.co|m`. */
function endsInSuffixPart(whole: string, seam: number): boolean {
  const tail = whole.slice(seam + 1);
  return /^(?:m|om|et|rg|u|g|fo|\.[a-z]{2,3})$/i.test(tail) || tail.startsWith('.');
}

/** Possible local parts, which differ in where they start, best first. */
function localCandidates(text: string, start: number, atSign: number): string[] {
  const raw = text.slice(start, atSign);
  const candidates: string[] = [];
  const add = (part: string): void => {
    const name = trimLocal(withoutMarks(part));
    if (name) candidates.push(name);
  };
  const seam = raw.lastIndexOf(SEAM);
  if (seam >= 0) {
    const before = /[\p{L}-]*$/u.exec(withoutMarks(raw.slice(0, seam)))?.[0] ?? '';
    // A label or number in the previous inline element. No mailbox has a letter such as `ç`.
    if (
      LABEL_BEFORE.test(before) ||
      (/^\p{Lu}[\p{L}-]*[^\0-\x7f]/u.test(before) && /^[a-z\d]/i.test(raw.slice(seam + 1))) ||
      /\d{4}$/.test(withoutMarks(raw.slice(0, seam)))
    )
      add(raw.slice(seam + 1));
  }
  const phone = /^(?:\+?[\d.-]*\d[.-]?)?\d{4}(?=[a-z])/i.exec(raw)?.[0];
  if (phone && (/\d[.-]\d/.test(phone) || /[\d)][ .-]?$/.test(text.slice(Math.max(0, start - 2), start))))
    add(raw.slice(phone.length));
  const labelled = GLUED_LABEL.exec(withoutMarks(raw))?.[1];
  if (labelled) add(labelled);
  add(raw);
  return candidates;
}

/** `Emailinfo@acme.com`: a label directly before the mailbox of a company. */
const GLUED_LABEL =
  /^(?:E-?[Mm]ail|EMAIL|E-MAIL|Mail|Address|Courriel|Correo|Tel|Phone|Fax)[.:-]?(info|contact|kontakt|office|sales|hello|hallo|support|admin|service|enquiries|post|team)$/;

/** Removes surrounding characters of the sentence: quotes, dots, escaped spaces and brackets. */
function trimLocal(local: string): string {
  return local
    .replace(/^.*%20|^.*%3[ae]|^(?:u003[ce])+|^www\d?\./i, '')
    .replace(/^[^\p{L}\p{N}_+]+/u, '')
    .replace(/[.']+$/, '');
}

/** `moc.elpmaxe@ofni`: written backwards and reversed by a style sheet. */
function reversedAround(text: string, atSign: number, end: number): TextEmail | null {
  const start = localStart(text, atSign);
  const left = text.slice(start, atSign);
  if (
    !/^(?:moc|gro|ten|ude|vog|ed|rf|ln|ti|se|ku|ofni|zib|ue|ta|hc|eb|lp|zc|ks|uh|or|tp|rb|xm|lc|ra|ac|ua|zn|az|ei|es|kd|on|if|ur|ni|pj|oi|oc|ppa|ved|pohs|erots|enilno|gol)\./.test(
      left,
    )
  )
    return null;
  const right = text.slice(atSign + 1, end);
  if (right.includes('.') && toEmailAddress(left, right)) return null;
  const reversed = [...`${left}@${right}`].reverse().join('');
  const sign = reversed.indexOf('@');
  const email = toEmailAddress(trimLocal(reversed.slice(0, sign)), reversed.slice(sign + 1));
  return email ? { ...email, written: text.slice(start, end), index: start, end } : null;
}
