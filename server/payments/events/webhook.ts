import type { Hono } from 'hono';
import { Stripe } from 'stripe';
import { z } from 'zod';
import { CallError } from '#contract/errors.ts';
import type { AppEnv } from '../../http/context.ts';
import { limitBody } from '../../http/json-body.ts';
import type { PaymentContext } from '../payment-context.ts';
import { receive } from './inbox.ts';

const MAX_BODY_BYTES = 512 * 1024;
/** A notice older than this is a replay (Stripe's own default). */
const TOLERANCE_SECONDS = 300;

const Event = z.object({
  id: z.string().min(1).max(255),
  type: z.string().min(1).max(255),
  data: z.object({ object: z.unknown() }),
});
const EventObject = z.object({ id: z.string().min(1).max(255) });

/**
 * Mounts the address Stripe sends its notices to. The signature is checked on the body as it came; what is in it is kept only as
 * "look at this object again". Nothing is mounted without a webhook secret.
 */
export function mountWebhook(app: Hono<AppEnv>, parts: PaymentContext | null): void {
  const secret = parts?.config.STRIPE_WEBHOOK_SECRET;
  if (parts?.provider.source !== 'stripe' || !secret) return;
  const { webhooks } = new Stripe(parts.config.STRIPE_SECRET_KEY ?? '');
  app.post('/webhooks/stripe', limitBody(MAX_BODY_BYTES), async (context) => {
    const body = await context.req.text();
    const signed: unknown = await webhooks
      .constructEventAsync(
        body,
        context.req.header('stripe-signature') ?? '',
        secret,
        TOLERANCE_SECONDS,
        undefined,
        parts.clock.now(),
      )
      .catch((cause: unknown) => {
        throw new CallError('validation_failed', 'The signature does not fit.', { cause });
      });
    const event = Event.safeParse(signed);
    if (!event.success) throw new CallError('validation_failed', 'This is no event.');
    const { id, type, data } = event.data;
    const object = EventObject.safeParse(data.object);
    // Some notices are about nothing that has an id (a balance); none of those is for us.
    if (object.success) await receive(parts, { id, type, objectId: object.data.id });
    return context.json({ received: true });
  });
}
