import type { PersonalData } from '#server/platform/personal-data.ts';
import { tasksWithFiles } from './file-store.ts';
import { loadFile } from './person-file.ts';

/** The uploaded file of a task, exported with the task, without people who opted out. */
export const EMAIL_DATA: readonly PersonalData[] = [
  {
    kind: 'field',
    of: 'tasks',
    field: 'file',
    async *json(deps, taskId) {
      const file = await loadFile(deps, taskId);
      if (file) yield JSON.stringify(file);
    },
    texts: async (deps, taskId) => ({ ...(await loadFile(deps, taskId)) }),
    among: ({ database }, taskIds) => tasksWithFiles(database.db, taskIds),
  },
];
