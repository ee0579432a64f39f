import type { LeadDatabase } from '#contract/leads.ts';

/** What a person filters by, the same for the three tabs; each tab shows those its database has. */
export interface LeadFilter {
  title: { include: string[]; exclude: string[] };
  industry: { include: string[]; exclude: string[] };
  seniority: { include: string[]; exclude: string[] };
  country: string[];
  /** bounds as they are typed */
  min: string;
  max: string;
  email: boolean;
  phone: boolean;
  direct: boolean;
  mobile: boolean;
}

const LISTS = ['title', 'industry', 'seniority'] as const;
const TOGGLES = ['email', 'phone', 'direct', 'mobile'] as const;
export type ListName = (typeof LISTS)[number];
export type ToggleName = (typeof TOGGLES)[number];

/** The filters of an address: `title`, `-title`, `country` repeat; toggles are `1`. */
export function readFilter(params: URLSearchParams): LeadFilter {
  const both = (name: ListName) => ({ include: params.getAll(name), exclude: params.getAll(`-${name}`) });
  const bound = (name: string) => (/^\d{1,9}$/.test(params.get(name) ?? '') ? (params.get(name) ?? '') : '');
  return {
    title: both('title'),
    industry: both('industry'),
    seniority: both('seniority'),
    country: params.getAll('country'),
    min: bound('min'),
    max: bound('max'),
    email: params.get('email') === '1',
    phone: params.get('phone') === '1',
    direct: params.get('direct') === '1',
    mobile: params.get('mobile') === '1',
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
