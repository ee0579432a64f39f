import type { PersonalData } from '../platform/personal-data.ts';

export const DEVICE_DATA: readonly PersonalData[] = [
  { kind: 'table', table: 'devices', name: 'devices', key: 'id', omit: ['token_hash'] },
];
