import type { PersonalData } from '#server/platform/personal-data.ts';
import { loadList } from './own-columns.ts';

/** The own columns of a task's list, exported with the task. */
export const WEBSITE_DATA: readonly PersonalData[] = [
  {
    kind: 'field',
    of: 'tasks',
    field: 'list',
    async *json(db, taskId) {
      const list = await loadList(db, taskId);
      if (!list) return;
      yield `{"columns":${JSON.stringify(list.columns)},"rows":[`;
      let before = '';
      for await (const page of list.rows()) {
        yield before + page.map(({ cells }) => JSON.stringify(cells)).join(',');
        before = ',';
      }
      yield ']}';
    },
  },
];
