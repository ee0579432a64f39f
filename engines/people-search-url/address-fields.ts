/** A field of the address of a people search, its values in order and each once. */
export interface AddressField {
  name: string;
  /** as people call it; of a field nobody knows its own name */
  label: string;
  values: string[];
}

const PEOPLE_PAGE = /^\/?people(?:[/?]|$)/;

/**
 * Reads the address of a people search (`https://app.apollo.io/#/people?...`): its query stands in the fragment, arrays repeat `x[]=`. What
 * says only how the list is shown is left out. null: it is no such address.
 */
export function readAddress(address: string): AddressField[] | null {
  const url = apolloUrl(address.trim());
  const place = url && placeOf(url);
  if (!place) return null;
  return [...readQuery(place)]
    .filter(([name]) => !SHOWN_ONLY.has(name))
    .map(([name, values]) => ({ name, label: LABELS.get(name) ?? name, values }));
}

/** The address at Apollo, also out of one that a mail program or a search engine leads there by; null: there is none. */
function apolloUrl(written: string): URL | null {
  const url = webUrl(written);
  if (!url) return null;
  return [url, ...[...url.searchParams.values()].map(webUrl)].find(isApollo) ?? null;
}

function webUrl(written: string): URL | null {
  const url = URL.canParse(written) ? new URL(written) : null;
  return url && /^https?:$/.test(url.protocol) ? url : null;
}

function isApollo(url: URL | null): boolean {
  return url !== null && /(?:^|\.)apollo\.io$/.test(url.hostname);
}

/** Path and query of the people page, in the fragment or without one; null: it is another page. */
function placeOf({ hash, pathname, search }: URL): string | null {
  const places = hash.length > 1 ? [hash.slice(1), decodedAgain(hash.slice(1))] : [pathname + search];
  return places.find((place) => PEOPLE_PAGE.test(place)) ?? null;
}

/** `?x[]=a&x[]=b&y=c`, brackets encoded or not -> x: [a, b], y: [c]. */
function readQuery(place: string): Map<string, string[]> {
  const fields = new Map<string, string[]>();
  const at = place.indexOf('?');
  if (at < 0) return fields;
  for (const [rawName, rawValue] of new URLSearchParams(place.slice(at + 1))) {
    const name = decodedAgain(rawName).replace(/\[\d*\]$/, '');
    const value = decodedAgain(rawValue).trim();
    if (!value) continue;
    const values = fields.get(name) ?? [];
    if (!values.includes(value)) values.push(value);
    fields.set(name, values);
  }
  return fields;
}

/** Addresses that went through a mail or a chat come encoded twice. */
function decodedAgain(text: string): string {
  if (!/%[0-9a-f]{2}/i.test(text)) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** How the list is shown, not what is in it. */
const SHOWN_ONLY = new Set([
  'page',
  'sortByField',
  'sortAscending',
  'recommendationConfigId',
  'uniqueUrlId',
  'tour',
  'finderViewId',
  'finderTableLayoutId',
  'prospectedByCurrentTeam',
  'includedOrganizationKeywordFields',
  'excludedOrganizationKeywordFields',
]);

const LABELS = new Map(
  Object.entries({
    personTitles: 'Job titles',
    personNotTitles: 'Job titles, excluded',
    includeSimilarTitles: 'Similar job titles',
    personSeniorities: 'Seniority',
    personLocations: 'Location',
    personNotLocations: 'Location, excluded',
    organizationNumEmployeesRanges: 'Number of employees',
    organizationIndustryTagIds: 'Industry',
    organizationNotIndustryTagIds: 'Industry, excluded',
    contactEmailStatusV2: 'Email status',
    contactEmailStatus: 'Email status',
    phoneExists: 'Has a phone',
    existFields: 'Must have',
    organizationLocations: 'Company location',
    organizationIds: 'Companies',
    qOrganizationDomains: 'Company domains',
    qOrganizationDomainsList: 'Company domains',
    qOrganizationKeywordTags: 'Company keywords',
    qKeywords: 'Keywords',
    qOrganizationName: 'Company name',
    qPersonName: 'Name',
    personDepartmentOrSubdepartments: 'Department',
    revenueRange: 'Revenue',
    'revenueRange[min]': 'Revenue from',
    'revenueRange[max]': 'Revenue up to',
    currentlyUsingAnyOfTechnologyUids: 'Technologies',
    currentlyUsingAllOfTechnologyUids: 'Technologies, all of',
    currentlyNotUsingAnyOfTechnologyUids: 'Technologies, excluded',
    qOrganizationJobTitles: 'Open jobs',
    organizationJobLocations: 'Location of open jobs',
  }),
);
