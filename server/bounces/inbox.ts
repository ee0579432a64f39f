import { createHash, randomBytes } from 'node:crypto';
import type { z } from 'zod';
import {
  BOUNCE_DAYS,
  BOUNCE_PROVIDERS,
  type BounceCounts,
  type BounceOverview,
  type BounceProvider,
  type BounceSettings,
  NO_BOUNCES,
} from '#contract/bounces.ts';
import { findInbox, findInboxByToken, type InboxRecord, storeInbox } from '../bounce-data/inboxes.ts';
import { findBounceDays } from '../bounce-data/reported-events.ts';
import type { Deps } from '../deps.ts';
import { createSecretSealer } from '../platform/sealed-secret.ts';

type InboxDeps = Pick<Deps, 'clock' | 'database' | 'secrets' | 'publicUrl'>;

/** The keys that check who sent a report, by provider. */
export type ProviderKeys = Partial<Record<BounceProvider, string>>;

/** An address that providers send reports to. */
export interface Inbox {
  accountId: string;
  keys: ProviderKeys;
}

export const INBOX_PATH = '/webhooks/bounces';
const TOKEN = /^[A-Za-z0-9_-]{43}$/;
const DAY_MS = 86_400_000;

/** The inbox with this token; null if there is none. */
export async function openInbox(deps: InboxDeps, token: string): Promise<Inbox | null> {
  if (!TOKEN.test(token)) return null;
  const record = await findInboxByToken(deps.database.db, hashToken(token));
  if (!record) return null;
  const keys = openKeys(deps, record);
  // Without AUTH_SECRET no signature can be checked, so nothing is taken.
  return keys && { accountId: record.account_id, keys };
}

/** The address of an account, its keys, and what it reported lately. */
export async function viewBounces(deps: InboxDeps, accountId: string): Promise<BounceOverview> {
  const since = new Date(deps.clock.now() - (BOUNCE_DAYS - 1) * DAY_MS).toISOString().slice(0, 10);
  const [record, days] = await Promise.all([
    findInbox(deps.database.db, accountId),
    findBounceDays(deps.database.db, accountId, since),
  ]);
  const total: BounceCounts = { ...NO_BOUNCES };
  for (const day of days)
    for (const name of Object.keys(total) as (keyof BounceCounts)[]) total[name] += day[name];
  const token = record && sealerOf(deps).open(record.token, accountId);
  const keys = record ? (openKeys(deps, record) ?? {}) : {};
  return {
    url: token ? `${deps.publicUrl}${INBOX_PATH}/${Buffer.from(token).toString()}` : null,
    keys: BOUNCE_PROVIDERS.filter((provider) => keys[provider] !== undefined),
    total,
    days,
  };
}

/** Makes the address if there is none, or a new one, and sets keys. */
export async function changeInbox(
  deps: InboxDeps,
  accountId: string,
  { rotate = false, keys = {} }: z.output<typeof BounceSettings>,
): Promise<BounceOverview> {
  const sealer = sealerOf(deps);
  const known = await findInbox(deps.database.db, accountId);
  const usable = known && sealer.open(known.token, accountId) ? known : undefined;
  const token = usable && !rotate ? null : randomBytes(32).toString('base64url');
  const set = { ...(usable ? openKeys(deps, usable) : {}) };
  for (const provider of BOUNCE_PROVIDERS) {
    const key = keys[provider];
    if (key === null) delete set[provider];
    else if (key !== undefined) set[provider] = key;
  }
  const text = JSON.stringify(set);
  await storeInbox(deps.database.db, {
    account_id: accountId,
    token_hash: token === null ? (usable?.token_hash ?? '') : hashToken(token),
    token: token === null ? (usable?.token ?? '') : sealer.seal(Buffer.from(token), accountId),
    keys: text === '{}' ? null : sealer.seal(Buffer.from(text), accountId),
    created_at: new Date(deps.clock.now()),
  });
  return viewBounces(deps, accountId);
}

function openKeys(deps: InboxDeps, { keys, account_id: accountId }: InboxRecord): ProviderKeys | null {
  if (keys === null) return {};
  const opened = sealerOf(deps).open(keys, accountId);
  return opened && (JSON.parse(Buffer.from(opened).toString()) as ProviderKeys);
}

function sealerOf({ secrets }: Pick<Deps, 'secrets'>) {
  return createSecretSealer(secrets.dataKey, 'bounces');
}

function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}
