import { CallError } from '#contract/errors.ts';
import { MESSAGES } from '#contract/messages.ts';
import { worksLocally } from '../config.ts';
import type { Deps } from '../deps.ts';
import { builtInPayments } from './built-in/payments.ts';
import type { PaymentProvider } from './provider.ts';
import { stripePayments } from './stripe-payments.ts';

/** What payments are made of: parts of the server, and who takes the money. */
export type PaymentParts = Pick<Deps, 'config' | 'clock' | 'database' | 'log' | 'queue' | 'secrets'> & {
  provider: PaymentProvider;
};

/**
 * Who takes the money here: Stripe with its key; without one the built-in test payments, on loopback only (docs/deviations.md,
 * secure by default); else nobody.
 */
export function paymentParts(
  deps: Pick<Deps, 'config' | 'clock' | 'database' | 'log' | 'queue' | 'secrets'>,
): PaymentParts | null {
  const { config, clock, database, log, queue, secrets } = deps;
  const provider = config.STRIPE_SECRET_KEY
    ? stripePayments(config.STRIPE_SECRET_KEY, config.STRIPE_API_BASE)
    : worksLocally(config)
      ? builtInPayments({ database, clock })
      : null;
  return provider && { config, clock, database, log, queue, secrets, provider };
}

/** Throws `unavailable` where nobody takes money. */
export function required(parts: PaymentParts | null): PaymentParts {
  if (!parts) throw new CallError('unavailable', MESSAGES.payments.notSetUp);
  return parts;
}
