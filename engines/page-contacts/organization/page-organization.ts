import type { CountryCode } from 'libphonenumber-js/max';
import { cutText } from '#contract/cut-text.ts';
import { countryCode } from '#engines/country-names/country-names.ts';
import { companySite } from '#engines/list-items/company-site.ts';
import type { PageSource } from '../html/page-source.ts';
import { areaAt, sourceText, withoutMarks } from '../html/page-source.ts';
import type { StructuredData } from '../html/structured-data.ts';
import type { OtherOwners } from '../other-owners.ts';
import { ORGANIZATION_FIELDS, type OrganizationDetail, type OrganizationField } from '../page-contacts.ts';
import { placesIn } from '../phones/place-names.ts';
import { pageCountries } from './address-countries.ts';
import { asName, fitsSite, type NameHints, nameHints } from './company-name.ts';
import { labeledDetails } from './labeled-details.ts';
import { legalForm } from './legal-forms.ts';
import { ownAddress } from './own-address.ts';
import { findPostalAddresses, type PostalAddress } from './postal-address.ts';
import { registerNumbers } from './register-numbers.ts';
import { SearchedText } from './searched-text.ts';
import { textName } from './text-name.ts';

const MAX_CHARS = 200;

/** schema.org's names of the fields. */
const STRUCTURED: readonly (readonly [string, OrganizationField])[] = [
  ['legalName', 'organization_name'],
  ['name', 'organization_name'],
  ['streetAddress', 'street'],
  ['postalCode', 'postal_code'],
  ['addressLocality', 'city'],
  ['addressRegion', 'region'],
  ['addressCountry', 'country'],
  ['vatID', 'vat_number'],
  ['taxID', 'registration_number'],
];
const MICRODATA: Readonly<Record<string, OrganizationField>> = {
  ...Object.fromEntries(STRUCTURED.map(([name, field]) => [name.toLowerCase(), field])),
  'own-name': 'organization_name',
};

const ADDRESS_FIELDS = ['street', 'postal_code', 'city', 'region', 'country'] as const;
type AddressField = (typeof ADDRESS_FIELDS)[number];

function isAddressField(field: OrganizationField): field is AddressField {
  return (ADDRESS_FIELDS as readonly OrganizationField[]).includes(field);
}

/** The parts of one address. */
interface AddressGroup {
  from: OrganizationDetail['source'];
  parts: ReadonlyMap<AddressField, string>;
  /** the whole address as written; default: each part by itself */
  written?: string;
}

/** What the page tells beside its text. */
export interface OrganizationContext {
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
  { host, ownDomains, owners }: OrganizationContext,
): OrganizationDetail[] {
  const searched = new SearchedText(source.text);
  const { text } = searched;
  const numbers = registerNumbers(text, (index) => owners.ownerAt(searched.indexInPage(index)) !== null);
  const ofPage = pageCountries(host, source.lang);
  const likely = ofPage.length > 0 ? ofPage : numbers.flatMap(({ country }) => country ?? []);
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
  const { organization, isBranch } = ownOrganization(data.organizations, ownDomains);
  for (const [key, field] of STRUCTURED)
    if (!isAddressField(field) && !isBranch && !PLACEHOLDER_NAME.test(organization[key] ?? ''))
      add(field, organization[key], 'json-ld');
  const hints = nameHints(ownDomains, titlesOf(source, data));
  const items = microdataAddresses(source);
  const isListed = items.length > 1 && othersNames(source, hints).size > 1;
  for (const item of source.microdata) {
    const field = MICRODATA[item.name];
    if (!field || item.isOthers || isAddressField(field)) continue;
    const value = sourceText(source, item);
    if (!isListed || (value && fitsSite(value, hints))) add(field, value, 'microdata');
  }
  const marked = [...structuredAddresses(organization, likely), ...(isListed ? [] : items)].filter(
    ({ parts }) => !isPlaceholder(parts),
  );
  const labeled = labeledDetails(text);
  let address: PostalAddress | null = null;
  // Parts of two addresses don't belong together.
  const whole = marked.find(
    ({ from, parts }) => !(isBranch && from === 'json-ld') && (parts.has('city') || parts.has('postal_code')),
  );
  if (whole) addGroup(whole);
  else {
    if (labeled.has('city') && (labeled.has('postal_code') || labeled.has('street'))) {
      for (const field of ADDRESS_FIELDS) add(field, labeled.get(field), 'text');
      if (!labeled.has('postal_code')) add('country', likely[0], 'text');
    } else {
      address = ownAddress(text, {
        likely,
        hints,
        title: source.title ?? '',
        streetsOfEvents: data.streetsOfEvents,
        isOthers: (index) => owners.isAddressOfOthers(searched.indexInPage(index)),
        isOwnArea: (index) => /^(?:footer|address)$/.test(areaAt(source, searched.indexInPage(index))),
      });
      if (address) addGroup(asGroup(address, 'text'));
    }
    const isFound = details.has('city') || details.has('postal_code') || details.has('street');
    const part = isFound ? undefined : marked.find((group) => !isCountryOnly(group));
    if (part) addGroup(part);
  }
  // A country alone is the organization's.
  for (const group of marked) if (isCountryOnly(group)) addGroup(group);
  if (!details.has('country')) add('country', impliedCountry(details, likely), sourceOf(details));
  for (const { kind, value, written } of numbers) add(kind, value, 'text', written);
  const label = labeled.get('organization_name');
  const labeledName = label ? asName(label) : null;
  if (labeledName && (legalForm(labeledName) || fitsSite(labeledName, hints)))
    add('organization_name', labeledName, 'text', label);
  if (!details.has('organization_name')) {
    const name = textName(text, {
      hints,
      address,
      siteName: source.metas.get('og:site_name') ?? null,
      title: source.title,
      countries: likely,
      isOthers: (index) => owners.ownerAt(searched.indexInPage(index)) !== null,
      isOwnArea: (index) => /^(?:footer|address)$/.test(areaAt(source, searched.indexInPage(index))),
    });
    if (name) add('organization_name', name.value, name.source);
  }
  return ORGANIZATION_FIELDS.flatMap((field) => details.get(field) ?? []);
}

/** What site builders fill in before the owner does. */
const PLACEHOLDER_NAME =
  /^(?:your (?:\p{L}+ )?(?:company|business|name)(?: name)?|(?:my )?(?:company|business|site) name|site title|musterfirma(?!\p{L}).*|firmenname)$/iu;
const PLACEHOLDER_CITY = /^(?:any ?town|your city|city|musterstadt|musterhausen)$/i;

function isPlaceholder(parts: AddressGroup['parts']): boolean {
  return PLACEHOLDER_CITY.test(parts.get('city') ?? '') || /^0+$/.test(parts.get('postal_code') ?? '');
}

function isCountryOnly({ parts }: AddressGroup): boolean {
  return parts.has('country') && parts.size === 1;
}

function asGroup(address: PostalAddress, from: OrganizationDetail['source']): AddressGroup {
  const { street, postalCode, city, region, country, written } = address;
  return { from, parts: partsOf({ street, postal_code: postalCode, city, region, country }), written };
}

function partsOf(values: Readonly<Record<AddressField, string | null | undefined>>) {
  return new Map(
    ADDRESS_FIELDS.flatMap((field): [AddressField, string][] => {
      const value = values[field];
      return value ? [[field, value]] : [];
    }),
  );
}

/** The address of an organization of JSON-LD, in parts or in one text. */
function structuredAddresses(
  organization: Readonly<Record<string, string>>,
  likely: readonly CountryCode[],
): AddressGroup[] {
  const parts = new Map<AddressField, string>();
  for (const [key, field] of STRUCTURED) {
    const value = organization[key]?.trim();
    if (value && isAddressField(field)) parts.set(field, value);
  }
  if (parts.size > 0) return [{ from: 'json-ld', parts }];
  const inOneText = organization.address ? findPostalAddresses(organization.address, likely)[0] : undefined;
  return inOneText ? [asGroup(inOneText, 'json-ld')] : [];
}

/** The addresses in microdata, one for each item. */
function microdataAddresses(source: PageSource): AddressGroup[] {
  const groups = new Map<number, Map<AddressField, string>>();
  for (const item of source.microdata) {
    const field = MICRODATA[item.name];
    if (!field || item.isOthers || !isAddressField(field)) continue;
    const parts = groups.get(item.item ?? 0) ?? new Map<AddressField, string>();
    groups.set(item.item ?? 0, parts);
    const value = sourceText(source, item);
    if (value && !parts.has(field)) parts.set(field, value);
  }
  return [...groups.values()].map((parts) => ({ from: 'microdata', parts }));
}

/** Names in microdata that aren't the site's, such as those of dealers. */
function othersNames(source: PageSource, hints: NameHints): Set<string> {
  const names = source.microdata.flatMap((item) => {
    const isName = MICRODATA[item.name] === 'organization_name' && !item.isOthers;
    return (isName && sourceText(source, item)) || [];
  });
  return new Set(names.filter((name) => !fitsSite(name, hints)));
}

/**
 * The organization of the site itself: with its URL, else with the most details and no other site's URL. `isBranch`: it is one of
 * several in different places, such as stores.
 */
function ownOrganization(
  organizations: StructuredData['organizations'],
  ownDomains: ReadonlySet<string>,
): { organization: Record<string, string>; isBranch: boolean } {
  const rank = (details: Record<string, string>): number => {
    const domain = details.url ? companySite(details.url) : null;
    if (domain && ownDomains.size > 0) return ownDomains.has(domain) ? 100 : -100;
    return 0;
  };
  const score = (details: Record<string, string>): number => rank(details) + Object.keys(details).length;
  const organization = organizations.reduce(
    (best, next) => (score(next) > score(best) && score(next) > 0 ? next : best),
    {},
  );
  const street = organization.streetAddress;
  const isBranch = organizations.some(
    (other) =>
      street !== undefined &&
      other.streetAddress !== undefined &&
      other.streetAddress !== street &&
      other.name !== organization.name &&
      rank(other) === rank(organization),
  );
  return { organization, isBranch };
}

function titlesOf({ title, metas }: PageSource, data: StructuredData): string[] {
  return [title, metas.get('og:site_name'), metas.get('application-name'), ...data.names].flatMap(
    (name) => name ?? [],
  );
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
