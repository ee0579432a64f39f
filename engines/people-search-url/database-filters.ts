import { COUNTRIES } from '#contract/countries.ts';
import { type LeadFilters, noFilters, SENIORITIES } from '#contract/leads.ts';
import type { AddressField } from './address-fields.ts';
import {
  type FieldReading,
  readEach,
  readFields,
  readRanges,
  type SearchReading,
  UNKNOWN_FIELD,
} from './search-reading.ts';

export interface DatabaseSearch extends SearchReading {
  filters: LeadFilters;
}

/** Opaque ids of industries, as the operator keeps them: id -> industry as it stands in the database. */
export type KnownTags = ReadonlyMap<string, string>;

type Reader = (values: string[], filters: LeadFilters, known: KnownTags) => FieldReading;

/**
 * What an address asks of our own database. Filters AND together, the values of one OR. What cannot be searched for is told with its
 * reason, never dropped in silence.
 */
export function databaseFilters(
  fields: readonly AddressField[],
  tags: KnownTags = new Map(),
): DatabaseSearch {
  const filters = noFilters();
  const reading = readFields(
    // Titles are searched for as words of titles: similar ones are found either way.
    fields.filter(({ name }) => name !== 'includeSimilarTitles'),
    ({ name, values }) => {
      const read = READERS.get(name);
      return read ? read(values, filters, tags) : (REASONS.get(name) ?? UNKNOWN_FIELD);
    },
  );
  // What is bought cannot be looked through first: "cto" must not bring every director.
  const { include, exclude } = filters.titles;
  filters.titlesAsWords = include.length + exclude.length > 0;
  return { ...reading, filters };
}

const NOT_KEPT = 'The database does not keep this of a lead.';
const COUNTRY_OF = new Map(COUNTRIES.map((country) => [country.toLowerCase(), country]));

const READERS = new Map<string, Reader>(
  Object.entries({
    personTitles: keep((filters) => filters.titles.include),
    personNotTitles: keep((filters) => filters.titles.exclude),
    personSeniorities: readSeniorities,
    personLocations: countries((filters) => filters.countries.include),
    personNotLocations: countries((filters) => filters.countries.exclude),
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
    organizationLocations: 'Leads are searched by where the person is, not the company.',
    qOrganizationKeywordTags: NOT_KEPT,
    qKeywords: 'Leads are searched by job title, not by words anywhere.',
    qOrganizationName: 'Leads are not searched by company name yet.',
    qPersonName: 'Leads are not searched by name.',
    personDepartmentOrSubdepartments: NOT_KEPT,
    revenueRange: NOT_KEPT,
    'revenueRange[min]': NOT_KEPT,
    'revenueRange[max]': NOT_KEPT,
    organizationIds: 'The address names the companies by numbers that only Apollo knows.',
    qOrganizationDomains: 'Leads are not searched by company domain yet.',
    qOrganizationDomainsList: 'Leads are not searched by company domain yet.',
    currentlyUsingAnyOfTechnologyUids: NOT_KEPT,
    currentlyUsingAllOfTechnologyUids: NOT_KEPT,
    currentlyNotUsingAnyOfTechnologyUids: NOT_KEPT,
    qOrganizationJobTitles: NOT_KEPT,
    organizationJobLocations: NOT_KEPT,
  }),
);

function keep(list: (filters: LeadFilters) => string[]): Reader {
  return (values, filters) => {
    list(filters).push(...values);
    return { understood: values, unmapped: [] };
  };
}

function readSeniorities(values: string[], filters: LeadFilters): FieldReading {
  const known: readonly string[] = SENIORITIES;
  return readEach(
    values,
    (value) => known.includes(value) && filters.seniorities.include.push(value) > 0,
    'This seniority is not known here.',
  );
}

function countries(list: (filters: LeadFilters) => string[]): Reader {
  return (values, filters) =>
    readEach(
      values,
      (value) => {
        const country = COUNTRY_OF.get(value.toLowerCase());
        return country !== undefined && list(filters).push(country) > 0;
      },
      'Leads are searched by country: this is a city, a state or a region.',
    );
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
      'The address names the industry by a number that is not in the list of this server.',
    );
    return { ...outcome, understood: outcome.understood.map((id) => tags.get(id) ?? id) };
  };
}

function readEmailStatus(values: string[], filters: LeadFilters): FieldReading {
  // Several statuses mean any of them: "verified" beside another one does not ask for an address.
  const known = values.every((value) => value === 'verified' || value === 'likely_to_engage');
  if (!known) {
    const reason = 'The database keeps addresses, not how each was checked: only "verified" is searched for.';
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
    'Leads can be asked to have a phone, not to have none.',
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
    NOT_KEPT,
  );
}
