import { withoutMarks } from '../html/page-source.ts';
import { toEmailAddress } from './email-address.ts';
import type { TextEmail } from './find-emails.ts';
import { isLabeledMail, isSentenceWord } from './spelled-out-words.ts';

/** A spelled-out address. */
export interface SpelledEmail extends TextEmail {
  /** may be a sentence: words around a spaced bracket or a spoken "at", without a label for mail */
  unsure: boolean;
}

const MAX_CANDIDATES = 500;
const WINDOW_BEFORE = 90;
const WINDOW_AFTER = 160;

const AT = `(?:at|ät|æt|aet|at-?sign|at-?zeichen|bei|kukac|krøllalfa|собачка|arroba|arobase|apenstaartje|chiocciola|malpa|małpa|zavinac|zavináč|snabel-?a|klammeraffe|アット(?:マーク)?|собака|a|@|æ)`;
const DOT = String.raw`(?:dot|punkt|point|punto|ponto|punt|kropka|tecka|ドット|точка|\.)`;
/**
 * `[at]`, `(at)`, `{ at }`, `<at>`, `|at|`. The `dashed` forms `-at-`, `_at_`, `*at*` also occur in file
 * names.
 */
const BRACKETED_AT = new RegExp(
  String.raw`(?:[\[({<|«"“]{1,2}[\s_-]?${AT}[\s_-]?[\])}>|»"”]{1,2}|(?<dashed>[-_*#=~])at\k<dashed>)\s?`,
  'giu',
);
const BRACKETED_DOT = new RegExp(
  String.raw`\s?[\[({<|«"“]{1,2}[\s_-]?${DOT}[\s_-]?[\])}>|»"”]{1,2}\s?|\s?[-_*#=~](?:dot|punkt)[-_*#=~]\s?`,
  'giu',
);
const DASHED_DOT = /^[\p{L}\p{N}-]{1,63}?\s?[-_*#=~](?:dot|punkt)[-_*#=~]/iu;
const SPOKEN_DOT = /\s(?:dot|punkt|punto|ponto)\s/giu;
const SPOKEN_AT = /\s(?:at|ät|arroba|arobase)\s/giu;

/**
 * Finds obfuscated addresses: `info [at] acme [dot] com`, `info(at)acme.com`, `info at acme dot com`
 * (requires the spoken dot, because "meet us at acme.com" isn't an address), `info @ acme.com` after a label,
 * and `info★acme.jp` if the text says to replace the star.
 */
export function findObfuscatedEmails(text: string): SpelledEmail[] {
  const sure = [...labeled(text), ...spaced(text), ...replaced(text)];
  return [
    ...bracketed(text),
    ...spoken(text).map((email) => ({ ...email, unsure: !isLabeledMail(text, email.index) })),
    ...sure.map((email) => ({ ...email, unsure: false })),
  ].filter((email) => !email.unsure || !isSentenceWord(email.local));
}

/** A symbol to replace with @, as Japanese pages explain: "（★を@に変えてください）". */
const REPLACED = /([★☆●○■□◆◇◎▲△♪※＊*#$_])[」』"')\]]?\s?(?:を|は|→)[^\n@]{0,12}@/u;

function replaced(text: string): TextEmail[] {
  const sign = text.includes('を') || text.includes('→') ? REPLACED.exec(text)?.[1] : undefined;
  if (!sign) return [];
  const found: TextEmail[] = [];
  let candidates = 0;
  for (let index = text.indexOf(sign); index >= 0; index = text.indexOf(sign, index + 1)) {
    candidates += 1;
    if (candidates > MAX_CANDIDATES) break;
    const email = joinAround(text, index, index + 1, false);
    if (email) found.push(email);
  }
  return found;
}

function bracketed(text: string): SpelledEmail[] {
  if (!/[\])}>|*_"”»#=~-]/.test(text)) return [];
  const found: SpelledEmail[] = [];
  let candidates = 0;
  for (const match of text.matchAll(BRACKETED_AT)) {
    candidates += 1;
    if (candidates > MAX_CANDIDATES) break;
    const end = match.index + match[0].length;
    const spaced = /\s/.test(text[match.index - 1] ?? '') && /\s$/.test(match[0]);
    if (
      match.groups?.dashed &&
      /[-_*]/.test(match.groups.dashed) &&
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
const BRACKETED_DOT_SIGN =
  /^[\p{L}\p{N}-]{1,63}\s?[[({<|«"“-]{1,2}[\s_-]?(?:dot|punkt|point|punto|ponto|punt|\.)/iu;

function spoken(text: string): TextEmail[] {
  const found: TextEmail[] = [];
  let candidates = 0;
  for (const match of text.matchAll(SPOKEN_DOT)) {
    candidates += 1;
    if (candidates > MAX_CANDIDATES) break;
    const from = Math.max(0, match.index - 70);
    const before = text.slice(from, match.index);
    let at: RegExpExecArray | null = null;
    for (const hit of before.matchAll(SPOKEN_AT)) at = hit;
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
  for (const match of text.matchAll(LABELED)) {
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
  for (const match of text.matchAll(/[\p{L}\p{N}] ?@ ?(?=[\p{L}\p{N}-]{1,63}\.[\p{L}]{2})/gu)) {
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
