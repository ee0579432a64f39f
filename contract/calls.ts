import { z } from 'zod';
import { AccountView } from './account.ts';
import { type Call, call } from './call.ts';
import { TaskRowsPage, TaskView } from './tasks.ts';
import { WebsiteExtractionInput, WebsiteExtractionReply } from './website.ts';

/** 10,000 URLs of 800 characters; usual lists have a tenth of that. */
const URL_LIST_MAX_BYTES = 8 * 1024 * 1024;
const TaskId = z.object({ id: z.uuid() });

/** The table of every function call: the map of the product. */
export const CALLS = {
  websiteExtraction: call({
    name: 'website-extraction',
    method: 'POST',
    summary:
      'Find emails, phones and social profiles on websites. `Prefer: respond-async` answers 202 with the task.',
    costs: true,
    maxBodyBytes: URL_LIST_MAX_BYTES,
    input: WebsiteExtractionInput,
    reply: z.union([WebsiteExtractionReply, TaskView]),
  }),
  account: call({
    name: 'account',
    method: 'GET',
    summary: 'The signed-in account: plan, credits, trial.',
    input: z.object({}),
    reply: AccountView,
  }),
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
  missingPage: call({
    name: 'missing-page',
    method: 'POST',
    summary: 'Log an address of the web client that leads nowhere.',
    access: 'public',
    input: z.object({ path: z.string().max(2048) }),
    reply: z.object({}),
  }),
} as const satisfies Record<string, Call>;
