import { LEAD_FILTERS_MAX_CHARS } from './limits.ts';

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
