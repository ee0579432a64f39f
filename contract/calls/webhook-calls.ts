import { z } from 'zod';
import { type Call, call } from '../call.ts';
import {
  DeliveryPage,
  NewWebhook,
  StartSecret,
  WEBHOOK_REPLAYS_MAX,
  WebhookChange,
  WebhookList,
  WebhookSecret,
  WebhookView,
} from '../webhooks.ts';

const AT = z.iso.datetime({ offset: true, error: 'Enter a time like 2026-11-26T08:00:00Z' });

const EXAMPLE_TASK = '3f1c2b9e-5d0a-4c1e-9a57-2b8e6f0d4a11';
const EXAMPLE = '0d9b7c2e-6a41-4f0e-9a53-3c1f5e7d8b20';

/**
 * Webhooks: addresses that get events of the account, and the log of what was sent. They aren't in CALLS, so that
 * only their page loads them.
 */
export const WEBHOOK_CALLS = {
  webhooks: call({
    name: 'webhooks',
    method: 'GET',
    summary:
      'List your webhooks, without their secrets: those of the account, and the latest that start calls asked for. `task` is the task of a start call.',
    scope: 'read',
    input: z.object({ task: z.uuid().optional() }),
    example: { task: EXAMPLE_TASK },
    reply: WebhookList,
  }),
  webhookCreate: call({
    name: 'webhook-create',
    method: 'POST',
    takesKey: true,
    summary: 'Create a webhook. The response has the secret, which no later call shows.',
    scope: 'run',
    input: NewWebhook,
    example: { url: 'https://example.com/webhooks', events: ['task.completed'] },
    reply: WebhookSecret,
  }),
  webhookChange: call({
    name: 'webhook-change',
    method: 'POST',
    summary: 'Change a webhook, or disable or enable it. Disabling ends its open deliveries.',
    scope: 'run',
    input: WebhookChange,
    example: { id: EXAMPLE, enabled: false },
    reply: WebhookView,
  }),
  webhookDelete: call({
    name: 'webhook-delete',
    method: 'POST',
    summary: 'Delete a webhook and the log of its deliveries.',
    scope: 'run',
    input: z.object({ id: z.uuid() }),
    example: { id: EXAMPLE },
    reply: z.object({}),
  }),
  webhookRotate: call({
    name: 'webhook-rotate',
    method: 'POST',
    takesKey: true,
    summary: 'Give a webhook a new secret. For 24 hours, the old one signs, too.',
    scope: 'none',
    input: z.object({ id: z.uuid() }),
    reply: WebhookSecret,
  }),
  webhookStartSecret: call({
    name: 'webhook-start-secret',
    method: 'POST',
    takesKey: true,
    summary:
      'Create the secret that signs the webhooks of single start calls, or a new one. For 24 hours, the old one signs, too.',
    scope: 'none',
    input: z.object({}),
    reply: StartSecret,
  }),
  webhookTest: call({
    name: 'webhook-test',
    method: 'POST',
    summary: 'Send a test event to a webhook.',
    scope: 'run',
    input: z.object({ id: z.uuid() }),
    example: { id: EXAMPLE },
    reply: z.object({}),
  }),
  webhookDeliveries: call({
    name: 'webhook-deliveries',
    method: 'GET',
    summary:
      'List what was sent to a webhook, latest first: each event with its tries and their responses. `after` is the `next` of the page before.',
    scope: 'read',
    input: z.object({
      webhook: z.uuid(),
      id: z.uuid().optional(),
      after: z.string().max(60).optional(),
      limit: z.coerce.number().int().min(1).max(100).default(25),
    }),
    example: { webhook: EXAMPLE, limit: 25 },
    reply: DeliveryPage,
  }),
  webhookReplay: call({
    name: 'webhook-replay',
    method: 'POST',
    summary: `Send events to a webhook again, with the same IDs: one \`delivery\`, or those of a time range, up to ${WEBHOOK_REPLAYS_MAX.toLocaleString('en-US')}, oldest first. If there are more, \`next\` is the \`from\` of the request for them.`,
    scope: 'run',
    input: z
      .object({
        webhook: z.uuid(),
        delivery: z.uuid().optional(),
        from: AT.optional(),
        to: AT.optional(),
        /** Of a time range. `failed`: also those that wait for another try. */
        only: z.enum(['failed', 'all']).default('failed'),
      })
      .refine(
        ({ delivery, from }) => (delivery === undefined) !== (from === undefined),
        'Choose one delivery, or a time range with `from`',
      ),
    example: { webhook: EXAMPLE, from: '2026-11-26T08:00:00Z' },
    reply: z.object({ replayed: z.int().nonnegative(), next: z.string().nullable() }),
  }),
} as const satisfies Record<string, Call>;
