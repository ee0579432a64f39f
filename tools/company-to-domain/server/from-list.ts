import { cutText } from '#contract/cut-text.ts';
import type { ListStart } from '#server/tasks/task-tool.ts';
import { toUploadedList } from '#server/tasks/uploaded-list.ts';

/** Finds the domains of the companies of a saved list. */
export const companiesFromList: ListStart = {
  action: 'Find domains',
  roles: [
    {
      role: 'company',
      label: 'Company name',
      required: true,
      names: ['company_name', 'company', 'organization', 'organization_name'],
    },
    { role: 'country', label: 'Country', required: false, names: ['country', 'country_code'] },
    { role: 'website', label: 'Website', required: false, names: ['website', 'company_website'] },
  ],
  problem: ({ company }) => (company ? null : 'Choose the column with the company names.'),
  input: (list, { company, country, website }) => ({
    company_names: list.rows.map((row) => ({
      company_name: row[company ?? ''] ?? '',
      country: cutText(row[country ?? ''] ?? '', 100) || null,
      website: cutText(row[website ?? ''] ?? '', 2048) || null,
    })),
    list: toUploadedList(list),
  }),
};
