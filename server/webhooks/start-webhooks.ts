import { randomUUID } from 'node:crypto';
import type { z } from 'zod';
import { CallError } from '#contract/errors.ts';
import type { StartWebhook } from '#contract/start-webhook.ts';
import { type StartKeysView, type StartSecret, WEBHOOK_OLD_KEYS_HOURS } from '#contract/webhooks.ts';
import type { Deps } from '../deps.ts';
import { type KeyClaim, once } from '../idempotency/idempotency.ts';
import { type Tx, transaction } from '../platform/database/db.ts';
import { KEYS_LOST, openEndpointKeys, sealKeys } from './endpoint-keys.ts';
import { assertReachable } from './reachable-url.ts';
import { newSigningKeys, publicKeyText, secretText } from './signatures.ts';
import { findStartKeys, type StartKeysRow, saveStartKeys } from './start-webhook-store.ts';
import { insertEndpoint } from './store.ts';

type StartDeps = Pick<Deps, 'config' | 'clock' | 'database' | 'secrets'>;

const HOUR_MS = 3_600_000;

/**
 * Refuses a webhook of a start call that couldn't work, before the start stores anything. Throws CallError:
 * `validation_failed` for an address that isn't on the public internet, `conflict` without a secret for single starts.
 */
export async function assertStartWebhook(
  deps: Pick<StartDeps, 'config' | 'database'>,
  accountId: string,
  url: string,
): Promise<void> {
  assertReachable(deps, url);
  if (await findStartKeys(deps.database.db, accountId)) return;
  throw new CallError(
    'conflict',
    'Your webhook would have no signature. Create the secret for single starts on the page Webhooks first.',
  );
}

/** Adds the webhook that a start call asked for, in the transaction that starts its task. */
export async function addStartWebhook(
  tx: Tx,
  { clock }: Pick<StartDeps, 'clock'>,
  { accountId, taskId, url, events }: StartWebhook & { accountId: string; taskId: string },
): Promise<void> {
  await insertEndpoint(tx, {
    id: randomUUID(),
    accountId,
    taskId,
    name: new URL(url).host.slice(0, 100),
    url,
    events: [...new Set(events)],
    keys: null,
    at: new Date(clock.now()),
  });
}

/**
 * Creates the secret that signs the webhooks of start calls, or a new one; then the one before signs, too, for
 * WEBHOOK_OLD_KEYS_HOURS. The reply is the only one with the secret; a repeated request gets it again.
 */
export async function renewStartSecret(
  deps: StartDeps,
  accountId: string,
  { requireLive, claim = null }: { requireLive?: (tx: Tx) => Promise<void>; claim?: KeyClaim | null } = {},
): Promise<z.output<typeof StartSecret>> {
  const now = new Date(deps.clock.now());
  const stored = await transaction(deps.database.db, async (tx) => {
    await requireLive?.(tx);
    await once(tx, claim, async () => {
      await saveStartKeys(tx, accountId, {
        keys: sealKeys(deps, newSigningKeys(), accountId),
        oldKeysUntil: new Date(now.getTime() + WEBHOOK_OLD_KEYS_HOURS * HOUR_MS),
        at: now,
      });
      return accountId;
    });
    return findStartKeys(tx, accountId);
  });
  const keys = stored && openEndpointKeys(deps, { ...stored, id: accountId }, now);
  if (!keys) throw new CallError('conflict', KEYS_LOST);
  return { secret: secretText(keys[0]), startKeys: viewStartKeys(deps, stored) };
}

export function viewStartKeys(deps: Pick<StartDeps, 'clock' | 'secrets'>, row: StartKeysRow): StartKeysView {
  const now = new Date(deps.clock.now());
  const keys = openEndpointKeys(deps, { ...row, id: row.account_id }, now);
  const { old_keys_until: until } = row;
  return {
    publicKey: keys ? publicKeyText(keys[0]) : '',
    oldKeysUntil: until && until > now ? until.toISOString() : null,
    createdAt: row.created_at.toISOString(),
  };
}
