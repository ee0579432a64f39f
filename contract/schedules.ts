import { z } from 'zod';
import { LeadSaveInput } from './lead-saves.ts';
import { ColumnId } from './list-columns.ts';
import { RUN_CAP_MAX_CREDITS, RunCells } from './list-runs.ts';
import { StepId } from './list-steps.ts';
import { ViewName } from './list-views.ts';
import { SaveTarget } from './start-save.ts';
import { TaskOptions, TaskType } from './tasks.ts';
import { TimeZone } from './time-zone.ts';

export const SCHEDULES_PER_ACCOUNT = 50;
/** Items of a tool that one schedule keeps. */
const SCHEDULE_ITEMS_MAX = 10_000;
/** Runs of a schedule that are kept, with what they found. */
export const SCHEDULE_RUNS_KEPT = 50;
/** Changes of one run that are kept. The counts have all of them. */
export const SCHEDULE_CHANGES_MAX = 20_000;
const ITEM_MAX_CHARS = 2000;

export const ScheduleUnit = z.enum(['day', 'week', 'month']);
export type ScheduleUnit = z.infer<typeof ScheduleUnit>;

const RunSteps = z.array(StepId).min(1, 'Choose a column to fill').max(60);
/** The steps of a list over its rows, or over those of a saved view. `empty` works only what is new. */
const ListWork = z.object({
  kind: z.literal('list'),
  list: z.uuid(),
  view: ViewName.optional(),
  steps: RunSteps.optional(),
  cells: RunCells.default('empty'),
});
/** What a schedule of a list runs. Steps: null for all that tools work, also new ones. View: null for all rows. */
const ListWorkView = z.object({
  steps: RunSteps.nullable(),
  cells: RunCells,
  view: ViewName.nullable(),
});
export type ListWorkView = z.infer<typeof ListWorkView>;
/** A lead search that adds to a list what the list doesn't have. */
const LeadWork = z.object({ kind: z.literal('leads'), search: LeadSaveInput });
/** To which list each run of a tool saves its results when it ends. From the first run on, the list may be renamed. */
const RunSave = SaveTarget.optional();
/** A tool over items: the same ones each time, or those of a column of a list. */
const ToolWork = z.object({
  kind: z.literal('tool'),
  type: TaskType,
  options: TaskOptions.default({}),
  items: z.array(z.string().min(1).max(ITEM_MAX_CHARS)).min(1).max(SCHEDULE_ITEMS_MAX).optional(),
  list: z.uuid().optional(),
  column: ColumnId.optional(),
  saveTo: RunSave,
});
/** A task, again: its tool, items and options. */
const TaskWork = z.object({ kind: z.literal('task'), task: z.uuid(), saveTo: RunSave });

/** What a schedule runs, as it is stored. */
export const ScheduledWork = z.discriminatedUnion('kind', [ListWork, LeadWork, ToolWork]);
export type ScheduledWork = z.infer<typeof ScheduledWork>;

/** What a new schedule runs. */
const NewWork = z.discriminatedUnion(
  'kind',
  [
    ListWork,
    LeadWork,
    ToolWork.refine(
      ({ items, list, column }) =>
        items === undefined ? list !== undefined && column !== undefined : list === undefined,
      'Choose either items, or a list and its column',
    ),
    TaskWork,
  ],
  { error: 'kind must be list, leads, tool or task' },
);

const ScheduleName = z.string().trim().max(100, 'The name can have at most 100 characters');
const Cap = z
  .int({ error: 'Enter the most credits that a run may cost' })
  .min(1, 'Enter the most credits that a run may cost')
  .max(RUN_CAP_MAX_CREDITS);
const TIME = {
  every: ScheduleUnit,
  /** of the week, from Monday 1 to Sunday 7, or of the month: shorter months have it on their last day */
  day: z.int().min(1).max(31).optional(),
  hour: z.int().min(0).max(23),
  timeZone: TimeZone,
};
/** Whether a time has the day that it needs. */
function hasDay({ every, day }: { every: ScheduleUnit; day?: number | undefined }): boolean {
  if (every === 'day') return true;
  return day !== undefined && day <= (every === 'week' ? 7 : 31);
}
const DAY_NEEDED = 'day must be 1 to 7 for every week, and 1 to 31 for every month';

/** When a schedule runs. */
export const ScheduleTime = z.object(TIME).refine(hasDay, DAY_NEEDED);
export type ScheduleTime = z.infer<typeof ScheduleTime>;

export const NewSchedule = z.object({
  /** default: what it runs */
  name: ScheduleName.default(''),
  work: NewWork,
  /** the most that a run may cost, in credits; of leads, also the most new ones */
  cap: Cap,
  time: ScheduleTime,
  /** an email after each run */
  mails: z.boolean().default(true),
});

/** A change of a schedule. What is left out stays. `paused`: true stops it, false lets it go on. */
export const ScheduleChange = z.object({
  id: z.uuid(),
  name: ScheduleName.optional(),
  cap: Cap.optional(),
  time: ScheduleTime.optional(),
  mails: z.boolean().optional(),
  paused: z.boolean().optional(),
  /** only of a schedule that runs a list */
  listWork: ListWorkView.partial().optional(),
});

/** `skipped`: it didn't start, and `problem` says why. */
export const ScheduleRunState = z.enum(['starting', 'running', 'done', 'skipped', 'failed']);
export type ScheduleRunState = z.infer<typeof ScheduleRunState>;

/** A run. Times are ISO 8601 in UTC. */
export const ScheduleRunView = z.object({
  id: z.uuid(),
  state: ScheduleRunState,
  /** the task that works; null for none */
  taskId: z.uuid().nullable(),
  /** compared with the run before: new ones, those that are gone, and those with other values */
  added: z.int().nonnegative(),
  gone: z.int().nonnegative(),
  changed: z.int().nonnegative(),
  /** the first one: `added` has all, because there was nothing to compare with */
  first: z.boolean(),
  /** credits, also what the plan includes */
  spent: z.int().nonnegative(),
  /** of these, what the plan included */
  included: z.int().nonnegative(),
  /** why it was skipped, failed or stopped early, as a sentence */
  problem: z.string().nullable(),
  startedAt: z.string(),
  endedAt: z.string().nullable(),
});
export type ScheduleRunView = z.infer<typeof ScheduleRunView>;

export const ScheduleView = z.object({
  id: z.uuid(),
  name: z.string(),
  kind: z.enum(['list', 'leads', 'tool']),
  /** what it runs, as a text: “Companies”, a tool and its items */
  subject: z.string(),
  /** the list that it works or fills; null for none */
  listId: z.uuid().nullable(),
  /** what it runs, if that is a list; null otherwise. Earlier servers don't say it */
  listWork: ListWorkView.nullable().default(null),
  cap: z.int(),
  time: z.object({ ...TIME, day: z.int().optional() }),
  mails: z.boolean(),
  /** when it runs next; null while it is paused */
  nextAt: z.string().nullable(),
  pausedAt: z.string().nullable(),
  /** why it paused by itself, as a sentence */
  pausedReason: z.string().nullable(),
  createdAt: z.string(),
  lastRun: ScheduleRunView.nullable(),
});
export type ScheduleView = z.infer<typeof ScheduleView>;

export const ScheduleList = z.object({
  /** Latest first. */
  schedules: z.array(ScheduleView),
  maxSchedules: z.int(),
});

export const ScheduleRuns = z.object({
  /** Latest first. */
  runs: z.array(ScheduleRunView),
  keptRuns: z.int(),
});

export const ChangeKind = z.enum(['added', 'gone', 'changed']);
export type ChangeKind = z.infer<typeof ChangeKind>;

/** What a run found, compared with the run before. */
export const FoundChange = z.object({
  position: z.int().nonnegative(),
  kind: ChangeKind,
  /** the columns that have another value; empty unless it changed */
  changed: z.array(z.string()),
  /** the values now, or of what is gone, by column; empty if they are deleted */
  values: z.record(z.string(), z.string()),
  /** the values before of what changed, by column, if they are kept */
  before: z.record(z.string(), z.string()),
});
export type FoundChange = z.infer<typeof FoundChange>;

export const ScheduleChanges = z.object({
  run: ScheduleRunView,
  /** the IDs of columns with their names, in order */
  columns: z.array(z.object({ id: z.string(), name: z.string() })),
  changes: z.array(FoundChange),
  /** Pass as `after` to get the next ones; null at the end. */
  next: z.int().nullable(),
});
