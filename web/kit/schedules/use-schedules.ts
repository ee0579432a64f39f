import { useQuery } from '@tanstack/react-query';
import { SCHEDULE_CALLS } from '#contract/calls/schedule-calls.ts';
import type { ScheduleRunView } from '#contract/schedules.ts';
import { invoke } from '../../lib/calls.ts';

export const SCHEDULES_PATH = '/dashboard/schedules';
export const SCHEDULES_KEY = ['schedules'] as const;
export const runsKey = (schedule: string) => ['schedule-runs', schedule] as const;

/** How often it is read again while a run goes on. */
const RUNNING_MS = 2000;

export function goesOn(run: Pick<ScheduleRunView, 'state'> | null): boolean {
  return run?.state === 'starting' || run?.state === 'running';
}

/** The schedules of the account. Invalidate SCHEDULES_KEY after a change. */
export function useSchedules() {
  return useQuery({
    queryKey: SCHEDULES_KEY,
    queryFn: ({ signal }) => invoke(SCHEDULE_CALLS.schedules, {}, { signal }),
    refetchInterval: ({ state }) =>
      state.data?.schedules.some(({ lastRun }) => goesOn(lastRun)) ? RUNNING_MS : false,
  });
}

/** The runs of a schedule, latest first. */
export function useScheduleRuns(id: string) {
  return useQuery({
    queryKey: runsKey(id),
    queryFn: ({ signal }) => invoke(SCHEDULE_CALLS.scheduleRuns, { id }, { signal }),
    refetchInterval: ({ state }) => (state.data?.runs.some(goesOn) ? RUNNING_MS : false),
  });
}
