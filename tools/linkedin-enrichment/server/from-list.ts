import { cutText } from '#contract/cut-text.ts';
import type { ListStart } from '#server/tasks/task-tool.ts';
import { toUploadedList } from '#server/tasks/uploaded-list.ts';

const HINT_MAX_CHARS = 200;

/** Enriches the LinkedIn profiles of a saved list. Names and companies tell people apart. */
export const profilesFromList: ListStart = {
  action: 'Enrich profiles',
  roles: [
    {
      role: 'profile',
      label: 'LinkedIn profile',
      required: true,
      names: ['linkedin_url', 'linkedin', 'person_linkedin_url'],
    },
    { role: 'name', label: 'Full name', required: false, names: ['full_name'] },
    {
      role: 'company',
      label: 'Company name',
      required: false,
      names: ['company', 'company_name', 'organization', 'organization_name'],
    },
  ],
  problem: ({ profile }) => (profile ? null : 'Choose the column with the LinkedIn profiles.'),
  input: (list, { profile, name, company }) => ({
    linkedinUrls: list.rows.map((row) => ({
      linkedinUrl: row[profile ?? ''] ?? '',
      name: cutText(row[name ?? ''] ?? '', HINT_MAX_CHARS) || null,
      company: cutText(row[company ?? ''] ?? '', HINT_MAX_CHARS) || null,
    })),
    list: toUploadedList(list),
  }),
};
