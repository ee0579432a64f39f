import { CallError } from '#contract/errors.ts';
import { MESSAGES } from '#contract/messages.ts';
import { isLocalOnly } from '../config.ts';
import type { Deps } from '../deps.ts';
import { builtInPayments } from './built-in/payments.ts';
import type { PaymentProvider } from './provider.ts';
import { stripePayments } from './stripe-payments.ts';

/** The dependencies of payments, including the payment provider. */
export type PaymentContext = Pick<Deps, 'config' | 'clock' | 'database' | 'log' | 'queue' | 'secrets'> & {
  provider: PaymentProvider;
};

/**
 * Opens the payments of this server: Stripe if its key is set, else the built-in test payments on loopback
 * (docs/deviations.md, secure by default), else null.
 */
export function openPayments(
  deps: Pick<Deps, 'config' | 'clock' | 'database' | 'log' | 'queue' | 'secrets'>,
): PaymentContext | null {
  const { config, clock, database, log, queue, secrets } = deps;
  const provider = config.STRIPE_SECRET_KEY
    ? stripePayments(config.STRIPE_SECRET_KEY, config.STRIPE_API_BASE)
    : isLocalOnly(config)
      ? builtInPayments({ database, clock })
      : null;
  return provider && { config, clock, database, log, queue, secrets, provider };
}

/** `payments` is null if the server takes no payments. */
export interface PaymentDeps {
  payments: PaymentContext | null;
}

/** Returns the payments. Throws `unavailable` if the server takes none. */
export function requirePayments(payments: PaymentContext | null): PaymentContext {
  if (!payments) throw new CallError('unavailable', MESSAGES.payments.notSetUp);
  return payments;
}
