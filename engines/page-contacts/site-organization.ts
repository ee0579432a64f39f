import type { Evidence } from '#contract/website.ts';
import { letters } from './letters.ts';
import { legalForm } from './organization/legal-forms.ts';
import { ownPageKind } from './organization/own-page.ts';
import {
  ORGANIZATION_FIELDS,
  type OrganizationDetail,
  type OrganizationField,
  type PageContacts,
} from './page-contacts.ts';

/** How much a page counts: what a company writes about itself more than a home page, which shows customers and events. */
const WEIGHTS = { contact: 3, terms: 1.5, about: 1.5, place: 1.5, other: 1 } as const;
/** Structured data name the organization, where a text only has its address. */
const STRUCTURED_WEIGHT = 0.5;
/** An address beside the legal name is the registered one. */
const NAMED_WEIGHT = 0.5;
/** A franchisor's name starts like that of its franchisees, whose site it is. */
const FRANCHISOR = /franchis|franquead|franquicia/i;
/** Names as short as this are parts of others by chance. */
const MIN_NAME = 4;

const ADDRESS_FIELDS: readonly OrganizationField[] = ['street', 'postal_code', 'city', 'region', 'country'];

/** What a page says about the organization: one detail, or the parts of its address. */
interface Claim {
  details: readonly OrganizationDetail[];
  page: PageContacts;
  weight: number;
}

/**
 * What the pages of a site show about its organization, in the order of `ORGANIZATION_FIELDS`. Pages of one site can show
 * different addresses, names and numbers: those of customers, events, hosts and authorities beside its own. What most
 * pages agree on counts, and a page on which a company tells who it is counts more. An address comes whole from one page, and needs a city.
 */
export function siteOrganization(pages: readonly PageContacts[]): Evidence[] {
  const names = claims(pages, ['organization_name']).map((claim) =>
    isOfFranchisor(claim) ? { ...claim, weight: claim.weight / 4 } : claim,
  );
  const name = mostSupported(names, isSameName, fullnessOfName);
  const addresses = claims(pages, ADDRESS_FIELDS, 'city').map((claim) => {
    const [beside] = claims([claim.page], ['organization_name']);
    const isNamed =
      name && beside && hasLegalForm(beside) && !isOfFranchisor(beside) && isSameName(beside, name);
    return isNamed ? { ...claim, weight: claim.weight + NAMED_WEIGHT } : claim;
  });
  const address = mostSupported(addresses, isSamePlace, fullnessOfAddress);
  const chosen = [
    name,
    address,
    mostSupported(claims(pages, ['registration_number']), isSameNumber),
    mostSupported(claims(pages, ['vat_number']), isSameNumber),
  ];
  const evidence = chosen.flatMap((claim) =>
    claim ? claim.details.map((detail) => ({ ...detail, page: claim.page.url ?? '' })) : [],
  );
  return ORGANIZATION_FIELDS.flatMap((field) => evidence.find((detail) => detail.field === field) ?? []);
}

/** What each page says about some fields. Pages without the field `needed` say nothing. */
function claims(
  pages: readonly PageContacts[],
  fields: readonly OrganizationField[],
  needed: OrganizationField | undefined = fields[0],
): Claim[] {
  return pages.flatMap((page) => {
    const details = page.organization.filter(({ field }) => fields.includes(field));
    const main = details.find(({ field }) => field === needed);
    if (!main) return [];
    const structured = main.source === 'text' ? 0 : STRUCTURED_WEIGHT;
    return [{ details, page, weight: WEIGHTS[ownPageKind(page.url, page.title)] + structured }];
  });
}

/** The fullest of the claims that have the most support; of equal ones, that of the page that counts most. Null: there is none. */
function mostSupported(
  all: readonly Claim[],
  isSame: (a: Claim, b: Claim) => boolean,
  fullness: (claim: Claim, all: readonly Claim[]) => number = () => 0,
): Claim | null {
  let best: readonly Claim[] = [];
  let most = 0;
  for (const claim of all) {
    const like = all.filter((other) => isSame(claim, other));
    const support = like.reduce((sum, { weight }) => sum + weight, 0);
    if (support > most) [best, most] = [like, support];
  }
  return best.toSorted((a, b) => fullness(b, best) - fullness(a, best) || b.weight - a.weight)[0] ?? null;
}

function partOf({ details }: Claim, field: OrganizationField): string {
  return letters(details.find((detail) => detail.field === field)?.value ?? '');
}

/** Whether two addresses are of one place. Pages leave out parts, and write streets in different ways. */
function isSamePlace(a: Claim, b: Claim): boolean {
  const [street, otherStreet] = [partOf(a, 'street'), partOf(b, 'street')];
  const isSameStreet = street === otherStreet || street === '' || otherStreet === '';
  const [code, otherCode] = [partOf(a, 'postal_code'), partOf(b, 'postal_code')];
  const isSameArea =
    code && otherCode
      ? code.startsWith(otherCode) || otherCode.startsWith(code)
      : partOf(a, 'city') === partOf(b, 'city');
  return isSameArea
    ? isSameStreet || haveSameNumber(street, otherStreet)
    : street !== '' && street === otherStreet;
}

function haveSameNumber(street: string, other: string): boolean {
  const numbers: readonly string[] = other.match(/\d+/g) ?? [];
  return (street.match(/\d+/g) ?? []).some((number) => numbers.includes(number));
}

function fullnessOfAddress(claim: Claim): number {
  return claim.details.length + (partOf(claim, 'street') ? 1 : 0);
}

/** Whether two names are of one organization: `Acme` and `Acme Solutions GmbH`. */
function isSameName(a: Claim, b: Claim): boolean {
  const [shorter, longer] = [partOf(a, 'organization_name'), partOf(b, 'organization_name')].sort(
    (one, other) => one.length - other.length,
  );
  return shorter === longer || (shorter!.length >= MIN_NAME && longer!.includes(shorter!));
}

/** A name with its legal form is the whole one. Of several, the one in most pages is, since others have words around it. */
function fullnessOfName(claim: Claim, all: readonly Claim[]): number {
  if (isOfFranchisor(claim)) return -1;
  if (!hasLegalForm(claim)) return 0;
  const name = partOf(claim, 'organization_name');
  return all.filter((other) => partOf(other, 'organization_name').includes(name)).length;
}

function hasLegalForm({ details: [detail] }: Claim): boolean {
  return detail !== undefined && legalForm(detail.value) === 'sure';
}

function isOfFranchisor({ details: [detail] }: Claim): boolean {
  return detail !== undefined && FRANCHISOR.test(detail.value);
}

function isSameNumber({ details: [a] }: Claim, { details: [b] }: Claim): boolean {
  return letters(a?.value ?? '') === letters(b?.value ?? '');
}
