import { z } from 'zod';
import { decideAccess } from '#contract/access.ts';
import { CallError } from '#contract/errors.ts';
import { findGateAccount } from '../accounts/account.ts';
import type { Deps } from '../deps.ts';
import { trialAvailable } from './trial.ts';

/** A refusal that leads to a trial. */
const TrialDenial = z.union([
  z.looseObject({ reason: z.literal('email_unconfirmed') }),
  z.looseObject({ checkout: z.literal('trial') }),
]);

/**
 * The gate refuses without looking up past trials. This does, before a refusal that leads to a trial is sent: an account
 * that can't have one is told to subscribe. Returns every other error as it is.
 */
export async function explainTrialDenial(
  deps: Pick<Deps, 'config' | 'clock' | 'database' | 'secrets'>,
  error: Error,
  account: { accountId: string; email: string } | null | undefined,
): Promise<Error> {
  if (!account || !(error instanceof CallError) || error.code !== 'access_denied') return error;
  const denial = TrialDenial.safeParse(error.details);
  if (!denial.success) return error;
  const { db } = deps.database;
  if (await trialAvailable(db, deps, account)) return error;
  const gated = await findGateAccount(db, deps.config, account.accountId);
  const { TRIAL_REQUIRES_CARD: trialRequiresCard } = deps.config;
  const decision = decideAccess(gated, deps.clock.now(), { trialRequiresCard, trialAvailable: false });
  // The gate is open, and only this request costs too much.
  const { message, details } = decision.allowed
    ? { message: error.message, details: { ...denial.data, checkout: 'subscription' } }
    : { message: decision.message, details: decision };
  return new CallError('access_denied', message, { details, cause: error });
}
