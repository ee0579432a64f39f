import { COUNTRIES } from '#contract/countries.ts';
import { type LeadFilters, noFilters, SENIORITIES } from '#contract/leads.ts';

/** A filter of the address as people read it. */
export interface ReadFilter {
  label: string;
  values: string[];
}

/** What of the address is not searched for, and why. */
export interface UnreadFilter extends ReadFilter {
  reason: string;
}

export interface PeopleSearch {
  filters: LeadFilters;
  understood: ReadFilter[];
  unmapped: UnreadFilter[];
}

type Outcome = { understood: string[]; unmapped: { value: string; reason: string }[] };
type Reader = (values: string[], filters: LeadFilters, known: KnownTags) => Outcome;

/** Opaque ids of industries, as the operator keeps them: id -> industry as it stands in the database. */
export type KnownTags = ReadonlyMap<string, string>;

const PEOPLE_PAGE = /^\/?people(?:[/?]|$)/;

/**
 * Reads the address of a people search (`https://app.apollo.io/#/people?...`): its query stands in the fragment, arrays repeat `x[]=`.
 * Filters AND together, the values of one OR. What cannot be searched for is told with its reason, never dropped in silence. null: it
 * is no such address.
 */
export function readPeopleSearch(address: string, tags: KnownTags = new Map()): PeopleSearch | null {
  const written = address.trim();
  if (!URL.canParse(written)) return null;
  const url = new URL(written);
  if (!/^https?:$/.test(url.protocol) || !/(?:^|\.)apollo\.io$/.test(url.hostname)) return null;
  const place = url.hash.length > 1 ? url.hash.slice(1) : url.pathname + url.search;
  if (!PEOPLE_PAGE.test(place)) return null;
  const search: PeopleSearch = { filters: noFilters(), understood: [], unmapped: [] };
  for (const [name, values] of readQuery(place)) {
    if (IGNORED.has(name)) continue;
    const field = FIELDS[name];
    const label = field?.label ?? name;
    if (!field?.read) {
      search.unmapped.push({ label, values, reason: field?.reason ?? 'This filter is not known here.' });
      continue;
    }
    const { understood, unmapped } = field.read(values, search.filters, tags);
    if (understood.length > 0) search.understood.push({ label, values: understood });
    for (const reason of new Set(unmapped.map((entry) => entry.reason))) {
      const left = unmapped.filter((entry) => entry.reason === reason).map(({ value }) => value);
      search.unmapped.push({ label, values: left, reason });
    }
  }
  return search;
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
const IGNORED = new Set([
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
  'includeSimilarTitles',
]);

const NOT_KEPT = 'The database does not keep this of a lead.';
const COUNTRY_OF = new Map(COUNTRIES.map((country) => [country.toLowerCase(), country]));

interface Field {
  label: string;
  read?: Reader;
  reason?: string;
}

const FIELDS: Record<string, Field> = {
  personTitles: { label: 'Job titles', read: keep((filters) => filters.titles.include) },
  personNotTitles: { label: 'Job titles, excluded', read: keep((filters) => filters.titles.exclude) },
  personSeniorities: { label: 'Seniority', read: readSeniorities },
  personLocations: { label: 'Location', read: countries((filters) => filters.countries.include) },
  personNotLocations: {
    label: 'Location, excluded',
    read: countries((filters) => filters.countries.exclude),
  },
  organizationNumEmployeesRanges: { label: 'Number of employees', read: readEmployees },
  organizationIndustryTagIds: {
    label: 'Industry',
    read: industries((filters) => filters.industries.include),
  },
  organizationNotIndustryTagIds: {
    label: 'Industry, excluded',
    read: industries((filters) => filters.industries.exclude),
  },
  contactEmailStatusV2: { label: 'Email status', read: readEmailStatus },
  contactEmailStatus: { label: 'Email status', read: readEmailStatus },
  phoneExists: { label: 'Has a phone', read: readPhoneExists },
  existFields: { label: 'Must have', read: readExistFields },
  organizationLocations: {
    label: 'Company location',
    reason: 'Leads are searched by where the person is, not the company.',
  },
  qOrganizationKeywordTags: { label: 'Company keywords', reason: NOT_KEPT },
  qKeywords: { label: 'Keywords', reason: 'Leads are searched by job title, not by words anywhere.' },
  qOrganizationName: { label: 'Company name', reason: 'Leads are not searched by company name yet.' },
  personDepartmentOrSubdepartments: { label: 'Department', reason: NOT_KEPT },
  revenueRange: { label: 'Revenue', reason: NOT_KEPT },
  'revenueRange[min]': { label: 'Revenue from', reason: NOT_KEPT },
  'revenueRange[max]': { label: 'Revenue up to', reason: NOT_KEPT },
};

function keep(list: (filters: LeadFilters) => string[]): Reader {
  return (values, filters) => {
    list(filters).push(...values);
    return { understood: values, unmapped: [] };
  };
}

/** Values that `read` makes something of are understood, the others told with `reason`. */
function each(values: string[], read: (value: string) => boolean, reason: string): Outcome {
  const understood = values.filter(read);
  const left = values.filter((value) => !understood.includes(value));
  return { understood, unmapped: left.map((value) => ({ value, reason })) };
}

function readSeniorities(values: string[], filters: LeadFilters): Outcome {
  const known: readonly string[] = SENIORITIES;
  return each(
    values,
    (value) => known.includes(value) && filters.seniorities.include.push(value) > 0,
    'This seniority is not known here.',
  );
}

function countries(list: (filters: LeadFilters) => string[]): Reader {
  return (values, filters) =>
    each(
      values,
      (value) => {
        const country = COUNTRY_OF.get(value.toLowerCase());
        return country !== undefined && list(filters).push(country) > 0;
      },
      'Leads are searched by country: this is a city, a state or a region.',
    );
}

/** `11,20`, a bare `10001`, `10001,0` and `10001,` for no end, `,1` for no begin. */
function readEmployees(values: string[], filters: LeadFilters): Outcome {
  return each(
    values,
    (value) => {
      const match = /^(\d{0,9})(?:,(\d{0,9}))?$/.exec(value);
      if (!match || value === ',') return false;
      const [, min = '', max = ''] = match;
      const most = Number(max) || null;
      const least = min === '' ? null : Number(min);
      if (most !== null && least !== null && least > most) return false;
      return filters.employees.push({ min: least, max: most }) > 0;
    },
    'This is no range of employees.',
  );
}

function industries(list: (filters: LeadFilters) => string[]): Reader {
  return (values, filters, tags) => {
    const outcome = each(
      values,
      (value) => {
        const industry = tags.get(value);
        return industry !== undefined && list(filters).push(industry) > 0;
      },
      'The address names the industry by a number that is not in the list of this server.',
    );
    return { ...outcome, understood: outcome.understood.map((id) => tags.get(id) ?? id) };
  };
}

function readEmailStatus(values: string[], filters: LeadFilters): Outcome {
  // Several statuses mean any of them: "verified" beside another one does not ask for an address.
  const known = values.every((value) => value === 'verified' || value === 'likely_to_engage');
  if (!known) {
    const reason = 'The database keeps addresses, not how each was checked: only "verified" is searched for.';
    return { understood: [], unmapped: values.map((value) => ({ value, reason })) };
  }
  filters.hasEmail = true;
  return { understood: ['has an email'], unmapped: [] };
}

function readPhoneExists(values: string[], filters: LeadFilters): Outcome {
  return each(
    values,
    (value) => {
      if (!/^(?:true|yes|1)$/i.test(value)) return false;
      filters.hasPhone = true;
      return true;
    },
    'Leads can be asked to have a phone, not to have none.',
  );
}

function readExistFields(values: string[], filters: LeadFilters): Outcome {
  return each(
    values,
    (value) => {
      if (/email/i.test(value)) filters.hasEmail = true;
      else if (/direct/i.test(value)) filters.hasDirectPhone = true;
      else if (/mobile/i.test(value)) filters.hasMobile = true;
      else if (/phone/i.test(value)) filters.hasPhone = true;
      else return false;
      return true;
    },
    NOT_KEPT,
  );
}
