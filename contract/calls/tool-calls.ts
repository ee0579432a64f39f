import { z } from 'zod';
import { type Call, call } from '../call.ts';
import { CsvExtractionInput, CsvExtractionReply, MailReach } from '../emails.ts';
import { TaskRowsPage, TaskView } from '../tasks.ts';
import { WebsiteExtractionInput, WebsiteExtractionReply } from '../website.ts';

/** 10,000 URLs of 800 characters; usual lists have a tenth of that. */
const URL_LIST_MAX_BYTES = 8 * 1024 * 1024;
/** A file of 50 MB with room for what JSON escapes. */
const CSV_MAX_BYTES = 72 * 1024 * 1024;
const TaskId = z.object({ id: z.uuid() });

/** Tools that work through lists, and their tasks. */
export const TOOL_CALLS = {
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
  csvExtraction: call({
    name: 'csv-extraction',
    method: 'POST',
    summary:
      'Find the emails of people by first name, last name and domain, or verify emails, from a CSV file. `Prefer: respond-async` answers 202 with the task.',
    costs: true,
    maxBodyBytes: CSV_MAX_BYTES,
    input: CsvExtractionInput,
    reply: z.union([CsvExtractionReply, TaskView]),
  }),
  mailReach: call({
    name: 'mail-reach',
    method: 'GET',
    summary: 'Whether mail servers can be asked about addresses from here.',
    input: z.object({}),
    reply: MailReach,
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
} as const satisfies Record<string, Call>;
