import type { ListStart } from '#server/tasks/task-tool.ts';
import { toUploadedList } from '#server/tasks/uploaded-list.ts';
import { websiteStep } from '../step.ts';

/** Reads the websites of a saved list. Its other columns stay in the CSV file of the task. */
export const websitesFromList: ListStart = {
  action: 'Extract websites',
  roles: websiteStep.roles,
  problem: websiteStep.problem,
  input: (list, { website }) => ({
    urls: list.rows.map((row) => row[website ?? ''] ?? ''),
    list: toUploadedList(list),
  }),
};
