import { letters, spellings } from '../letters.ts';
import { legalForm, upToLegalForm } from './legal-forms.ts';

const MAX_NAME_CHARS = 90;
/** Of a text that may have a name. A page can write spaces without end, which patterns would try one by one. */
const MAX_WRITTEN_CHARS = 300;
const MAX_LINES = 60;
/** Searches for two letters that few other words have. */
const COPYRIGHT_SIGN = /©|\([Cc]\)|yr(?<=[Cc]opyr)ight|YR(?<=COPYR)IGHT/g;
const COPYRIGHT =
  /(?:©|\(c\)|copyright)(?:\s*(?:©|\(c\)))?\s*(?:by\s)?(?:\d{4}(?:\s?[-–]\s?(?:\d{2,4}|present))?)?,?\s*(?:by\s)?(?<name>.+)/iu;
const RIGHTS =
  /\s*[.,|•·–-]?\s*(?:all rights|alle rechte|tous droits|todos los derechos|todos os direitos|tutti i diritti|wszelkie prawa|alle rettigheder|alla rättigheter).*$/iu;

/** Headings and labels that stand where a name may. */
const NOT_NAME =
  /^(?:contact|kontakt|contacto|contatti|contato|contactos|impressum|imprint|address|anschrift|adresse|dirección|endereço|indirizzo|our offices?|offices?|office|headquarters|head office|visit us|find us|locations?|standorte?|büro|sede|mailing address|postal address|legal|mentions légales|aviso legal|home|about|welcome|phone|tel|email|registered office|deutschland|germany|united states|usa|uk|london|ordination|praxis|kanzlei|filiale|geschäft|werkstatt|lager|showroom|shop|store|atelier|cabinet|magasin|boutique|bureau|usine|oficinas?|tienda|taller|negozio|ufficio|kantoor|winkel|kontor|butik|sklep|biuro|siedziba|sídlo|provozovna|opening hours|öffnungszeiten|follow us|newsletter|menu|website|title|privacy policy|terms(?: of (?:use|service))?|\p{L}*partnerschaft(?:sgesellschaft)?(?: mbb)?)\b\W*(?:us|uns)?$/iu;
const KOREAN_LABEL = /^(?:소재지|주소|본사|공장|연락처|회사명|상호)$/u;
/** A form whose name stands before a comma. */
const FORM_ALONE =
  /^(?:S\.? ?[LA]\.?(?: ?U\.?)?|S\.? ?[rR]\.? ?[lL]|S\.? ?p\.? ?A|GmbH|AG|Ltd|Limited|Inc|L\.?L\.?C|Ltda|Lda|SAS|SARL|B\.?V|N\.?V)\.?\s*(?:\(|$)/u;
/** What starts or is inside a sentence, not a name. */
const SENTENCE =
  /^(?:A division of|Part of|Member of|We|Our|You|Your|This|These|All|Wir|Unsere?|Nous|Notre|Nuestr[oa]s?|The company)\s|\s(?:is|are|was|were|has|ist|sind|wird|wurde|est|sont|es|son|è|foi|har|er|blev|är|jest)\s/i;

/** Words inside a name, in small letters: alternatives of a pattern. */
export const SMALL_WORDS =
  'of|and|the|for|de|du|des|del|della|delle|degli|dei|di|da|do|dos|das|la|le|les|los|las|el|et|y|e|und|für|den|der|van|von|voor|het|en|och|og|i|na';

/** What tells the name of the company: its domains, the title of the page, the site's name. */
export interface NameHints {
  domains: ReadonlySet<string>;
  /** first parts of the domains, as plain letters */
  labels: readonly string[];
  /** as plain letters */
  titles: readonly string[];
}

/** Letters that a name and a domain start with, if both mean one company. */
const SAME_START = 6;
/** What separates the name of a site from the rest of its title. */
export const TITLE_PARTS = /\s[|•·–—:-]\s|\s[|]|[|:]\s/u;

/** The hints of a page's domains and titles. */
export function nameHints(domains: ReadonlySet<string>, titles: readonly string[]): NameHints {
  const labels = [...domains]
    .map((domain) => letters(domain.split('.')[0] ?? ''))
    .filter((label) => label.length >= 3);
  return {
    domains,
    labels,
    titles: titles.flatMap((title) => ownParts(title, { domains, labels, titles: [] })),
  };
}

/** The parts of a title that fit the domain, if any do: the others can name a customer. Else the whole title. As plain letters. */
function ownParts(title: string, hints: NameHints): string[] {
  const own = title.split(TITLE_PARTS).filter((part) => fitsSite(part, hints));
  return (own.length > 0 ? own : [title]).map(letters);
}

/** Whether a name fits the site: its domain has a word of the name, or its title names it. */
export function fitsSite(text: string, { labels, titles }: NameHints): boolean {
  const name = inOneLine(text);
  const names = spellings(withoutForm(name));
  const own = names[0]!;
  if (own.length < 3) return false;
  if (titles.some((title) => title.includes(own))) return true;
  const words = name
    .split(/[\s\-&+/’']+/)
    .flatMap(spellings)
    .filter((word) => word.length >= 4);
  for (const label of labels) {
    if (names.some((own) => own.includes(label) || (own.length >= 4 && label.includes(own)))) return true;
    if (words.some((word) => label.includes(word) && word.length * 2 >= label.length)) return true;
    if (words.filter((word) => label.includes(word)).length >= 2) return true;
    if (words.some((word) => commonStart(word, label) >= 5)) return true;
    if (names.some((own) => commonStart(own, label) >= SAME_START)) return true;
  }
  return false;
}

/** Whether the title or the domain has the whole name, the name the whole domain, or both the same start. Surer than that it fits. */
export function spellsSite(name: string, { labels, titles }: NameHints): boolean {
  const own = letters(withoutForm(inOneLine(name)));
  if (own.length < 4) return false;
  if (titles.some((title) => title.includes(own))) return true;
  return labels.some((label) =>
    spellings(withoutForm(inOneLine(name))).some(
      (own) => own.includes(label) || label.includes(own) || commonStart(own, label) >= SAME_START,
    ),
  );
}

function inOneLine(text: string): string {
  return text.replace(/\s+/g, ' ').slice(0, MAX_WRITTEN_CHARS);
}

/** Legal forms before a name: `GAEC des Aurières`. */
const FORM_FIRST =
  /^(?:GAEC|EARL|SCEA|SCI|SELARL|SARL|EURL|UAB|SIA|Stichting|Vereniging|Fundación|Fondazione|Fondation|Stiftung|Genossenschaft)\s+/u;

function withoutForm(name: string): string {
  if (/[\u0e00-\uffff]/.test(name))
    return name.replace(
      /(?:股份)?有限(?:责任)?公司|株式会社|有限会社|合同会社|주식회사|\(주\)|บริษัท|จำกัด/gu,
      '',
    );
  return name
    .replace(FORM_FIRST, '')
    .replace(
      /[\s,]+(?:GmbH|AG|KG|Ltd|Limited|LLC|Inc|Corp|B\.?V|N\.?V|S\.?A|S\.?r\.?l|S\.?p\.?A|SAS|SARL|AB|AS|A\/S|ApS|Oy|Lda|Ltda|LLP|PLLC|P\.A|L\.P)\.?$/u,
      '',
    );
}

function commonStart(a: string, b: string): number {
  let length = 0;
  while (length < a.length && length < b.length && a[length] === b[length]) length += 1;
  return length;
}

/** Whether a name is in another script than domains are, so that it can't be compared with them. */
export function isOtherScript(name: string): boolean {
  return /[^\p{Script=Latin}\P{L}]{3}/u.test(name);
}

/** Brothers and the like don't end a sentence: `Hnos. Lorente S.L.` */
const SENTENCE_END = /(?<=\p{L}{4})(?<!(?<!\p{L})(?:Hnos|Gebr|Bros|Prof|Coop))[.:]\s\p{Lu}/u;
/** `Acme Heaters, a division of Stillwater Corp.` */
const DIVISION =
  /,? (?:is )?(?:powered by|website by|site by|design(?:ed)? by|an? (?:division|brand|subsidiary|trade ?mark|trading name|d\/?b\/?a|unit|part|member) of|d\/?b\/?a|handelsnaam van|handelsname der|nom commercial de|nombre comercial de|marchio di)\s.*$/iu;

/** A text as the name of a company, without what surrounds it. Null: it isn't one. */
export function asName(written: string): string | null {
  let name = inOneLine(written)
    .replace(RIGHTS, '')
    .replace(/^\W*(?:[\p{L} ]{2,25}:\s+)/u, '')
    .replace(
      /^.*(?:pod firmą|["”“] means|trading as|operated by|run by|owned by|produced by|presented by|hosted by|organi[sz]ed by|an? (?:production|presentation|project|service|site|website|brand|trademark) of|betrieben von|exploité par|édité par)\s+(?:(?:la société|the company|die firma|the firm)\s+)?/iu,
      '',
    )
    .replace(/\s+\((?:[A-Z]{2}\d{4,}|RC ?\d+|\d{6,}(?:-[A-Z])?)\)$/u, '')
    .replace(/\s+(?:ABN|ACN|CNPJ|NIT|RUC|RUT|UEN|CIF|NIF|KvK|CVR)\b.*$/u, '')
    .replace(/^["„“«](?<inner>[^"“”»]{2,60})["“”»]/u, '$<inner>')
    .replace(/^(?!\(주\))[^\p{L}\p{N}]+/u, '')
    .replace(/^(?:[A-Z][a-z]{1,4}\.|[A-Z]{2}),\s+(?=\p{Lu}\p{L}+\s)/u, '')
    .replace(/^(?:Contact|Kontakt)\s+(?=\p{Lu}\p{L}+\s+\p{Lu})/u, '')
    .replace(/^(?:19|20)\d\d(?:\s?[-–]\s?\d{2,4})?,?\s+/, '')
    .trim();
  name = name.replace(DIVISION, '');
  if (legalForm(name)) name = upToLegalForm(name) ?? name;
  name = name
    .replace(/\s*[©®™]$|[\s,]+(?:19|20)\d\d(?:\s?[-–]\s?(?:(?:19|20)?\d\d|heute|present))?$/u, '')
    .replace(/[,;|\s]+$|\s[–—-]+$/, '')
    .replace(/(?<=\p{Ll}{3})\.$/u, (dot) => (legalForm(name) ? dot : ''));
  if (name.length < 2 || name.length > MAX_NAME_CHARS || name.split(/\s+/).length > 10) return null;
  if ([NOT_NAME, KOREAN_LABEL, FORM_ALONE, SENTENCE].some((other) => other.test(name))) return null;
  if (!/^(?:\(주\))?[\p{Lu}\p{Lo}\p{N}\p{Script=Georgian}]/u.test(name) || !/\p{L}{2}|\p{Lo}/u.test(name))
    return null;
  if (/[@!?{}<>]|www\.|https?:|\d{5}/.test(name) || SENTENCE_END.test(name)) return null;
  return name;
}

/** A year after a name, and what follows it: `Acme 2024 Privacy Terms`. A legal form after it is part of the name. */
const YEAR_AFTER = /(?<=\p{L})[\s,]+(?:19|20)\d\d(?:\s?[-–]\s?(?:19|20)?\d\d)?(?<after>(?:[.\s].*)?)$/u;

function withoutYear(written: string): string {
  return written.replace(YEAR_AFTER, (whole, after: string) => (legalForm(after) ? whole : ''));
}

/** The names after copyright signs. */
export function copyrightNames(text: string): { name: string; index: number }[] {
  const names: { name: string; index: number }[] = [];
  for (const line of linesWith(text, COPYRIGHT_SIGN)) {
    const written = COPYRIGHT.exec(line.text)?.groups?.name;
    const name =
      written &&
      asName(
        withoutYear(
          written.split(/\s[|•·–-]\s|\t/u)[0]!.replace(/(?<=\p{Ll}{3}|\p{Lu}|\)|\d{4})\.\s.*$/u, ''),
        ),
      );
    if (name) names.push({ name, index: line.start });
  }
  return names;
}

/** The lines in which a pattern has a match, at most 60 and none of more than 600 characters. */
export function linesWith(text: string, pattern: RegExp): { text: string; start: number }[] {
  const lines: { text: string; start: number }[] = [];
  let from = 0;
  while (lines.length < MAX_LINES) {
    pattern.lastIndex = from;
    const match = pattern.exec(text);
    if (!match) break;
    const start = text.lastIndexOf('\n', match.index) + 1;
    const newline = text.indexOf('\n', match.index);
    const end = newline < 0 ? text.length : newline;
    if (end - start <= 600) lines.push({ text: text.slice(start, end), start });
    from = end + 1;
    if (from >= text.length) break;
  }
  return lines;
}
