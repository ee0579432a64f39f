import { z } from 'zod';
import { call } from './call.ts';
import {
  COLLECT_ALIASES_MAX,
  COLLECT_IMPORT_MAX_BYTES,
  COLLECT_IMPORT_MAX_ROWS,
  COLLECT_KEY_MAX_CHARS,
  COLLECT_LIST_NAME_MAX_CHARS,
  COLLECT_SITES,
  COLLECT_VALUE_MAX_CHARS,
} from './collect-sites.ts';

const CollectSiteName = z.enum(COLLECT_SITES);
const Key = z.string().min(1).max(COLLECT_KEY_MAX_CHARS);
const Version = z.string().regex(/^\d{1,5}\.\d{1,5}\.\d{1,5}$/);

/** The schema of a site's rows (`CollectedRow`): only these columns, each a non-empty text. */
export function collectedRowSchema(columns: readonly string[]) {
  const value = z.string().min(1).max(COLLECT_VALUE_MAX_CHARS).optional();
  return z.object({
    key: Key,
    aliases: z.array(Key).min(1).max(COLLECT_ALIASES_MAX),
    values: z.strictObject(Object.fromEntries(columns.map((column) => [column, value]))),
  });
}

const CollectLimits = z.object({
  rows: z.int().min(0).nullable(),
  csv: z.boolean(),
  fields: z.enum(['basic', 'all']),
});

/**
 * The calls of the browser extensions. A device token, which `extension-activate` returns, is the bearer of
 * the others and is good for nothing else. The client is extension/core/leadwell-client.ts.
 */
export const COLLECT_CALLS = {
  activate: call({
    name: 'extension-activate',
    method: 'POST',
    access: 'public',
    summary: 'Connects a browser extension to an account with its activation code.',
    scope: 'none',
    input: z.object({
      code: z.string().trim().min(1).max(100),
      site: CollectSiteName,
      deviceName: z.string().trim().min(1).max(100),
    }),
    reply: z.object({
      token: z.string().min(1).max(200),
      limits: CollectLimits,
      /** the same for each browser of an account, and another for another account */
      account: z.string().min(1).max(100),
    }),
  }),
  account: call({
    name: 'extension-account',
    method: 'GET',
    summary: 'Returns what the account of a device can do, and the versions of the extension.',
    scope: 'none',
    input: z.object({ site: CollectSiteName }),
    reply: z.object({
      plan: z.string(),
      sites: z.array(CollectSiteName),
      limits: CollectLimits,
      latestVersion: Version,
      /** older versions must not collect any more */
      leastVersion: Version,
    }),
  }),
  disconnect: call({
    name: 'extension-disconnect',
    method: 'POST',
    summary: 'Disconnects the browser that makes the call. Its device token ends.',
    scope: 'none',
    input: z.object({}),
    reply: z.object({}),
  }),
  import: call({
    name: 'extension-import',
    method: 'POST',
    costs: true,
    maxBodyBytes: COLLECT_IMPORT_MAX_BYTES,
    summary: 'Adds collected rows to a list, or updates the rows with the same keys.',
    scope: 'none',
    input: z.object({
      list: z.string().trim().min(1).max(COLLECT_LIST_NAME_MAX_CHARS),
      site: CollectSiteName,
      readerVersion: Version,
      /** Each row must fit `collectedRowSchema`. A row that doesn't is refused, not the whole call. */
      rows: z
        .array(z.object({ key: Key, aliases: z.array(Key), values: z.record(z.string(), z.string()) }))
        .min(1)
        .max(COLLECT_IMPORT_MAX_ROWS),
    }),
    reply: z.object({
      added: z.int().min(0),
      updated: z.int().min(0),
      /** where the rows are, which can have another name than the one asked for; missing if there is no list */
      list: z.object({ id: z.uuid(), name: z.string() }).optional(),
      refused: z.array(
        z.object({
          key: z.string(),
          reason: z.string(),
          /** the row's person or company asked not to be listed, so no file may have it */
          optedOut: z.optional(z.literal(true)),
        }),
      ),
    }),
  }),
} as const;
