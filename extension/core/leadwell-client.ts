import * as z from 'zod/mini';
import type { CollectedRow, CollectLimits, CollectSite } from '#contract/collect-sites.ts';

export interface RefusedRow {
  key: string;
  reason: string;
  /** its person or company asked not to be listed */
  optedOut?: true | undefined;
}

export interface ImportReply {
  added: number;
  updated: number;
  /** where the rows are; missing if there is no list. Earlier servers don't say it */
  list?: SavedList | undefined;
  refused: RefusedRow[];
}

/** A list in Leadwell. */
export interface SavedList {
  id: string;
  name: string;
}

export interface AccountReply {
  plan: string;
  limits: CollectLimits;
  latestVersion: string;
  leastVersion: string;
}

/**
 * What the server said. `offline`: no usable reply came, or Leadwell says in `message` what fails there, so the same
 * request can be sent again. `wait`: it asks for a pause. `signed-out`: the device isn't connected, or not any more.
 * `key-used`: the idempotency key belongs to another request. `refused`: repeating won't help.
 */
export type ServerReply<T> =
  | { kind: 'ok'; value: T }
  | { kind: 'offline'; message?: string }
  | { kind: 'wait'; seconds: number }
  | { kind: 'signed-out'; message: string }
  | { kind: 'key-used'; message: string }
  | { kind: 'refused'; message: string };

export interface ActivationReply {
  token: string;
  limits: CollectLimits;
  /** another for another account. Earlier servers don't say it */
  account?: string | undefined;
}

/** The calls to Leadwell (contract/collect.ts). */
export interface LeadwellServer {
  activate(code: string, deviceName: string): Promise<ServerReply<ActivationReply>>;
  account(token: string): Promise<ServerReply<AccountReply>>;
  /** the token ends */
  disconnect(token: string): Promise<ServerReply<object>>;
  importRows(
    token: string,
    list: string,
    rows: readonly CollectedRow[],
    idempotencyKey: string,
  ): Promise<ServerReply<ImportReply>>;
}

const Limits = z.object({
  rows: z.nullable(z.number()),
  csv: z.boolean(),
  fields: z.enum(['basic', 'all']),
});
const Activation = z.object({ token: z.string(), limits: Limits, account: z.optional(z.string()) });
const Account = z.object({
  plan: z.string(),
  limits: Limits,
  latestVersion: z.string(),
  leastVersion: z.string(),
});
const Import = z.object({
  added: z.number(),
  updated: z.number(),
  list: z.optional(z.object({ id: z.string(), name: z.string() })),
  refused: z.array(z.object({ key: z.string(), reason: z.string(), optedOut: z.optional(z.literal(true)) })),
});
const Failure = z.object({ error: z.object({ code: z.string(), message: z.string() }) });
const ServerFile = z.object({ url: z.url() });

const TIMEOUT_MS = 30_000;
const DEFAULT_WAIT_SECONDS = 60;
/** A timer of a browser that is much longer fires at once. */
const MAX_WAIT_SECONDS = 3600;

/** The calls over HTTP, to the server at `origin`. */
export function leadwellServer(
  origin: string,
  site: CollectSite,
  version: string,
  send: typeof fetch = fetch,
): LeadwellServer {
  const request = async <T>(
    name: string,
    reply: z.ZodMiniType<T>,
    init: { token?: string; body?: unknown; query?: string; idempotencyKey?: string },
  ): Promise<ServerReply<T>> => {
    const headers = new Headers({ accept: 'application/json' });
    if (init.token) headers.set('authorization', `Bearer ${init.token}`);
    if (init.idempotencyKey) headers.set('idempotency-key', init.idempotencyKey);
    if (init.body !== undefined) headers.set('content-type', 'application/json');
    try {
      const response = await send(`${origin}/functions/v1/${name}${init.query ?? ''}`, {
        method: init.body === undefined ? 'GET' : 'POST',
        headers,
        credentials: 'omit',
        redirect: 'error',
        signal: AbortSignal.timeout(TIMEOUT_MS),
        ...(init.body === undefined ? {} : { body: JSON.stringify(init.body) }),
      });
      return await readReply(response, reply);
    } catch {
      return { kind: 'offline' };
    }
  };
  return {
    activate: (code, deviceName) =>
      request('extension-activate', Activation, { body: { code, site, deviceName } }),
    account: (token) => request('extension-account', Account, { token, query: `?site=${site}` }),
    disconnect: (token) => request('extension-disconnect', z.object({}), { token, body: {} }),
    importRows: (token, list, rows, idempotencyKey) =>
      request('extension-import', Import, {
        token,
        idempotencyKey,
        body: { list, site, readerVersion: version, rows },
      }),
  };
}

async function readReply<T>(response: Response, schema: z.ZodMiniType<T>): Promise<ServerReply<T>> {
  const body: unknown = await response.json().catch(() => undefined);
  if (response.ok) {
    const parsed = schema.safeParse(body);
    return parsed.success ? { kind: 'ok', value: parsed.data } : { kind: 'offline' };
  }
  const failure = Failure.safeParse(body).data?.error;
  const message = failure?.message ?? `Leadwell replied with status ${response.status}.`;
  // More rows than the account can store: waiting doesn't help, unlike with other limits.
  if (response.status === 429 && failure?.code !== 'quota_exceeded') {
    const asked = Number(response.headers.get('retry-after')) || DEFAULT_WAIT_SECONDS;
    return { kind: 'wait', seconds: Math.min(Math.max(asked, 1), MAX_WAIT_SECONDS) };
  }
  if (response.status === 401 || response.status === 403) {
    // A proxy or a sign-in page of the network says it too, and the token is still good then.
    const isLeadwell = failure?.code === 'not_authenticated' || failure?.code === 'forbidden';
    return isLeadwell ? { kind: 'signed-out', message } : { kind: 'offline' };
  }
  if (failure?.code === 'idempotency_conflict') return { kind: 'key-used', message };
  if (response.status >= 500 && failure) return { kind: 'offline', message };
  // Something between here and Leadwell replied. What is too long for it stays so.
  if (!failure && response.status !== 413) return { kind: 'offline' };
  return { kind: 'refused', message };
}

/** The origin in server.json, which the server adds to a download. Null in a copy without it. */
export async function serverOrigin(): Promise<string | null> {
  try {
    const file: unknown = await (await fetch(chrome.runtime.getURL('server.json'))).json();
    const { url } = ServerFile.parse(file);
    return new URL(url).origin;
  } catch {
    return null;
  }
}
