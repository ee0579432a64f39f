import { randomUUID } from 'node:crypto';
import type { z } from 'zod';
import { CallError } from '#contract/errors.ts';
import {
  type NewWebhook,
  WEBHOOK_LOG_DAYS,
  WEBHOOK_OLD_KEYS_HOURS,
  WEBHOOK_STARTS_SHOWN,
  WEBHOOKS_PER_ACCOUNT,
  type WebhookChange,
  type WebhookList,
  type WebhookSecret,
  type WebhookView,
} from '#contract/webhooks.ts';
import type { Deps } from '../deps.ts';
import { type KeyClaim, once } from '../idempotency/idempotency.ts';
import { type Db, type Tx, transaction } from '../platform/database/db.ts';
import { KEYS_LOST, openEndpointKeys, sealKeys } from './endpoint-keys.ts';
import { assertReachable } from './reachable-url.ts';
import { newSigningKeys, publicKeyText, secretText } from './signatures.ts';
import { deleteStartKeys, findStartEndpoints, findStartKeys } from './start-webhook-store.ts';
import { viewStartKeys } from './start-webhooks.ts';
import {
  countEndpoints,
  deleteEndpoint,
  disableEndpoints,
  type EndpointRow,
  endOpenDeliveries,
  findEndpoint,
  findEndpoints,
  insertEndpoint,
  lockEndpointsOf,
  updateEndpoint,
} from './store.ts';

export type WebhookDeps = Pick<Deps, 'config' | 'clock' | 'database' | 'secrets' | 'publicUrl'>;

const HOUR_MS = 3_600_000;

/** Which of these tasks are running or queued. */
export type RunningTasks = (db: Db, taskIds: readonly string[]) => Promise<ReadonlySet<string>>;

/** The webhooks of an account, and the latest of its start calls, or those of one `task`. */
export async function listWebhooks(
  deps: WebhookDeps & { runningTasks: RunningTasks },
  accountId: string,
  { task }: { task?: string | undefined } = {},
): Promise<z.output<typeof WebhookList>> {
  const { db } = deps.database;
  const endpoints = await findEndpoints(db, accountId);
  const starts = await findStartEndpoints(db, accountId, { task, limit: WEBHOOK_STARTS_SHOWN });
  const keys = await findStartKeys(db, accountId);
  const running = await deps.runningTasks(
    db,
    starts.flatMap((start) => start.task_id ?? []),
  );
  const publicKey = keys ? viewStartKeys(deps, keys).publicKey : '';
  return {
    webhooks: endpoints.map((endpoint) => viewEndpoint(deps, endpoint)),
    starts: starts.map((start) => ({
      ...viewEndpoint(deps, start),
      publicKey,
      active: start.disabled_at === null && (start.waits || running.has(start.task_id ?? '')),
    })),
    startKeys: keys ? viewStartKeys(deps, keys) : null,
    maxWebhooks: WEBHOOKS_PER_ACCOUNT,
    keptDays: WEBHOOK_LOG_DAYS,
  };
}

/**
 * Creates an endpoint. The reply is the only one with its secret; a repeated request gets it again, until it is changed. Throws CallError:
 * `validation_failed` for an address that isn't on the public internet, `quota_exceeded` above WEBHOOKS_PER_ACCOUNT.
 * `requireLive` throws if the session that makes it has ended.
 */
export async function createWebhook(
  deps: WebhookDeps,
  accountId: string,
  { name, url, events }: z.output<typeof NewWebhook>,
  { requireLive, claim = null }: { requireLive?: (tx: Tx) => Promise<void>; claim?: KeyClaim | null } = {},
): Promise<WebhookSecret> {
  assertReachable(deps, url);
  const endpoint = await transaction(deps.database.db, async (tx) => {
    await requireLive?.(tx);
    await lockEndpointsOf(tx, accountId);
    const made = await once(tx, claim, async () => {
      if ((await countEndpoints(tx, accountId)) >= WEBHOOKS_PER_ACCOUNT) {
        throw new CallError(
          'quota_exceeded',
          `You have ${WEBHOOKS_PER_ACCOUNT} webhooks, the most an account can have. Delete one that you don't need.`,
        );
      }
      const id = randomUUID();
      await insertEndpoint(tx, {
        id,
        accountId,
        name: name || nameOf(url),
        url,
        events: [...new Set(events)],
        keys: sealKeys(deps, newSigningKeys(), id),
        at: new Date(deps.clock.now()),
      });
      return id;
    });
    return findEndpoint(tx, accountId, made);
  });
  if (!endpoint) throw noWebhook();
  // Who made it may not know a secret that was changed since.
  if (endpoint.old_keys !== null) throw new CallError('conflict', KEYS_LOST);
  return withSecret(deps, endpoint);
}

function withSecret(deps: WebhookDeps, endpoint: EndpointRow): WebhookSecret {
  const keys = openEndpointKeys(deps, endpoint, new Date(deps.clock.now()));
  if (!keys) throw new CallError('conflict', KEYS_LOST);
  return { secret: secretText(keys[0]), webhook: viewEndpoint(deps, endpoint) };
}

/**
 * Changes an endpoint. Disabling it ends its open deliveries; they can be replayed. `requireLive` is as in `createWebhook`.
 * Throws CallError.
 */
export function changeWebhook(
  deps: WebhookDeps,
  accountId: string,
  { id, name, url, events, enabled }: z.output<typeof WebhookChange>,
  requireLive?: (tx: Tx) => Promise<void>,
): Promise<WebhookView> {
  if (url !== undefined) assertReachable(deps, url);
  const change = async (tx: Tx, endpoint: EndpointRow) => {
    const at = new Date(deps.clock.now());
    const turnsOff = enabled === false && endpoint.disabled_at === null;
    if (turnsOff) await endOpenDeliveries(tx, id, at);
    const given = name || endpoint.name;
    const changed = await updateEndpoint(tx, id, {
      // The host of the address before names another server now.
      name: url !== undefined && given === nameOf(endpoint.url) ? nameOf(url) : given,
      // The failures were those of the address before.
      ...(url === undefined || url === endpoint.url ? {} : { url, failing_since: null }),
      ...(events === undefined ? {} : { events: [...new Set(events)] }),
      ...(turnsOff ? { disabled_at: at, disabled_reason: 'user' } : {}),
      ...(enabled === true ? { disabled_at: null, disabled_reason: null, failing_since: null } : {}),
    });
    return viewEndpoint(deps, changed);
  };
  return onEndpoint(deps, accountId, id, change, requireLive);
}

/**
 * Gives an endpoint new keys. For WEBHOOK_OLD_KEYS_HOURS, the keys before sign, too; those before them don't anymore.
 * The reply is the only one with the secret; a repeated request gets it again. Throws CallError.
 */
export function rotateWebhook(
  deps: WebhookDeps,
  accountId: string,
  id: string,
  claim: KeyClaim | null,
): Promise<WebhookSecret> {
  return onEndpoint(deps, accountId, id, async (tx, endpoint) => {
    if (endpoint.keys === null)
      throw new CallError(
        'conflict',
        'This webhook signs with the secret for single starts. Change that one.',
      );
    let current = endpoint;
    await once(tx, claim, async () => {
      current = await updateEndpoint(tx, id, {
        keys: sealKeys(deps, newSigningKeys(), id),
        old_keys: endpoint.keys,
        old_keys_until: new Date(deps.clock.now() + WEBHOOK_OLD_KEYS_HOURS * HOUR_MS),
      });
      return id;
    });
    return withSecret(deps, current);
  });
}

/** What a webhook without a name is called: the host of its address. */
function nameOf(url: string): string {
  return new URL(url).host.slice(0, 100);
}

/** Deletes an endpoint and the log of its deliveries. Does nothing if there is none. */
export function deleteWebhook(deps: WebhookDeps, accountId: string, id: string): Promise<void> {
  return deleteEndpoint(deps.database.db, accountId, id);
}

/** Disables all endpoints of an account and deletes its secret for single starts, because someone else may have made them. */
export async function disableWebhooks(db: Db, accountId: string, now: Date): Promise<void> {
  await disableEndpoints(db, accountId, 'access', now);
  await deleteStartKeys(db, accountId);
}

/** The 404 for an endpoint that was deleted, and for those of others. */
export function noWebhook(): CallError {
  return new CallError('not_found', 'There is no such webhook. It may have been deleted.');
}

/** Locks an endpoint of an account, after `requireLive`. Throws `not_found`, also for those of others. */
export function onEndpoint<Result>(
  { database }: Pick<Deps, 'database'>,
  accountId: string,
  id: string,
  work: (tx: Tx, endpoint: EndpointRow) => Promise<Result>,
  requireLive?: (tx: Tx) => Promise<void>,
): Promise<Result> {
  return transaction(database.db, async (tx) => {
    await requireLive?.(tx);
    const endpoint = await findEndpoint(tx, accountId, id, { lock: true });
    if (!endpoint) throw noWebhook();
    return work(tx, endpoint);
  });
}

function viewEndpoint(deps: Pick<Deps, 'clock' | 'secrets'>, endpoint: EndpointRow): WebhookView {
  const now = new Date(deps.clock.now());
  const keys = openEndpointKeys(deps, endpoint, now);
  const { old_keys_until: until } = endpoint;
  return {
    id: endpoint.id,
    name: endpoint.name,
    url: endpoint.url,
    events: endpoint.events,
    taskId: endpoint.task_id,
    active: endpoint.disabled_at === null,
    publicKey: keys ? publicKeyText(keys[0]) : '',
    oldKeysUntil: until && until > now ? until.toISOString() : null,
    failingSince: endpoint.failing_since?.toISOString() ?? null,
    disabledReason: endpoint.disabled_reason,
    createdAt: endpoint.created_at.toISOString(),
  };
}
