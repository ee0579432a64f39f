import type { ApolloSearch } from './engine/apollo-parameters.ts';
import {
  type ApolloApi,
  type FoundPage,
  type FullPerson,
  MAX_ENRICHED_PER_CALL,
  MAX_SEARCH_PAGE_SIZE,
  MAX_SEARCH_PAGES,
} from './net/apollo-api.ts';
import type { PagePlace, PeoplePage, PeopleSource } from './people-source.ts';

export interface ApolloSourceOptions {
  api: ApolloApi;
  /**
   * Whether to fetch full records, at one Apollo credit each. Otherwise records contain the search results
   * only.
   */
  enrich: boolean;
  /** whether a person is on the opt-out list */
  isOptedOut: (person: { emails: string[]; profile: string; domains: string[] }) => Promise<boolean>;
}

/** The columns of a people file with records of Apollo, named as in this server's apollo database. */
export const APOLLO_COLUMNS = [
  'first_name',
  'last_name',
  'title',
  'company',
  'email',
  'seniority',
  'industry',
  'country',
  'person_linkedin_url',
  'website',
  'employees',
  'city',
  'state',
];

const NOT_ENRICHED = {
  label: 'Emails, full last names, profiles and locations',
  values: [],
  reason: 'Apollo’s search doesn’t include them, and this server doesn’t fetch full records.',
};

/** Position in the list: page number, and how many people of that page are done. */
const PLACE = /^(\d{1,4})\/(\d{1,4})$/;

/**
 * A people search at Apollo. Its pages may overlap as its data changes; people already stored are skipped
 * before they cost a credit. If a page fails halfway, it returns the people so far.
 */
export function apolloSource(search: ApolloSearch, options: ApolloSourceOptions): PeopleSource {
  const { api, enrich, isOptedOut } = options;
  let latest: { number: number; page: FoundPage } | null = null;

  async function searchPage(number: number, signal: AbortSignal): Promise<FoundPage> {
    if (latest?.number === number) return latest.page;
    const page = await api.search(search.parameters, { number, size: MAX_SEARCH_PAGE_SIZE }, signal);
    latest = { number, page };
    return page;
  }

  async function enriched(people: FoundPage['people'], signal: AbortSignal): Promise<FullPerson[]> {
    if (people.length === 0) return [];
    const records = enrich
      ? await api.enrich(
          people.map(({ id }) => id),
          signal,
        )
      : people;
    const optedOut = await Promise.all(records.map((person) => isOptedOut(personIdentity(person))));
    return records.filter((_, index) => !optedOut[index]);
  }

  return {
    name: 'apollo',
    understood: search.understood,
    unmapped: enrich ? search.unmapped : [...search.unmapped, NOT_ENRICHED],
    state: async () => ({ version: `apollo/${enrich}`, columns: APOLLO_COLUMNS, sample: false }),
    count: async (signal) => {
      const { total } = await api.search(search.parameters, { number: 1, size: 1 }, signal);
      return Math.min(total, MAX_SEARCH_PAGE_SIZE * MAX_SEARCH_PAGES);
    },
    async page({ after, most, seen }: PagePlace, signal): Promise<PeoplePage> {
      const [, number = 1, begin = 0] = (PLACE.exec(after ?? '') ?? []).map(Number);
      const { people, full } = await searchPage(number, signal);
      const taken = new Map<string, readonly string[]>();
      let index = begin;
      while (index < people.length && taken.size < most) {
        const group = people.slice(index, index + Math.min(MAX_ENRICHED_PER_CALL, most - taken.size));
        const isNew = ({ id }: { id: string }) => !seen.has(id) && !taken.has(id);
        try {
          // Apollo may have merged this person into one that is already stored.
          for (const person of await enriched(group.filter(isNew), signal)) {
            if (isNew(person)) taken.set(person.id, personCells(person));
          }
        } catch (error) {
          if (index === begin || signal.aborted) throw error;
          break;
        }
        index += group.length;
      }
      const whole = index >= people.length;
      return {
        records: [...taken.values()],
        keys: [...taken.keys()],
        next: whole ? `${number + 1}/0` : `${number}/${index}`,
        more: !whole || (full && number < MAX_SEARCH_PAGES),
      };
    },
  };
}

function personCells(person: FullPerson): string[] {
  const { organization } = person;
  return [
    person.first_name,
    person.last_name ?? person.last_name_obfuscated,
    person.title,
    organization?.name,
    personEmail(person),
    person.seniority,
    organization?.industry,
    person.country,
    person.linkedin_url,
    personWebsite(person),
    organization?.estimated_num_employees,
    person.city,
    person.state,
  ].map((value) => (value === null || value === undefined ? '' : String(value)));
}

/** Apollo puts a placeholder where it hides an address. */
function personEmail({ email }: FullPerson): string {
  return !email || /^email_not_unlocked@/i.test(email) ? '' : email;
}

function personWebsite({ organization }: FullPerson): string {
  return organization?.website_url ?? organization?.primary_domain ?? '';
}

function personIdentity(person: FullPerson): { emails: string[]; profile: string; domains: string[] } {
  return {
    emails: [personEmail(person)],
    profile: person.linkedin_url ?? '',
    domains: [personWebsite(person)],
  };
}
