import type { PersonalData } from '../platform/personal-data.ts';

export const WEBHOOK_DATA: readonly PersonalData[] = [
  { kind: 'table', table: 'webhook_endpoints', name: 'webhooks', key: 'id', omit: ['keys', 'old_keys'] },
  {
    kind: 'table',
    table: 'webhook_start_keys',
    name: 'webhookStartKeys',
    key: 'account_id',
    omit: ['keys', 'old_keys'],
  },
  {
    kind: 'table',
    table: 'webhook_deliveries',
    name: 'webhookDeliveries',
    key: 'id',
    omit: ['queued'],
    many: { parts: [{ table: 'webhook_tries', column: 'delivery_id', key: 'id' }] },
  },
  { kind: 'table', table: 'webhook_events', name: 'webhookEvents', key: 'id', omit: [], many: {} },
];
