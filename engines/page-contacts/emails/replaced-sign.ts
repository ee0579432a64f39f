import { matchesOf } from '../matches-of.ts';
import type { TextEmail } from './find-emails.ts';
import { joinAround } from './joined-email.ts';

const MAX_CANDIDATES = 500;
const MAX_SIGNS = 20_000;

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

/** They mean @ without a bracket: "at" in Korean, and letters in a circle. No mailbox has them in its name. */
const SIGNS = ['골뱅이', 'ⓐ', 'Ⓐ'];
/** An envelope between a mailbox and a host, or a reference that the page encoded twice. */
const IN_PLACE =
  /(?<=[a-z\d])[✉📧]\ufe0f?(?=[a-z\d-]+\.)|&(?:amp;){0,3}(?:#0{0,4}64;|#x0{0,4}40;|commat;)/giu;

/** `info★acme.jp` if the text explains the star, and signs that need no explanation. */
export function replaced(text: string): TextEmail[] {
  const found: TextEmail[] = [];
  let candidates = 0;
  const add = (index: number, end: number): void => {
    candidates += 1;
    const email = candidates > MAX_CANDIDATES ? null : joinAround(text, index, end, false);
    if (email) found.push(email);
  };
  const explained = replacedSign(text);
  for (const sign of explained ? [explained, ...SIGNS] : SIGNS)
    for (let index = text.indexOf(sign); index >= 0; index = text.indexOf(sign, index + 1))
      add(index, index + sign.length);
  if (['&', '✉', '📧'].some((sign) => text.includes(sign)))
    for (const { index, 0: sign } of matchesOf(IN_PLACE, text)) add(index, index + sign.length);
  return [...found, ...removed(text)];
}

/** What a person should remove, in a bracket beside the @: `info[NOSPAM]@acme.com`. */
const REMOVABLE =
  /spam|remov|delet|entfern|l[öo]sch|enlev|supprim|retir|quit[ae]|elimin|borr[ae]|rimuov|toglie|apag|verwijder|usu[nń]|odstra|smaz|ta bort|fjern|poista|töröl/i;
const BEFORE = /[\ue000 ]?[[({<](?<word>[^\])}>\n]{3,30})[\])}>][\ue000 ]?$/;
const AFTER = /^[\ue000 ]?[[({<](?<word>[^\])}>\n]{3,30})[\])}>][\ue000 ]?/;
const REMOVED_CHARS = 36;

function removed(text: string): TextEmail[] {
  const found: TextEmail[] = [];
  let signs = 0;
  for (let index = text.indexOf('@'); index >= 0; index = text.indexOf('@', index + 1)) {
    signs += 1;
    if (found.length >= MAX_CANDIDATES || signs > MAX_SIGNS) break;
    if (!hasBracketBeside(text, index)) continue;
    const before = BEFORE.exec(text.slice(Math.max(0, index - REMOVED_CHARS), index));
    const after = AFTER.exec(text.slice(index + 1, index + REMOVED_CHARS));
    const hit = [before, after].find((match) => REMOVABLE.test(match?.groups?.word ?? ''));
    if (!hit) continue;
    const [start, end] =
      hit === before ? [index - hit[0].length, index + 1] : [index, index + 1 + hit[0].length];
    const email = joinAround(text, start, end, false);
    if (email) found.push(email);
  }
  return found;
}

function hasBracketBeside(text: string, index: number): boolean {
  return (
    isOneOf('])}>', text[index - 1]) ||
    isOneOf('])}>', text[index - 2]) ||
    isOneOf('[({<', text[index + 1]) ||
    isOneOf('[({<', text[index + 2])
  );
}

function isOneOf(signs: string, char: string | undefined): boolean {
  return char !== undefined && signs.includes(char);
}
