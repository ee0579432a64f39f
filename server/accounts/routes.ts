import { CALLS } from '#contract/calls.ts';
import { CallError } from '#contract/errors.ts';
import type { Deps } from '../deps.ts';
import type { Binder } from '../http/bind.ts';
import { createRateLimiter, type RateLimit } from '../http/rate-limit.ts';
import { streamText } from '../http/text-stream.ts';
import { viewAccount } from './account.ts';
import { deleteAccount, type EndPayments } from './delete-account.ts';
import { exportAccount } from './export-account.ts';

const EXPORTS: RateLimit = { name: 'account-export', limit: 10, windowMs: 60 * 60_000 };

/** Mounts the account calls. */
export function mountAccounts(binder: Binder, deps: Deps, options: { endPayments: EndPayments }): void {
  const limiter = createRateLimiter(deps);
  binder.signedIn(CALLS.account, async ({ session }) => {
    const view = await viewAccount(deps, session.accountId);
    if (!view) throw new CallError('not_authenticated');
    return view;
  });
  binder.signedIn(CALLS.accountExport, async ({ session, context }) => {
    await limiter.take(EXPORTS, session.accountId);
    return new Response(
      streamText(context, () => exportAccount(deps, session.accountId)),
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
    await deleteAccount(deps, session.accountId, input.email, options.endPayments);
    return {};
  });
}
