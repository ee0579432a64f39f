import { z } from 'zod';
import {
  LEAD_FILTER_ENTRY_MAX_CHARS,
  LEAD_FILTER_MAX_ENTRIES,
  LEAD_FILTERS_MAX_CHARS,
  ROW_ID_MAX,
} from './limits.ts';
import { LeaveOut } from './list-exclusions.ts';
import { parseSeniority, SENIORITIES } from './seniorities.ts';
import { withoutWww } from './without-www.ts';

/** The most leads of a company that a search can ask for. */
export const PER_COMPANY_MAX = 25;

export interface IncludeExclude {
  include: string[];
  exclude: string[];
}

/** What is around a place: degrees, and a distance in kilometers. */
export interface Circle {
  latitude: number;
  longitude: number;
  kilometers: number;
}

/**
 * Search filters, the same for every database. Filters are combined with AND, the entries of one filter with
 * OR.
 */
export interface LeadFilters {
  /** Ids of single leads, from a search; empty for all leads. */
  leads: string[];
  /**
   * Words of the job title, in any case: "cto" finds "CTO & Founder" and "Chief Technology Officer", but not
   * "Director". `direct*` finds words that start so.
   */
  titles: IncludeExclude;
  /** Words of the company name. */
  companies: IncludeExclude;
  /** Domains of the company's website or the lead's email, such as "acme.com". */
  domains: IncludeExclude;
  /** Words of the city, region or country. Of "Austin, USA" all parts, which needn't be next to each other. */
  places: IncludeExclude;
  /** Words of the job title, company, industry, skills or description. */
  keywords: IncludeExclude;
  /** Whole values, in any case and with or without accents. Countries under any of their names. */
  industries: IncludeExclude;
  seniorities: IncludeExclude;
  countries: IncludeExclude;
  /** Of a business: whole values, in any case and with or without accents. */
  regions: IncludeExclude;
  cities: IncludeExclude;
  /** How the postal code of a business starts: "10" finds 10115. */
  postcodes: IncludeExclude;
  /** Only businesses around a place; null for all. */
  near: Circle | null;
  /** Whether a business is one of a brand; null for both. */
  chain: boolean | null;
  /** Not known to be closed. */
  isOpen: boolean;
  companySizes: string[];
  skills: string[];
  /** A real value: not empty and not 'N/A'. */
  hasEmail: boolean;
  hasPhone: boolean;
  hasDirectPhone: boolean;
  hasMobile: boolean;
  hasWebsite: boolean;
  /** Number of LinkedIn connections, inclusive; null for no bound. */
  connections: { min: number | null; max: number | null };
  /** Ranges of employee counts, inclusive. */
  employees: { min: number | null; max: number | null }[];
  /** IDs of lists: only leads at the companies in them. */
  inLists: string[];
  /** The hashes of these companies (`leftOutHash`). null: not read yet; a search needs them. */
  listed: string[] | null;
  /** The row of the list of each of these hashes, in the same order. null: not read yet. */
  listedRows: string[] | null;
  /** At most so many leads of each company in these lists, first those with an email; null for all. */
  perCompany: number | null;
  /**
   * IDs of exclusion lists whose people and companies are left out. null: a schedule leaves out those of all that the account has
   * when it runs, and everything else leaves out no one.
   */
  leaveOut: string[] | null;
  /** The hashes of the entries of these lists (`leftOutHash`). null: not read yet; a search needs them. */
  leftOut: string[] | null;
  /** Whether all of them are of companies: their names and domains. Others of a lead needn't be compared then. */
  leftOutAreCompanies: boolean;
  /** The lists that these hashes are of, the oldest first, and how many of them each has. Only a count by list needs them. */
  leftOutLists: { id: string; name: string; hashes: number }[];
  /**
   * Ids of leads that a list has, and the hashes of its people (`leftOutHash`). They are left out as well, but keep their places
   * among those of their companies (`perCompany`). null for none. Only the server sets them.
   */
  savedLeads: string[] | null;
  savedPeople: string[] | null;
}

/** Filters that match every lead. */
export function noFilters(): LeadFilters {
  const none = (): IncludeExclude => ({ include: [], exclude: [] });
  return {
    leads: [],
    titles: none(),
    companies: none(),
    domains: none(),
    places: none(),
    keywords: none(),
    industries: none(),
    seniorities: none(),
    countries: none(),
    regions: none(),
    cities: none(),
    postcodes: none(),
    near: null,
    chain: null,
    isOpen: false,
    companySizes: [],
    skills: [],
    hasEmail: false,
    hasPhone: false,
    hasDirectPhone: false,
    hasMobile: false,
    hasWebsite: false,
    connections: { min: null, max: null },
    employees: [],
    inLists: [],
    listed: null,
    listedRows: null,
    perCompany: null,
    leaveOut: [],
    leftOut: null,
    leftOutAreCompanies: false,
    leftOutLists: [],
    savedLeads: null,
    savedPeople: null,
  };
}

/** Whether any filter is applied (spec lead tools §5). Leaving leads out doesn't choose any. */
export function isFiltered(filters: LeadFilters): boolean {
  return (
    JSON.stringify({
      ...filters,
      listed: null,
      listedRows: null,
      perCompany: null,
      leaveOut: [],
      leftOut: null,
      leftOutAreCompanies: false,
      leftOutLists: [],
      savedLeads: null,
      savedPeople: null,
    }) !== JSON.stringify(noFilters())
  );
}

/** The characters of all filter entries together, at most LEAD_FILTERS_MAX_CHARS in a search. */
export function filterChars(filters: LeadFilters): number {
  const { titles, companies, domains, places, keywords, industries, seniorities, countries } = filters;
  const { regions, cities, postcodes } = filters;
  const both = [titles, companies, domains, places, keywords, industries, seniorities, countries];
  const lists = [
    ...[...both, regions, cities, postcodes].flatMap(({ include, exclude }) => [include, exclude]),
    filters.companySizes,
    filters.skills,
  ];
  return lists.flat().reduce((chars, entry) => chars + entry.length, 0);
}

export const FILTERS_TOO_LONG = `All filters together can have at most ${LEAD_FILTERS_MAX_CHARS.toLocaleString('en-US')} characters. Remove some entries and try again.`;

/** Entries of one filter: trimmed, without blanks and duplicates (spec lead tools §5). */
export const Entries = z
  .array(
    z
      .string()
      .max(
        LEAD_FILTER_ENTRY_MAX_CHARS,
        `A filter entry can have at most ${LEAD_FILTER_ENTRY_MAX_CHARS} characters`,
      ),
  )
  .max(LEAD_FILTER_MAX_ENTRIES, `A filter can have at most ${LEAD_FILTER_MAX_ENTRIES} entries`)
  .nullish()
  .transform((entries) => [...new Set((entries ?? []).map((entry) => entry.trim()).filter(Boolean))]);
/** Keywords, which match in any case: "CTO" and "cto" are one. */
export const Keywords = Entries.transform(withoutRepeats);
/** Seniorities in any spelling that names one. A search for another one would find nothing. */
const Seniorities = Entries.transform((entries, context) => {
  const known = entries.map((entry) => ({ entry, seniority: parseSeniority(entry) }));
  for (const { entry, seniority } of known) {
    if (seniority === null)
      context.addIssue(`"${entry}" is no seniority that we know. Use ${SENIORITIES.join(', ')}`);
  }
  return [...new Set(known.flatMap(({ seniority }) => seniority ?? []))] as string[];
});
/** Domains of websites, also from URLs and emails: "https://www.Acme.com/about" -> "acme.com". An entry can have several. */
export const Domains = Entries.transform((entries) => withoutRepeats(entries.flatMap(domainsInText)))
  .refine(
    (domains) => domains.length <= LEAD_FILTER_MAX_ENTRIES,
    `A filter can have at most ${LEAD_FILTER_MAX_ENTRIES} entries`,
  )
  // A search for a name would find nothing, without a word.
  .superRefine((domains, context) => {
    const name = domains.find((domain) => !domain.includes('.'));
    if (name !== undefined)
      context.addIssue(`“${name}” is no domain. Write it with its ending, such as acme.com`);
  });
export const Toggle = z.boolean().nullish().transform(Boolean);
/** The value of a number field: text or a number, empty for none. */
const Bound = z
  .union([z.number().min(-ROW_ID_MAX).max(ROW_ID_MAX), z.string().trim().max(20)], {
    error: 'min and max must be numbers',
  })
  .nullish()
  .transform((bound, context) => {
    if (bound === null || bound === undefined || bound === '') return null;
    const number = Number(bound);
    if (Number.isFinite(number)) return Math.min(Math.max(Math.trunc(number), -1), 2_000_000_000);
    context.addIssue('min and max must be numbers');
    return z.NEVER;
  });

/** Ranges of employee counts: `[{ min: 11, max: 50 }]`. */
const Employees = z
  .array(z.strictObject({ min: Bound, max: Bound }))
  .max(20, 'There can be at most 20 ranges of employees')
  .nullish()
  .transform((ranges) =>
    (ranges ?? [])
      .map(({ min, max }) => ({ min: min ?? null, max: max ?? null }))
      .filter(({ min, max }) => min !== null || max !== null),
  );

/** Filters by the lists of an account, which every database has. */
export const LIST_FILTERS = {
  /** IDs of lists: only leads at the companies in them. */
  inLists: LeaveOut.nullish().transform((lists) => [...new Set(lists ?? [])]),
  /** At most so many leads of each company in these lists, first those with an email. */
  perCompany: z
    .int()
    .min(1)
    .max(PER_COMPANY_MAX, `perCompany can be ${PER_COMPANY_MAX} at most`)
    .nullish()
    .transform((most) => most ?? null),
  /** IDs of exclusion lists whose people and companies are left out. null: in a schedule, all when it runs. */
  leaveOut: LeaveOut.nullish().transform((lists) => (lists === null ? null : [...new Set(lists ?? [])])),
};

/** The filters that every database of people has, besides titles, industries and emails. */
const TEXT_FILTERS = {
  includeCompanies: Keywords,
  excludeCompanies: Keywords,
  includeDomains: Domains,
  excludeDomains: Domains,
  includePlaces: Keywords,
  excludePlaces: Keywords,
  includeKeywords: Keywords,
  excludeKeywords: Keywords,
  employees: Employees,
  ...LIST_FILTERS,
};
type TextFilters = { [name in keyof typeof TEXT_FILTERS]: z.output<(typeof TEXT_FILTERS)[name]> };

function textFilters(filters: TextFilters) {
  return {
    companies: { include: filters.includeCompanies, exclude: filters.excludeCompanies },
    domains: { include: filters.includeDomains, exclude: filters.excludeDomains },
    places: { include: filters.includePlaces, exclude: filters.excludePlaces },
    keywords: { include: filters.includeKeywords, exclude: filters.excludeKeywords },
    employees: filters.employees,
    inLists: filters.inLists,
    perCompany: filters.inLists.length > 0 ? filters.perCompany : null,
    leaveOut: filters.leaveOut,
  };
}

/** Filters of the LeadRocks tab in the API (spec lead tools §3) -> the common filters. */
export const LeadrocksFilters = z
  .strictObject({
    includeIndustries: Entries,
    excludeIndustries: Entries,
    includeJobTitles: Keywords,
    excludeJobTitles: Keywords,
    hasEmail: Toggle,
    ...TEXT_FILTERS,
  })
  .transform(
    (filters): LeadFilters => ({
      ...noFilters(),
      ...textFilters(filters),
      industries: { include: filters.includeIndustries, exclude: filters.excludeIndustries },
      titles: { include: filters.includeJobTitles, exclude: filters.excludeJobTitles },
      hasEmail: filters.hasEmail,
    }),
  );

/** Filters of the Apollo tab; the LeadRocks filter names work too (spec lead tools §3). */
export const ApolloFilters = z
  .strictObject({
    includeJobTitles: Keywords,
    excludeJobTitles: Keywords,
    includeSeniorities: Seniorities,
    excludeSeniorities: Seniorities,
    includeIndustries: Entries,
    excludeIndustries: Entries,
    hasEmail: Toggle,
    hasPhone: Toggle,
    hasDirectPhone: Toggle,
    ...TEXT_FILTERS,
  })
  .transform(
    (filters): LeadFilters => ({
      ...noFilters(),
      ...textFilters(filters),
      titles: { include: filters.includeJobTitles, exclude: filters.excludeJobTitles },
      seniorities: { include: filters.includeSeniorities, exclude: filters.excludeSeniorities },
      industries: { include: filters.includeIndustries, exclude: filters.excludeIndustries },
      hasEmail: filters.hasEmail,
      hasPhone: filters.hasPhone,
      hasDirectPhone: filters.hasDirectPhone,
    }),
  );

/** Filters of the Sales Navigator tab. `jobTitle.input` is the text being typed and has no effect. */
export const SalesNavigatorFilters = z
  .strictObject({
    industry: z.strictObject({ include: Entries, exclude: Entries }).nullish(),
    jobTitle: z.strictObject({ include: Keywords, exclude: Keywords, input: z.string().nullish() }).nullish(),
    locationCountry: Entries,
    companySize: z.strictObject({ include: Entries }).nullish(),
    skills: z.strictObject({ include: Entries }).nullish(),
    hasEmail: Toggle,
    hasPhone: Toggle,
    hasMobile: Toggle,
    linkedinConnections: z.strictObject({ min: Bound, max: Bound }).nullish(),
    ...TEXT_FILTERS,
  })
  .transform(
    (filters): LeadFilters => ({
      ...noFilters(),
      ...textFilters(filters),
      industries: filters.industry ?? noFilters().industries,
      titles: {
        include: filters.jobTitle?.include ?? [],
        exclude: filters.jobTitle?.exclude ?? [],
      },
      countries: { include: filters.locationCountry, exclude: [] },
      companySizes: filters.companySize?.include ?? [],
      skills: filters.skills?.include ?? [],
      hasEmail: filters.hasEmail,
      hasPhone: filters.hasPhone,
      hasMobile: filters.hasMobile,
      connections: filters.linkedinConnections ?? noFilters().connections,
    }),
  );

/** The entries without those that differ only in case. */
export function withoutRepeats(entries: readonly string[]): string[] {
  const seen = new Set<string>();
  return entries.filter((entry) => {
    const key = entry.toLowerCase();
    return !seen.has(key) && seen.add(key);
  });
}

/**
 * The domains of a text such as "acme.com, https://www.nord.de; info@oak.com". Of a text without one, its first word, so that a filter
 * never gets lost.
 */
export function domainsInText(text: string): string[] {
  const words = addressWords(text);
  const named = words.filter((word) => word.includes('.'));
  return (named.length > 0 ? named : words.slice(0, 1)).map(domainInText).filter(Boolean);
}

/** The words of a text in which addresses are separated by spaces, commas, semicolons, brackets or quotes. */
export function addressWords(text: string): string[] {
  return text.split(/[\s,;<>()"']+/).filter(Boolean);
}

/** A domain, website or email -> its domain without "www." or "*.", in lower case: '' if there is none. */
function domainInText(text: string): string {
  const [authority = ''] = text
    .trim()
    .toLowerCase()
    .replace(/^[a-z]+:(?:\/\/)?/, '')
    .split(/[/?#\s]/);
  const [host = ''] = authority.slice(authority.lastIndexOf('@') + 1).split(':');
  return withoutWww(host.replace(/^[*.]+|\.+$/g, ''));
}
