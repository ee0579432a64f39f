import { withoutMarks } from '../html/page-source.ts';
import { DOT_WORD } from '../sign-words.ts';
import { toEmailAddress } from './email-address.ts';
import type { TextEmail } from './find-emails.ts';
import { decodeReferences } from './numeric-references.ts';

export const WINDOW_BEFORE = 90;
export const WINDOW_AFTER = 160;

const DOT = String.raw`(?:${DOT_WORD}|period|ドット|点|點|점|닷|\.)`;
const BRACKETED_DOT = new RegExp(
  String.raw`\s?[\[({<|«"“〔【]{1,2}[\s_-]?${DOT}[\s_-]?[\])}>|»"”〕】]{1,2}\s?|\s?[-_*#=~](?:dot|punkt)[-_*#=~]\s?`,
  'giu',
);
/** A word can be an element of its own. */
const SPOKEN_DOT = new RegExp(String.raw`[\s\ue000](?:${DOT_WORD})[\s\ue000]`, 'giu');

/** Joins the text left and right of a spelled-out "at" if that results in an address. */
export function joinAround(
  text: string,
  start: number,
  end: number,
  needsSpokenDot: boolean,
): TextEmail | null {
  let left = plain(text.slice(Math.max(0, start - WINDOW_BEFORE), start)).replace(BRACKETED_DOT, '.');
  if (needsSpokenDot) left = left.replace(SPOKEN_DOT, '.');
  const local = /[\p{L}\p{N}_+](?:[\p{L}\p{N}._+&'-]*[\p{L}\p{N}_+])?$/u.exec(left.trimEnd())?.[0];
  if (!local) return null;
  const rest = plain(text.slice(end, end + WINDOW_AFTER).split('\n', 1)[0] ?? '');
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
        written: local + left.slice(left.trimEnd().length) + withoutMarks(text.slice(start, end)) + name,
        index: start,
        end,
      };
  }
  return null;
}

function plain(text: string): string {
  return decodeReferences(withoutMarks(text));
}
