import { matchesOf } from '../matches-of.ts';
import { DOT_WORD, SIGN_WORD } from '../sign-words.ts';
import type { TextEmail } from './find-emails.ts';
import { joinAround, WINDOW_AFTER, WINDOW_BEFORE } from './joined-email.ts';
import { replaced } from './replaced-sign.ts';
import { isLabeledMail, isSentenceWord } from './spelled-out-words.ts';

/** A spelled-out address. */
export interface SpelledEmail extends TextEmail {
  /** may be a sentence: words around a spaced bracket or a spoken "at", without a label for mail */
  unsure: boolean;
  /** nothing else is in its sentence, so that a role is enough if it's unsure */
  alone: boolean;
  /** may be a name with "at", such as `work_at_acme.com`, unless the domain is the site's own */
  mayBeName?: boolean;
}

type Candidate = TextEmail & { unsure: boolean; mayBeName?: boolean };

const MAX_CANDIDATES = 500;
const AT = `(?:at|@t|a[ -]t|ät|æt|aet|at-?sign|at-?zeichen|bei|chez|à|presso|bij|hos|při|ätt|et|a commercial|${SIGN_WORD}|アット(?:マーク)?|골뱅이|小老鼠|艾特|a|@|æ)`;
/**
 * `[at]`, `(at)`, `{ at }`, `<at>`, `|at|`. The `dashed` forms `-at-`, `_at_`, `*at*` also occur in file
 * names.
 */
const BRACKETED_AT = new RegExp(
  String.raw`(?:[\[({<|«"“〔【]{1,2}[\s_\ue000-]?${AT}[\s_\ue000-]?[\])}>|»"”〕】]{1,2}|(?<dashed>[-_*#=~/])(?:at|@)\k<dashed>)\s?`,
  'giu',
);
const DASHED_DOT = /^[\p{L}\p{N}-]{1,63}?\s?[-_*#=~](?:dot|punkt)[-_*#=~]/iu;

/**
 * Finds obfuscated addresses: `info [at] acme [dot] com`, `info(at)acme.com`, `info at acme dot com`,
 * `info chiocciola acme.it`, `info @ acme.com`, and `info★acme.jp` if the text says to replace the star. "At" before a
 * written dot requires more, because "meet us at acme.com" isn't an address.
 */
export function findObfuscatedEmails(text: string): SpelledEmail[] {
  const sure = [...replaced(text), ...dotted(text)];
  const unsure = [...spaced(text), ...explained(text)];
  return [
    ...bracketed(text),
    ...spoken(text),
    ...unsure.map((email) => ({ ...email, unsure: !isLabeledMail(text, email.index) })),
    ...sure.map((email) => ({ ...email, unsure: false })),
  ]
    .filter((email) => !email.unsure || !isSentenceWord(email.local))
    .map((email) => ({ ...email, alone: standsAlone(text, email) }));
}

/** `info@acme(dot)com`, `info@acme dot com` */
function dotted(text: string): TextEmail[] {
  const found: TextEmail[] = [];
  for (let index = text.indexOf('@'); index >= 0; index = text.indexOf('@', index + 1)) {
    if (found.length >= MAX_CANDIDATES) break;
    if (!MAILBOX_END.test(text[index - 1] ?? '') || !DOTTED.test(text.slice(index, index + 80))) continue;
    const email = joinAround(text, index, index + 1, false);
    if (email) found.push(email);
  }
  return found;
}

const MAILBOX_END = /[\p{L}\p{N}_+\ue000-]/u;
const DOTTED = new RegExp(
  String.raw`^@[\p{L}\p{N}-]{1,63}(?:\s?[[({<|]\s?(?:${DOT_WORD})\s?[\])}>|]|[ \ue000](?:${DOT_WORD})[ \ue000]\p{L}{2})`,
  'iu',
);

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
    const mayBeName =
      /[-_*/]/.test(match.groups?.dashed ?? '') && !spaced && !DASHED_DOT.test(text.slice(end, end + 80));
    const email = joinAround(text, match.index, end, false);
    if (!email || (mayBeName && !(match[0] === '_at_' && endsThere(text, end, email)))) continue;
    // No one writes "acme [dot] com" in a sentence.
    const hasWrittenDot =
      /\.\p{L}+$/u.test(email.written) && !BRACKETED_DOT_SIGN.test(text.slice(end, end + 80));
    const isSentence = spaced && hasWrittenDot && !isLabeledMail(text, email.index);
    found.push({ ...email, unsure: isSentence, mayBeName });
  }
  return found;
}

/** Whether the word that starts at an offset is the host of an address, and no file or path. */
function endsThere(text: string, start: number, { address }: TextEmail): boolean {
  const [word = ''] = /^[^\s,;)\ue000]*/.exec(text.slice(start, start + WINDOW_AFTER)) ?? [];
  return address.endsWith(`@${word.replace(/\.$/, '').toLowerCase()}`);
}

/** `[dot]` in the host that follows. */
const BRACKETED_DOT_SIGN = new RegExp(
  String.raw`^[\p{L}\p{N}-]{1,63}\s?[[({<|«"“-]{1,2}[\s_-]?(?:${DOT_WORD}|\.)`,
  'iu',
);

/** A word can be an element of its own. */
const SPOKEN_AT = new RegExp(String.raw`[\s\ue000](?:(?<sign>${SIGN_WORD})|at|ät|bei|chez)[\s\ue000]`, 'giu');
const HOST_AHEAD = new RegExp(
  String.raw`[ \ue000]?[\p{L}\p{N}-]{1,63}(?:(?<dot>\.\p{L}{2}|\.[\p{L}\p{N}-]+\.)|[\s\ue000](?:${DOT_WORD})[\s\ue000])`,
  'iuy',
);

/** `info at acme dot com`, `info chiocciola acme.it`, `Email: info at acme.com`, `jane.doe at acme.com` */
function spoken(text: string): Candidate[] {
  const found: Candidate[] = [];
  for (const match of matchesOf(SPOKEN_AT, text)) {
    if (found.length >= MAX_CANDIDATES) break;
    const end = match.index + match[0].length;
    HOST_AHEAD.lastIndex = end;
    const host = HOST_AHEAD.exec(text);
    if (!host) continue;
    const isWritten = host.groups?.dot !== undefined;
    const isSign = match.groups?.sign !== undefined;
    if (isWritten && !isSign && !mayBeMailbox(text, match.index, match[0])) continue;
    const email = joinAround(text, match.index, end, !isWritten);
    if (!email || (isWritten && match[0].includes('AT') && !standsAlone(text, email))) continue;
    const isSure = isLabeledMail(text, match.index) || (isSign && standsAlone(text, email));
    found.push({ ...email, unsure: !isSure });
  }
  return found;
}

/** A label with a sign, `jane.doe`, or `info AT`. Other words before "at acme.com" are those of a sentence. */
function mayBeMailbox(text: string, index: number, at: string): boolean {
  const line = text.slice(Math.max(0, index - WINDOW_BEFORE), index);
  const [local = ''] = /[\w.+-]*$/.exec(line) ?? [];
  if (isSentenceWord(local)) return false;
  if (
    /^[a-z][a-z\d]*(?:[._][a-z][a-z\d]*)+$/.test(local) ||
    (/^[a-z\d-]{2,}$/.test(local) && at.includes('AT'))
  )
    return true;
  return (
    /[:：–-][\s\ue000]{0,2}$/.test(line.slice(0, line.length - local.length)) && isLabeledMail(text, index)
  );
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
  for (const match of text.matchAll(/[\p{L}\p{N}] ?@ ?(?=[\p{L}\p{N}-]{1,63}[ \ue000]?\. ?[\p{L}]{2})/gu)) {
    if (!match[0].includes(' ')) continue;
    candidates += 1;
    if (candidates > MAX_CANDIDATES) break;
    const from = match.index + 1;
    const email = joinAround(text, from, match.index + match[0].length, false);
    if (email && (LABEL_OR_TO.test(text.slice(Math.max(0, from - 40), from)) || standsAlone(text, email)))
      found.push(email);
  }
  return found;
}

/** A word for mail before a mailbox, or "to" in a sentence such as "write to". */
const LABEL_OR_TO =
  /(?:mail|contact|courriel|correo|info|sales|office)\P{L}{0,4}[\w.+-]*$|(?:^|\s)(?:to|an|à|a|para|do|na|naar|aan|til|till)\s[a-z][\w.+-]*$/iu;
