import type { PersonalData } from '../platform/personal-data.ts';

export const API_KEY_DATA: readonly PersonalData[] = [
  { kind: 'table', table: 'api_keys', name: 'apiKeys', key: 'id', omit: ['key_hash'] },
];
