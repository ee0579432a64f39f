import type { PersonalData } from '#server/platform/personal-data.ts';
import { loadFile } from './person-file.ts';

/** The uploaded file of a task, exported with the task. */
export const EMAIL_DATA: readonly PersonalData[] = [
  {
    kind: 'field',
    of: 'tasks',
    field: 'file',
    async *json({ database: { db } }, taskId) {
      const file = await loadFile(db, taskId);
      if (file) yield JSON.stringify(file);
    },
  },
];
