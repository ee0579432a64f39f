import type { PersonalData } from '../platform/personal-data.ts';
import { findSave, tasksWithSaves } from './held-saves.ts';
import { rowsJson } from './results.ts';
import { viewSave } from './task-view.ts';
import { uploadedListJson } from './uploaded-list.ts';
import { tasksWithLists } from './uploaded-list-store.ts';

export const TASK_DATA: readonly PersonalData[] = [
  {
    kind: 'table',
    table: 'tasks',
    name: 'tasks',
    key: 'id',
    omit: [
      'row_bytes',
      'run_no',
      'round',
      'worked_ms',
      'processed_before_run',
      'last_queued_shard',
      'may_wait',
      'failed_finally',
      'save',
      'save_at',
      'save_since',
    ],
    many: {},
    fields: [
      {
        field: 'save',
        async *json({ database }, taskId) {
          const save = await findSave(database.db, taskId);
          if (save) yield JSON.stringify(viewSave(save));
        },
        among: ({ database }, taskIds) => tasksWithSaves(database.db, taskIds),
      },
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
