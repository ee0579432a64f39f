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
  { kind: 'table', table: 'known_browsers', name: 'knownBrowsers', key: 'browser', omit: [] },
  { kind: 'table', table: 'identities', name: 'identities', key: 'id', omit: [] },
  { kind: 'not-exported', table: 'second_factors', reason: 'The secret of an authenticator app.' },
  { kind: 'not-exported', table: 'recovery_codes', reason: 'Hashes of codes that log in.' },
  {
    kind: 'not-exported',
    table: 'second_factor_tickets',
    reason: 'Hashes of unfinished logins, which expire within minutes.',
  },
  {
    kind: 'not-exported',
    table: 'openid_flows',
    reason: 'Hashes of unfinished logins, which expire within minutes.',
  },
  { kind: 'not-exported', table: 'due_mails', reason: 'Emails that are sent within seconds.' },
  { kind: 'not-exported', table: 'one_time_tokens', reason: 'Hashes of codes that expire within an hour.' },
];
