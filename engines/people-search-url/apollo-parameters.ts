import { SENIORITIES } from '#contract/leads.ts';
import type { AddressField } from './address-fields.ts';
import {
  type FieldReading,
  readEach,
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
 * What an address asks of Apollo's own People API Search (https://docs.apollo.io/reference/people-api-search): only parameters that are
 * documented there are sent, the rest is told with its reason.
 */
export function apolloParameters(fields: readonly AddressField[]): ApolloSearch {
  const parameters: ApolloSearch['parameters'] = [];
  const similar = fields.find(({ name }) => name === 'includeSimilarTitles')?.values[0];
  const reading = readFields(
    fields.filter(({ name }) => name !== 'includeSimilarTitles'),
    ({ name, values }) => {
      const read = READERS.get(name);
      if (!read) return REFUSED.has(name) ? NOT_TAKEN : UNKNOWN_FIELD;
      return read(values, (parameter, value) => parameters.push([parameter, value]));
    },
  );
  const titled = parameters.some(([name]) => name === 'person_titles[]');
  if (titled && similar) parameters.push(['include_similar_titles', String(similar === 'true')]);
  return { ...reading, parameters };
}

const NOT_TAKEN = 'Apollo does not take this filter from other programs.';
/** Fields of the address that Apollo's own page has and the documented search has not. */
const REFUSED = new Set([
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

/** An open end as the search takes it: it wants two numbers. */
const MOST_EMPLOYEES = 10_000_000;
/** The statuses of the address -> those of the search. */
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
        'Apollo does not know this seniority.',
      ),
    personLocations: list('person_locations[]'),
    organizationLocations: list('organization_locations[]'),
    organizationIds: list('organization_ids[]'),
    qOrganizationDomains: readDomains,
    qOrganizationDomainsList: readDomains,
    organizationNumEmployeesRanges: (values, add) =>
      readRanges(values, ({ min, max }) =>
        add('organization_num_employees_ranges[]', `${min ?? 1},${max ?? MOST_EMPLOYEES}`),
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
      'This is no amount.',
    );
}

function readDomains(values: string[], add: (name: string, value: string) => void): FieldReading {
  const domains = values.flatMap((value) => value.split(/[\s,;]+/)).filter(Boolean);
  return readEach(
    domains,
    (value) => {
      const domain = value.toLowerCase().replace(/^(?:https?:\/\/)?(?:www\.)?/, '');
      const whole = /^[a-z0-9-]+(?:\.[a-z0-9-]+)+$/.test(domain);
      if (whole) add('q_organization_domains_list[]', domain);
      return whole;
    },
    'This is no domain.',
  );
}

function readEmailStatus(values: string[], add: (name: string, value: string) => void): FieldReading {
  // Several statuses mean any of them: one that is left out would ask for fewer.
  if (!values.every((value) => EMAIL_STATUSES.has(value))) {
    const reason = 'Apollo does not take one of these statuses from other programs.';
    return { understood: [], unmapped: values.map((value) => ({ value, reason })) };
  }
  for (const value of values) add('contact_email_status[]', EMAIL_STATUSES.get(value) ?? value);
  return { understood: values, unmapped: [] };
}
