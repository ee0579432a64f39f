import type { PersonalData } from '../platform/personal-data.ts';

export const LIST_INBOX_DATA: readonly PersonalData[] = [
  {
    kind: 'table',
    table: 'list_inboxes',
    name: 'listInboxes',
    key: 'id',
    omit: ['sealed', 'old_sealed'],
    many: {},
  },
  { kind: 'table', table: 'list_messages', name: 'listMessages', key: 'id', omit: [], many: {} },
];
