import type { CountryCode } from 'libphonenumber-js/max';
import { cutText } from '#contract/cut-text.ts';
import { countryCode } from '#engines/country-names/country-names.ts';
import type { PageSource } from '../html/page-source.ts';
import { areaAt, withoutMarks } from '../html/page-source.ts';
import type { StructuredData } from '../html/structured-data.ts';
import { letters } from '../letters.ts';
import type { OtherOwners } from '../other-owners.ts';
import { ORGANIZATION_FIELDS, type OrganizationDetail, type OrganizationField } from '../page-contacts.ts';
import { placesIn } from '../phones/place-names.ts';
import { pageCountries } from './address-countries.ts';
import { type CompanyMention, companyMentions, mentionBefore } from './company-mentions.ts';
import { asName, fitsSite, isOtherScript, nameHints } from './company-name.ts';
import { labeledDetails } from './labeled-details.ts';
import { legalForm } from './legal-forms.ts';
import { namedCompanies } from './named-companies.ts';
import { ownAddress } from './own-address.ts';
import { ownNumbers } from './own-numbers.ts';
import { isOwnPage } from './own-page.ts';
import { findPostalAddresses, type PostalAddress } from './postal-address.ts';
import { chosenNumbers, registerNumbers } from './register-numbers.ts';
import { SearchedText } from './searched-text.ts';
import {
  ADDRESS_FIELDS,
  type AddressGroup,
  asGroup,
  isSubjectOf,
  structuredOrganization,
} from './structured-organization.ts';
import { textName } from './text-name.ts';

const MAX_CHARS = 200;
const NAME_BEFORE_NUMBER = 5;
/** Structured data can name an area as the city: `Shropshire & Herefordshire`. */
const SEVERAL_PLACES = /[&/,]|\s(?:and|und|et|y|e|en|och|og|i)\s/u;

/** What the page tells beside its text. */
export interface OrganizationContext {
  url: string | null;
  host: string | null;
  ownDomains: ReadonlySet<string>;
  owners: OtherOwners;
}

/**
 * Returns the name, postal address and register numbers of the organization that shows the page: from its
 * structured data (JSON-LD, microdata, h-card), else from its text, as in an imprint.
 */
export function pageOrganization(
  source: PageSource,
  data: StructuredData,
  { url, host, ownDomains, owners }: OrganizationContext,
): OrganizationDetail[] {
  const searched = new SearchedText(source.text);
  const { text } = searched;
  const isOthers = (index: number): boolean => owners.ownerAt(searched.indexInPage(index)) !== null;
  const isOwnArea = (index: number): boolean =>
    /^(?:footer|address)$/.test(areaAt(source, searched.indexInPage(index)));
  const isOwn = isOwnPage(url, source.title);
  const numbers = registerNumbers(text);
  const companies = namedCompanies(text);
  const ofPage = pageCountries(host, source.lang);
  const likely =
    ofPage.length > 0
      ? ofPage
      : chosenNumbers(numbers, ({ start }) => (isOthers(start) ? null : 0)).flatMap(
          ({ country }) => country ?? [],
        );
  const details = new Map<OrganizationField, OrganizationDetail>();
  const add = (
    field: OrganizationField,
    value: string | null | undefined,
    from: OrganizationDetail['source'],
    written = value ?? '',
  ): void => {
    const clean = withoutMarks(value ?? '')
      .replace(/\s+/g, ' ')
      .trim();
    if (!clean || clean.length > MAX_CHARS || details.has(field)) return;
    const plain = cutText(withoutMarks(written).replace(/\s+/g, ' ').trim(), MAX_CHARS);
    details.set(field, {
      field,
      value: field === 'country' ? countryCodeOrText(clean) : clean,
      written: plain,
      source: from,
    });
  };
  const addGroup = ({ from, parts, written }: AddressGroup): void => {
    for (const [field, value] of parts) add(field, value, from, written ?? value);
  };
  const hints = nameHints(ownDomains, titlesOf(source, data, ownDomains));
  const structured = structuredOrganization(source, data, { ownDomains, hints, likely });
  for (const { field, value, from } of structured.details) add(field, value, from);
  const labeled = labeledDetails(text);
  let address: PostalAddress | null = null;
  // Parts of two addresses don't belong together.
  const group = structured.address;
  if (group && (group.parts.has('street') || group.parts.has('postal_code'))) addGroup(group);
  else {
    if (!group && labeled.has('city') && (labeled.has('postal_code') || labeled.has('street'))) {
      for (const field of ADDRESS_FIELDS) add(field, labeled.get(field), 'text');
      if (!labeled.has('postal_code')) add('country', likely[0], 'text');
    } else {
      const found = ownAddress(text, {
        likely,
        hints,
        mentions: companyMentions(text, companies, hints, null),
        title: source.title ?? '',
        isOwnPage: isOwn,
        streetsOfEvents: data.streetsOfEvents,
        isOthers: (index) => owners.isAddressOfOthers(searched.indexInPage(index)),
        isOwnArea,
      });
      const city = group?.parts.get('city');
      if (found && (!city || SEVERAL_PLACES.test(city) || letters(city) === letters(found.city)))
        address = found;
      if (address) addGroup(asGroup(address, 'text'));
    }
    const isFound = details.has('city') || details.has('postal_code') || details.has('street');
    const part = group ?? structured.part;
    if (!isFound && part) addGroup(part);
  }
  // A country alone is the organization's.
  for (const group of structured.countries) addGroup(group);
  if (!details.has('country')) add('country', impliedCountry(details, likely), sourceOf(details));
  const label = labeled.get('organization_name');
  const labeledName = label ? asName(label) : null;
  if (labeledName && (legalForm(labeledName) || isOtherScript(labeledName) || fitsSite(labeledName, hints)))
    add('organization_name', labeledName, 'text', label);
  if (!details.has('organization_name')) {
    const name = textName(text, {
      companies,
      hints,
      address,
      siteName: source.metas.get('og:site_name') ?? null,
      title: source.title,
      countries: likely,
      isOthers,
      isOwnArea,
    });
    if (name) add('organization_name', name.value, name.source);
  }
  if (numbers.length > 0) {
    const street = details.get('street')?.value;
    const name = details.get('organization_name')?.value ?? null;
    const mentions = companyMentions(text, companies, hints, name);
    const own = ownNumbers(text, numbers, {
      isOwnPage: isOwn,
      name,
      mentions,
      address: address ?? (street ? rangeOf(text, street) : null),
      isOthers,
      isOwnArea,
    });
    for (const { kind, value, written } of own) {
      // A tax ID in JSON-LD can be the VAT number of the text. One number isn't both.
      const taxId = details.get('registration_number');
      if (kind === 'vat_number' && taxId?.source === 'json-ld' && taxId.value === value)
        details.delete('registration_number');
      add(kind, value, 'text', written);
    }
    const [first] = own;
    const named = first && name === null ? companyBefore(text, first.start, mentions) : null;
    if (named) add('organization_name', named, 'text');
  }
  return ORGANIZATION_FIELDS.flatMap((field) => details.get(field) ?? []);
}

/** The company that a line names right before a number: `Acme Tools S.L. - C.I.F. B-50803600`. Null: none. */
function companyBefore(text: string, start: number, mentions: readonly CompanyMention[]): string | null {
  const mention = mentionBefore(text, mentions, start, { chars: NAME_BEFORE_NUMBER, lines: 0 });
  const name = mention && asName(text.slice(mention.start, mention.end));
  return name && legalForm(name) ? name : null;
}

/** Where a text has a part. Null: nowhere. */
function rangeOf(text: string, part: string): { start: number; end: number } | null {
  const start = text.indexOf(part);
  return start < 0 ? null : { start, end: start + part.length };
}

/** The title of the page and the names of the site, without those in structured data that may be of dealers or customers. */
function titlesOf(
  { title, metas }: PageSource,
  data: StructuredData,
  ownDomains: ReadonlySet<string>,
): string[] {
  const titles = [title, metas.get('og:site_name'), metas.get('application-name')].flatMap(
    (name) => name ?? [],
  );
  const names = new Set(data.names);
  const hints = nameHints(ownDomains, titles);
  const isOwn = (name: string): boolean =>
    fitsSite(name, hints) || (names.size === 1 && !isSubjectOf(title, name, hints));
  return [...titles, ...[...names].filter(isOwn)];
}

/** The country that the shape of an address or the site tells, where the address doesn't name it. */
function impliedCountry(
  details: ReadonlyMap<OrganizationField, OrganizationDetail>,
  likely: readonly CountryCode[],
): string | null {
  const of = (field: OrganizationField): string => details.get(field)?.value ?? '';
  if (of('city') === '' || of('postal_code') === '') return null;
  const street = /\d/.test(of('street')) ? of('street') : '1 Main Street';
  const forms = [
    `${street}, ${of('city')}, ${of('region')} ${of('postal_code')}`,
    `${street}, ${of('postal_code')} ${of('city')}`,
  ];
  for (const form of forms) {
    const country = findPostalAddresses(form, likely)[0]?.country;
    if (country) return country;
  }
  return null;
}

function sourceOf(details: ReadonlyMap<OrganizationField, OrganizationDetail>): OrganizationDetail['source'] {
  return details.get('postal_code')?.source ?? 'text';
}

/** The ISO code of a country, else its text. */
function countryCodeOrText(text: string): string {
  const code = countryCode(text) ?? placesIn(text)[0]?.code;
  return code ?? (/^[A-Za-z]{2}$/.test(text) ? text.toUpperCase() : text);
}
