import type { Context } from 'hono';
import type { z } from 'zod';
import { CallError } from '#contract/errors.ts';
import { MESSAGES } from '#contract/messages.ts';
import type { PaymentSource as PaymentSourceSchema } from '#contract/payments.ts';
import { isLocalOnly } from '../config.ts';
import type { Deps } from '../deps.ts';
import type { AppEnv } from '../http/context.ts';
import { loopbackOrigin } from '../http/loopback-origin.ts';
import { hasOperatorPass, operatorPass } from '../http/operator-pass.ts';
import { type PaymentContext, type PaymentDeps, requirePayments } from './payment-context.ts';

export type PaymentSource = z.infer<typeof PaymentSourceSchema>;

/**
 * Which payments a request can use. The built-in test payments work only in the operator's own browser
 * (http/operator-pass.ts).
 */
export interface PaymentAvailability {
  payments: PaymentContext | null;
  /**
   * The origins of our pages for this request, best first: the loopback origin it names, then PUBLIC_URL.
   */
  origins(context: Context<AppEnv>): [string, ...string[]];
  /** The payment source for this request. */
  sourceFor(context: Context<AppEnv>): PaymentSource;
  /** The payments for this request. Throws `unavailable` if it can use none. */
  paymentsFor(context: Context<AppEnv>): PaymentContext;
  /** The built-in test payments. Throws `not_found` if this request can't use them. */
  testPaymentsFor(context: Context<AppEnv>): PaymentContext;
}

export function paymentAvailability(
  deps: Pick<Deps, 'config' | 'publicUrl' | 'secrets'> & PaymentDeps,
): PaymentAvailability {
  const { payments } = deps;
  const sourceFor = (context: Context<AppEnv>): PaymentSource => {
    if (!payments) return 'none';
    const { source } = payments.provider;
    return source === 'test' && !hasOperatorPass(context, deps.secrets, operatorPass) ? 'none' : source;
  };
  return {
    payments,
    sourceFor,
    origins(context) {
      const publicOrigin = new URL(deps.publicUrl).origin;
      const local = isLocalOnly(deps.config) ? loopbackOrigin(context) : null;
      return local ? [local, publicOrigin] : [publicOrigin];
    },
    paymentsFor(context) {
      const required = requirePayments(payments);
      if (sourceFor(context) === 'none') throw new CallError('unavailable', MESSAGES.payments.testLocked);
      return required;
    },
    testPaymentsFor(context) {
      if (!payments || sourceFor(context) !== 'test') throw new CallError('not_found');
      return payments;
    },
  };
}
