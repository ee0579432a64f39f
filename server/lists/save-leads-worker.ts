import { CallError } from '#contract/errors.ts';
import { runHeavy } from '../platform/database/database-turns.ts';
import { every } from '../platform/every.ts';
import type { ActiveJob } from '../platform/queue/job-queue.ts';
import { pollIntervalMs } from '../platform/queue/queue.ts';
import { type LeadSaveJob, openLeadSaveQueue } from './lead-save-queue.ts';
import { endLeadSave } from './lead-save-store.ts';
import type { SaveDeps } from './save-leads.ts';
import { runLeadSave } from './save-leads-run.ts';

const POLL_MS = 500;
/** Well below the queue's heartbeat. */
const TOUCH_MS = 3000;
const SAVES_AT_ONCE = 2;
/** Runs of a save before it fails. Each goes on where the one before ended. */
const MOST_RUNS = 20;
const FAILED = 'The rest could not be saved, and costs nothing. Save again: what is in the list is free.';

/**
 * Saves leads to lists until it is stopped: two requests at once, and one of each account. A save whose process was killed is
 * run again. Returns a function that stops it; what is unfinished goes back to the queue.
 */
export async function startLeadSaves(deps: SaveDeps): Promise<() => Promise<void>> {
  const queue = await openLeadSaveQueue(deps.queue);
  if (deps.config.embedded) await queue.requeueAll();
  const stopper = new AbortController();
  const active = new Map<ActiveJob<LeadSaveJob>, Promise<void>>();

  async function take(): Promise<void> {
    try {
      while (active.size < SAVES_AT_ONCE && !stopper.signal.aborted) {
        const busy = [...active.keys()].map(({ job }) => job.accountId);
        const [held] = await queue.take(1, busy);
        if (!held) return;
        const work = run(held).finally(() => active.delete(held));
        active.set(held, work);
      }
    } catch (error) {
      deps.log.error({ err: error }, 'could not take leads to save');
    }
  }

  async function run(held: ActiveJob<LeadSaveJob>): Promise<void> {
    const { id, accountId } = held.job;
    try {
      try {
        await runHeavy(accountId, () => runLeadSave(deps, id, stopper.signal));
      } catch (error) {
        const problem = finalProblem(error, held.attempt.retryCount);
        if (stopper.signal.aborted || problem === null) {
          if (!stopper.signal.aborted) deps.log.warn({ err: error, save: id }, 'saving leads is tried again');
          await queue.requeue([held]);
          return;
        }
        await endLeadSave(deps.database.db, id, problem, new Date(deps.clock.now()));
      }
      await queue.remove(held);
    } catch (error) {
      // The queue delivers it again when its heartbeats end.
      deps.log.error({ err: error, save: id }, 'could not end a save');
    }
  }

  const stopTaking = every(pollIntervalMs(deps, POLL_MS), take, queue.onChange);
  const stopTouching = every(TOUCH_MS, () =>
    queue.touch([...active.keys()]).catch((error: unknown) => {
      deps.log.error({ err: error }, 'could not report that leads are being saved');
    }),
  );
  return async () => {
    stopper.abort();
    await stopTaking();
    await Promise.allSettled(active.values());
    await stopTouching();
  };
}

/** Why a save failed for good; null if another run can succeed. */
function finalProblem(error: unknown, earlierRuns: number): string | null {
  const isFinal = error instanceof CallError && error.status < 500 && error.code !== 'rate_limited';
  if (isFinal) return error.message;
  return earlierRuns + 1 >= MOST_RUNS ? FAILED : null;
}
