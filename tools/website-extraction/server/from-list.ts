import type { ListStart } from '#server/tasks/task-tool.ts';
import { toUploadedList } from '#server/tasks/uploaded-list.ts';

/** Reads the websites of a saved list. Its other columns stay in the CSV file of the task. */
export const websitesFromList: ListStart = {
  action: 'Extract websites',
  roles: [
    {
      role: 'website',
      label: 'Website',
      required: true,
      names: ['website', 'company_website', 'url', 'domain', 'company_domain', 'page'],
    },
  ],
  problem: ({ website }) => (website ? null : 'Choose the column with the websites.'),
  input: (list, { website }) => ({
    urls: list.rows.map((row) => row[website ?? ''] ?? ''),
    list: toUploadedList(list),
  }),
};
