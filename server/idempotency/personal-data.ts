import type { PersonalData } from '../platform/personal-data.ts';

export const IDEMPOTENCY_DATA: readonly PersonalData[] = [
  {
    kind: 'not-exported',
    table: 'idempotency_keys',
    reason: 'Hashes of requests, kept for one day.',
    many: {},
  },
];
