import { withoutMarks } from '../html/page-source.ts';
import { matchesOf } from '../matches-of.ts';
import { toEmailAddress } from './email-address.ts';
import type { TextEmail } from './find-emails.ts';
import { isLabeledMail, isSentenceWord } from './spelled-out-words.ts';

/** A spelled-out address. */
export interface SpelledEmail extends TextEmail {
  /** may be a sentence: words around a spaced bracket or a spoken "at", without a label for mail */
  unsure: boolean;
  /** nothing else is in its sentence, so that a role is enough if it's unsure */
  alone: boolean;
}

type Candidate = TextEmail & { unsure: boolean };

const MAX_CANDIDATES = 500;
const WINDOW_BEFORE = 90;
const WINDOW_AFTER = 160;

/** How people call the @ sign, in words that are no name of a mailbox. */
const SIGN =
  'kukac|krøllalfa|alfakrøll|собачка|собака|arroba|arobase|arobas|apenstaartje|apestaartje|chiocciola|małpa|malpa|zavináč|zavinac|snabel-?a|klammeraffe|miukumauku|ät-merkki|at-merkki|παπάκι|papaki|кльомба|маймунско а|afna|kuyruklu a|et işareti';
const AT = `(?:at|@t|a[ -]t|ät|æt|aet|at-?sign|at-?zeichen|bei|${SIGN}|アット(?:マーク)?|골뱅이|小老鼠|艾特|a|@|æ)`;
/** The same for the dot. */
const DOT_WORD =
  'dot|punkt|point|punto|ponto|punt|pont|kropka|tečka|tecka|bodka|piste|prikk|prik|punktum|punct|nokta|τελεία|teleia|točka|tocka|тачка|tačka|pika|taškas|punkts|точка|крапка';
const DOT = String.raw`(?:${DOT_WORD}|period|ドット|点|點|점|닷|\.)`;
/**
 * `[at]`, `(at)`, `{ at }`, `<at>`, `|at|`. The `dashed` forms `-at-`, `_at_`, `*at*` also occur in file
 * names.
 */
const BRACKETED_AT = new RegExp(
  String.raw`(?:[\[({<|«"“〔【]{1,2}[\s_-]?${AT}[\s_-]?[\])}>|»"”〕】]{1,2}|(?<dashed>[-_*#=~/])at\k<dashed>)\s?`,
  'giu',
);
const BRACKETED_DOT = new RegExp(
  String.raw`\s?[\[({<|«"“]{1,2}[\s_-]?${DOT}[\s_-]?[\])}>|»"”]{1,2}\s?|\s?[-_*#=~](?:dot|punkt)[-_*#=~]\s?`,
  'giu',
);
const DASHED_DOT = /^[\p{L}\p{N}-]{1,63}?\s?[-_*#=~](?:dot|punkt)[-_*#=~]/iu;
/** A word can be an element of its own. */
const SPOKEN_DOT = new RegExp(String.raw`[\s\ue000](?:${DOT_WORD})[\s\ue000]`, 'giu');
const SPOKEN_AT = new RegExp(String.raw`[\s\ue000](?:at|ät|chez|${SIGN})[\s\ue000]`, 'giu');

/**
 * Finds obfuscated addresses: `info [at] acme [dot] com`, `info(at)acme.com`, `info at acme dot com`
 * (requires the spoken dot, because "meet us at acme.com" isn't an address), `info @ acme.com` after a label,
 * and `info★acme.jp` if the text says to replace the star.
 */
export function findObfuscatedEmails(text: string): SpelledEmail[] {
  const sure = [...labeled(text), ...replaced(text), ...dotted(text)];
  const unsure = [...spoken(text), ...spaced(text), ...explained(text)];
  return [
    ...bracketed(text),
    ...unsure.map((email) => ({ ...email, unsure: !isLabeledMail(text, email.index) })),
    ...sure.map((email) => ({ ...email, unsure: false })),
  ]
    .filter((email) => !email.unsure || !isSentenceWord(email.local))
    .map((email) => ({ ...email, alone: standsAlone(text, email) }));
}

/** A symbol to replace with @, as Japanese and Chinese pages explain: "（★を@に変えてください）", "（请把#换成@）". */
const REPLACED =
  /([★☆●○■□◆◇◎▲△♪※＊*#$_])[」』"')\]]?\s?(?:を|は|→|换成|换为|替换|改成|改为|換成|換為|替換|改為)[^\n@]{0,12}@$/u;
const REPLACED_CHARS = 24;

/** The symbol that a text explains, or undefined. */
function replacedSign(text: string): string | undefined {
  for (let index = text.indexOf('@'); index >= 0; index = text.indexOf('@', index + 1)) {
    // Most signs are those of addresses.
    if (/[a-z\d]/i.test(text[index - 1] ?? '')) continue;
    const sign = REPLACED.exec(text.slice(Math.max(0, index - REPLACED_CHARS), index + 1))?.[1];
    if (sign) return sign;
  }
  return undefined;
}

/** "At" in Korean, which needs no bracket: no name of a mailbox has these letters. */
const KOREAN_AT = '골뱅이';

function replaced(text: string): TextEmail[] {
  const explainedSign = replacedSign(text);
  const found: TextEmail[] = [];
  let candidates = 0;
  for (const sign of explainedSign ? [explainedSign, KOREAN_AT] : [KOREAN_AT])
    for (let index = text.indexOf(sign); index >= 0; index = text.indexOf(sign, index + 1)) {
      candidates += 1;
      if (candidates > MAX_CANDIDATES) break;
      const email = joinAround(text, index, index + sign.length, false);
      if (email) found.push(email);
    }
  return found;
}

/** `info@acme(dot)com` */
function dotted(text: string): TextEmail[] {
  const found: TextEmail[] = [];
  for (let index = text.indexOf('@'); index >= 0; index = text.indexOf('@', index + 1)) {
    if (found.length >= MAX_CANDIDATES) break;
    const email = DOTTED.test(text.slice(index, index + 80))
      ? joinAround(text, index, index + 1, false)
      : null;
    if (email) found.push(email);
  }
  return found;
}

const DOTTED = new RegExp(String.raw`^@[\p{L}\p{N}-]{1,63}\s?[[({<|]\s?(?:${DOT_WORD})\s?[\])}>|]`, 'iu');

/** "Replace (at) with @": then `info at acme.com` may be an address. */
const EXPLAINED =
  /(?:replace|substitute|ersetzen Sie|remplace[zr]|sustituy\S+|vervang)\s["'“„«([]?(at|ät|arroba|arobase|chiocciola)["'”“»)\]]?\s(?:with|by|durch|par|por|door)\s["'“„«([]?@/iu;

/** Whether an @ has no letter or digit beside it. The pattern is slow. */
function hasLoneSign(text: string): boolean {
  for (let index = text.indexOf('@'); index >= 0; index = text.indexOf('@', index + 1))
    if (!/[\p{L}\p{N}]/u.test((text[index - 1] ?? '') + (text[index + 1] ?? ''))) return true;
  return false;
}

function explained(text: string): TextEmail[] {
  const word = hasLoneSign(text) ? EXPLAINED.exec(text)?.[1] : undefined;
  if (!word) return [];
  const found: TextEmail[] = [];
  for (const { index, 0: at } of text.matchAll(new RegExp(` ${word} `, 'gi'))) {
    if (found.length >= MAX_CANDIDATES) break;
    const email = joinAround(text, index, index + at.length, false);
    if (email) found.push(email);
  }
  return found;
}

/** A label, bracket or bar before the mailbox, or the start of the line. */
const ALONE_BEFORE = /(?:^|[:：|•·,;(\ue000–-])[ \ue000]*$/u;
const ALONE_AFTER = new RegExp(
  String.raw`^[ \ue000]*[\p{L}\p{N}-]+(?:(?:\.| ?[[({|<-](?:${DOT_WORD}|\.)[\])}|>-] ?|[ \ue000]{1,2}(?:${DOT_WORD})[ \ue000]{1,2})[\p{L}\p{N}-]+)+\.?[ \ue000]*(?:[|•·,;)]|$)`,
  'iu',
);

/** Whether a spelled-out address is all of its line or of a part of it, and its mailbox isn't in capitals. */
function standsAlone(text: string, { local, index, end }: TextEmail): boolean {
  const mailbox = text.slice(Math.max(0, index - WINDOW_BEFORE), index).trimEnd();
  if (!mailbox.endsWith(local)) return false;
  const before = mailbox.slice(0, -local.length);
  const after = text.slice(end, end + WINDOW_AFTER).split('\n', 1)[0] ?? '';
  return ALONE_BEFORE.test(before.slice(before.lastIndexOf('\n') + 1)) && ALONE_AFTER.test(after);
}

function bracketed(text: string): Candidate[] {
  if (!/[\])}>|*_"”»〕】#=~/-]/.test(text)) return [];
  const found: Candidate[] = [];
  let candidates = 0;
  for (const match of matchesOf(BRACKETED_AT, text)) {
    candidates += 1;
    if (candidates > MAX_CANDIDATES) break;
    const end = match.index + match[0].length;
    const spaced = /\s/.test(text[match.index - 1] ?? '') && /\s$/.test(match[0]);
    if (
      match.groups?.dashed &&
      /[-_*/]/.test(match.groups.dashed) &&
      !spaced &&
      !DASHED_DOT.test(text.slice(end, end + 80))
    )
      continue;
    const email = joinAround(text, match.index, end, false);
    if (!email) continue;
    // No one writes "acme [dot] com" in a sentence.
    const hasWrittenDot =
      /\.\p{L}+$/u.test(email.written) && !BRACKETED_DOT_SIGN.test(text.slice(end, end + 80));
    found.push({ ...email, unsure: spaced && hasWrittenDot && !isLabeledMail(text, email.index) });
  }
  return found;
}

/** `[dot]` in the host that follows. */
const BRACKETED_DOT_SIGN = new RegExp(
  String.raw`^[\p{L}\p{N}-]{1,63}\s?[[({<|«"“-]{1,2}[\s_-]?(?:${DOT_WORD}|\.)`,
  'iu',
);

function spoken(text: string): TextEmail[] {
  const found: TextEmail[] = [];
  let candidates = 0;
  for (const match of matchesOf(SPOKEN_DOT, text)) {
    candidates += 1;
    if (candidates > MAX_CANDIDATES) break;
    const from = Math.max(0, match.index - 70);
    const before = text.slice(from, match.index);
    let at: RegExpExecArray | null = null;
    for (const hit of matchesOf(SPOKEN_AT, before)) at = hit;
    if (!at || /\n/.test(before.slice(at.index))) continue;
    const email = joinAround(text, from + at.index, from + at.index + at[0].length, true);
    if (email) found.push(email);
  }
  return found;
}

const LABELED =
  /(?<!\p{L})(?:e-?mail|mail|e-?post|correo|courriel|m[ée]l|posta|почта)[\s\ue000]{0,2}[:：–-][\s\ue000]{0,2}(?<local>[\w.+-]{2,40})(?<at> (?:at|ät|arroba|arobase|chiocciola|apenstaartje) )(?=(?:[\p{L}\p{N}-]+\.)+\p{L}{2})/giu;
/** Cheap pre-check, which starts with a rare sign. */
const AT_AFTER_LABEL =
  /[:：–-][\s\ue000]{0,2}[\w.+-]{2,40} (?:at|ät|arroba|arobase|chiocciola|apenstaartje) \S+\./i;
/** Words before "at" in a sentence. */
const NO_LOCAL = /^(?:us|me|him|them|available|found|look|meet|visit|here|now|today|located)$/i;

/** `Email: info at acme.com` */
function labeled(text: string): TextEmail[] {
  const found: TextEmail[] = [];
  if (!AT_AFTER_LABEL.test(text)) return found;
  for (const match of matchesOf(LABELED, text)) {
    const { local = '', at = '' } = match.groups ?? {};
    if (NO_LOCAL.test(local)) continue;
    if (found.length >= MAX_CANDIDATES) break;
    const end = match.index + match[0].length;
    const email = joinAround(text, end - at.length, end, false);
    if (email) found.push(email);
  }
  return found;
}

/** Whether an @ has a space beside it. */
function hasSpacedSign(text: string): boolean {
  for (let atSign = text.indexOf('@'); atSign >= 0; atSign = text.indexOf('@', atSign + 1))
    if (text[atSign - 1] === ' ' || text[atSign + 1] === ' ') return true;
  return false;
}

function spaced(text: string): TextEmail[] {
  const found: TextEmail[] = [];
  if (!hasSpacedSign(text)) return found;
  let candidates = 0;
  for (const match of text.matchAll(/[\p{L}\p{N}] ?@ ?(?=[\p{L}\p{N}-]{1,63} ?\. ?[\p{L}]{2})/gu)) {
    if (!match[0].includes(' ')) continue;
    candidates += 1;
    if (candidates > MAX_CANDIDATES) break;
    const from = match.index + 1;
    if (
      !/(?:mail|contact|courriel|correo|info|sales|office)\P{L}{0,4}[\w.+-]*$/iu.test(
        text.slice(Math.max(0, from - 40), from),
      )
    )
      continue;
    const email = joinAround(text, from, match.index + match[0].length, false);
    if (email) found.push(email);
  }
  return found;
}

/** Joins the text left and right of a spelled-out "at" if that results in an address. */
function joinAround(text: string, start: number, end: number, needsSpokenDot: boolean): TextEmail | null {
  let left = withoutMarks(text.slice(Math.max(0, start - WINDOW_BEFORE), start)).replace(BRACKETED_DOT, '.');
  if (needsSpokenDot) left = left.replace(SPOKEN_DOT, '.');
  const local = /[\p{L}\p{N}_+](?:[\p{L}\p{N}._+&'-]*[\p{L}\p{N}_+])?$/u.exec(left.trimEnd())?.[0];
  if (!local) return null;
  const rest = withoutMarks(text.slice(end, end + WINDOW_AFTER).split('\n', 1)[0] ?? '');
  let right = rest.replace(BRACKETED_DOT, '.');
  if (needsSpokenDot || !/^[\p{L}\p{N}-]+\./u.test(right)) right = right.replace(SPOKEN_DOT, '.');
  if (needsSpokenDot && right === rest.replace(BRACKETED_DOT, '.')) return null;
  // "acme . com", but not the end of a sentence.
  right = right.trimStart().replace(/^([\p{L}\p{N}-]+)(?: \. ?|\. (?=\p{Ll}))(?=\p{L})/u, '$1.');
  const host = /^[\p{L}\p{N}](?:[\p{L}\p{N}.-]*[\p{L}\p{N}])?/u.exec(right)?.[0];
  if (!host) return null;
  for (const name of [host, host.replace(/\.[^.]*$/, '')]) {
    const email = name.includes('.') ? toEmailAddress(local, name) : null;
    if (email)
      return {
        ...email,
        written: withoutMarks(text.slice(start - local.length, end)) + name,
        index: start,
        end,
      };
  }
  return null;
}
