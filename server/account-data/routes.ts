import type { z } from 'zod';
import { CALLS } from '#contract/calls.ts';
import { findUser } from '../accounts/identity.ts';
import { actOfSession } from '../auth/act.ts';
import { toCallError } from '../auth/error.ts';
import { openMailQueue } from '../auth/one-time/mail-queue.ts';
import { createOwnerProof } from '../auth/owner-proof.ts';
import type { Deps } from '../deps.ts';
import type { Binder } from '../http/bind.ts';
import type { Session } from '../http/context.ts';
import { createRateLimiter, type RateLimit } from '../http/rate-limit.ts';
import { streamText } from '../http/text-stream.ts';
import { runHeavy } from '../platform/database/database-turns.ts';
import { accountAnalytics } from './analytics.ts';
import { assertOwnEmail, type DeletionOptions, deleteAccount } from './delete-account.ts';
import { exportAccount } from './export-account.ts';

type AccountDeletion = z.output<typeof CALLS.accountDelete.input>;

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
  const owner = createOwnerProof(deps);
  const proved = async (session: Session, { currentPassword, code }: AccountDeletion) => {
    await owner.require(session, currentPassword);
    await owner.requireCode(session, code);
  };
  binder.signedIn(CALLS.accountDelete, async ({ session, input }) => {
    const { accountId } = session;
    await assertOwnEmail(deps.database.db, accountId, input.email);
    await proved(session, input).catch((error: unknown) => {
      throw toCallError(error);
    });
    const act = await actOfSession(deps.database.db, session, new Date(deps.clock.now()));
    // An unconfirmed address may be someone else's.
    const isConfirmed = (await findUser(deps.database.db, accountId))?.email_confirmed_at != null;
    const queue = isConfirmed ? await openMailQueue(deps) : null;
    await runHeavy(accountId, () =>
      deleteAccount(deps, accountId, input.email, {
        ...options,
        onDeleted: async (tx, { email: to }) => {
          await queue?.add([{ job: { kind: 'account-deleted', to, act } }], tx);
        },
      }),
    );
    return {};
  });
}
