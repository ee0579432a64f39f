import type { PersonalData } from '../platform/personal-data.ts';

export const AUTH_DATA: readonly PersonalData[] = [
  {
    kind: 'table',
    table: 'sessions',
    name: 'sessions',
    key: 'id',
    omit: ['refresh_counter', 'recent_rotations'],
  },
  { kind: 'table', table: 'known_addresses', name: 'knownAddresses', key: 'address', omit: [] },
  { kind: 'not-exported', table: 'one_time_tokens', reason: 'Hashes of codes that expire within an hour.' },
];
