import { cutText } from '#contract/cut-text.ts';
import type { ListStart } from '#server/tasks/task-tool.ts';
import { toUploadedList } from '#server/tasks/uploaded-list.ts';
import { linkedinStep, personName } from '../step.ts';

const HINT_MAX_CHARS = 200;

/** Enriches the LinkedIn profiles of a saved list. Names and companies tell people apart. */
export const profilesFromList: ListStart = {
  action: 'Enrich profiles',
  roles: linkedinStep.roles,
  problem: linkedinStep.problem,
  input: (list, chosen) => ({
    linkedinUrls: list.rows.map((row) => {
      const text = (role: string) => row[chosen[role] ?? ''] ?? '';
      const names = { name: text('name'), first_name: text('first_name'), last_name: text('last_name') };
      return {
        linkedinUrl: text('profile'),
        name: cutText(personName(names), HINT_MAX_CHARS) || null,
        company: cutText(text('company'), HINT_MAX_CHARS) || null,
      };
    }),
    list: toUploadedList(list),
  }),
};
