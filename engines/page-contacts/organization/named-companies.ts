import { matchesOf } from '../matches-of.ts';
import { SMALL_WORDS } from './company-name.ts';
import { asianForm, formAfterName, startsWithForm, upToLegalForm } from './legal-forms.ts';

/** Cheap pre-check of legal forms. All start with a letter of the first group: another one makes the search six times slower. */
const HAS_FORM =
  /(?=[A-ZΑΙΕΟАЗОТЕ株有주จშ])(?:GmbH|(?<!\p{L})(?:AG|UG|KG|OHG|SE|L\.?L|PLLC|Lt[dé]|LTD|Limited|LIMITED|LLC|LLP|LP|Inc|INC|Corp|CORP|PLC|DAC|S\.?A|S\/[AS]|S\.? ?[LRrpn]|SARL|SUARL|E\.I\.R\.L|EIRL|Sàrl|SRL|SpA|SCEA|SCI|SELARL|EURL|BV|B\.V|NV|N\.V|Lda|Ltda|Oy|AB|AS|ApS|A\/S|I\/S|Sp[óo]łka|Soc(?:\.|ietà) ?[Cc]oop|Kft|Zrt|Bt|UAB|SIA|PT|Pty|Pte|Pvt|Private|Sdn|Bhd|Berhad|Co\.|Est\.|CC|P\.A|L\.P|OÜ|Stichting|Vereniging|Fundación|Fondation)|A\.Ş|ООО|ОАО|ЗАО|АО|ТОВ|ТОО|ЕООД|ООД|АД|Α\.Ε|Ι\.?Κ\.?Ε|ΑΕ|ΟΕ|ΕΠΕ|Ε\.Π\.Ε|Ο\.Ε|Ε\.Ε|შპს|株式|有限|주식|จำกัด|Công ty)/gu;
/** Forms in small letters. */
const SMALL_FORMS =
  /\.(?<=(?:e\. ?[KVU]|z ?o\. ?o|sp\. ?[jkp]|[sS]\. ?[cC]|s\. ?r\. ?o|a\. ?s|d\.o\.o|д\.о\.о|d\.d)\.)|ł(?<=spół)ka /g;

const NAME_CHARS = 90;
const FORM_CHARS = 90;
const MAX_COMPANIES = 80;
const MAX_FORMS = 400;
const SEPARATOR = /[\t|•·:;(–—©]|(?<=\p{L}{3})[.!?]\s|\s-\s/u;
/** Before names that need no spaces. In Thai, the first word of a company's name is a form, too. */
const ASIAN_SEPARATOR = /[\t|•:：;，。；、()（）©–—]|(?<![\u0e00-\u0e7f])\s|\s(?![\u0e00-\u0e7f])|(?=บริษัท)/u;
/** Words of a name in a row, at the end of a text. */
const NAME_AT_END = new RegExp(
  String.raw`(?<![\p{L}\p{N}])[„"“«]?(?:\p{Lu}|\d+ ?\p{Lu})[\p{L}\p{M}\p{N}&.'’/+-]*(?:["“”»]? (?:(?:${SMALL_WORDS}|és|ja|ve|un|ir|και|&|\+) ){0,2}(?:[„"“«]?[\p{Lu}\d][\p{L}\p{M}\p{N}&.'’/+-]*|\([^()\n]{1,25}\)))*["“”»]?,?\s*$`,
  'u',
);
/** `UAB „Gintaras“` */
const QUOTED_NAME = /^\p{Lu}{2,4} [„"“«][^"”“»\n]{2,60}["”“»]/u;
/** Words before a form that can also start a name: `Acme AS` */
const NAME_BEFORE = /[\p{Lu}\p{N}][\p{L}\p{N}]*["”“»]?,?\s+$/u;
/** `Acme Inc. (the "Corporation")`: what a contract calls a company is no part of its name. */
const DEFINED_TERM = /\s\((?:[^()"“„«]{0,20}\s)?["“„«]/u;
/** States, units and other words that look like a form. */
const NO_FORM = /^(?:PA|PC|LP)(?!\p{L})|^\S+[\s,]*\d/u;

/** A company that a text names with its legal form. Offsets are into the text. */
export interface NamedCompany {
  /** without the legal form */
  name: string;
  start: number;
  end: number;
}

/** The companies that a text names with their legal forms, in order, at most 80. */
export function namedCompanies(text: string): NamedCompany[] {
  const companies: NamedCompany[] = [];
  const offsets = [...matchesOf(HAS_FORM, text), ...matchesOf(SMALL_FORMS, text)]
    .map(({ index }) => index)
    .sort((a, b) => a - b)
    .slice(0, MAX_FORMS);
  let last = 0;
  for (const index of offsets) {
    if (index < last) continue;
    const from = Math.max(text.lastIndexOf('\n', index) + 1, index - NAME_CHARS, last);
    const newline = text.indexOf('\n', index);
    const to = Math.min(newline < 0 ? text.length : newline, index + FORM_CHARS);
    const defined = text.slice(index, to).search(DEFINED_TERM);
    const found = companyIn(text.slice(from, defined < 0 ? to : index + defined), index - from);
    if (!found) continue;
    last = from + found.end;
    companies.push({ name: found.name, start: from + found.start, end: last });
    if (companies.length >= MAX_COMPANIES) break;
  }
  return companies;
}

/** The company whose legal form is at or around an offset of a part of a line. Null: there is none. Offsets are into the part. */
function companyIn(part: string, index: number): NamedCompany | null {
  const asian = asianForm(part);
  if (asian && asian.start <= index && index < asian.end) {
    const before = part.slice(0, asian.start).trimEnd();
    const name = before.split(ASIAN_SEPARATOR).at(-1)!;
    if (name) return { name, start: before.length - name.length, end: asian.end };
  }
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
