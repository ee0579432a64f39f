import { SENIORITIES } from '#contract/seniorities.ts';
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

export interface ApolloSearch extends SearchReading {
  /** name and value of each query parameter, in order */
  parameters: [name: string, value: string][];
}

type Reader = (values: string[], add: (name: string, value: string) => void) => FieldReading;

/**
 * Converts the fields to parameters of Apollo's People API Search
 * (https://docs.apollo.io/reference/people-api-search). Uses only documented parameters and returns a reason
 * for everything else.
 */
export function apolloParameters(fields: readonly AddressField[]): ApolloSearch {
  const parameters: ApolloSearch['parameters'] = [];
  const similar = fields.find(({ name }) => name === 'includeSimilarTitles')?.values[0];
  const reading = readFields(
    fields.filter(({ name }) => name !== 'includeSimilarTitles'),
    ({ name, values }) => {
      const read = READERS.get(name);
      if (!read) return UNSUPPORTED_FIELDS.has(name) ? UNSUPPORTED : UNKNOWN_FIELD;
      return read(values, (parameter, value) => parameters.push([parameter, value]));
    },
  );
  const titled = parameters.some(([name]) => name === 'person_titles[]');
  if (titled && similar) parameters.push(['include_similar_titles', String(similar === 'true')]);
  return { ...reading, parameters };
}

const UNSUPPORTED = "Apollo's search API doesn't support this filter.";
/** Fields of Apollo's own page that its search API lacks. */
const UNSUPPORTED_FIELDS = new Set([
  'personNotTitles',
  'personNotLocations',
  'organizationIndustryTagIds',
  'organizationNotIndustryTagIds',
  'qOrganizationKeywordTags',
  'qOrganizationName',
  'qPersonName',
  'personDepartmentOrSubdepartments',
  'phoneExists',
  'existFields',
  'revenueRange',
]);

/** Upper limit of an open range, because the API requires two numbers. */
const MAX_EMPLOYEES = 10_000_000;
/** Status in the URL -> status in the API. */
const EMAIL_STATUSES = new Map([
  ['verified', 'verified'],
  ['unverified', 'unverified'],
  ['likely_to_engage', 'likely to engage'],
  ['unavailable', 'unavailable'],
]);

const READERS = new Map<string, Reader>(
  Object.entries({
    personTitles: list('person_titles[]'),
    personSeniorities: (values, add) =>
      readEach(
        values,
        (value) => {
          const known = (SENIORITIES as readonly string[]).includes(value);
          if (known) add('person_seniorities[]', value);
          return known;
        },
        "Apollo doesn't recognize this seniority.",
      ),
    personLocations: list('person_locations[]'),
    organizationLocations: list('organization_locations[]'),
    organizationIds: list('organization_ids[]'),
    qOrganizationDomains: readDomains,
    qOrganizationDomainsList: readDomains,
    organizationNumEmployeesRanges: (values, add) =>
      readRanges(values, ({ min, max }) =>
        add('organization_num_employees_ranges[]', `${min ?? 1},${max ?? MAX_EMPLOYEES}`),
      ),
    contactEmailStatusV2: readEmailStatus,
    contactEmailStatus: readEmailStatus,
    qKeywords: (values, add) => {
      add('q_keywords', values.join(' '));
      return { understood: values, unmapped: [] };
    },
    'revenueRange[min]': money('revenue_range[min]'),
    'revenueRange[max]': money('revenue_range[max]'),
    currentlyUsingAnyOfTechnologyUids: list('currently_using_any_of_technology_uids[]'),
    currentlyUsingAllOfTechnologyUids: list('currently_using_all_of_technology_uids[]'),
    currentlyNotUsingAnyOfTechnologyUids: list('currently_not_using_any_of_technology_uids[]'),
    qOrganizationJobTitles: list('q_organization_job_titles[]'),
    organizationJobLocations: list('organization_job_locations[]'),
  } satisfies Record<string, Reader>),
);

function list(parameter: string): Reader {
  return (values, add) => {
    for (const value of values) add(parameter, value);
    return { understood: values, unmapped: [] };
  };
}

function money(parameter: string): Reader {
  return (values, add) =>
    readEach(
      values.slice(0, 1),
      (value) => {
        const amount = /^\d{1,15}$/.test(value);
        if (amount) add(parameter, value);
        return amount;
      },
      "This isn't a valid amount.",
    );
}

function readDomains(values: string[], add: (name: string, value: string) => void): FieldReading {
  return readEachDomain(values, (domain) => add('q_organization_domains_list[]', domain));
}

function readEmailStatus(values: string[], add: (name: string, value: string) => void): FieldReading {
  // Statuses are ORed, so dropping one would narrow the search.
  if (!values.every((value) => EMAIL_STATUSES.has(value))) {
    const reason = "Apollo's search API doesn't support one of these statuses.";
    return { understood: [], unmapped: values.map((value) => ({ value, reason })) };
  }
  for (const value of values) add('contact_email_status[]', EMAIL_STATUSES.get(value) ?? value);
  return { understood: values, unmapped: [] };
}
