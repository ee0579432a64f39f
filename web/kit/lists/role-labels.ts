import type { ColumnRole } from '#contract/list-columns.ts';

/** What a column has, in words. */
export const ROLE_LABELS: Readonly<Record<ColumnRole, string>> = {
  company: 'Company',
  website: 'Website',
  domain: 'Company domain',
  first_name: 'First name',
  last_name: 'Last name',
  full_name: 'Full name',
  job_title: 'Job title',
  email: 'Email',
  phone: 'Phone',
  linkedin: 'LinkedIn profile',
  company_linkedin: 'LinkedIn page of the company',
  country: 'Country',
  city: 'City',
};
