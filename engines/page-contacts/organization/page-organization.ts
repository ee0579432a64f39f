import type { CountryCode } from 'libphonenumber-js/max';
import { cutText } from '#contract/cut-text.ts';
import { companySite } from '#engines/list-items/company-site.ts';
import type { PageSource } from '../html/page-source.ts';
import { areaAt, sourceText, withoutMarks } from '../html/page-source.ts';
import type { StructuredData } from '../html/structured-data.ts';
import type { OtherOwners } from '../other-owners.ts';
import { ORGANIZATION_FIELDS, type OrganizationDetail, type OrganizationField } from '../page-contacts.ts';
import { placesIn } from '../phones/place-names.ts';
import { pageCountries } from './address-countries.ts';
import { asName, fitsSite, nameHints } from './company-name.ts';
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
  const likely = pageCountries(host, source.lang);
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
  const addAddress = (address: PostalAddress, from: OrganizationDetail['source']): void => {
    const { written } = address;
    add('street', address.street, from, written);
    add('postal_code', address.postalCode, from, written);
    add('city', address.city, from, written);
    add('region', address.region, from, written);
    add('country', address.country, from, written);
  };
  const organization = ownOrganization(data.organizations, ownDomains);
  for (const [key, field] of STRUCTURED) add(field, organization[key], 'json-ld');
  const inOneText = organization.address ? findPostalAddresses(organization.address, likely)[0] : undefined;
  if (inOneText && !details.has('city')) addAddress(inOneText, 'json-ld');
  for (const item of source.microdata) {
    const field = MICRODATA[item.name];
    if (field && !item.isOthers) add(field, sourceText(source, item), 'microdata');
  }
  const labeled = labeledDetails(text);
  const hints = nameHints(ownDomains, titlesOf(source, data));
  let address: PostalAddress | null = null;
  // Parts of two addresses don't belong together.
  if (!details.has('city') && !details.has('postal_code') && !details.has('street')) {
    if (labeled.has('city') && labeled.has('postal_code')) {
      for (const field of ['street', 'postal_code', 'city', 'region', 'country'] as const)
        add(field, labeled.get(field), 'text');
    } else {
      address = ownAddress(text, {
        likely,
        hints,
        isOthers: (index) => owners.ownerAt(searched.indexInPage(index)) !== null,
        isOwnArea: (index) => /^(?:footer|address)$/.test(areaAt(source, searched.indexInPage(index))),
      });
      if (address) addAddress(address, 'text');
    }
  }
  if (!details.has('country')) add('country', impliedCountry(details, likely), sourceOf(details));
  for (const number of registerNumbers(text, (index) => owners.ownerAt(searched.indexInPage(index)) !== null))
    add(number.kind, number.value, 'text', number.written);
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

/** The organization of the site itself: with its URL, else with the most details and no other site's URL. */
function ownOrganization(
  organizations: StructuredData['organizations'],
  ownDomains: ReadonlySet<string>,
): Record<string, string> {
  const rank = (details: Record<string, string>): number => {
    const domain = details.url ? companySite(details.url) : null;
    if (domain && ownDomains.size > 0) return ownDomains.has(domain) ? 100 : -100;
    return 0;
  };
  const score = (details: Record<string, string>): number => rank(details) + Object.keys(details).length;
  return organizations.reduce(
    (best, next) => (score(next) > score(best) && score(next) > 0 ? next : best),
    {},
  );
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
  if (/^[A-Za-z]{2}$/.test(text)) return text.toUpperCase();
  return placesIn(text)[0]?.code ?? text;
}
