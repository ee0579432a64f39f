import { z } from 'zod';
import { type Call, call } from '../call.ts';
import { TableFormat, XLSX_TYPE } from '../file-types.ts';
import { LEAD_FILTERS_MAX_BYTES } from '../limits.ts';
import {
  NewSchedule,
  SCHEDULE_CHANGES_MAX,
  ScheduleChange,
  ScheduleChanges,
  ScheduleList,
  ScheduleRuns,
  ScheduleRunView,
  ScheduleView,
} from '../schedules.ts';

const EXAMPLE = '0d9b7c2e-6a41-4f0e-9a53-3c1f5e7d8b20';
/** 10,000 addresses, or the filters of a search. */
const WORK_MAX_BYTES = Math.max(LEAD_FILTERS_MAX_BYTES, 2 * 1024 * 1024);

/** Schedules: work that repeats, and what each run found new. They aren't in CALLS, so that only their pages load them. */
export const SCHEDULE_CALLS = {
  schedules: call({
    name: 'schedules',
    method: 'GET',
    summary: 'List your schedules with their last runs.',
    scope: 'read',
    input: z.object({}),
    reply: ScheduleList,
  }),
  scheduleCreate: call({
    name: 'schedule-create',
    method: 'POST',
    summary:
      'Repeat a run of a list, a lead search that adds to a list, or a task, every day, week or month. `cap` is the most that each run may cost, in credits. With `saveTo` in its work, each run of a tool saves its results to a list when it ends. With `leaveOut: null` in its filters, each run of a lead search leaves out all exclusion lists that you have then.',
    scope: 'run',
    costs: true,
    maxBodyBytes: WORK_MAX_BYTES,
    input: NewSchedule,
    example: {
      work: { kind: 'list', list: EXAMPLE },
      cap: 100,
      time: { every: 'week', day: 1, hour: 9, timeZone: 'America/New_York' },
    },
    reply: ScheduleView,
  }),
  scheduleChange: call({
    name: 'schedule-change',
    method: 'POST',
    summary:
      'Change when a schedule runs and what it may cost, which columns and rows of its list it works (`listWork`), or pause it.',
    scope: 'run',
    input: ScheduleChange,
    example: { id: EXAMPLE, paused: true },
    reply: ScheduleView,
  }),
  scheduleRun: call({
    name: 'schedule-run',
    method: 'POST',
    summary: 'Run a schedule now. Its next time stays.',
    scope: 'run',
    costs: true,
    input: z.object({ id: z.uuid() }),
    example: { id: EXAMPLE },
    reply: ScheduleRunView,
  }),
  scheduleDelete: call({
    name: 'schedule-delete',
    method: 'POST',
    summary: 'Delete a schedule and what its runs found. A run that is going on goes on.',
    scope: 'run',
    input: z.object({ id: z.uuid() }),
    example: { id: EXAMPLE },
    reply: z.object({}),
  }),
  scheduleRuns: call({
    name: 'schedule-runs',
    method: 'GET',
    summary: 'List the runs of a schedule, latest first.',
    scope: 'read',
    input: z.object({ id: z.uuid() }),
    example: { id: EXAMPLE },
    reply: ScheduleRuns,
  }),
  scheduleChanges: call({
    name: 'schedule-changes',
    method: 'GET',
    summary:
      'What a run found that is new, gone or has other values since the run before. `after` is the `next` of the page before.',
    scope: 'read',
    input: z.object({
      run: z.uuid(),
      after: z.coerce.number().int().min(0).max(SCHEDULE_CHANGES_MAX).optional(),
      limit: z.coerce.number().int().min(1).max(100).default(50),
    }),
    example: { run: EXAMPLE },
    reply: ScheduleChanges,
  }),
  scheduleCsv: call({
    name: 'schedule-csv',
    method: 'GET',
    summary:
      'The same as a CSV or XLSX file: a line for each change, with the columns that changed and all values.',
    scope: 'read',
    input: z.object({ run: z.uuid(), format: TableFormat.default('csv') }),
    example: { run: EXAMPLE },
    reply: z.string(),
    replyKind: 'csv',
    otherTypes: [XLSX_TYPE],
  }),
} as const satisfies Record<string, Call>;
