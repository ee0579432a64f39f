import { PEOPLE_PER_SITE } from '#contract/website-people.ts';
import type { ListStart } from '#server/tasks/task-tool.ts';
import { toUploadedList } from '#server/tasks/uploaded-list.ts';
import { wantsPeople } from '../definition.ts';
import { websiteStep } from '../step.ts';

/** Reads the websites of a saved list. Its other columns stay in the CSV file of the task. */
export const websitesFromList: ListStart = {
  action: 'Extract websites',
  roles: websiteStep.roles,
  problem: websiteStep.problem,
  more: [
    {
      action: 'Find people on their websites',
      note: `Who works there, with job title and contact: at most ${PEOPLE_PER_SITE} per site. When it is done, save them to a list of people with “Save to list”.`,
      options: { people: 'true' },
    },
  ],
  input: (list, { website }, options = {}) => ({
    urls: list.rows.map((row) => row[website ?? ''] ?? ''),
    list: toUploadedList(list),
    ...(wantsPeople(options) && { people: true }),
  }),
};
