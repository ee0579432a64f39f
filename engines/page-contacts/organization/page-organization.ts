import { cutText } from '#contract/cut-text.ts';
import { type PageSource, sourceText, withoutMarks } from '../html/page-source.ts';
import type { StructuredData } from '../html/structured-data.ts';
import { ORGANIZATION_FIELDS, type OrganizationDetail, type OrganizationField } from '../page-contacts.ts';
import { placesIn } from '../phones/place-names.ts';
import { findPostalAddress } from './postal-address.ts';
import { registerNumbers } from './register-numbers.ts';

const MAX_CHARS = 200;
const START_CHARS = 2000;
const END_CHARS = 4000;
const MAX_NAME_CHARS = 80;

/** schema.org's names of the fields. */
const STRUCTURED: Readonly<Record<string, OrganizationField>> = {
  legalname: 'organization_name',
  name: 'organization_name',
  streetaddress: 'street',
  postalcode: 'postal_code',
  addresslocality: 'city',
  addresscountry: 'country',
  vatid: 'vat_number',
  taxid: 'registration_number',
};

/**
 * Returns the name, postal address and register numbers of the organization that shows the page: from its
 * structured data (JSON-LD, microdata, h-card), else from its text, as in an imprint.
 */
export function pageOrganization(source: PageSource, data: StructuredData): OrganizationDetail[] {
  const text = startAndEnd(source.text);
  const details = new Map<OrganizationField, OrganizationDetail>();
  const add = (
    field: OrganizationField,
    value: string,
    from: OrganizationDetail['source'],
    written = value,
  ): void => {
    const clean = withoutMarks(value).replace(/\s+/g, ' ').trim();
    if (!clean || clean.length > MAX_CHARS || details.has(field)) return;
    const plain = cutText(withoutMarks(written).replace(/\s+/g, ' ').trim(), MAX_CHARS);
    details.set(field, {
      field,
      value: field === 'country' ? countryCodeOrText(clean) : clean,
      written: plain,
      source: from,
    });
  };
  const organization = bestOrganization(data.organizations);
  for (const key of [
    'legalName',
    'name',
    'streetAddress',
    'postalCode',
    'addressLocality',
    'addressCountry',
    'vatID',
    'taxID',
  ])
    if (organization[key]) add(STRUCTURED[key.toLowerCase()]!, organization[key], 'json-ld');
  for (const item of source.microdata) {
    const field = STRUCTURED[item.name];
    if (field) add(field, sourceText(source, item), 'microdata');
  }
  // Parts of two addresses don't belong together.
  if (!details.has('city') && !details.has('postal_code')) {
    const address = findPostalAddress(text);
    if (address) {
      const { street, postalCode, city, country, written } = address;
      if (street) add('street', street, 'text', written);
      add('postal_code', postalCode, 'text', written);
      add('city', city, 'text', written);
      add('country', country, 'text', written);
    }
  }
  for (const number of registerNumbers(text)) add(number.kind, number.value, 'text', number.written);
  const name = details.has('organization_name') ? null : nameInText(text);
  if (name) add('organization_name', name, 'text');
  const siteName = source.metas.get('og:site_name');
  if (siteName) add('organization_name', siteName, 'meta');
  return ORGANIZATION_FIELDS.flatMap((field) => details.get(field) ?? []);
}

/** An imprint is short, and other pages have these details in their header or footer. */
function startAndEnd(text: string): string {
  if (text.length <= START_CHARS + END_CHARS) return text;
  return `${text.slice(0, START_CHARS)}\n${text.slice(-END_CHARS)}`;
}

/** The organization with the most details. */
function bestOrganization(organizations: StructuredData['organizations']): Record<string, string> {
  const count = (details: Record<string, string>): number => Object.keys(details).length;
  return organizations.reduce((best, next) => (count(next) > count(best) ? next : best), {});
}

/** The ISO code of a country, else its text. */
function countryCodeOrText(text: string): string {
  if (/^[A-Za-z]{2}$/.test(text)) return text.toUpperCase();
  return placesIn(text)[0]?.code ?? text;
}

/** Legal forms that end a company's name. */
const LEGAL_FORM =
  /(?<![\p{L}\p{N}])(?:g?GmbH(?: & Co\. ?KGa?A?)?|AG|UG(?: \(haftungsbeschränkt\))?|KG|OHG|e\.? ?K\.|e\.? ?V\.|Ltd\.?|Limited|LLP|LLC|Inc\.?|PLC|plc|S\.?A\.?S\.?U?|SARL|S\.?à ?r\.?l\.?|EURL|B\.?V\.?|N\.?V\.?|S\.?p\.?A\.?|S\.?r\.?l\.?|S\.L\.U?\.?|S\.A\.(?: de C\.V\.)?|Lda\.?|Ltda\.?|Oyj?|AB|ASA?|A\/S|ApS|sp\. z o\.o\.|s\.r\.o\.|a\.s\.|Kft\.?|Zrt\.?|d\.o\.o\.|Pty\.? Ltd\.?|Pte\.? Ltd\.?|Pvt\.? Ltd\.?|Sdn\.? Bhd\.?|A\.Ş\.|OÜ|UAB|SIA)(?![\p{L}\p{N}])/u;
/** Cheap pre-check: the first letters of a legal form. Capitals and dots are rare, so it starts with one of them. */
const HAS_FORM =
  /(?=[A-Z.])(?:(?<![A-Za-z0-9])(?:GmbH|AG|UG|KG|OHG|L(?:td|imited|L[PC]|da)|Inc|PLC|S\.?(?:A|p|r|L|à)|B\.?V|N\.?V|Oy|A(?:B|SA?\b|pS|\.Ş)|Kft|Zrt|Pty|Pte|Pvt|Sdn|OÜ|UAB|SIA)|(?<=\bg)GmbH|(?<=\be\.? ?)[KV]|(?<=\bsp)\. z|(?<=\bs)\.r|(?<=\ba)\.s|(?<=\bd)\.o)|plc/;

/** A line that is a company's name with its legal form, perhaps after a copyright sign. */
function nameInText(text: string): string | null {
  if (!HAS_FORM.test(text)) return null;
  let lines = 0;
  for (const line of text.split('\n')) {
    lines += 1;
    if (lines > 5000) break;
    if (line.length < 4 || line.length > 200 || !HAS_FORM.test(line)) continue;
    const plain = withoutMarks(line)
      .replace(/^.*(?:©|\(c\)|copyright)\s*(?:\d{4}(?:\s?[-–]\s?\d{4})?)?\s*(?:by\s)?/iu, '')
      .trim();
    const form = LEGAL_FORM.exec(plain);
    if (!form || form.index === 0) continue;
    const name = plain
      .slice(0, form.index + form[0].length)
      .replace(/^.*[:|•·]/u, '')
      .replace(/^[^\p{L}\p{N}]+/u, '');
    const words = name.split(/\s+/).length;
    // A name isn't a sentence.
    if (
      name.length <= form[0].length + 1 ||
      name.length > MAX_NAME_CHARS ||
      words > 9 ||
      !/^[\p{Lu}\p{N}]/u.test(name) ||
      /[.!?:]\s\p{Lu}/u.test(name.slice(0, form.index))
    )
      continue;
    return name;
  }
  return null;
}
