import type { PersonalData } from '../platform/personal-data.ts';

export const PAYMENT_DATA: readonly PersonalData[] = [
  { kind: 'table', table: 'orders', name: 'orders', key: 'id', leftOut: [] },
  { kind: 'table', table: 'entitlements', name: 'entitlements', key: 'id', leftOut: [] },
  { kind: 'table', table: 'activation_codes', name: 'activationCodes', key: 'account_id', leftOut: [] },
  { kind: 'not-exported', table: 'user_payments', reason: 'A view of accounts and entitlements.' },
];
