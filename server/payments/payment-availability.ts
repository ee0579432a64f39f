import type { Context } from 'hono';
import type { z } from 'zod';
import { CallError } from '#contract/errors.ts';
import { MESSAGES } from '#contract/messages.ts';
import type { PaymentSource } from '#contract/payments.ts';
import { worksLocally } from '../config.ts';
import type { Deps } from '../deps.ts';
import type { AppEnv } from '../http/context.ts';
import { localOrigin } from '../http/local-request.ts';
import { type PaymentContext, type PaymentDeps, required } from './payment-context.ts';

/** Who takes the money for a request. */
export type Seller = z.infer<typeof PaymentSource>;

/**
 * Which payments a request can use: the built-in test payments are only for our own pages on this machine.
 */
export interface PaymentAvailability {
  parts: PaymentContext | null;
  /** The origins our pages have for this person, the likeliest first: the loopback name they reached us by, PUBLIC_URL. */
  origins(context: Context<AppEnv>): [string, ...string[]];
  seller(context: Context<AppEnv>): Seller;
  /** Who takes the money for this request. Throws `unavailable` where nobody does. */
  payable(context: Context<AppEnv>): PaymentContext;
  /** The built-in test payments; to anybody else there are none. */
  testParts(context: Context<AppEnv>): PaymentContext;
}

export function paymentAvailability(
  deps: Pick<Deps, 'config' | 'publicUrl'> & PaymentDeps,
): PaymentAvailability {
  const parts = deps.payments;
  const seller = (context: Context<AppEnv>): Seller => {
    if (!parts) return 'none';
    return parts.provider.source === 'test' && !localOrigin(context) ? 'none' : parts.provider.source;
  };
  return {
    parts,
    seller,
    origins(context) {
      const pub = new URL(deps.publicUrl).origin;
      const local = worksLocally(deps.config) ? localOrigin(context) : null;
      return local ? [local, pub] : [pub];
    },
    payable(context) {
      const open = required(parts);
      if (seller(context) === 'none') throw new CallError('unavailable', MESSAGES.payments.notSetUp);
      return open;
    },
    testParts(context) {
      if (!parts || seller(context) !== 'test') throw new CallError('not_found');
      return parts;
    },
  };
}
