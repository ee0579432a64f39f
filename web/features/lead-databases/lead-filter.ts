import type { LeadDatabase } from '#contract/leads.ts';
import { DATABASES, TOGGLES, type ToggleName } from './databases.ts';
import { readBound } from './filters/connection-bounds.ts';

/** What a person filters by, the same for the three tabs; each tab shows those its database has. */
export interface LeadFilter {
  title: { include: string[]; exclude: string[] };
  industry: { include: string[]; exclude: string[] };
  seniority: { include: string[]; exclude: string[] };
  country: string[];
  /** whole numbers in digits, empty for none */
  min: string;
  max: string;
  email: boolean;
  phone: boolean;
  direct: boolean;
  mobile: boolean;
}

const LISTS = ['title', 'industry', 'seniority'] as const;
export type ListName = (typeof LISTS)[number];

/** A filter that leaves every lead. */
export function noFilter(): LeadFilter {
  const none = () => ({ include: [], exclude: [] });
  return {
    title: none(),
    industry: none(),
    seniority: none(),
    country: [],
    min: '',
    max: '',
    email: false,
    phone: false,
    direct: false,
    mobile: false,
  };
}

/**
 * The filters of an address: `title`, `-title`, `country` repeat; toggles are `1`. Those the database does not have,
 * empty values and bounds that are no whole numbers are left out: its function would refuse or ignore them.
 */
export function readFilter(database: LeadDatabase, params: URLSearchParams): LeadFilter {
  const { industries, seniorities, countries, connections, toggles } = DATABASES[database];
  const list = (name: string) => withAdded([], params.getAll(name));
  const both = (name: ListName) => ({ include: list(name), exclude: list(`-${name}`) });
  const bound = (name: string) => readBound(params.get(name) ?? '') ?? '';
  const on = (name: ToggleName) => params.get(name) === '1' && toggles.some((toggle) => toggle.name === name);
  return {
    ...noFilter(),
    title: both('title'),
    ...(industries && { industry: both('industry') }),
    ...(seniorities && { seniority: both('seniority') }),
    ...(countries && { country: list('country') }),
    ...(connections && { min: bound('min'), max: bound('max') }),
    email: on('email'),
    phone: on('phone'),
    direct: on('direct'),
    mobile: on('mobile'),
  };
}

/** The address of a filter, on page 1; what else stands there stays. */
export function writeFilter(before: URLSearchParams, filter: LeadFilter): URLSearchParams {
  const params = new URLSearchParams();
  const tab = before.get('tab');
  if (tab) params.set('tab', tab);
  for (const name of LISTS) {
    for (const value of filter[name].include) params.append(name, value);
    for (const value of filter[name].exclude) params.append(`-${name}`, value);
  }
  for (const value of filter.country) params.append('country', value);
  if (filter.min) params.set('min', filter.min);
  if (filter.max) params.set('max', filter.max);
  for (const name of TOGGLES) if (filter[name]) params.set(name, '1');
  return params;
}

/** Whether any filter is applied (spec lead tools §5). */
export function isApplied(filter: LeadFilter): boolean {
  return writeFilter(new URLSearchParams(), filter).size > 0;
}

/** The list with trimmed values it did not have; empty ones and duplicates are left out (spec lead tools §5). */
export function withAdded(list: readonly string[], values: readonly string[]): string[] {
  return [...new Set([...list, ...values.map((value) => value.trim()).filter(Boolean)])];
}

/** The filters as the database's function takes them (spec lead tools §3). */
export function wireFilters(database: LeadDatabase, filter: LeadFilter) {
  switch (database) {
    case 'leadrocks':
      return {
        includeIndustries: filter.industry.include,
        excludeIndustries: filter.industry.exclude,
        includeJobTitles: filter.title.include,
        excludeJobTitles: filter.title.exclude,
        hasEmail: filter.email,
      };
    case 'apollo':
      return {
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
