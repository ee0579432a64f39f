import type { Hono } from 'hono';
import { Stripe } from 'stripe';
import { z } from 'zod';
import { CallError } from '#contract/errors.ts';
import type { AppEnv } from '../../http/context.ts';
import { limitBody } from '../../http/json-body.ts';
import { refuseUnstorable } from '../../http/storable.ts';
import type { PaymentContext } from '../payment-context.ts';
import { receiveEvent } from './process-events.ts';

const MAX_BODY_BYTES = 512 * 1024;
/** Older events count as replays. This is Stripe's default. */
const TOLERANCE_SECONDS = 300;

const Event = z.object({
  id: z.string().min(1).max(255),
  type: z.string().min(1).max(255),
  data: z.object({ object: z.unknown() }),
});
const EventObject = z.object({ id: z.string().min(1).max(255) });

/**
 * Mounts the Stripe webhook, if a webhook secret is configured. The signature is checked on the raw body. While the
 * secret changes, STRIPE_WEBHOOK_SECRET_OLD counts too.
 * Only the event's id and type and the object's id are stored.
 */
export function mountWebhook(app: Hono<AppEnv>, payments: PaymentContext | null): void {
  if (payments?.provider.source !== 'stripe' || !payments.config.STRIPE_WEBHOOK_SECRET) return;
  const { STRIPE_WEBHOOK_SECRET, STRIPE_WEBHOOK_SECRET_OLD } = payments.config;
  const secrets = [STRIPE_WEBHOOK_SECRET, STRIPE_WEBHOOK_SECRET_OLD].filter((secret) => secret !== undefined);
  const { webhooks } = new Stripe(payments.config.STRIPE_SECRET_KEY ?? '');
  app.post('/webhooks/stripe', limitBody(MAX_BODY_BYTES), async (context) => {
    const body = await context.req.text();
    const signature = context.req.header('stripe-signature') ?? '';
    const signed: unknown = await Promise.any(
      secrets.map((secret) =>
        webhooks.constructEventAsync(
          body,
          signature,
          secret,
          TOLERANCE_SECONDS,
          undefined,
          payments.clock.now(),
        ),
      ),
    ).catch((cause: unknown) => {
      throw new CallError('validation_failed', 'The signature is invalid.', { cause });
    });
    const event = Event.safeParse(signed);
    if (!event.success) throw new CallError('validation_failed', "This isn't a Stripe event.");
    const { id, type, data } = event.data;
    const object = EventObject.safeParse(data.object);
    refuseUnstorable([id, type, object.data?.id ?? '']);
    // Events about objects without an id, such as a balance, don't concern us.
    if (object.success) await receiveEvent(payments, { id, type, objectId: object.data.id });
    return context.json({ received: true });
  });
}
