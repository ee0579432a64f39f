import { CALLS } from '#contract/calls.ts';
import { createKeyCheck, REPEATED_ACTION } from '../../admin/key.ts';
import { createOfflineKeyCheck } from '../../admin/offline-key.ts';
import type { Deps } from '../../deps.ts';
import type { Binder } from '../../http/bind.ts';
import type { Authenticate } from '../../http/context.ts';
import type { LeadDataDeps } from '../../leads/lead-data-check.ts';
import { type Availability, DatabaseUnavailable } from '../../platform/database/availability.ts';
import { runUntil } from '../../platform/database/request-scope.ts';
import { createStatus } from './status.ts';

/** Mounts the status of the admin page, which requires the admin key. It answers while the database is away. */
export function mountStatus(binder: Binder, deps: Deps & LeadDataDeps, authenticate: Authenticate): void {
  const { availability } = deps;
  const checkKey = createKeyCheck(deps);
  const checkOffline = createOfflineKeyCheck(deps);
  const status = createStatus(deps);
  binder.public(
    CALLS.adminStatus,
    async ({ input: { adminKey }, context }) => {
      const online = () => checkKey(context, adminKey, REPEATED_ACTION);
      await whileItAnswers(availability, online, () => checkOffline(context, adminKey));
      return status();
    },
    {
      authenticate: (token, context) =>
        whileItAnswers(
          availability,
          () => authenticate(token, context),
          () => null,
        ),
    },
  );
}

/** Does work that needs the database, or something else while it is away. */
async function whileItAnswers<T>(
  availability: Availability,
  work: () => Promise<T>,
  otherwise: () => T,
): Promise<T> {
  const { promise, end } = availability.untilProblem();
  try {
    if (availability.problem() !== null) await promise;
    return await runUntil(promise, work);
  } catch (error) {
    if (!(error instanceof DatabaseUnavailable)) throw error;
    return otherwise();
  } finally {
    end();
  }
}
