import type { AccessHolder } from '../auth/account-access.ts';
import { stopAutoRuns } from './auto-run-store.ts';

/** A list that someone else let run by itself would go on, and could send new rows to them. */
export const LIST_ACCESS: AccessHolder = {
  endsAt: 'takeover',
  end: (db, accountId, { now }) => stopAutoRuns(db, accountId, now),
};
