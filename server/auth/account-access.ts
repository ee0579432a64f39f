import { lockUser, setPassword } from '../accounts/identity.ts';
import { revokeAllKeys } from '../api-keys/api-keys.ts';
import { deleteInbox } from '../bounce-data/inboxes.ts';
import { deleteDevices } from '../device-tokens/device-table.ts';
import { deleteInboxes } from '../list-inboxes/inboxes.ts';
import { endCodes } from '../oauth/codes.ts';
import type { Db, Tx } from '../platform/database/db.ts';
import type { Tables } from '../platform/database/tables.ts';
import { disableWebhooks } from '../webhooks/endpoints.ts';
import { forgetKnownClients } from './known-clients.ts';
import { deleteTokens } from './one-time/one-time-store.ts';
import { deleteIdentities } from './openid/identities.ts';
import { deleteTickets } from './second-factor/second-factor-store.ts';
import { deleteAccountSessions } from './store.ts';

/**
 * Why access ends, from little to much. Each one also ends what those before it end. `log-out`: everywhere, or
 * everywhere else. `new-password`: the owner has another one. `takeover`: someone else may have had access.
 */
const CAUSES = ['log-out', 'new-password', 'takeover'] as const;

interface AccessEnd {
  cause: (typeof CAUSES)[number];
  now: Date;
  /** The session that stays. Default: none. */
  keepSession?: string | undefined;
  /** true: the owner's ways to log in stay. Default: of the accounts at providers, only the one that started the session that stays. */
  keepProviders?: boolean | undefined;
}

/** A table whose rows give access to an account, or work for the person who made them. */
export interface AccessHolder {
  /** the least cause that ends it */
  endsAt: AccessEnd['cause'];
  end(db: Db, accountId: string, end: AccessEnd): Promise<unknown>;
}

/**
 * Everything that gives access to an account, or goes on by itself for someone who had access. The rows of all are also deleted
 * with the account. A table with tokens, or with work that starts by itself, that isn't here fails a test.
 */
export const ACCESS_HOLDERS: Partial<Record<keyof Tables, AccessHolder>> = {
  sessions: {
    endsAt: 'log-out',
    end: (db, accountId, { keepSession }) => deleteAccountSessions(db, accountId, keepSession),
  },
  second_factor_tickets: { endsAt: 'log-out', end: deleteTickets },
  oauth_codes: { endsAt: 'log-out', end: endCodes },
  one_time_tokens: { endsAt: 'new-password', end: deleteTokens },
  identities: {
    endsAt: 'takeover',
    end: async (db, accountId, { keepSession, keepProviders }) => {
      if (!keepProviders) await deleteIdentities(db, accountId, keepSession);
    },
  },
  api_keys: { endsAt: 'takeover', end: (db, accountId, { now }) => revokeAllKeys(db, accountId, now) },
  devices: { endsAt: 'takeover', end: deleteDevices },
  list_inboxes: { endsAt: 'takeover', end: deleteInboxes },
  bounce_inboxes: { endsAt: 'takeover', end: deleteInbox },
  webhook_endpoints: {
    endsAt: 'takeover',
    end: (db, accountId, { now }) => disableWebhooks(db, accountId, now),
  },
};

/** Adds those of features above this one. `account-closing.ts` does, which every process that ends access loads. */
export function addAccessHolders(holders: Partial<Record<keyof Tables, AccessHolder>>): void {
  Object.assign(ACCESS_HOLDERS, holders);
}

/** Ends what gives access to an account, as far as the cause says. */
export async function endAccess(db: Db, accountId: string, end: AccessEnd): Promise<void> {
  for (const holder of Object.values(ACCESS_HOLDERS))
    if (CAUSES.indexOf(holder.endsAt) <= CAUSES.indexOf(end.cause)) await holder.end(db, accountId, end);
}

/** Ends all access to an account for the operator. */
export async function endAllAccess(tx: Tx, accountId: string, now: Date): Promise<void> {
  await lockUser(tx, accountId);
  await endAccess(tx, accountId, { cause: 'takeover', now });
}

/** Sets a password for the operator, and ends everything that an earlier one opened. */
export async function replacePassword(tx: Tx, accountId: string, hash: string, now: Date): Promise<void> {
  await endAllAccess(tx, accountId, now);
  await forgetKnownClients(tx, accountId);
  await setPassword(tx, accountId, hash, now);
}
