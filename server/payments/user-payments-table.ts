import type { RestTable } from '../rest/table.ts';

/** One's own payment status (spec accounts §3): a row for whoever ever had a subscription or a grant, has_access false once lost. */
export const userPaymentsTable: RestTable = {
  name: 'user_payments',
  from: 'user_payments',
  owner: 'account_id',
  key: 'email',
  columns: {
    email: { kind: 'stored', type: 'text', from: 'email' },
    has_access: { kind: 'stored', type: 'boolean', from: 'has_access' },
    plan: { kind: 'stored', type: 'text', from: 'plan' },
    // Beyond the specification: why, and since when, so that a person is told once and the right thing.
    status: { kind: 'stored', type: 'text', from: 'status' },
    updated_at: { kind: 'stored', type: 'timestamp', from: 'updated_at' },
  },
};
