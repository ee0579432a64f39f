import { parse } from 'tldts';
import { sharedSite } from '#engines/list-items/shared-hosts.ts';
import { stripAttached, stripLegalForms } from './legal-forms.ts';
import { nameKey, nameWords } from './name-words.ts';

/** A company name, ready to compare. All keys are from `nameKey`. */
export interface CompanyName {
  /** as given, trimmed */
  written: string;
  /** the name without its legal form, "the" and notes in parentheses, as people write it */
  short: string;
  /** words of `short` */
  words: string[];
  key: string;
  /** the whole name with its legal form: "siemens ag" */
  legalKey: string;
  /** legal forms that were removed */
  forms: string[];
  /** countries that the legal form and the language point to, as ISO codes, the most likely first */
  countries: string[];
  /** short and former names, and the name as written: also its own, but weaker */
  others: string[];
  /** a domain within the name: "Booking.com" */
  domain: string | null;
  /** the whole line is that domain: "acme.com" */
  isDomain: boolean;
}

/** What a line is. `domain`: the line is a web address or an email address of a company. */
export type NameReading =
  | { kind: 'name'; name: CompanyName }
  | { kind: 'address'; domain: string; from: 'url' | 'email' }
  | { kind: 'unreadable'; reason: string };

/** A longer text is not a name. */
export const NAME_MAX_CHARS = 300;
/** Longer lines aren't searched for anything. */
const MAX_LINE_CHARS = 2_000;
const NO_LETTERS = 'This line has no letters or numbers';
const NOT_PUBLIC = 'This address has no public domain';
const TOO_LONG = `This line is too long for a company name (the limit is ${NAME_MAX_CHARS} characters)`;

const ARTICLES = new Set(['the']);
/** "formerly Acme", "trading as Acme" */
const FORMER =
  /[,(\s-]*\b(?:formerly(?: known as)?|f\/?k\/?a|formally|previously|ehemals|vormals|früher|ex-|anciennement|antes|già)\b[:\s]*(.+)$/iu;
const TRADING =
  /[,(\s-]*\b(?:d\/?b\/?a|t\/a|trading as|doing business as|a\/?k\/?a|also known as)\b[:.\s]*(.+)$/iu;

/** Reads one line of a list. Never throws. */
export function readCompanyName(line: string): NameReading {
  if (line.length > MAX_LINE_CHARS && line.trim().length > NAME_MAX_CHARS)
    return { kind: 'unreadable', reason: TOO_LONG };
  const written = line
    .replace(/\p{Cf}+/gu, '')
    .replace(/\p{Cc}+/gu, ' ')
    .trim();
  if (written.length > NAME_MAX_CHARS) return { kind: 'unreadable', reason: TOO_LONG };
  const address = readAddress(written);
  if (address) return address;
  const name = parseName(written);
  if (name.key === '' || name.key === 'and') return { kind: 'unreadable', reason: NO_LETTERS };
  return { kind: 'name', name };
}

/** A web or email address instead of a name. "Booking.com" is a name, "www.booking.com" an address. */
function readAddress(written: string): NameReading | null {
  const inBrackets = /<\s*([^\s<>]+@[^\s<>]+)\s*>$/.exec(written)?.[1];
  const isUrl = /^https?:\/\//i.test(written);
  const [text = ''] = isUrl ? written.split(/\s/, 1) : [inBrackets ?? written];
  if (/\s/.test(text)) return null;
  const email = /^(?:mailto:)?[^\s@/]+@([^\s@/]+\.[^\s@/]+)$/i.exec(text);
  if (email) return addressAt(email[1] ?? '', 'email');
  if (isUrl || /^www\./i.test(text)) return addressAt(text, 'url');
  const hasPath = /^[^/]+\.[^/]+\/.*/.test(text) && registrable(text) !== null;
  const isShared = isDomain(text) && sharedPage(text) !== null;
  return hasPath || isShared ? addressAt(text, 'url') : null;
}

function addressAt(text: string, from: 'url' | 'email'): NameReading {
  const domain = registrable(text);
  if (domain === null) return { kind: 'unreadable', reason: NOT_PUBLIC };
  const site = from === 'url' ? sharedPage(text) : null;
  if (site === null) return { kind: 'address', domain, from };
  return { kind: 'unreadable', reason: `This is a page at ${site}, not a company's own website` };
}

/** The site of many companies that a web address is a page of: `linkedin.com`; null for a site of its own. */
export function sharedPage(address: string): string | null {
  const url = /^https?:\/\//i.test(address) ? address : `http://${address}`;
  if (!URL.canParse(url)) return null;
  const { hostname, pathname } = new URL(url);
  return sharedSite(hostname, pathname);
}

/** The registrable domain of an address with a public suffix; null if it has none. */
export function registrable(address: string): string | null {
  const parsed = parse(address, { allowPrivateDomains: false });
  if (!parsed.domain || !parsed.isIcann || parsed.isIp) return null;
  try {
    return new URL(`http://${parsed.domain}`).hostname;
  } catch {
    return null;
  }
}

function parseName(written: string): CompanyName {
  const others: string[] = [];
  let text = written;
  for (const pattern of [FORMER, TRADING]) {
    const found = pattern.exec(text);
    if (!found || found.index === 0) continue;
    others.push((found[1] ?? '').replace(/\)\s*$/, ''));
    text = text.slice(0, found.index);
  }
  const attached = stripAttached(text.normalize('NFKC').toLowerCase());
  text = attached.forms.length > 0 ? attached.text : text;
  const inParentheses = [...text.matchAll(/[(（[]([^()（）[\]]{1,80})[)）\]]/g)].map(
    (found) => found[1] ?? '',
  );
  const outside = text.replace(/[(（[][^()（）[\]]*[)）\]]?/g, ' ').trim();
  if (nameWords(outside).length > 0) {
    others.push(...inParentheses);
    text = outside;
  }
  const all = nameWords(text);
  const stripped = stripLegalForms(all);
  let words = stripped.words;
  if (words.length > 1 && ARTICLES.has(words[0] ?? '')) words = words.slice(1);
  const forms = [...attached.forms, ...stripped.forms];
  const key = nameKey(words);
  const keys = [nameKey(all), ...others.map((other) => nameKey(stripLegalForms(nameWords(other)).words))];
  return {
    written,
    short: shortText(text, all, words),
    words,
    key,
    legalKey: nameKey(all),
    forms,
    countries: rankedCountries([...attached.countries, ...stripped.countries], languageCountries(all)),
    others: [...new Set(keys)].filter(
      (otherKey) => otherKey !== key && otherKey.length > 1 && !isForm(otherKey),
    ),
    domain: domainIn(text),
    isDomain: isDomain(written),
  };
}

/** Countries of the form that the language agrees with come first; the language alone is only a guess. */
function rankedCountries(ofForm: readonly string[], ofLanguage: readonly string[]): string[] {
  if (ofForm.length === 0) return [...ofLanguage];
  const both = ofLanguage.filter((code) => ofForm.includes(code));
  return [...new Set([...both, ...ofForm])];
}

/** "(UK)" or "(GmbH)" is no name of its own. */
function isForm(key: string): boolean {
  return key.length < 2 || stripLegalForms(['x', key]).forms.length > 0;
}

/** The part of the text that has the given words, with its own spelling. */
function shortText(text: string, all: readonly string[], words: readonly string[]): string {
  if (all.length === words.length) return text.trim();
  const start = all.indexOf(words[0] ?? '');
  const pieces = text.trim().split(/[\s,]+/);
  // Spelling is kept where pieces and words agree; otherwise the plain words do.
  if (pieces.length === all.length) return pieces.slice(start, start + words.length).join(' ');
  const kept: string[] = [];
  let left = words.join('');
  for (const piece of pieces) {
    const plain = nameWords(piece).join('');
    if (plain === '' || !left.startsWith(plain)) {
      if (kept.length > 0 && plain !== '') break;
      continue;
    }
    kept.push(piece);
    left = left.slice(plain.length);
  }
  return left === '' && kept.length > 0 ? kept.join(' ') : words.join(' ');
}

/** "acme.com" and "acme.co" are domains, "Acme.Co" and "Acme.Inc" end in a legal form. */
function isDomain(written: string): boolean {
  if (/\s/.test(written) || domainIn(written) === null) return false;
  return (
    written === written.toLowerCase() || !isForm(written.slice(written.lastIndexOf('.') + 1).toLowerCase())
  );
}

function domainIn(text: string): string | null {
  const found = /(?:^|\s)((?:[\p{L}\p{N}-]+\.)+\p{L}{2,})(?=$|[\s,])/iu.exec(text);
  if (!found?.[1] || /^(?:\p{L}\.)+\p{L}+\.?$/u.test(found[1])) return null;
  return registrable(found[1]);
}

/** Words of company names by the countries of their language, the most likely first. */
const LANGUAGE_WORDS: Readonly<Record<string, string>> = {
  'DE AT CH':
    'und bau immobilien gartenbau backerei baeckerei handel handels werke stiftung verlag technik maschinenbau spedition versicherung versicherungen sohne soehne gebruder gebrueder apotheke kanzlei steuerberatung autohaus elektro gesellschaft stadtwerke druckerei schreinerei tischlerei metzgerei brauerei reisen beratung dienstleistungen werbung',
  'NL BE':
    'bouw bouwbedrijf bakkerij groep diensten vastgoed zonen schoonmaak advies drukkerij verzekeringen uitzendbureau',
  'SE FI':
    'bygg konsult och akeri fastigheter forsakring bageri snickeri elektriska maskin verkstad redovisning',
  'NO DK': 'og bygg konsult rederi byg entreprenor eiendom ejendomme bageri tomrer regnskap',
  FI: 'rakennus kiinteistot palvelut ja oy',
  'FR BE':
    'boulangerie conseil et fils freres societe energie transports assurances cabinet immobilier batiment maison menuiserie imprimerie etablissements ets les des',
  'ES MX AR':
    'transportes hermanos hijos servicios construcciones panaderia inmobiliaria bodegas seguros asesores y energias distribuciones',
  IT: 'fratelli figli costruzioni vini e studio officine pasticceria assicurazioni immobiliare trasporti industria grafica',
  PL: 'uslugi budownictwo przedsiebiorstwo zaklad druk fabryka firma hurtownia nieruchomosci biuro',
  'PT BR': 'irmaos comercio servicos construcoes padaria imobiliaria seguros filhos transportadora industria',
  'CZ SK': 'stavby sluzby obchod pekarna reality',
  HU: 'kereskedelmi szolgaltato epito es',
  RO: 'constructii si servicii imobiliare',
  TR: 've insaat gida tekstil sanayi ticaret',
};
const COUNTRIES_OF = new Map<string, string[]>();
for (const [countries, words] of Object.entries(LANGUAGE_WORDS))
  for (const word of words.split(' '))
    COUNTRIES_OF.set(word, [...(COUNTRIES_OF.get(word) ?? []), ...countries.split(' ')]);

/** Countries whose language the words of a name are in, the most likely first; empty if the words don't tell. */
function languageCountries(words: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const word of words)
    for (const code of COUNTRIES_OF.get(word) ?? []) counts.set(code, (counts.get(code) ?? 0) + 1);
  return [...counts].sort(([, a], [, b]) => b - a).map(([code]) => code);
}
