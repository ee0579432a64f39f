import type { PersonalData } from '../platform/personal-data.ts';

export const PEOPLE_DATA: readonly PersonalData[] = [
  {
    kind: 'table',
    table: 'people_runs',
    name: 'peopleRuns',
    key: 'order_id',
    omit: ['holder', 'version', 'cursor', 'chunks', 'failures'],
    many: { parts: [{ table: 'people_run_chunks', column: 'order_id', key: 'order_id' }] },
  },
];
