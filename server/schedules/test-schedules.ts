import type { z } from 'zod';
import { NewSchedule, type ScheduleRunView, type ScheduleView } from '#contract/schedules.ts';
import { emptyWebsiteRow } from '#tools/website-extraction/definition.ts';
import { type MailJob, openMailQueue } from '../auth/one-time/mail-queue.ts';
import { saveListStep } from '../lists/steps/change-steps.ts';
import { workCells } from '../lists/steps/test-cell-work.ts';
import { makeList } from '../lists/steps/test-step-lists.ts';
import { openTaskBench, type TaskBench } from '../tasks/test-tasks.ts';
import { viewChanges } from './changes.ts';
import { runSchedules } from './planner.ts';
import { createSchedule, listRuns, listSchedules } from './schedules.ts';

export const DAY_MS = 86_400_000;

/** A server whose schedules run when a test says so. The clock is a test clock. */
export interface ScheduleBench extends TaskBench {
  /** Creates a schedule, every day at 9 in UTC. */
  create(accountId: string, work: z.input<typeof NewSchedule>['work'], more?: object): Promise<ScheduleView>;
  /** The clock goes on to the next day, and the planner looks. */
  nextDay(days?: number): Promise<void>;
  plan(): Promise<void>;
  view(accountId: string, id: string): Promise<ScheduleView>;
  /** Latest first. */
  runs(accountId: string, id: string): Promise<ScheduleRunView[]>;
  changes(accountId: string, run: string): ReturnType<typeof viewChanges>;
  /** A list with these websites, and a step that reads them. Returns its ID. */
  list(accountId: string, websites: readonly string[], name?: string): Promise<string>;
  /** Works a run of a list to its end. */
  workList(taskId: string): Promise<void>;
  /** Ends a task of websites, with the emails of each; null: the site is down, []: nothing is there. */
  workSites(taskId: string, emails: readonly (readonly string[] | null)[]): Promise<void>;
}

export async function openScheduleBench(
  environment: Record<string, string> = {},
  options: Parameters<typeof openTaskBench>[1] = {},
): Promise<ScheduleBench> {
  const bench = await openTaskBench(environment, options);
  const { deps } = bench;
  const plan = () => runSchedules(deps);
  return {
    ...bench,
    create: (accountId, work, more = {}) =>
      createSchedule(
        deps,
        { accountId, sessionId: accountId, email: 'a@example.com' },
        NewSchedule.parse({ work, cap: 100, time: { every: 'day', hour: 9, timeZone: 'UTC' }, ...more }),
        null,
      ),
    async account(credits) {
      const id = await bench.account(credits);
      // The test clock goes on for longer than a trial.
      await deps.database.db.updateTable('accounts').set({ is_trial: false }).where('id', '=', id).execute();
      return id;
    },
    plan,
    async nextDay(days = 1) {
      deps.clock.advance(days * DAY_MS);
      await plan();
    },
    async view(accountId, id) {
      const { schedules } = await listSchedules(deps, accountId);
      const found = schedules.find((each) => each.id === id);
      if (!found) throw new Error('There is no such schedule.');
      return found;
    },
    runs: async (accountId, id) => (await listRuns(deps, accountId, id)).runs,
    changes: (accountId, run) => viewChanges(deps, accountId, { run, limit: 100 }),
    async list(accountId, websites, name = 'Companies') {
      const rows = websites.map((Website) => ({ Website }));
      const id = await makeList(deps, accountId, rows, name);
      await saveListStep(deps, accountId, {
        id,
        step: {
          kind: 'tool',
          name: 'Read',
          conditions: [],
          tries: [
            {
              tool: 'website-extraction',
              options: { depth: 'quick' },
              inputs: { website: 'Website' },
              accepts: [],
            },
          ],
          outputs: [{ field: 'emails', name: 'Email' }],
        },
      });
      return id;
    },
    async workList(taskId) {
      const { run_no } = await bench.task(taskId);
      await bench.settle({ id: taskId, run_no }, await workCells(deps, taskId));
    },
    async workSites(taskId, emails) {
      const { run_no } = await bench.task(taskId);
      const items = emails.map((found, position) => ({
        position,
        row: JSON.stringify({ ...emptyWebsiteRow(`https://site${position}.com`), emails: found ?? [] }),
        found: found !== null && found.length > 0,
        failed: found === null,
        billable: found !== null,
      }));
      await bench.settle({ id: taskId, run_no }, items);
    },
  };
}

/** The waiting mails about schedules of an account. */
export async function scheduleMails(deps: TaskBench['deps'], accountId: string): Promise<MailJob[]> {
  const queue = await openMailQueue(deps);
  const taken = await queue.take(1000);
  return taken.flatMap(({ job }) =>
    'accountId' in job && job.accountId === accountId && job.kind.startsWith('schedule') ? [job] : [],
  );
}
