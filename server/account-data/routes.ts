import { CALLS } from '#contract/calls.ts';
import type { Deps } from '../deps.ts';
import type { Binder } from '../http/bind.ts';
import { createRateLimiter, type RateLimit } from '../http/rate-limit.ts';
import { streamText } from '../http/text-stream.ts';
import { runHeavy } from '../platform/database/database-turns.ts';
import { accountAnalytics } from './analytics.ts';
import { type DeletionOptions, deleteAccount } from './delete-account.ts';
import { exportAccount } from './export-account.ts';

const EXPORTS: RateLimit = { name: 'account-export', limit: 10, windowMs: 60 * 60_000 };

/** Mounts account analytics, export and deletion. */
export function mountAccountData(binder: Binder, deps: Deps, options: DeletionOptions): void {
  binder.signedIn(CALLS.accountAnalytics, ({ session, input: { timeZone } }) =>
    accountAnalytics(deps.database.db, session.accountId, {
      timeZone,
      now: new Date(deps.clock.now()),
    }),
  );
  const limiter = createRateLimiter(deps);
  binder.signedIn(CALLS.accountExport, async ({ session, context }) => {
    await limiter.take(EXPORTS, session.accountId);
    return new Response(
      runHeavy(session.accountId, () =>
        streamText(context, () => exportAccount(deps, session.accountId, options.personalData)),
      ),
      {
        headers: {
          'Content-Type': 'application/json; charset=utf-8',
          'Content-Disposition': 'attachment; filename="leadwell-account.json"',
          'Cache-Control': 'no-store',
        },
      },
    );
  });
  binder.signedIn(CALLS.accountDelete, async ({ session, input }) => {
    await runHeavy(session.accountId, () => deleteAccount(deps, session.accountId, input.email, options));
    return {};
  });
}
