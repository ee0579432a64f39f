import { type LeadFilters, noFilters } from '#contract/lead-filters.ts';
import { parseSeniority } from '#contract/seniorities.ts';
import { countryOfName, englishCountryName } from '#engines/country-names/country-names.ts';
import type { AddressField } from './address-fields.ts';
import {
  type FieldReading,
  readEach,
  readEachDomain,
  readFields,
  readRanges,
  type SearchReading,
  UNKNOWN_FIELD,
} from './search-reading.ts';

export interface DatabaseSearch extends SearchReading {
  filters: LeadFilters;
}

/** Opaque industry ID in a URL -> industry name in the database. */
export type IndustryTags = ReadonlyMap<string, string>;

type Reader = (values: string[], filters: LeadFilters, tags: IndustryTags) => FieldReading;

/**
 * Converts the fields to filters for our own database. Filters are ANDed, the values of one filter are ORed.
 * Returns a reason for everything that can't be searched; nothing is dropped silently.
 */
export function databaseFilters(
  fields: readonly AddressField[],
  tags: IndustryTags = new Map(),
): DatabaseSearch {
  const filters = noFilters();
  const reading = readFields(
    // The word search finds similar titles anyway.
    fields.filter(({ name }) => name !== 'includeSimilarTitles'),
    ({ name, values }) => {
      const read = READERS.get(name);
      return read ? read(values, filters, tags) : (REASONS.get(name) ?? UNKNOWN_FIELD);
    },
  );
  return { ...reading, filters };
}

const NOT_AVAILABLE = "Our database doesn't have this data.";

const READERS = new Map<string, Reader>(
  Object.entries({
    personTitles: keep((filters) => filters.titles.include),
    personNotTitles: keep((filters) => filters.titles.exclude),
    personSeniorities: readSeniorities,
    personLocations: readLocations,
    personNotLocations: readExcludedLocations,
    qKeywords: keep((filters) => filters.keywords.include),
    qOrganizationName: keep((filters) => filters.companies.include),
    qOrganizationDomains: readDomains,
    qOrganizationDomainsList: readDomains,
    organizationNumEmployeesRanges: readEmployees,
    organizationIndustryTagIds: industries((filters) => filters.industries.include),
    organizationNotIndustryTagIds: industries((filters) => filters.industries.exclude),
    contactEmailStatusV2: readEmailStatus,
    contactEmailStatus: readEmailStatus,
    phoneExists: readPhoneExists,
    existFields: readExistFields,
  }),
);

const REASONS = new Map(
  Object.entries({
    organizationLocations: "Our database filters by the person's location, not the company's.",
    qOrganizationKeywordTags: NOT_AVAILABLE,
    qPersonName: "Our database can't filter by a person's name.",
    personDepartmentOrSubdepartments: NOT_AVAILABLE,
    revenueRange: NOT_AVAILABLE,
    'revenueRange[min]': NOT_AVAILABLE,
    'revenueRange[max]': NOT_AVAILABLE,
    organizationIds: 'The URL identifies companies by IDs that only Apollo knows.',
    currentlyUsingAnyOfTechnologyUids: NOT_AVAILABLE,
    currentlyUsingAllOfTechnologyUids: NOT_AVAILABLE,
    currentlyNotUsingAnyOfTechnologyUids: NOT_AVAILABLE,
    qOrganizationJobTitles: NOT_AVAILABLE,
    organizationJobLocations: NOT_AVAILABLE,
  }),
);

function keep(list: (filters: LeadFilters) => string[]): Reader {
  return (values, filters) => {
    list(filters).push(...values);
    return { understood: values, unmapped: [] };
  };
}

function readSeniorities(values: string[], filters: LeadFilters): FieldReading {
  return readEach(
    values,
    (value) => {
      const seniority = parseSeniority(value);
      return seniority !== null && filters.seniorities.include.push(seniority) > 0;
    },
    "We don't recognize this seniority.",
  );
}

/** A lead is in one of the locations. Countries alone are their own filter, which is exact. */
function readLocations(values: string[], filters: LeadFilters): FieldReading {
  const countries = values.flatMap(countryIn);
  if (countries.length === values.length) filters.countries.include.push(...countries);
  else filters.places.include.push(...values);
  return { understood: values, unmapped: [] };
}

function readExcludedLocations(values: string[], filters: LeadFilters): FieldReading {
  for (const value of values) {
    const countries = countryIn(value);
    filters.countries.exclude.push(...countries);
    if (countries.length === 0) filters.places.exclude.push(value);
  }
  return { understood: values, unmapped: [] };
}

function countryIn(location: string): string[] {
  const code = countryOfName(location);
  return code === null ? [] : [englishCountryName(code)];
}

function readDomains(values: string[], filters: LeadFilters): FieldReading {
  return readEachDomain(values, (domain) => filters.domains.include.push(domain));
}

function readEmployees(values: string[], filters: LeadFilters): FieldReading {
  return readRanges(values, (range) => filters.employees.push(range));
}

function industries(list: (filters: LeadFilters) => string[]): Reader {
  return (values, filters, tags) => {
    const outcome = readEach(
      values,
      (value) => {
        const industry = tags.get(value);
        return industry !== undefined && list(filters).push(industry) > 0;
      },
      "The URL identifies this industry by an ID that isn't in our list.",
    );
    return { ...outcome, understood: outcome.understood.map((id) => tags.get(id) ?? id) };
  };
}

function readEmailStatus(values: string[], filters: LeadFilters): FieldReading {
  // Statuses are ORed: "verified" or another status doesn't require an address.
  const known = values.every((value) => value === 'verified' || value === 'likely_to_engage');
  if (!known) {
    const reason =
      'Our database doesn\'t have the verification status of addresses. Only "verified" is supported.';
    return { understood: [], unmapped: values.map((value) => ({ value, reason })) };
  }
  filters.hasEmail = true;
  return { understood: ['has an email'], unmapped: [] };
}

function readPhoneExists(values: string[], filters: LeadFilters): FieldReading {
  return readEach(
    values,
    (value) => {
      if (!/^(?:true|yes|1)$/i.test(value)) return false;
      filters.hasPhone = true;
      return true;
    },
    'Our database can filter for leads with a phone, but not for leads without one.',
  );
}

function readExistFields(values: string[], filters: LeadFilters): FieldReading {
  return readEach(
    values,
    (value) => {
      if (/email/i.test(value)) filters.hasEmail = true;
      else if (/direct/i.test(value)) filters.hasDirectPhone = true;
      else if (/mobile/i.test(value)) filters.hasMobile = true;
      else if (/phone/i.test(value)) filters.hasPhone = true;
      else return false;
      return true;
    },
    NOT_AVAILABLE,
  );
}
