import type { RestTable } from '../rest/table.ts';

/** One's own payment status (spec accounts §3). Nothing is paid for yet, so nobody has one. */
export const userPaymentsTable: RestTable = {
  name: 'user_payments',
  from: null,
  owner: 'account_id',
  key: 'email',
  columns: {
    email: { kind: 'stored', type: 'text', from: 'email' },
    has_access: { kind: 'stored', type: 'boolean', from: 'has_access' },
    plan: { kind: 'stored', type: 'text', from: 'plan' },
  },
};
