import type { PersonalData } from '../platform/personal-data.ts';

export const LEAD_DATA: readonly PersonalData[] = [
  { kind: 'table', table: 'lead_exports', name: 'leadExports', key: 'id', omit: [], many: {} },
];
