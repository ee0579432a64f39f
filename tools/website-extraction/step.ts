import { COMPANY_FIELDS } from '#contract/company-fields.ts';
import type { TaskOptions } from '#contract/tasks.ts';
import { WebsitePerson } from '#contract/website-people.ts';
import { websitesIn } from '#engines/list-items/several.ts';
import type { StepTool } from '../tool.ts';
import { websiteExtraction } from './definition.ts';

/** Sites of one cell that a step reads. */
const SITES_PER_CELL = 5;

/** Reads the websites of a list's rows. */
export const websiteStep: StepTool = {
  type: websiteExtraction.task.type,
  action: 'Find contacts on websites',
  roles: [
    {
      role: 'website',
      label: 'Website',
      required: true,
      names: ['website', 'company_website', 'url', 'domain', 'company_domain', 'page'],
    },
  ],
  problem: ({ website }) => (website ? null : 'Choose the column with the websites.'),
  items: ({ website = '' }) =>
    websitesIn(website)
      .slice(0, SITES_PER_CELL)
      .map(({ url }) => url),
  several: { role: 'website', most: SITES_PER_CELL },
  missing: 'No website in this row',
  fields: [
    { field: 'company_email', label: 'Email', type: 'email', usual: true, one: true },
    { field: 'emails', label: 'All emails', type: 'email', usual: true },
    { field: 'phones', label: 'Phones', type: 'phone', usual: true },
    { field: 'linkedin_url', label: 'LinkedIn', type: 'url', usual: true },
    { field: 'facebook_url', label: 'Facebook', type: 'url', usual: false },
    { field: 'instagram_url', label: 'Instagram', type: 'url', usual: false },
    { field: 'twitter_url', label: 'X', type: 'url', usual: false },
    { field: 'youtube_url', label: 'YouTube', type: 'url', usual: false },
    { field: 'title', label: 'Page title', type: 'text', usual: false },
    { field: 'description', label: 'Description', type: 'text', usual: false },
    { field: 'domain', label: 'Domain', type: 'url', usual: false, one: true },
    { field: 'final_url', label: 'Final address', type: 'url', usual: false, one: true },
    { field: 'phones_country_unknown', label: 'Phones, country unknown', type: 'phone', usual: false },
    { field: 'fax', label: 'Fax', type: 'phone', usual: false },
    ...Object.entries(COMPANY_FIELDS).map(([field, label]) => ({
      field,
      label,
      type: 'text' as const,
      usual: false,
      one: true,
    })),
    { field: 'people', label: 'People', type: 'text', usual: false },
    { field: 'rendering', label: 'Rendering', type: 'text', usual: false, one: true },
    { field: 'error', label: 'Problem', type: 'text', usual: false },
  ],
  value: (row, field) => (field === 'people' ? peopleTexts(row) : row[field]),
  optionsFor: (fields): TaskOptions => (fields.includes('people') ? { people: 'true' } : {}),
  next: { company_email: 'emails' },
  verdicts: [],
  summary(row) {
    if (typeof row.error === 'string' && row.error) return row.error;
    const count = (value: unknown) => (Array.isArray(value) ? value.length : 0);
    const [emails, phones] = [count(row.emails), count(row.phones)];
    if (emails + phones === 0) return 'No emails or phones on this website';
    return `${emails} ${emails === 1 ? 'email' : 'emails'} and ${phones} ${phones === 1 ? 'phone' : 'phones'}`;
  },
};

/** Each person of a result in one text: name, job title, email, phone and profile. */
function peopleTexts(row: Readonly<Record<string, unknown>>): string[] {
  return (WebsitePerson.array().safeParse(row.people).data ?? []).map(
    ({ name, title, email, phone, profile }) =>
      [name, title, email, phone, profile].filter(Boolean).join(', '),
  );
}
