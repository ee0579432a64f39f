import type { PersonalData } from '../platform/personal-data.ts';

/** Prints of values and the places of changes aren't exported: their values are in the lists and tasks. */
export const SCHEDULE_DATA: readonly PersonalData[] = [
  { kind: 'table', table: 'schedules', name: 'schedules', key: 'id', omit: [] },
  {
    kind: 'table',
    table: 'schedule_runs',
    name: 'scheduleRuns',
    key: 'id',
    omit: ['fields', 'retry_at'],
    many: {
      parts: [
        { table: 'schedule_prints', column: 'run_id', key: 'id' },
        { table: 'schedule_changes', column: 'run_id', key: 'id' },
      ],
    },
  },
];
