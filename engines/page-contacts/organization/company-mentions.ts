import { letters } from '../letters.ts';
import { fitsSite, type NameHints, spellsSite } from './company-name.ts';
import type { NamedCompany } from './named-companies.ts';
import { isCalledWe, leadsToOwner } from './others-address.ts';

const MAX_PLACES = 80;
/** A word of this length in two names makes them names of one company. */
const SHARED_LETTERS = 5;
/** Words that names of many companies share, as plain letters. */
const COMMON_WORD =
  /^(?:group|gruppe|groupe|grupo|gruppo|holdings?|international|global|company|enterprises?|empresa|firma|solutions?|services?|servicios|servicos|servizi|systems?|systeme|technolog\p{L}+|digital|media|studios?|consult\p{L}*|partners?|associates|industr\p{L}+|products?|produkte|productions?|deutschland|europe|polska|trading|traders|handels?|handel|comerci\p{L}*|commerc\p{L}*|export|import|distribu\p{L}+|logisti\p{L}+|transports?|transportes|construc\p{L}+|constru[cç]\p{L}+|bauunternehmen|immobili\p{L}+|inmobiliaria|realty|hotels?|restaurants?|cent(?:er|re|rum|ro)|zentrum|fabryka|fabrik|fabrica|usine|factory|limited|corporation|incorporated|private|society|societe|sociedad|sociedade|societa|stichting|fondation|fundacion|fundacja|verein|agency|agence|agentur|agencia|agenzia|foods?|design|engineering|laboratori\p{L}+|clinica?|klinik\p{L}*|advokat\p{L}*|rechtsanw\p{L}+|office|house|brothers|north|south|western|eastern|central|national|royal|green|first|united|american)$/u;
const WORDS = /[\s"“”„«»,.-]+/;
/** Someone who takes letters for the company. */
const CARE_OF = /c\/o\s+$/i;
const CARE_OF_CHARS = 6;
const EAST_ASIAN = /[\u0e00-\u0e7f\u3040-\u9fff\uac00-\ud7a3]/;
const LEAD_CHARS = 60;
const AFTER_CHARS = 120;

/** A place where a text names a company. Offsets are into the text. */
export interface CompanyMention {
  start: number;
  end: number;
  /** whether it is the one that shows the page */
  isOwn: boolean;
}

/**
 * Where a text names companies: those with a legal form, and all places of `ownName`, the company that shows the page, if it is
 * known. In order.
 */
export function companyMentions(
  text: string,
  companies: readonly NamedCompany[],
  hints: NameHints,
  ownName: string | null,
): CompanyMention[] {
  const mentions = ownName ? placesOf(text, ownName) : [];
  const sure: CompanyMention[] = [];
  const owned = new Set<string>();
  const others: { mention: CompanyMention; name: string }[] = [];
  for (const { name, start, end } of companies) {
    if (CARE_OF.test(text.slice(Math.max(0, start - CARE_OF_CHARS), start))) continue;
    const line = text.lastIndexOf('\n', start) + 1;
    const isOwn =
      isOwnName(name, hints, ownName) ||
      leadsToOwner(text.slice(Math.max(line, start - LEAD_CHARS), start)) ||
      isCalledWe(text.slice(end, end + AFTER_CHARS));
    // The domain can't tell whose name it is.
    if (!isOwn && EAST_ASIAN.test(name)) continue;
    const mention = { start, end, isOwn };
    mentions.push(mention);
    if (isOwn) owned.add(letters(name));
    else others.push({ mention, name: letters(name) });
    if (spellsSite(name, hints)) sure.push(mention);
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
  for (let start = text.indexOf(name); start >= 0 && mentions.length < MAX_PLACES; ) {
    const end = start + name.length;
    mentions.push({ start, end, isOwn: true });
    start = text.indexOf(name, end);
  }
  return mentions;
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
