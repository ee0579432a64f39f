import { matchesOf } from '../matches-of.ts';
import { fitsSite, letters, type NameHints, SMALL_WORDS, spellsSite } from './company-name.ts';
import { formAfterName, startsWithForm, upToLegalForm } from './legal-forms.ts';
import { isCalledWe, leadsToOwner } from './others-address.ts';

/** Cheap pre-check of legal forms. All start with a letter of the first group: another one makes the search six times slower. */
export const HAS_FORM =
  /(?=[A-ZΑΙΕΟАЗОТЕ株有주จშ])(?:GmbH|(?<!\p{L})(?:AG|UG|KG|OHG|SE|L\.?L|PLLC|Lt[dé]|LTD|Limited|LIMITED|LLC|LLP|LP|Inc|INC|Corp|CORP|PLC|DAC|S\.?A|S\/[AS]|S\.? ?[LRrpn]|SARL|SUARL|E\.I\.R\.L|EIRL|Sàrl|SRL|SpA|SCEA|SCI|SELARL|EURL|BV|B\.V|NV|N\.V|Lda|Ltda|Oy|AB|AS|ApS|A\/S|I\/S|Sp[óo]łka|Soc(?:\.|ietà) ?[Cc]oop|Kft|Zrt|Bt|UAB|SIA|PT|Pty|Pte|Pvt|Private|Sdn|Bhd|Berhad|Co\.|Est\.|CC|P\.A|L\.P|OÜ|Stichting|Vereniging|Fundación|Fondation)|A\.Ş|ООО|ОАО|ЗАО|АО|ТОВ|ТОО|ЕООД|ООД|АД|Α\.Ε|Ι\.?Κ\.?Ε|ΑΕ|ΟΕ|ΕΠΕ|Ε\.Π\.Ε|Ο\.Ε|Ε\.Ε|შპს|株式|有限|주식|จำกัด|Công ty)/gu;
/** Forms in small letters. */
export const SMALL_FORMS =
  /\.(?<=(?:e\. ?[KVU]|z ?o\. ?o|sp\. ?[jkp]|[sS]\. ?[cC]|s\. ?r\. ?o|a\. ?s|d\.o\.o|д\.о\.о|d\.d)\.)/g;

const NAME_CHARS = 90;
const FORM_CHARS = 30;
const MAX_MENTIONS = 80;
const MAX_FORMS = 400;
/** A word of this length in two names makes them names of one company. */
const SHARED_LETTERS = 5;
/** Words that names of many companies share, as plain letters. */
const COMMON_WORD =
  /^(?:group|gruppe|groupe|grupo|gruppo|holdings?|international|global|company|enterprises?|empresa|firma|solutions?|services?|servicios|servicos|servizi|systems?|systeme|technolog\p{L}+|digital|media|studios?|consult\p{L}*|partners?|associates|industr\p{L}+|products?|produkte|productions?|deutschland|europe|polska|trading|traders|handels?|handel|comerci\p{L}*|commerc\p{L}*|export|import|distribu\p{L}+|logisti\p{L}+|transports?|transportes|construc\p{L}+|constru[cç]\p{L}+|bauunternehmen|immobili\p{L}+|inmobiliaria|realty|hotels?|restaurants?|cent(?:er|re|rum|ro)|zentrum|fabryka|fabrik|fabrica|usine|factory|limited|corporation|incorporated|private|society|societe|sociedad|sociedade|societa|stichting|fondation|fundacion|fundacja|verein|agency|agence|agentur|agencia|agenzia|foods?|design|engineering|laboratori\p{L}+|clinica?|klinik\p{L}*|advokat\p{L}*|rechtsanw\p{L}+|office|house|brothers|north|south|western|eastern|central|national|royal|green|first|united|american)$/u;
const SEPARATOR = /[\t|•·:;(–—©]|(?<=\p{L}{3})[.!?]\s|\s-\s/u;
/** Words of a name in a row, at the end of a text. */
const NAME_AT_END = new RegExp(
  String.raw`(?<![\p{L}\p{N}])[„"“«]?(?:\p{Lu}|\d+ ?\p{Lu})[\p{L}\p{M}\p{N}&.'’/+-]*(?:["“”»]? (?:(?:${SMALL_WORDS}|és|ja|un|ir|και|&|\+) ){0,2}(?:[„"“«]?[\p{Lu}\d][\p{L}\p{M}\p{N}&.'’/+-]*|\([^()\n]{1,25}\)))*["“”»]?,?\s*$`,
  'u',
);
/** `UAB „Gintaras“` */
const QUOTED_NAME = /^\p{Lu}{2,4} [„"“«][^"”“»\n]{2,60}["”“»]/u;
/** Words before a form that can also start a name: `Acme AS` */
const NAME_BEFORE = /[\p{Lu}\p{N}][\p{L}\p{N}]*["”“»]?,?\s+$/u;
/** States, units and other words that look like a form. */
const NO_FORM = /^(?:PA|PC|LP)(?!\p{L})|^\S+[\s,]*\d/u;
const WORDS = /[\s"“”„«»,.-]+/;
/** Someone who takes letters for the company. */
const CARE_OF = /c\/o\s+$/i;
const CARE_OF_CHARS = 6;
const LEAD_CHARS = 60;
const AFTER_CHARS = 120;

/** A company that a text names with its legal form. Offsets are into the text. */
export interface CompanyMention {
  start: number;
  end: number;
  /** whether it is the one that shows the page */
  isOwn: boolean;
}

/**
 * The companies that a text names with their legal forms, in order, at most 80, and all places that name `ownName`: the company
 * that shows the page, if it is known.
 */
export function companyMentions(text: string, hints: NameHints, ownName: string | null): CompanyMention[] {
  const mentions = ownName ? placesOf(text, ownName) : [];
  const offsets = [...matchesOf(HAS_FORM, text), ...matchesOf(SMALL_FORMS, text)]
    .map(({ index }) => index)
    .sort((a, b) => a - b)
    .slice(0, MAX_FORMS);
  const sure: CompanyMention[] = [];
  const owned = new Set<string>();
  const others: { mention: CompanyMention; name: string }[] = [];
  let last = 0;
  for (const index of offsets) {
    if (index < last) continue;
    const lineStart = text.lastIndexOf('\n', index) + 1;
    const from = Math.max(lineStart, index - NAME_CHARS, last);
    const newline = text.indexOf('\n', index);
    const to = Math.min(newline < 0 ? text.length : newline, index + FORM_CHARS);
    const found = mentionIn(text.slice(from, to), index - from);
    if (!found) continue;
    const start = from + found.start;
    last = from + found.end;
    if (CARE_OF.test(text.slice(Math.max(0, start - CARE_OF_CHARS), start))) continue;
    const isOwn =
      isOwnName(found.name, hints, ownName) ||
      leadsToOwner(text.slice(Math.max(lineStart, start - LEAD_CHARS), start)) ||
      isCalledWe(text.slice(last, last + AFTER_CHARS));
    mentions.push({ start, end: last, isOwn });
    if (isOwn) owned.add(letters(found.name));
    else others.push({ mention: mentions.at(-1)!, name: letters(found.name) });
    if (spellsSite(found.name, hints)) sure.push(mentions.at(-1)!);
    if (mentions.length >= MAX_MENTIONS) break;
  }
  // `Acme Limited (“we”)` is also `Acme Ltd` in the footer.
  for (const { mention, name } of others) mention.isOwn = owned.has(name);
  // A word of the domain in a name says little if another name has all of it.
  if (sure.length > 0 && !ownName) for (const mention of mentions) mention.isOwn &&= sure.includes(mention);
  return mentions.sort((a, b) => a.end - b.end || Number(a.isOwn) - Number(b.isOwn));
}

/** All places of a name in a text. */
function placesOf(text: string, name: string): CompanyMention[] {
  const mentions: CompanyMention[] = [];
  for (let start = text.indexOf(name); start >= 0 && mentions.length < MAX_MENTIONS; ) {
    const end = start + name.length;
    mentions.push({ start, end, isOwn: true });
    start = text.indexOf(name, end);
  }
  return mentions;
}

/**
 * The name with a legal form at or around an offset of a part of a line: `name` without the form, and the offsets of both. Null:
 * there is none.
 */
function mentionIn(part: string, index: number): { name: string; start: number; end: number } | null {
  const after = part.slice(index);
  if (!NAME_BEFORE.test(part.slice(0, index))) {
    const name = QUOTED_NAME.exec(after)?.[0] ?? (startsWithForm(after) ? upToLegalForm(after) : null);
    if (name) return { name: name.replace(/^\S+\s/, ''), start: index, end: index + name.length };
  }
  const form = formAfterName(part);
  if (!form) return null;
  const before = part.slice(0, form.start);
  if (!form.isSure && (NO_FORM.test(part.slice(form.start)) || /,\s*$/.test(before))) return null;
  const start = NAME_AT_END.exec(before)?.index ?? before.length - before.split(SEPARATOR).at(-1)!.length;
  const name = before.slice(start);
  return /\p{L}{2}/u.test(name) ? { name, start, end: form.end } : null;
}

/** Whether a name without its legal form is that of the company that shows the page. */
function isOwnName(name: string, hints: NameHints, ownName: string | null): boolean {
  if (fitsSite(name, hints)) return true;
  if (!ownName) return false;
  const own = ownName.split(WORDS).map(letters);
  const shared = name
    .split(WORDS)
    .map(letters)
    .filter((word) => own.includes(word));
  return shared.some((word) => word.length >= SHARED_LETTERS && !COMMON_WORD.test(word));
}

/** Whether only punctuation stands between the company's own name and an offset: `Acme Ltd., 12 High St` */
export function followsOwnName(text: string, offset: number, mentions: readonly CompanyMention[]): boolean {
  const mention = mentionBefore(text, mentions, offset, { chars: 5, lines: 0 });
  return mention?.isOwn === true && !/[\p{L}\p{N}]/u.test(text.slice(mention.end, offset));
}

/** The last company that a text names before an offset, within some characters and lines. Null: none is that near. */
export function mentionBefore(
  text: string,
  mentions: readonly CompanyMention[],
  offset: number,
  { chars, lines }: { chars: number; lines: number },
): CompanyMention | null {
  const mention = mentions.findLast(({ end }) => end <= offset);
  if (!mention || offset - mention.end > chars) return null;
  return text.slice(mention.end, offset).split('\n').length - 1 <= lines ? mention : null;
}
