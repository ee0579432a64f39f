import { SCHEDULE_CALLS } from '#contract/calls/schedule-calls.ts';
import type { Binder } from '../http/bind.ts';
import { createRateLimiter, type RateLimit } from '../http/rate-limit.ts';
import { tableResponse } from '../http/table-response.ts';
import { idempotencyClaim } from '../idempotency/idempotency.ts';
import { runHeavy } from '../platform/database/database-turns.ts';
import { createTurns } from '../platform/turns.ts';
import { changesFile, viewChanges } from './changes.ts';
import {
  addRun,
  changeSchedule,
  createSchedule,
  deleteSchedule,
  listRuns,
  listSchedules,
} from './schedules.ts';
import type { ScheduleDeps } from './work.ts';

const MINUTE_MS = 60_000;
const READS: RateLimit = { name: 'schedule-read', limit: 300, windowMs: MINUTE_MS };
const CHANGES: RateLimit = { name: 'schedule-change', limit: 120, windowMs: 60 * MINUTE_MS };
const RUNS: RateLimit = { name: 'schedule-run', limit: 60, windowMs: 60 * MINUTE_MS };
const FILES: RateLimit = { name: 'schedule-csv', limit: 60, windowMs: 60 * MINUTE_MS };

/** Mounts the calls that manage schedules. */
export function mountSchedules(binder: Binder, deps: ScheduleDeps): void {
  const limiter = createRateLimiter(deps);
  // Each reads up to 10,000 items.
  const turns = createTurns({ atOnce: 1, of: 'key' });
  binder.signedIn(SCHEDULE_CALLS.schedules, async ({ session }) => {
    await limiter.take(READS, session.accountId);
    return listSchedules(deps, session.accountId);
  });
  binder.signedIn(SCHEDULE_CALLS.scheduleRuns, async ({ session, input }) => {
    await limiter.take(READS, session.accountId);
    return listRuns(deps, session.accountId, input.id);
  });
  binder.signedIn(SCHEDULE_CALLS.scheduleChanges, async ({ session, input }) => {
    await limiter.take(READS, session.accountId);
    return runHeavy(session.accountId, () => viewChanges(deps, session.accountId, input));
  });
  binder.signedIn(SCHEDULE_CALLS.scheduleCsv, async ({ session, input, context }) => {
    await limiter.take(FILES, session.accountId);
    const csv = await changesFile(deps, session.accountId, input.run);
    return runHeavy(session.accountId, () =>
      tableResponse(context, { csv, format: input.format, name: 'changes', sheet: 'Changes' }),
    );
  });
  binder.signedIn(SCHEDULE_CALLS.scheduleCreate, async (request) => {
    await limiter.take(CHANGES, request.session.accountId);
    const claim = idempotencyClaim(deps, request, SCHEDULE_CALLS.scheduleCreate.name);
    return turns.run(request.session.accountId, () =>
      createSchedule(deps, request.session, request.input, claim),
    );
  });
  binder.signedIn(SCHEDULE_CALLS.scheduleChange, async ({ session, input }) => {
    await limiter.take(CHANGES, session.accountId);
    return turns.run(session.accountId, () => changeSchedule(deps, session, input));
  });
  binder.signedIn(SCHEDULE_CALLS.scheduleDelete, async ({ session, input }) => {
    await limiter.take(CHANGES, session.accountId);
    await deleteSchedule(deps, session.accountId, input.id);
    return {};
  });
  binder.signedIn(SCHEDULE_CALLS.scheduleRun, async (request) => {
    await limiter.take(RUNS, request.session.accountId);
    const claim = idempotencyClaim(deps, request, SCHEDULE_CALLS.scheduleRun.name);
    return turns.run(request.session.accountId, () => addRun(deps, request.session, request.input.id, claim));
  });
}
