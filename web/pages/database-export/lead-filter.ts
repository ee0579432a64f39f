import { z } from 'zod';
import { domainsInText } from '#contract/domains-in-text.ts';
import { type Circle, PER_COMPANY_MAX } from '#contract/lead-filters.ts';
import type { LeadDatabase } from '#contract/leads.ts';
import { LEAVE_OUT_MAX } from '#contract/list-exclusions.ts';
import { parseSeniority } from '#contract/seniorities.ts';
import { withoutRepeats } from '#contract/without-repeats.ts';
import {
  COMPANY_SIZES,
  DATABASES,
  TOGGLES,
  type ToggleName,
  WORD_LISTS,
  type WordListName,
} from './databases.ts';
import { readBound } from './filters/connection-bounds.ts';
import { readNear, writeNear } from './map/near.ts';

/** The filters of all tabs. Each tab shows the ones its database supports. */
export interface LeadFilter {
  title: { include: string[]; exclude: string[] };
  place: { include: string[]; exclude: string[] };
  company: { include: string[]; exclude: string[] };
  domain: { include: string[]; exclude: string[] };
  keyword: { include: string[]; exclude: string[] };
  industry: { include: string[]; exclude: string[] };
  seniority: { include: string[]; exclude: string[] };
  country: string[];
  region: { include: string[]; exclude: string[] };
  city: { include: string[]; exclude: string[] };
  postcode: { include: string[]; exclude: string[] };
  /** Only around a place; null for everywhere. */
  near: Circle | null;
  /** Only businesses of a brand, only the others, or empty for both. */
  chain: '' | 'chain' | 'independent';
  /** Values of COMPANY_SIZES. */
  employees: string[];
  /** Digits of a whole number, or empty for none. */
  min: string;
  max: string;
  email: boolean;
  phone: boolean;
  direct: boolean;
  mobile: boolean;
  website: boolean;
  open: boolean;
  /** IDs of lists: only leads at the companies in them */
  inList: string[];
  /** at most so many leads of each of these companies: a number, or empty for all */
  perCompany: string;
  /** IDs of the exclusion lists whose people and companies are left out; null for all of the account */
  leaveOut: string[] | null;
}

/** Changes the latest filter, which may be newer than the one on screen. */
export type LeadFilterChange = (before: LeadFilter) => LeadFilter;

/** The filters that include and exclude values. */
export const LISTS = [...WORD_LISTS, 'industry', 'seniority'] as const;
export type ListName = (typeof LISTS)[number];

/** The query parameter of `leaveOut`: `none` for no list. */
const LEAVE_OUT = 'leave-out';

/** A filter that matches every lead. */
export function noFilter(): LeadFilter {
  const none = () => ({ include: [], exclude: [] });
  return {
    title: none(),
    place: none(),
    company: none(),
    domain: none(),
    keyword: none(),
    industry: none(),
    seniority: none(),
    country: [],
    region: none(),
    city: none(),
    postcode: none(),
    near: null,
    chain: '',
    employees: [],
    min: '',
    max: '',
    email: false,
    phone: false,
    direct: false,
    mobile: false,
    website: false,
    open: false,
    inList: [],
    perCompany: '',
    leaveOut: null,
  };
}

/**
 * Reads the filters from query parameters: `title`, `-title` and `country` can repeat; toggles are `1`. Skips
 * filters the database doesn't support, empty values and invalid bounds, because its function would reject or
 * ignore them.
 */
export function readFilter(database: LeadDatabase, params: URLSearchParams): LeadFilter {
  const { industries, seniorities, countries, connections, toggles, businesses } = DATABASES[database];
  const hasWords = (name: WordListName) => DATABASES[database].words.includes(name);
  const list = (name: string) => withAdded([], params.getAll(name));
  const both = (name: ListName) => ({ include: list(name), exclude: list(`-${name}`) });
  const words = (name: WordListName) => ({
    include: hasWords(name) ? withWords(name, [], params.getAll(name)) : [],
    exclude: hasWords(name) ? withWords(name, [], params.getAll(`-${name}`)) : [],
  });
  const bound = (name: string) => readBound(params.get(name) ?? '') ?? '';
  const on = (name: ToggleName) => params.get(name) === '1' && toggles.some((toggle) => toggle.name === name);
  return {
    ...noFilter(),
    title: words('title'),
    place: words('place'),
    company: words('company'),
    domain: words('domain'),
    keyword: words('keyword'),
    region: words('region'),
    city: words('city'),
    postcode: words('postcode'),
    ...(businesses
      ? { near: readNear(params.get('near') ?? ''), chain: readChain(params.get('chain')) }
      : { employees: list('employees').filter((size) => COMPANY_SIZES.includes(size)) }),
    ...(industries && { industry: both('industry') }),
    ...(seniorities && { seniority: knownSeniorities(both('seniority')) }),
    ...(countries && { country: list('country') }),
    ...(connections && { min: bound('min'), max: bound('max') }),
    email: on('email'),
    phone: on('phone'),
    direct: on('direct'),
    mobile: on('mobile'),
    website: on('website'),
    open: on('open'),
    ...companiesOf(params),
    leaveOut: params.has(LEAVE_OUT) ? params.getAll(LEAVE_OUT).filter((id) => id !== 'none') : null,
  };
}

function readChain(text: string | null): LeadFilter['chain'] {
  return text === 'chain' || text === 'independent' ? text : '';
}

/** The lists whose companies are wanted, and how many leads of each. */
function companiesOf(params: URLSearchParams): Pick<LeadFilter, 'inList' | 'perCompany'> {
  const inList = withAdded([], params.getAll('in-list')).filter(isId);
  const most = Number(readBound(params.get('per-company') ?? ''));
  return {
    inList,
    perCompany: inList.length > 0 && most >= 1 && most <= PER_COMPANY_MAX ? String(most) : '',
  };
}

/** Whether a text can be the ID of a list, because the function would refuse another one. */
function isId(text: string): boolean {
  return z.uuid().safeParse(text).success;
}

/** Drops seniorities that the function would refuse, and names the others as it does. */
function knownSeniorities(lists: { include: string[]; exclude: string[] }) {
  const known = (values: string[]) => [...new Set(values.flatMap((value) => parseSeniority(value) ?? []))];
  return { include: known(lists.include), exclude: known(lists.exclude) };
}

/** The query parameters of a filter, on page 1. Keeps the tab. */
export function writeFilter(before: URLSearchParams, filter: LeadFilter): URLSearchParams {
  const params = new URLSearchParams();
  const tab = before.get('tab');
  if (tab) params.set('tab', tab);
  for (const name of LISTS) {
    for (const value of filter[name].include) params.append(name, value);
    for (const value of filter[name].exclude) params.append(`-${name}`, value);
  }
  for (const value of filter.country) params.append('country', value);
  for (const value of filter.employees) params.append('employees', value);
  for (const id of filter.inList) params.append('in-list', id);
  if (filter.inList.length > 0 && filter.perCompany) params.set('per-company', filter.perCompany);
  if (filter.near) params.set('near', writeNear(filter.near));
  if (filter.chain) params.set('chain', filter.chain);
  if (filter.min) params.set('min', filter.min);
  if (filter.max) params.set('max', filter.max);
  for (const name of TOGGLES) if (filter[name]) params.set(name, '1');
  for (const id of filter.leaveOut?.length === 0 ? ['none'] : (filter.leaveOut ?? []))
    params.append(LEAVE_OUT, id);
  return params;
}

/** The exclusion lists (IDs) that a search leaves out unless someone chose some: whose people it looks for isn't left out. */
export function defaultLeaveOut(exclusions: readonly string[], inList: readonly string[]): string[] {
  return exclusions.filter((id) => !inList.includes(id)).slice(0, LEAVE_OUT_MAX);
}

/** The chosen exclusion lists; null if they are the default, so that those that are made later are left out, too. */
export function chosenLeaveOut(chosen: readonly string[], standard: readonly string[]): string[] | null {
  const isStandard = chosen.length === standard.length && standard.every((id) => chosen.includes(id));
  return isStandard ? null : [...chosen];
}

/** Whether any filter is applied (spec lead tools §5). Leaving leads out doesn't choose any. */
export function isApplied(filter: LeadFilter): boolean {
  return writeFilter(new URLSearchParams(), { ...filter, leaveOut: null }).size > 0;
}

/** The list with the new values, trimmed, without blanks and duplicates (spec lead tools §5). */
export function withAdded(list: readonly string[], values: readonly string[]): string[] {
  return [...new Set([...list, ...values.map((value) => value.trim()).filter(Boolean)])];
}

/**
 * The list with the new words, trimmed, without blanks and those that differ only in case. Websites and emails
 * become their domains.
 */
export function withWords(name: WordListName, list: readonly string[], values: readonly string[]): string[] {
  const typed = name === 'domain' ? values.flatMap(domainsInText) : values;
  return withoutRepeats(withAdded(list, typed));
}

/** The filters in the format of the database's function (spec lead tools §3). */
export function wireFilters(database: LeadDatabase, filter: LeadFilter) {
  const shared = {
    inLists: filter.inList,
    ...(filter.inList.length > 0 && filter.perCompany ? { perCompany: Number(filter.perCompany) } : {}),
    leaveOut: filter.leaveOut ?? [],
    includeCompanies: filter.company.include,
    excludeCompanies: filter.company.exclude,
    includeDomains: filter.domain.include,
    excludeDomains: filter.domain.exclude,
    includeKeywords: filter.keyword.include,
    excludeKeywords: filter.keyword.exclude,
  };
  if (database === 'local_businesses') return { ...shared, ...businessFilters(filter) };
  const everywhere = {
    ...shared,
    includePlaces: filter.place.include,
    excludePlaces: filter.place.exclude,
    employees: filter.employees.map((size) => {
      const [min = '', max = ''] = size.split('-');
      return { min, max };
    }),
  };
  switch (database) {
    case 'leadrocks':
      return {
        ...everywhere,
        includeIndustries: filter.industry.include,
        excludeIndustries: filter.industry.exclude,
        includeJobTitles: filter.title.include,
        excludeJobTitles: filter.title.exclude,
        hasEmail: filter.email,
      };
    case 'apollo':
      return {
        ...everywhere,
        includeIndustries: filter.industry.include,
        excludeIndustries: filter.industry.exclude,
        includeJobTitles: filter.title.include,
        excludeJobTitles: filter.title.exclude,
        includeSeniorities: filter.seniority.include,
        excludeSeniorities: filter.seniority.exclude,
        hasEmail: filter.email,
        hasPhone: filter.phone,
        hasDirectPhone: filter.direct,
      };
    case 'sales_navigator':
      return {
        ...everywhere,
        jobTitle: { ...filter.title, input: '' },
        industry: filter.industry,
        locationCountry: filter.country,
        linkedinConnections: { min: filter.min, max: filter.max },
        hasEmail: filter.email,
        hasPhone: filter.phone,
        hasMobile: filter.mobile,
      };
  }
}

function businessFilters(filter: LeadFilter) {
  return {
    includeCategories: filter.industry.include,
    excludeCategories: filter.industry.exclude,
    includeCountries: filter.country,
    includeRegions: filter.region.include,
    excludeRegions: filter.region.exclude,
    includeCities: filter.city.include,
    excludeCities: filter.city.exclude,
    includePostcodes: filter.postcode.include,
    excludePostcodes: filter.postcode.exclude,
    near: filter.near,
    hasPhone: filter.phone,
    hasWebsite: filter.website,
    hasEmail: filter.email,
    chain: filter.chain === '' ? null : filter.chain === 'chain',
    open: filter.open,
  };
}
