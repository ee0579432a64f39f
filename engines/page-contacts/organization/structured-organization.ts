import type { CountryCode } from 'libphonenumber-js/max';
import { companySite } from '#engines/list-items/company-site.ts';
import { type PageSource, sourceText } from '../html/page-source.ts';
import type { StructuredData } from '../html/structured-data.ts';
import { letters } from '../letters.ts';
import type { OrganizationDetail, OrganizationField } from '../page-contacts.ts';
import { DEALERS } from './address-score.ts';
import { fitsSite, type NameHints, TITLE_PARTS } from './company-name.ts';
import { isPlaceholderAddress } from './placeholder-address.ts';
import { findPostalAddresses, type PostalAddress } from './postal-address.ts';

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

/** The fields of an address. */
export const ADDRESS_FIELDS = ['street', 'postal_code', 'city', 'region', 'country'] as const;
type AddressField = (typeof ADDRESS_FIELDS)[number];

function isAddressField(field: OrganizationField): field is AddressField {
  return (ADDRESS_FIELDS as readonly OrganizationField[]).includes(field);
}

/** The parts of one address. */
export interface AddressGroup {
  from: OrganizationDetail['source'];
  parts: ReadonlyMap<AddressField, string>;
  /** the whole address as written; default: each part by itself */
  written?: string;
}

/** What site builders fill in before the owner does. */
const PLACEHOLDER_NAME =
  /^(?:your (?:\p{L}+ )?(?:company|business|name)(?: name)?|(?:my )?(?:company|business|site) name|site title|musterfirma(?!\p{L}).*|firmenname|firmanavn(?: (?:aps|as|a\/s))?|företagsnamn(?: ab)?|bedrijfsnaam(?: b\.?v\.?)?|nom de (?:l['’]|votre |la )?(?:entreprise|société)|nombre de (?:la |tu |su )?empresa|nome (?:da|dell['’]|della tua) ?(?:empresa|azienda)|(?:\p{L}+ )?demo (?:company|business|store|shop|site))$/iu;

/** What the structured data of a page tells about the organization that shows it. */
interface StructuredOrganization {
  /** its name and numbers, the likeliest first */
  details: {
    field: OrganizationField;
    value: string | null | undefined;
    from: OrganizationDetail['source'];
  }[];
  /** with a city or a postal code. Null: none, or only those of branches */
  address: AddressGroup | null;
  /** an address that may lack both, or is a branch's. Null: none */
  part: AddressGroup | null;
  /** addresses with only a country */
  countries: AddressGroup[];
}

/** What decides whose the structured data are. */
interface StructuredContext {
  ownDomains: ReadonlySet<string>;
  hints: NameHints;
  likely: readonly CountryCode[];
}

/** Reads the organization from JSON-LD, microdata and h-cards, and leaves out dealers, customers and placeholders. */
export function structuredOrganization(
  source: PageSource,
  data: StructuredData,
  { ownDomains, hints, likely }: StructuredContext,
): StructuredOrganization {
  const { organization, isBranch } = ownOrganization(data.organizations, ownDomains, hints, (name) =>
    isSubjectOf(source.title, name, hints),
  );
  const details: StructuredOrganization['details'] = [];
  for (const [key, field] of STRUCTURED)
    if (!isAddressField(field) && !isBranch && !PLACEHOLDER_NAME.test(organization[key] ?? ''))
      details.push({ field, value: organization[key], from: 'json-ld' });
  const items = microdataAddresses(source);
  const isListOfOthers = othersNames(source, hints).size > 1;
  for (const item of source.microdata) {
    const field = MICRODATA[item.name];
    if (!field || item.isOthers || isAddressField(field)) continue;
    const value = sourceText(source, item);
    if (!isListOfOthers || (value && fitsSite(value, hints)))
      details.push({ field, value, from: 'microdata' });
  }
  const groups = [
    ...(PLACEHOLDER_NAME.test(organization.name ?? '') ? [] : structuredAddresses(organization, likely)),
    ...(isListOfOthers && items.length > 1 ? [] : items),
  ].filter(({ parts }) => !isPlaceholder(parts));
  const isOfBranch = ({ from }: AddressGroup): boolean => isBranch && from === 'json-ld';
  const whole = groups.find(
    (group) => !isOfBranch(group) && (group.parts.has('city') || group.parts.has('postal_code')),
  );
  return {
    details,
    address: whole ?? null,
    part: groups.find((group) => !isCountryOnly(group) && !isOfBranch(group)) ?? null,
    countries: groups.filter(isCountryOnly),
  };
}

function isPlaceholder(parts: AddressGroup['parts']): boolean {
  return isPlaceholderAddress(
    parts.get('street') ?? '',
    parts.get('city') ?? '',
    parts.get('postal_code') ?? '',
  );
}

function isCountryOnly({ parts }: AddressGroup): boolean {
  return parts.has('country') && parts.size === 1;
}

/** A postal address as its parts. */
export function asGroup(address: PostalAddress, from: OrganizationDetail['source']): AddressGroup {
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
 * several in different places or with different names, such as stores and hotels.
 */
function ownOrganization(
  organizations: StructuredData['organizations'],
  ownDomains: ReadonlySet<string>,
  hints: NameHints,
  isSubject: (name: string) => boolean,
): { organization: Record<string, string>; isBranch: boolean } {
  const rank = (details: Record<string, string>): number => {
    const domain = details.url ? companySite(details.url) : null;
    if (domain && ownDomains.size > 0) return ownDomains.has(domain) ? 100 : -100;
    if (!details.name || fitsSite(details.name, hints)) return details.name ? 50 : 0;
    return isSubject(details.name) ? -100 : 0;
  };
  const score = (details: Record<string, string>): number => rank(details) + Object.keys(details).length;
  const organization = organizations.reduce(
    (best, next) => (score(next) > score(best) && score(next) > 0 ? next : best),
    {},
  );
  const street = organization.streetAddress;
  const alike = organizations.filter(
    (other) => other.name !== organization.name && rank(other) === rank(organization),
  );
  const hasOtherStreet = ({ streetAddress }: Record<string, string>): boolean =>
    street !== undefined && streetAddress !== undefined && streetAddress !== street;
  const hasOtherName = (other: Record<string, string>): boolean =>
    rank(other) === 0 &&
    other.name !== undefined &&
    Object.keys(other).length === Object.keys(organization).length;
  return { organization, isBranch: alike.some((other) => hasOtherStreet(other) || hasOtherName(other)) };
}

/** Whether the title names a company beside the site, as in a directory, or dealers: `Acme Ltd, Leeds | Business Finder`, `Find a dealer` */
export function isSubjectOf(title: string | null, name: string, hints: NameHints): boolean {
  if (title && DEALERS.test(title) && !fitsSite(name, { ...hints, titles: [] })) return true;
  const parts = title?.split(TITLE_PARTS) ?? [];
  const plain = letters(name);
  return (
    plain.length >= 5 &&
    parts.some((part) => letters(part).includes(plain)) &&
    parts.some((part) => fitsSite(part, { ...hints, titles: [] }) && !letters(part).includes(plain))
  );
}
