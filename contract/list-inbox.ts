import { z } from 'zod';

/** The address of a list that takes rows, before its ID. */
export const INBOX_PATH = '/in/v1/lists';
/** Rows of one request. A longer list is sent in several. */
export const INBOX_ROWS_MAX = 500;
export const INBOX_MAX_BYTES = 1024 * 1024;
/** How long the ID of a message is remembered, and shown among the last requests. */
export const INBOX_KEPT_DAYS = 7;
/** How long the secret before a rotation is accepted. */
export const INBOX_OLD_SECRET_HOURS = 24;
/** Requests that are shown, latest first. */
export const INBOX_MESSAGES_SHOWN = 20;
/** How far the time of a signed request may be from ours. */
export const INBOX_TOLERANCE_SECONDS = 300;

/** What a request did to the list. `refused`: rows that were left out, by their position in the request. */
export const InboxReply = z.object({
  added: z.int().nonnegative(),
  updated: z.int().nonnegative(),
  refused: z.array(z.object({ row: z.int().nonnegative(), reason: z.string() })),
});
export type InboxReply = z.infer<typeof InboxReply>;

/** A request that came in. Counts are 0 if it was refused. */
const InboxMessage = z.object({
  at: z.string(),
  /** `key`: it had an API key. `signature`: it was signed, maybe wrongly. `none`: it had neither. */
  sender: z.enum(['key', 'signature', 'none']),
  added: z.int().nonnegative(),
  updated: z.int().nonnegative(),
  /** rows that were left out */
  refused: z.int().nonnegative(),
  /** why all of it was refused, or the first row that was left out; null: nothing was */
  error: z.string().nullable(),
});
export type InboxMessage = z.infer<typeof InboxMessage>;

/** The address of a list that takes rows, without its secret. Times are ISO 8601 in UTC. */
export const InboxView = z.object({
  url: z.string(),
  createdAt: z.string(),
  /** Until when the secret before the last rotation is accepted; null: it isn't. */
  oldSecretUntil: z.string().nullable(),
  /** Latest first. */
  messages: z.array(InboxMessage),
});
export type InboxView = z.infer<typeof InboxView>;

/** `secret` (`whsec_`) signs requests. It is shown again only to a repeated request. */
export const InboxSecret = z.object({ secret: z.string(), inbox: InboxView });
