import { cutText } from '#contract/cut-text.ts';
import { visibleText } from '#engines/list-items/cell-text.ts';
import { cellValue } from '#engines/list-items/no-value.ts';
import type { StepTool } from '../tool.ts';
import { companyToDomain, INPUT_MAX_CHARS, writeCompanyInput } from './definition.ts';

/** Finds the domains of a list's companies. */
export const companyStep: StepTool = {
  type: companyToDomain.task.type,
  action: 'Find company domains',
  roles: [
    {
      role: 'company',
      label: 'Company name',
      required: true,
      names: ['company_name', 'company', 'organization', 'organization_name'],
    },
    { role: 'country', label: 'Country', required: false, names: ['country', 'country_code'] },
    { role: 'website', label: 'Website', required: false, names: ['website', 'company_website'] },
    { role: 'city', label: 'City', required: false, names: ['city', 'company_city', 'town'] },
  ],
  problem: ({ company }) => (company ? null : 'Choose the column with the company names.'),
  items({ company = '', country = '', website = '', city = '' }) {
    const name = cutText(visibleText(cellValue(company)).replace(/\s+/g, ' '), INPUT_MAX_CHARS);
    if (name === '') return [];
    return [
      writeCompanyInput({
        company_name: name,
        country: cutText(country.trim(), 100) || null,
        website: cutText(cellValue(website).trim(), 2048) || null,
        city: cutText(cellValue(city).trim(), 100) || null,
      }),
    ];
  },
  missing: 'No company name in this row',
  fields: [
    { field: 'domain', label: 'Domain', type: 'url', usual: true, one: true },
    { field: 'confidence', label: 'Confidence', type: 'number', usual: false },
    { field: 'explanation', label: 'Reason', type: 'text', usual: false },
  ],
  known: { field: 'domain', roles: ['domain', 'website'] },
  verdicts: [],
  summary: ({ explanation }) => (typeof explanation === 'string' ? explanation : ''),
};
