import type { PersonalData } from '../platform/personal-data.ts';

export const LEAD_DATA: readonly PersonalData[] = [
  { kind: 'table', table: 'lead_exports', name: 'leadExports', key: 'id', omit: [], many: {} },
  {
    kind: 'not-exported',
    table: 'exported_leads',
    reason: 'Keys of leads in the exports, to charge each lead once.',
  },
];
