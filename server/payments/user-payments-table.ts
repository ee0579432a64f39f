import type { RestTable } from '../rest/table.ts';

/**
 * The user's payment status (spec accounts §3). Users without a past or present subscription or grant have no
 * row.
 */
export const userPaymentsTable: RestTable = {
  name: 'user_payments',
  scope: 'none',
  from: 'user_payments',
  owner: 'account_id',
  key: 'email',
  columns: {
    email: { kind: 'stored', type: 'text', from: 'email' },
    has_access: { kind: 'stored', type: 'boolean', from: 'has_access' },
    plan: { kind: 'stored', type: 'text', from: 'plan' },
    // Not in the spec: the reason and time of the last change, so that the user sees the right message only
    // once.
    status: { kind: 'stored', type: 'text', from: 'status' },
    updated_at: { kind: 'stored', type: 'timestamp', from: 'updated_at' },
  },
};
