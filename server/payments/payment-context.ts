import { CallError } from '#contract/errors.ts';
import { MESSAGES } from '#contract/messages.ts';
import { worksLocally } from '../config.ts';
import type { Deps } from '../deps.ts';
import { builtInPayments } from './built-in/payments.ts';
import type { PaymentProvider } from './provider.ts';
import { stripePayments } from './stripe-payments.ts';

/** What payments work with: parts of the server, and the payment provider. */
export type PaymentContext = Pick<Deps, 'config' | 'clock' | 'database' | 'log' | 'queue' | 'secrets'> & {
  provider: PaymentProvider;
};

/**
 * The payment provider of this server: Stripe with its key; without one the built-in test payments, on
 * loopback only (docs/deviations.md, secure by default); else null.
 */
export function openPayments(
  deps: Pick<Deps, 'config' | 'clock' | 'database' | 'log' | 'queue' | 'secrets'>,
): PaymentContext | null {
  const { config, clock, database, log, queue, secrets } = deps;
  const provider = config.STRIPE_SECRET_KEY
    ? stripePayments(config.STRIPE_SECRET_KEY, config.STRIPE_API_BASE)
    : worksLocally(config)
      ? builtInPayments({ database, clock })
      : null;
  return provider && { config, clock, database, log, queue, secrets, provider };
}

/** Payments of a server; null when it takes none. */
export interface PaymentDeps {
  payments: PaymentContext | null;
}

/** Throws `unavailable` when the server takes no payments. */
export function required(parts: PaymentContext | null): PaymentContext {
  if (!parts) throw new CallError('unavailable', MESSAGES.payments.notSetUp);
  return parts;
}
