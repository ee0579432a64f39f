import type { PersonalData } from '../platform/personal-data.ts';

const HASHES = 'Keyed hashes without any readable data; forgotten after some weeks.';

export const BOUNCE_DATA: readonly PersonalData[] = [
  { kind: 'table', table: 'bounce_days', name: 'bounces', key: 'day', omit: [] },
  { kind: 'not-exported', table: 'given_addresses', reason: HASHES },
  { kind: 'not-exported', table: 'bounce_events', reason: HASHES },
  { kind: 'not-exported', table: 'bounce_inboxes', reason: 'An address and keys that give access.' },
];
