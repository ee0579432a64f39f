import { z } from 'zod';
import { type Call, call } from '../call.ts';
import { XLSX_TYPE } from '../file-types.ts';
import { CSV_ROWS_PER_TASK, INTEGER_MAX, TASK_REPEATS_MAX_ITEMS } from '../limits.ts';
import { SelectedRows } from '../selected-rows.ts';
import { StartCap } from '../start-cap.ts';
import { StartSave } from '../start-save.ts';
import { TaskCsvOptions } from '../task-csv.ts';
import { TaskName, TaskOwnRows, TaskRowsPage, TaskStatuses, TaskType, TaskView } from '../tasks.ts';

/** The longest wait of one request. Proxies end requests that stay without an answer for a minute. */
export const TASK_WAIT_MAX_SECONDS = 50;
const TaskId = z.object({ id: z.uuid() });
const EXAMPLE_TASK = '3f1c2b9e-5d0a-4c1e-9a57-2b8e6f0d4a11';
const TASK_ITEM_MAX_CHARS = 5000;
const TASK_REPEATS_MAX_BYTES = 8 * 1024 * 1024;

/** Calls that work for the tasks of every tool. */
export const TASK_CALLS = {
  tasks: call({
    name: 'tasks',
    method: 'GET',
    summary:
      'List your tasks, latest first. `search` is a text in the name or the first items of a task. `status` has one or more statuses, such as `queued,processing`. With `undone`, only runs of lists that were undone (`true`), or no such runs (`false`).',
    scope: 'read',
    example: { search: 'acme', status: 'completed' },
    input: z.object({
      search: z.string().trim().max(200).default(''),
      type: TaskType.optional(),
      status: TaskStatuses.optional(),
      undone: z.enum(['true', 'false']).optional(),
      /** the first page is 1 */
      page: z.coerce.number().int().min(1).max(100_000).default(1),
      /** instead of `page`: the `next` of the page before */
      after: z.uuid().optional(),
      limit: z.coerce.number().int().min(1).max(100).default(20),
    }),
    reply: z.object({
      tasks: z.array(TaskView),
      /** tasks that match */
      count: z.int().nonnegative(),
      /** pass as `after` to get the next page; null at the end */
      next: z.uuid().nullable(),
    }),
  }),
  task: call({
    name: 'task',
    method: 'GET',
    summary:
      'Get the status and counters of one of your tasks. With `wait`, the reply comes when the task has ended, or after that many seconds.',
    scope: 'read',
    input: z.object({
      id: z.uuid(),
      wait: z.coerce.number().int().min(0).max(TASK_WAIT_MAX_SECONDS).default(0),
    }),
    example: { id: EXAMPLE_TASK },
    reply: TaskView,
  }),
  taskRows: call({
    name: 'task-rows',
    method: 'GET',
    summary:
      'List the finished rows of a task, in item order. For the next page, pass `next` as `after`. `key` is the key that the start call gave the item, or else the same for the same item in every task.',
    scope: 'read',
    input: z.object({
      id: z.uuid(),
      after: z.coerce.number().int().min(-1).max(INTEGER_MAX).default(-1),
      limit: z.coerce.number().int().min(1).max(500).default(100),
    }),
    example: { id: EXAMPLE_TASK },
    reply: TaskRowsPage,
  }),
  taskOwnRows: call({
    name: 'task-own-rows',
    method: 'GET',
    summary:
      'List the own columns of the list that a task was started with, and the items of each row. Paginated by row.',
    scope: 'read',
    input: z.object({
      id: z.uuid(),
      after: z.coerce.number().int().min(-1).max(INTEGER_MAX).default(-1),
      limit: z.coerce.number().int().min(1).max(CSV_ROWS_PER_TASK).default(500),
    }),
    example: { id: EXAMPLE_TASK },
    reply: TaskOwnRows,
  }),
  taskCsv: call({
    name: 'task-csv',
    method: 'GET',
    summary:
      'Download the finished rows of a task as a CSV or XLSX file. `show`, `q`, `where`, `selected` and `columns` select what is in it. `where` is a JSON list of conditions, such as `[{"fields":["title"],"is":"containing","value":"roof"}]`; `is` can also be `not-containing`, `starting`, `equal`, `not-equal`, `one-of` (`DE, AT`, or one value per line), `empty`, `not-empty`, `at-least` or `at-most`, and own columns of the list are `own-1`, `own-2` and so on. `selected` has positions of rows, such as `0-4,7`. `per=person` writes a row for each person that website extraction found, instead of one for each website. `bom=false` leaves out the byte order mark that Excel needs; `format=csv-semicolons` writes semicolons, as Excel reads them in much of Europe, and `format=upload` the delimiter and encoding of the uploaded list.',
    scope: 'read',
    input: TaskId.extend(TaskCsvOptions.shape),
    example: { id: EXAMPLE_TASK },
    reply: z.string(),
    replyKind: 'csv',
    otherTypes: [XLSX_TYPE],
  }),
  taskCancel: call({
    name: 'task-cancel',
    method: 'POST',
    summary: 'Stop a task. It keeps its rows, and you can resume it.',
    scope: 'run',
    input: TaskId,
    example: { id: EXAMPLE_TASK },
    reply: TaskView,
  }),
  taskRename: call({
    name: 'task-rename',
    method: 'POST',
    summary: 'Give a task another name.',
    scope: 'run',
    example: { id: EXAMPLE_TASK, name: 'Bakeries in Ohio' },
    input: z.object({ id: z.uuid(), name: TaskName }),
    reply: TaskView,
  }),
  taskRetry: call({
    name: 'task-retry',
    method: 'POST',
    summary:
      'Start a new task with the failed or unknown items of a stopped one, or with the items at the positions in `selected`, such as `0-4,7`. They are charged like any others, up to `cap` credits: by default, the limit of the first task; null for none. If the first task saves its results to a list, so does this one, or with `saveTo` to another list; null for none.',
    scope: 'run',
    costs: true,
    example: { id: EXAMPLE_TASK },
    input: z.object({
      id: z.uuid(),
      selected: SelectedRows.optional(),
      cap: z.int().min(0).max(INTEGER_MAX).nullable().optional(),
      saveTo: StartSave.nullable().optional(),
    }),
    reply: TaskView,
  }),
  taskRepeats: call({
    name: 'task-repeats',
    method: 'POST',
    summary:
      'Count the items of a list that would be free. `repeats`: the account paid for them, and the answers are fresh. `free`: these, and lines that never cost anything. `sample`: the list is the sample of the tool, which every account may run. Items are as in the `input` of task-rows.',
    scope: 'read',
    example: { type: 'website-extraction', items: ['acme.com'] },
    maxBodyBytes: TASK_REPEATS_MAX_BYTES,
    input: z.object({
      type: TaskType,
      items: z.array(z.string().max(TASK_ITEM_MAX_CHARS)).max(TASK_REPEATS_MAX_ITEMS),
    }),
    reply: z.object({ repeats: z.int(), free: z.int(), sample: z.boolean() }),
  }),
  taskDeleteRows: call({
    name: 'task-delete-rows',
    method: 'POST',
    summary: 'Delete the rows and the uploaded file of a stopped task. The task and its counters stay.',
    scope: 'none',
    input: TaskId,
    reply: TaskView,
  }),
  taskResume: call({
    name: 'task-resume',
    method: 'POST',
    summary:
      'Resume a stopped task with its remaining items, with another limit if `cap` is given. It includes what the task has cost so far, and may not be lower. null removes the limit.',
    costs: true,
    scope: 'run',
    input: TaskId.extend({ cap: StartCap.nullable().optional() }),
    example: { id: EXAMPLE_TASK },
    reply: TaskView,
  }),
} as const satisfies Record<string, Call>;
