import type { PersonalData } from '../platform/personal-data.ts';

export const PAYMENT_DATA: readonly PersonalData[] = [
  { kind: 'table', table: 'orders', name: 'orders', key: 'id', omit: [] },
  { kind: 'table', table: 'entitlements', name: 'entitlements', key: 'id', omit: ['version'] },
  { kind: 'table', table: 'activation_codes', name: 'activationCodes', key: 'account_id', omit: [] },
  { kind: 'not-exported', table: 'user_payments', reason: 'A view of accounts and entitlements.' },
];
