import type { PersonalData } from '../platform/personal-data.ts';
import { rowsJson } from './results.ts';
import { uploadedListJson } from './uploaded-list.ts';
import { tasksWithLists } from './uploaded-list-store.ts';

export const TASK_DATA: readonly PersonalData[] = [
  {
    kind: 'table',
    table: 'tasks',
    name: 'tasks',
    key: 'id',
    omit: ['row_bytes', 'save_at', 'save_since'],
    many: {},
    fields: [
      { field: 'rows', json: (deps, taskId) => rowsJson(deps, taskId) },
      {
        field: 'list',
        json: (deps, taskId) => uploadedListJson(deps, taskId),
        among: ({ database }, taskIds) => tasksWithLists(database.db, taskIds),
      },
    ],
  },
  { kind: 'not-exported', table: 'task_lists', reason: 'Ids of tasks, which the tasks have themselves.' },
  { kind: 'not-exported', table: 'account_storage', reason: 'Sums of what the tasks and their lists store.' },
  { kind: 'not-exported', table: 'task_days', reason: 'Sums of the counters of the tasks by day.' },
];
