import type { OrganizationField } from '../page-contacts.ts';
import { isCity } from './address-parts.ts';

const MAX_LINES = 2000;
const MAX_LINE_CHARS = 200;

type LabeledField = Exclude<OrganizationField, 'registration_number' | 'vat_number'>;

/** Labels of a table or list, by field. */
const LABELS: Readonly<Record<LabeledField, string>> = {
  organization_name:
    'company(?: name)?|legal name|registered name|business name|firma|firmenname|tic(?:aret|ari) unvanı|diensteanbieter(?:in)?|medieninhaber(?:in)?|anbieter(?:in)?|betreiber(?:in)?|herausgeber(?:in)?|éditeur|firmierung|unternehmen|raison sociale|d[ée]nomination(?: sociale)?|raz[óo]n social|denominaci[óo]n(?: social)?|titular|raz[ãa]o social|ditta|ragione sociale|denominazione|bedrijfsnaam|bedrijf|yritys|företag|firmanavn|nazwa firmy|název firmy|cégnév|denumire|полное наименование|сокращ[её]нное наименование|наименование(?: организации)?|повна назва|найменування|наименование|фирма|επωνυμία|ünvan[ıi]?|unvan[ıi]?|firma adı|ticari ünvan[ıi]?|nosaukums|pavadinimas|nimi|äriimi|naziv|tvrtka|obchodní (?:firma|jméno)|obchodné meno|単位名称|单位名称|会社名|医院名|法人名|店名|屋号|商号|社名|公司名称|公司名稱|회사명|상호(?:명)?|업체명|법인명',
  street:
    'address|street(?: address)?|stra(?:ss|ß)e|anschrift|adresse|direcci[óo]n|domicilio|endere[çc]o|morada|indirizzo|adres|adress|osoite|adresa|cím|юридический адрес|адрес|адреса|διεύθυνση|adrese|adresas|aadress|地址|所在地|住所|주소',
  postal_code:
    'zip(?: code)?|post(?:al )?code|plz|postleitzahl|code postal|c[óo]digo postal|cep|cap|postcode|postnummer|postnr\\.?',
  city: 'city|town|suburb|ort|stadt|ville|localit[ée]|ciudad|localidad|poblaci[óo]n|cidade|localidade|citt[àa]|plaats|stad|ort|poststed|kaupunki|miasto|město',
  region: 'state|province|county|provincia|estado|bundesland|kanton|regi[óo]n',
  country: 'country|land|pays|pa[íi]s|paese|kraj|země',
};

const LABEL = Object.entries(LABELS)
  .map(([field, words]) => `(?<${field}>${words})`)
  .join('|');
const PATTERN = new RegExp(`^(?:${LABEL})\\s?(?:[:：]\\s*|\\t\\s*)(?<value>\\S.{0,150})$`, 'iu');
const LABEL_ONLY = new RegExp(`^(?:${LABEL})\\s?[:：]?$`, 'iu');
/** A label and value of both: `PLZ / Ort: 93055 Regensburg`. */
const CODE_AND_CITY =
  /^(?:zip(?: code)?|post ?code|plz|postleitzahl|code postal|c\.?p\.?|c[óo]digo postal|cap|postnummer|postnr\.?|psč)\s?(?:[/,&+-]|and|und|et|y|e|og|och|a)?\s?(?:city|town|(?:wohn)?ort|stadt|ville|localit[éà]|ciudad|localidad|poblaci[óo]n|citt[àa]|sted|poststed|plaats|město|obec)\s?[:\t]\s*(?<code>(?:[A-Z]{1,3}-)?\d[\dA-Z]{2,4}(?: ?[\dA-Z]{2,3})?) (?<city>\p{Lu}.+)$/iu;
/** In Korean footers, the label has no colon: `상호 온새책방 / 대표 윤가람`. */
const KOREAN_NAME = /^(?<organization_name>상호(?:명)?|회사명|업체명|법인명) (?<value>\S.{1,60})$/u;
/** The seat of a company in Latin America: `Domicilio: Medellín, Antioquia`. */
const SEAT = /^(?<city>\p{Lu}[\p{L}. ]{2,30}), (?<region>\p{Lu}[\p{L}. ]{2,30})$/u;
/** Cheap pre-check: the start of a line, and the first two or three letters of a label. Few lines start like one. */
const MAY_BE_LABELED = new RegExp(`[^\\S\\n]*(?:${labelStarts().join('|')})`, 'iuy');

function labelStarts(): string[] {
  const words = Object.values(LABELS).flatMap((list) => list.split(/\|(?![^(]*\))/));
  return [...new Set(words.map((word) => /^(?:\[[^\]]+\]|[^(?\\]){2,3}/.exec(word)![0]))];
}

/** What a form has instead of a value: the next label, or the mark of a field that must be filled. */
const NOT_VALUE =
  /[:*?]\s*$|^[^\p{L}\p{N}]*$|^(?:please|select|choose|optional|required|e-?mail|phone|tel|fax|website|title|message|comments?)\b/iu;

/**
 * The details that lines of a text label: `City<TAB>Shallotte`, `Company: Acme Ltd`, or a label and its value on two
 * lines. The first of each field. The labels of a form have no values.
 */
export function labeledDetails(text: string): Map<LabeledField, string> {
  const details = new Map<LabeledField, string>();
  let end = -1;
  for (let count = 0; count < MAX_LINES && end < text.length; count += 1) {
    const start = end + 1;
    end = lineEnd(text, start);
    MAY_BE_LABELED.lastIndex = start;
    if (!MAY_BE_LABELED.test(text)) continue;
    const line = text.slice(start, end).trim();
    if (line.length < 3 || line.length > MAX_LINE_CHARS) continue;
    const both = CODE_AND_CITY.exec(line)?.groups;
    if (both && isCity(both.city!) && !details.has('city') && !details.has('postal_code')) {
      details.set('postal_code', both.code!);
      details.set('city', both.city!);
      continue;
    }
    const match =
      line.includes(':') || line.includes('\t') || line.includes('：')
        ? PATTERN.exec(line)
        : KOREAN_NAME.exec(line);
    const label = !match && line.length <= 30 ? LABEL_ONLY.exec(line) : null;
    const groups = (match ?? label)?.groups;
    if (!groups) continue;
    const named = (Object.keys(LABELS) as LabeledField[]).find((name) => groups[name] !== undefined);
    const written = match ? groups.value! : text.slice(end + 1, lineEnd(text, end + 1));
    const value = written
      .replace(/^[\t:]+/, '')
      .split(/\t|\s[|·/]\s/, 1)[0]!
      .trim();
    const place = named === 'street' ? SEAT.exec(value)?.groups : undefined;
    if (place && !details.has('city')) {
      details.set('city', place.city!);
      details.set('region', place.region!);
      continue;
    }
    if (!named || details.has(named) || !isValue(named, value)) continue;
    details.set(named, value);
  }
  return details;
}

function lineEnd(text: string, start: number): number {
  const newline = text.indexOf('\n', start);
  return newline < 0 ? text.length : newline;
}

function isValue(field: LabeledField, value: string): boolean {
  if (value.length < 2 || value.length > 150 || NOT_VALUE.test(value) || LABEL_ONLY.test(value)) return false;
  if (field === 'postal_code') return /^[A-Z\d][A-Z\d -]{2,9}$/.test(value) && /\d/.test(value);
  if (field === 'street') return /\d/.test(value);
  return field === 'organization_name' || isCity(value);
}
