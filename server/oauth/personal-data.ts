import type { PersonalData } from '../platform/personal-data.ts';

export const OAUTH_DATA: readonly PersonalData[] = [
  {
    kind: 'not-exported',
    table: 'oauth_codes',
    reason: 'Codes for an assistant that is being connected. They work for a minute, and become API keys.',
  },
  {
    kind: 'table',
    table: 'oauth_grants',
    name: 'connectedAssistants',
    key: 'api_key_id',
    omit: ['family_hash', 'refresh_hash'],
  },
];
