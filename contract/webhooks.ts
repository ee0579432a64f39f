import { z } from 'zod';
import { WebhookUrl } from './start-webhook.ts';

/** What an endpoint can be told about, and what each means. */
export const WEBHOOK_EVENTS = {
  'task.completed': 'A task finished all its items',
  'task.stopped': 'A task stopped before its end',
  'list.run_completed': 'A run of the columns of a list finished',
  'list.rows_added': 'Rows were added to a list',
  'schedule.completed': 'A run of a schedule ended, and found what is new',
  'export.ready': 'The file of a paid people search is ready',
  'credits.low': 'At most 100 credits are left',
  'api_key.budget_spent': 'An API key has spent its monthly budget',
  'opt_out.added': 'People opted out, and left one of your lists',
  'notice.due': 'For operators: people of the lead databases must be told within a week',
  'person.erased': 'Someone in your exports, lists or tasks was erased, and must leave your systems, too',
} as const;
export type WebhookEventType = keyof typeof WEBHOOK_EVENTS;
export const WEBHOOK_EVENT_TYPES = Object.keys(WEBHOOK_EVENTS) as [WebhookEventType, ...WebhookEventType[]];
/** The event that a test sends. */
export const WEBHOOK_TEST_EVENT = 'webhook.test';

export const WEBHOOKS_PER_ACCOUNT = 20;
export const WEBHOOK_STARTS_SHOWN = 20;
/** How long events and the log of their deliveries are kept. */
export const WEBHOOK_LOG_DAYS = 30;
/** How long the keys before a rotation sign beside the new ones. */
export const WEBHOOK_OLD_KEYS_HOURS = 24;
/** How long every delivery can fail before an endpoint is disabled. */
export const WEBHOOK_FAILING_DAYS = 5;
/** Deliveries that one call sends again. */
export const WEBHOOK_REPLAYS_MAX = 1000;

/**
 * Why an endpoint gets nothing. `user`: someone disabled it. `gone`: it answered 410. `failing`: every delivery failed for
 * WEBHOOK_FAILING_DAYS. `access`: all access to the account was ended.
 */
export const DisabledReason = z.enum(['user', 'gone', 'failing', 'access']);
export type DisabledReason = z.infer<typeof DisabledReason>;

/** `waiting`: a try is due or planned. */
export const DeliveryState = z.enum(['waiting', 'delivered', 'failed']);
export type DeliveryState = z.infer<typeof DeliveryState>;

const EndpointName = z.string().trim().max(100, 'The name can have at most 100 characters');
const EndpointEvents = z
  .array(z.enum(WEBHOOK_EVENT_TYPES))
  .min(1, 'Choose at least one event')
  .max(WEBHOOK_EVENT_TYPES.length);

export const NewWebhook = z.object({
  /** Default: the host of the address */
  name: EndpointName.default(''),
  url: WebhookUrl,
  events: EndpointEvents,
});

/** A change of an endpoint. What is left out stays. `enabled`: false stops deliveries, true starts them again. */
export const WebhookChange = z.object({
  id: z.uuid(),
  name: EndpointName.optional(),
  url: WebhookUrl.optional(),
  events: EndpointEvents.optional(),
  enabled: z.boolean().optional(),
});

/** An endpoint, without its secret. Times are ISO 8601 in UTC. */
export const WebhookView = z.object({
  id: z.uuid(),
  name: z.string(),
  url: z.string(),
  events: z.array(z.enum(WEBHOOK_EVENT_TYPES)),
  /** The task whose start call asked for it; null: it gets the events of the account until it is deleted. */
  taskId: z.uuid().nullable(),
  /** Whether events can still come: it isn't disabled, and its task is running or deliveries are waiting. */
  active: z.boolean(),
  /** `whpk_`: verifies the `v1a` signatures. */
  publicKey: z.string(),
  /** Until when the keys before the last rotation sign, too; null: they don't. */
  oldKeysUntil: z.string().nullable(),
  /** Since when every delivery fails; null: the last one arrived. */
  failingSince: z.string().nullable(),
  disabledReason: DisabledReason.nullable(),
  createdAt: z.string(),
});
export type WebhookView = z.infer<typeof WebhookView>;

/** What signs for the webhooks of single start calls, without the secret. */
export const StartKeysView = z.object({
  publicKey: z.string(),
  oldKeysUntil: z.string().nullable(),
  createdAt: z.string(),
});
export type StartKeysView = z.infer<typeof StartKeysView>;

export const WebhookList = z.object({
  /** Those of the account, latest first. */
  webhooks: z.array(WebhookView),
  /** The latest WEBHOOK_STARTS_SHOWN of single start calls, or those of the task that was asked for. */
  starts: z.array(WebhookView),
  /** null: there is no secret for single starts yet. */
  startKeys: StartKeysView.nullable(),
  maxWebhooks: z.int(),
  /** How many days events and deliveries are kept. */
  keptDays: z.int(),
});

/** `secret` (`whsec_`) verifies the `v1` signatures. It is shown again only to a repeated request. */
export const WebhookSecret = z.object({ secret: z.string(), webhook: WebhookView });
export type WebhookSecret = z.infer<typeof WebhookSecret>;

/** The secret for single starts. It is shown again only to a repeated request. */
export const StartSecret = z.object({ secret: z.string(), startKeys: StartKeysView });

/** One try. */
const WebhookTry = z.object({
  at: z.string(),
  /** How long it took. */
  ms: z.int().nonnegative(),
  /** The HTTP status; null: there was no response. */
  status: z.int().nullable(),
  /** Why there was no response. */
  problem: z.string().nullable(),
  /** The beginning of the response. */
  response: z.string(),
});

/** An event on its way to an endpoint. */
export const DeliveryView = z.object({
  id: z.uuid(),
  /** The `webhook-id`, which is the same for all tries. */
  eventId: z.string(),
  type: z.string(),
  state: DeliveryState,
  /** The body that is sent. */
  body: z.string(),
  createdAt: z.string(),
  /** When the next try is due; null: now, or never. */
  nextAt: z.string().nullable(),
  /** Latest first, at most 20. */
  tries: z.array(WebhookTry),
});
export type DeliveryView = z.infer<typeof DeliveryView>;

export const DeliveryPage = z.object({
  /** Latest first. */
  deliveries: z.array(DeliveryView),
  /** For the next page; null at the end. */
  next: z.string().nullable(),
});
