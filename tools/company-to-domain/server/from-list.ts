import { cutText } from '#contract/cut-text.ts';
import type { ListStart } from '#server/tasks/task-tool.ts';
import { toUploadedList } from '#server/tasks/uploaded-list.ts';
import { companyStep } from '../step.ts';

/** Finds the domains of the companies of a saved list. */
export const companiesFromList: ListStart = {
  action: 'Find domains',
  roles: companyStep.roles,
  problem: companyStep.problem,
  input: (list, { company, country, website, city }) => ({
    company_names: list.rows.map((row) => ({
      company_name: row[company ?? ''] ?? '',
      country: cutText(row[country ?? ''] ?? '', 100) || null,
      website: cutText(row[website ?? ''] ?? '', 2048) || null,
      city: cutText(row[city ?? ''] ?? '', 100) || null,
    })),
    list: toUploadedList(list),
  }),
};
