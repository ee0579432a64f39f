import { MESSAGES } from '#contract/messages.ts';
import type { SecondFactorBody } from '#contract/sign-in.ts';
import { lockUser, recordEmailSignIn } from '../../accounts/identity.ts';
import type { Deps } from '../../deps.ts';
import { addressKey, createRateLimiter, type RateLimit } from '../../http/rate-limit.ts';
import { transaction } from '../../platform/database/db.ts';
import { describeAct } from '../act.ts';
import { AuthError, accountDisabled } from '../error.ts';
import { openMailQueue } from '../one-time/mail-queue.ts';
import { connectIdentity } from '../openid/identities.ts';
import type { Client, IssuedSession, Sessions } from '../sessions.ts';
import { createCodeCheck } from './code-check.ts';
import { countTicketAttempt, takeTicket } from './second-factor-store.ts';
import { ticketHash } from './ticket.ts';

/** Attempts of one sign-in. The next one needs the first factor again. */
const MAX_ATTEMPTS = 5;
const PER_ADDRESS: RateLimit = { name: 'second-factor-address', limit: 100, windowMs: 15 * 60_000 };

/** Finishes sign-ins to accounts with an authenticator app. */
export interface SecondFactorSignIn {
  /** Throws `otp_expired` if the ticket is no longer valid, and `invalid_credentials` for a wrong code. */
  finish(body: SecondFactorBody, client: Client): Promise<IssuedSession>;
}

export function createSecondFactorSignIn(deps: Deps, sessions: Sessions): SecondFactorSignIn {
  const { db } = deps.database;
  const limiter = createRateLimiter(deps);
  const codes = createCodeCheck(deps);
  return {
    finish: async ({ ticket, code }, client) => {
      await limiter.take(PER_ADDRESS, addressKey(client.address));
      const hash = ticketHash(ticket);
      const now = new Date(deps.clock.now());
      const pending = await countTicketAttempt(db, hash, now, MAX_ATTEMPTS);
      if (!pending) throw new AuthError('otp_expired', MESSAGES.secondFactor.ticketExpired);
      const accountId = pending.account_id;
      await codes.admit(accountId, code);
      const queue = await openMailQueue(deps);
      const act = describeAct(client, now);
      const session = await transaction(db, async (tx) => {
        const user = await lockUser(tx, accountId);
        if (user?.disabled_at) throw accountDisabled(deps);
        const used = user && (await codes.take(tx, accountId, code));
        if (!used) return null;
        if (!(await takeTicket(tx, hash)))
          throw new AuthError('otp_expired', MESSAGES.secondFactor.ticketExpired);
        if (pending.identity) await connectIdentity(tx, queue, accountId, pending.identity, act);
        if (used === 'recovery') {
          await queue.add(
            [{ job: { kind: 'sign-in-changed', accountId, change: 'recovery-code-used', act } }],
            tx,
          );
        }
        await recordEmailSignIn(tx, accountId, now);
        const { address, userAgent } = client;
        return sessions.start(tx, accountId, now, {
          method: pending.method,
          provider: pending.provider,
          address,
          userAgent,
          secondFactor: true,
        });
      });
      if (!session) throw new AuthError('invalid_credentials', MESSAGES.secondFactor.wrongCode);
      await codes.succeeded(accountId);
      return sessions.issue(session);
    },
  };
}
