import type { PersonalData } from '../platform/personal-data.ts';

export const CREDIT_DATA: readonly PersonalData[] = [
  { kind: 'table', table: 'credit_entries', name: 'creditEntries', key: 'id', omit: [], many: {} },
  {
    kind: 'not-exported',
    table: 'charged_items',
    reason: 'Digests of items that the credit entries and exports list, to charge each once.',
    many: {},
  },
  {
    kind: 'not-exported',
    table: 'credit_lines',
    reason: 'Sums of the credit entries by task and export.',
    many: {},
  },
  { kind: 'not-exported', table: 'credit_quarters', reason: 'Sums of the credit entries by time.', many: {} },
];
