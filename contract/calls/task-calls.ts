import { z } from 'zod';
import { type Call, call } from '../call.ts';
import { TaskRowsPage, TaskView } from '../tasks.ts';

const TaskId = z.object({ id: z.uuid() });

/** Tasks, whatever their tool. */
export const TASK_CALLS = {
  task: call({
    name: 'task',
    method: 'GET',
    summary: 'One task of yours: its status and counters.',
    input: TaskId,
    reply: TaskView,
  }),
  taskRows: call({
    name: 'task-rows',
    method: 'GET',
    summary: 'The settled rows of a task, in item order, in pages.',
    input: z.object({
      id: z.uuid(),
      after: z.coerce.number().int().min(-1).default(-1),
      limit: z.coerce.number().int().min(1).max(500).default(100),
    }),
    reply: TaskRowsPage,
  }),
  taskCsv: call({
    name: 'task-csv',
    method: 'GET',
    summary: 'The settled rows of a task as a CSV file.',
    input: TaskId,
    reply: z.string(),
    replyKind: 'csv',
  }),
  taskCancel: call({
    name: 'task-cancel',
    method: 'POST',
    summary: 'Stop a task. Its rows stay; it can be resumed.',
    input: TaskId,
    reply: TaskView,
  }),
  taskResume: call({
    name: 'task-resume',
    method: 'POST',
    summary: 'Go on with what a stopped task has left.',
    costs: true,
    input: TaskId,
    reply: TaskView,
  }),
} as const satisfies Record<string, Call>;
