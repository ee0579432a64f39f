import type { AccessHolder } from '../auth/account-access.ts';
import { pauseSchedules } from './store.ts';

/** A schedule that someone else made would go on. */
export const SCHEDULE_ACCESS: AccessHolder = {
  endsAt: 'takeover',
  end: (db, accountId, { now }) => pauseSchedules(db, accountId, now),
};
