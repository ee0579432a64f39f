import type { LeadDatabase } from '#contract/leads.ts';
import { DATABASES, TOGGLES, type ToggleName } from './databases.ts';
import { readBound } from './filters/connection-bounds.ts';

/** The filters of all three tabs. Each tab shows the ones its database supports. */
export interface LeadFilter {
  title: { include: string[]; exclude: string[] };
  industry: { include: string[]; exclude: string[] };
  seniority: { include: string[]; exclude: string[] };
  country: string[];
  /** Digits of a whole number, or empty for none. */
  min: string;
  max: string;
  email: boolean;
  phone: boolean;
  direct: boolean;
  mobile: boolean;
}

const LISTS = ['title', 'industry', 'seniority'] as const;
export type ListName = (typeof LISTS)[number];

/** A filter that matches every lead. */
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
 * Reads the filters from query parameters: `title`, `-title` and `country` can repeat; toggles are `1`. Skips
 * filters the database doesn't support, empty values and invalid bounds, because its function would reject or
 * ignore them.
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
  if (filter.min) params.set('min', filter.min);
  if (filter.max) params.set('max', filter.max);
  for (const name of TOGGLES) if (filter[name]) params.set(name, '1');
  return params;
}

/** Whether any filter is applied (spec lead tools §5). */
export function isApplied(filter: LeadFilter): boolean {
  return writeFilter(new URLSearchParams(), filter).size > 0;
}

/** The list with the new values, trimmed, without blanks and duplicates (spec lead tools §5). */
export function withAdded(list: readonly string[], values: readonly string[]): string[] {
  return [...new Set([...list, ...values.map((value) => value.trim()).filter(Boolean)])];
}

/** The filters in the format of the database's function (spec lead tools §3). */
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
