import { cutText } from '#contract/cut-text.ts';
import type { ListStart } from '#server/tasks/task-tool.ts';
import { toUploadedList } from '#server/tasks/uploaded-list.ts';
import { linkedinStep } from '../step.ts';

const HINT_MAX_CHARS = 200;

/** Enriches the LinkedIn profiles of a saved list. Names and companies tell people apart. */
export const profilesFromList: ListStart = {
  action: 'Enrich profiles',
  roles: linkedinStep.roles,
  problem: linkedinStep.problem,
  input: (list, { profile, name, company }) => ({
    linkedinUrls: list.rows.map((row) => ({
      linkedinUrl: row[profile ?? ''] ?? '',
      name: cutText(row[name ?? ''] ?? '', HINT_MAX_CHARS) || null,
      company: cutText(row[company ?? ''] ?? '', HINT_MAX_CHARS) || null,
    })),
    list: toUploadedList(list),
  }),
};
