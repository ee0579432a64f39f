import type { PersonalData } from '../platform/personal-data.ts';

export const CREDIT_DATA: readonly PersonalData[] = [
  { kind: 'table', table: 'credit_entries', name: 'creditEntries', key: 'id', omit: [] },
];
