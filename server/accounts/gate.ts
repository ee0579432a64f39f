import { decideAccess, type GateAccount } from '#contract/access.ts';
import { CallError } from '#contract/errors.ts';
import type { Deps } from '../deps.ts';

/**
 * The gate before every charge of credits (spec accounts §4). Throws a 402 if the account has no access, with
 * the reason and the checkout that grants access. What is `free` needs no credits.
 */
export function requireAccess(
  deps: Pick<Deps, 'config' | 'clock'>,
  account: GateAccount | null,
  { free = false }: { free?: boolean } = {},
): void {
  const decision = decideAccess(account, deps.clock.now(), {
    trialRequiresCard: deps.config.TRIAL_REQUIRES_CARD,
    free,
  });
  if (!decision.allowed) throw new CallError('access_denied', decision.message, { details: decision });
}
