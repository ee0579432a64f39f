import { CallError } from '#contract/errors.ts';
import { MESSAGES } from '#contract/messages.ts';
import { clearPassword, findUser, lockUser, setEmailConfirmed } from '../accounts/identity.ts';
import type { Deps } from '../deps.ts';
import type { Session } from '../http/context.ts';
import { createRateLimiter, type RateLimit } from '../http/rate-limit.ts';
import { type Tx, transaction } from '../platform/database/db.ts';
import { endAccess } from './account-access.ts';
import { type Act, actOfSession } from './act.ts';
import { AuthError } from './error.ts';
import { forgetKnownClients } from './known-clients.ts';
import { createMailLimits } from './mail-limits.ts';
import { addDueMail } from './one-time/due-mails.ts';
import { openMailQueue } from './one-time/mail-queue.ts';
import { createOneTimeTokens } from './one-time/one-time-token.ts';

const FAILED_PER_ACCOUNT: RateLimit = { name: 'confirm-account', limit: 20, windowMs: 60 * 60_000 };

/** Confirms a user's own email address in the settings with a mailed code. */
export interface EmailConfirmation {
  send(session: Session): Promise<void>;
  confirm(session: Session, code: string): Promise<{ passwordEnded: boolean }>;
}

export function createEmailConfirmation(deps: Deps): EmailConfirmation {
  const { db } = deps.database;
  const limiter = createRateLimiter(deps);
  const mailLimits = createMailLimits(deps);
  const tokens = createOneTimeTokens(deps);

  return {
    send: async ({ accountId }) => {
      const user = await findUser(db, accountId);
      if (user?.email_confirmed_at) throw new CallError('conflict', MESSAGES.settings.alreadyConfirmed);
      try {
        if (user) await mailLimits.takeForAccount(accountId, user.email);
      } catch (error) {
        if (!(error instanceof AuthError)) throw error;
        throw new CallError('rate_limited', error.message, {
          retryAfterSeconds: error.retryAfterSeconds ?? 60,
        });
      }
      await (await openMailQueue(deps)).add([{ job: { kind: 'confirmation', accountId } }]);
    },
    confirm: async (session, code) => {
      const { accountId, sessionId } = session;
      await limiter.take(FAILED_PER_ACCOUNT, accountId);
      const tokenId = await tokens.tryCode({ purpose: 'confirmation', accountId }, code);
      const act = await actOfSession(db, session, new Date(deps.clock.now()));
      const confirmed = await transaction(db, async (tx) => {
        const user = await lockUser(tx, accountId);
        const token = tokenId && (await tokens.read(tx, tokenId));
        if (!token || !user || user.email !== token.email || !(await tokens.take(tx, token))) return null;
        // The password may be a stranger's, and staff privileges must not depend on that.
        const passwordEnded = deps.config.STAFF_EMAILS.includes(user.email);
        await confirmFirstTime(tx, accountId, { endPassword: passwordEnded, keepSession: sessionId, act });
        return { passwordEnded };
      });
      if (!confirmed) throw new CallError('validation_failed', MESSAGES.auth.codeInvalid);
      await limiter.reset(FAILED_PER_ACCOUNT, accountId);
      return confirmed;
    },
  };
}

/**
 * Confirms the email address of an account for the first time (docs/deviations.md 7). Anyone can sign up with
 * any address, so earlier credentials may belong to a stranger: this ends all access except
 * `keepSession`, forgets known addresses and browsers, and, with
 * `endPassword`, ends the password and the accounts at providers, and tells the owner. Two-factor login stays: it can only be turned on for a confirmed address.
 */
export async function confirmFirstTime(
  tx: Tx,
  accountId: string,
  { endPassword, keepSession, act }: { endPassword: boolean; keepSession: string | undefined; act: Act },
): Promise<void> {
  const now = new Date(act.at);
  await setEmailConfirmed(tx, accountId, now);
  if (endPassword) {
    if (await clearPassword(tx, accountId, now))
      await addDueMail(tx, accountId, { kind: 'sign-in-changed', accountId, change: 'password-ended', act });
  }
  await endAccess(tx, accountId, { cause: 'takeover', now, keepSession, keepProviders: !endPassword });
  await forgetKnownClients(tx, accountId);
}
