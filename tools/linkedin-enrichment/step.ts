import { cutText } from '#contract/cut-text.ts';
import { itemText } from '#engines/list-items/cell-text.ts';
import { cellValue, nameValue } from '#engines/list-items/no-value.ts';
import type { StepTool } from '../tool.ts';
import { linkedinEnrichment, URL_MAX_CHARS, writeLinkedinInput } from './definition.ts';

const HINT_MAX_CHARS = 200;

/** Enriches the LinkedIn profiles of a list's rows. */
export const linkedinStep: StepTool = {
  type: linkedinEnrichment.task.type,
  action: 'Enrich LinkedIn profiles',
  roles: [
    {
      role: 'profile',
      label: 'LinkedIn profile',
      required: true,
      names: ['linkedin_url', 'linkedin', 'person_linkedin_url'],
    },
    { role: 'name', label: 'Full name', required: false, names: ['full_name'] },
    { role: 'first_name', label: 'First name', required: false, names: ['first_name', 'firstname'] },
    { role: 'last_name', label: 'Last name', required: false, names: ['last_name', 'lastname'] },
    {
      role: 'company',
      label: 'Company name',
      required: false,
      names: ['company', 'company_name', 'organization', 'organization_name'],
    },
  ],
  problem: ({ profile }) => (profile ? null : 'Choose the column with the LinkedIn profiles.'),
  items({ profile = '', company = '', ...names }) {
    const linkedinUrl = cutText(itemText(cellValue(profile)), URL_MAX_CHARS);
    if (linkedinUrl === '') return [];
    const hint = (text: string) => cutText(cellValue(text).trim(), HINT_MAX_CHARS) || null;
    const name = hint(personName(names));
    return [writeLinkedinInput({ linkedinUrl, name, company: hint(company), page: null })];
  },
  missing: 'No LinkedIn profile in this row',
  fields: [
    { field: 'name', label: 'Name', type: 'text', usual: true },
    { field: 'title', label: 'Job title', type: 'text', usual: true },
    { field: 'company', label: 'Company', type: 'text', usual: true },
    { field: 'email', label: 'Email', type: 'email', usual: true, one: true },
    { field: 'phone', label: 'Phone', type: 'phone', usual: true },
    { field: 'location', label: 'Location', type: 'text', usual: false },
    { field: 'companyDomain', label: 'Company domain', type: 'url', usual: false, one: true },
    { field: 'completeness', label: 'Completeness %', type: 'number', usual: false },
  ],
  verdicts: [],
  summary: ({ explanation }) => (typeof explanation === 'string' ? explanation : ''),
};

/** The name of a person in columns of a list: a full name, else a first and a last name. One of them alone matches no one. */
export function personName({
  name = '',
  first_name = '',
  last_name = '',
}: Readonly<Record<string, string>>): string {
  const [full, first, last] = [name, first_name, last_name].map((text) => nameValue(text).trim());
  return full || (first && last ? `${first} ${last}` : '');
}
