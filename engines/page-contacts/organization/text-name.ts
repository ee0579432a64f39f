import { letters } from '../letters.ts';
import type { OrganizationDetail } from '../page-contacts.ts';
import {
  asName,
  copyrightNames,
  fitsSite,
  type NameHints,
  SMALL_WORDS,
  TITLE_PARTS,
} from './company-name.ts';
import { legalForm } from './legal-forms.ts';
import { lineAbove } from './line-above.ts';
import type { NamedCompany } from './named-companies.ts';
import { isCalledWe } from './others-address.ts';
import type { PostalAddress } from './postal-address.ts';
import { fitsTitles, type RightToLeftName, rightToLeftNames } from './right-to-left-name.ts';

const NEAR_CHARS = 250;
/** Where the company has its account. */
const BANK = /(?:^|[\s«„"“])(?:bank|banka|banca|banco|banque|банк\p{L}{0,2})(?!\p{L})/iu;
/** With that of the name and that of the address. */
const NEAR_LINES = 4;
const EDITED_CHARS = 8;
/** In France, a legal form can stand before the name of a site's editor. */
const EDITOR =
  /(?:édité|exploité|publié)e? par (?:la |l['’])?(?:(?:société|entreprise|association|SARL|SASU?|EURL|SA|SCI|SELARL|SELAS|SCM|SCP|SNC|EARL|GAEC|SCEA|SCOP) )*(?<name>\p{Lu}[\p{L}\p{N}&'’-]*(?: (?:(?:de|du|des|et|la|le|les|à) |d['’])?\p{Lu}[\p{L}\p{N}&'’-]*)*)/u;
/** Before the name of the company that the site's company belongs to. */
const PARENT =
  /(?<!\p{L})(?:(?:subsidiary|affiliate|member|part) of|tochter(?:gesellschaft|unternehmen)? (?:der|von|des)|filiale (?:de|du)|filial de|dochter(?:onderneming|maatschappij)? van|dotterbolag till|datterselskab af|spółka zależna)(?: the| la)?\s$/iu;
const PARENT_CHARS = 40;
const OWNER_CHARS = 90;
/** Before the company that answers for the data of visitors, or that sells. */
const OWNER =
  /(?<!\p{L})(?:controller(?: of [^.]{2,30})? is|seller is|(?:shop|store|website|site) is (?:owned|operated|run) by|verantwortlich\p{L}*(?: [^.]{2,40})? ist|verkäufer(?:in)? ist|responsable (?:du|del|de) trait?[ea]m[^.]{2,40} est?|responsable (?:del tratamiento|de tus datos)[^.]{0,30} es|titolare del trattamento[^.]{0,30} è|administrator\p{L}*(?: [^.]{2,40})? jest|prowadzon\p{L}+ (?:jest )?przez|sprzedawc\p{L}+ jest|provozovatel\p{L}*[^.]{0,30} je|správc\p{L}+[^.]{0,30} je|personuppgiftsansvarig[^.]{0,20} är|dataansvarlig[^.]{0,20} er)(?: \p{Ll}+){0,2}\s$/iu;

/** What decides between the names of a page. Offsets are into the text. */
export interface NameContext {
  companies: readonly NamedCompany[];
  hints: NameHints;
  address: PostalAddress | null;
  siteName: string | null;
  title: string | null;
  /** of the page, likeliest first */
  countries: readonly string[];
  isOthers: (index: number) => boolean;
  isOwnArea: (index: number) => boolean;
}

interface Candidate {
  value: string;
  source: OrganizationDetail['source'];
  score: number;
}

/** The name of the company that shows the page, as its text or its title has it. Null: none is likely enough. */
export function textName(
  text: string,
  { companies, hints, address, siteName, title, countries, isOthers, isOwnArea }: NameContext,
): Pick<Candidate, 'value' | 'source'> | null {
  const candidates: Candidate[] = [];
  const add = (value: string | null, source: Candidate['source'], score: number): void => {
    if (!value || (source === 'text' && BANK.test(value) && !fitsSite(value, hints))) return;
    const form = legalForm(value, countries) === 'sure' ? 1 : 0;
    candidates.push({ value, source, score: score + form });
  };
  if (address?.nameBefore) {
    const above = asName(address.nameBefore);
    // The city can stand above the address of an office.
    const name = above && letters(above) !== letters(address.city) ? above : null;
    const legal = name && !legalForm(name) ? legalNameAbove(text, address) : null;
    if (legal && fitsSite(legal, hints)) return { value: legal, source: 'text' };
    if (name && fitsSite(name, hints) && legalForm(name)) return { value: name, source: 'text' };
    if (name && (fitsSite(name, hints) || legalForm(name))) add(name, 'text', fitsSite(name, hints) ? 8 : 4);
  }
  for (const { name, index } of copyrightNames(text))
    if (!isOthers(index)) add(name, 'text', fitsSite(name, hints) ? 6 : legalForm(name) ? 3 : 0);
  // Nothing else scores as high.
  const sure = address?.nameBefore ? undefined : candidates.find(({ score }) => score >= 7);
  if (sure) return sure;
  for (const company of companies) {
    const { start, end } = company;
    const name = asName(text.slice(start, end));
    if (!name || !legalForm(name)) continue;
    const fits = fitsSite(name, hints);
    if (!fits && PARENT.test(text.slice(Math.max(0, start - PARENT_CHARS), start))) continue;
    const near = address && start <= address.start ? text.slice(start, address.start) : null;
    const isNear = near !== null && near.length <= NEAR_CHARS && near.split('\n').length <= NEAR_LINES;
    const owns = !fits && isOwner(text, company);
    if ((!owns && isOthers(start)) || (!fits && legalForm(name, countries) === 'ambiguous')) continue;
    add(name, 'text', fits ? 5.5 : owns ? 3.5 : isNear ? 3 : isOwnArea(start) ? 2 : 0);
  }
  // Looking for these letters first is much faster.
  const edited = text.indexOf('é par ');
  const editor =
    edited < 0 ? null : EDITOR.exec(text.slice(Math.max(0, edited - EDITED_CHARS), edited + NEAR_CHARS));
  if (editor && !isOthers(edited)) add(asName(editor.groups!.name!), 'text', 4);
  const others = rightToLeftNames(text).filter(({ index }) => !isOthers(index));
  for (const other of others) {
    const isNear =
      address !== null && other.index <= address.start && address.start - other.index <= NEAR_CHARS;
    const fits = fitsSite(other.name, hints) || fitsTitles(other.name, hints);
    add(
      other.name,
      'text',
      rightToLeftScore(other, { fits, isNear: isNear || isOwnArea(other.index), all: others }),
    );
  }
  if (siteName) add(asName(siteName), 'meta', fitsSite(siteName, { ...hints, titles: [] }) ? 4 : 1);
  const isNamed = candidates.some(({ score }) => score > 3);
  for (const part of title?.split(TITLE_PARTS) ?? [])
    add(domainName(part, hints) ?? (isNamed ? null : shownName(part, text, hints)), 'meta', 3);
  const [best] = candidates.sort((a, b) => b.score - a.score);
  if (!best || best.score < 3) return null;
  if (legalForm(best.value)) return best;
  const whole = candidates.find(
    ({ value, score }) =>
      score >= 3 && legalForm(value) && value.toLowerCase().startsWith(best.value.toLowerCase()),
  );
  return whole ?? best;
}

/** The name with a legal form two lines above an address, where the line between says what the company does. */
function legalNameAbove(text: string, { start }: PostalAddress): string | null {
  const name = asName(lineAbove(text, start, NEAR_CHARS, 2));
  return name && legalForm(name) === 'sure' ? name : null;
}

/** Whether the words around a company say that it runs the site: `The data controller is Acme Ltd`. */
function isOwner(text: string, { start, end }: NamedCompany): boolean {
  const line = text.lastIndexOf('\n', start) + 1;
  return (
    OWNER.test(text.slice(Math.max(line, start - OWNER_CHARS), start)) ||
    isCalledWe(text.slice(end, end + OWNER_CHARS))
  );
}

/** How likely a name in Arabic, Persian or Hebrew is that of the page's company. It can't be compared with the domain. */
function rightToLeftScore(
  { name, sign, isInSentence, hasForm, hasWord }: RightToLeftName,
  { fits, isNear, all }: { fits: boolean; isNear: boolean; all: readonly RightToLeftName[] },
): number {
  if (sign === 'label') return 5;
  if (sign === 'rights') return fits ? 6 : hasForm ? 5 : hasWord ? 4 : 0;
  if (sign === 'word') return fits ? 4 : isNear ? 3 : 0;
  const isOnly = !isInSentence && all.every((other) => other.sign !== 'form' || other.name === name);
  return fits ? 5.5 : isNear ? 4 : isOnly ? 3 : 0;
}

/** A word of a sentence, and not one inside a name. */
const HAS_SMALL_WORD = new RegExp(String.raw`\s(?!(?:${SMALL_WORDS}|d['’].*)(?:\s|$))\p{Ll}`, 'u');

/** The name in a part of the title that a line of the page starts with, if the domain has one of its words. */
function shownName(part: string, text: string, hints: NameHints): string | null {
  const name = asName(part.split(',', 1)[0]!);
  if (!name?.includes(' ') || HAS_SMALL_WORD.test(name) || !fitsSite(name, { ...hints, titles: [] }))
    return null;
  for (let index = text.indexOf(name); index >= 0; index = text.indexOf(name, index + 1)) {
    const [before = '\n', after = '\n'] = [text[index - 1], text[index + name.length]];
    if (/[\n\t]/.test(before) && !/[\p{L}\p{N}]/u.test(after)) return name;
  }
  return null;
}

/** A domain this long is in a title for no other reason than the name. */
const SURE_LABEL = 8;
/** `Acme Tools for your garden` goes on after the name. */
const SLOGAN = /\s\p{Ll}/u;

/** Words before the name in the title of a home page. */
const WELCOME =
  /^\W*(?:welcome to|willkommen (?:bei|im|in der|auf)|bienvenue (?:chez|à|au|sur)|bienvenid[oa]s? a|bem[- ]vindos? (?:a|ao|à)|benvenut[io] (?:a|da|in|al|alla|nel)|welkom bij|välkommen till|velkommen til|tervetuloa|witamy w|vítejte v) /iu;

/** The name in a part of the title that the domain spells, or starts to spell. Null: it does neither. */
function domainName(written: string, { labels }: NameHints): string | null {
  const part = written.replace(WELCOME, '');
  const plain = plainName(part);
  if (plain.length >= 4 && labels.some((label) => label.includes(plain))) return asName(part);
  const name = part.split(',', 1)[0]!;
  const spelled = endThatSpells(name, labels);
  if (spelled) return asName(spelled);
  if (SLOGAN.test(name)) return null;
  const start = plainName(name);
  return labels.some((label) => label.length >= SURE_LABEL && start.startsWith(label)) ? asName(name) : null;
}

const ARTICLE = /^(?:The|Die|Der|Das|Le|La|Les|El|Los|Las|Il|Lo|I|Gli|De|Het|O|A|Os|As)$/;

/** The last words of a text that spell a domain: `Agriturismo Poggio Rondinaia` -> `Poggio Rondinaia`. Null: they don't. */
function endThatSpells(text: string, labels: readonly string[]): string | null {
  const words = text.trim().split(/\s+/);
  for (let first = words.length - 1; first > 0; first -= 1) {
    const end = words.slice(first).join(' ');
    if (!labels.some((label) => label.length >= SURE_LABEL && label === plainName(end))) continue;
    const article = ARTICLE.test(words[first - 1]!) ? `${words[first - 1]} ` : '';
    return `${article}${end}`;
  }
  return null;
}

function plainName(part: string): string {
  return letters(part.replace(/&/g, 'and'));
}
