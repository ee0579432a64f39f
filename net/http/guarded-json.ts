import { Dispatcher } from 'undici';
import type { HostResolver } from '../dns.ts';
import { type ReachPolicy, refuseUrl } from '../guard.ts';
import { createOriginPools, type OriginPools } from './connect.ts';

export interface JsonRequest {
  method: 'GET' | 'POST';
  url: string;
  /** send API keys here, because URLs get logged */
  headers?: Record<string, string>;
  body?: unknown;
}

/**
 * The response of a JSON service with lowercase header names. The body of an error (status 400 and above) is
 * its text. Null if there was no response within the time and size limits.
 */
export type JsonAnswer = {
  status: number;
  body: unknown;
  headers: Record<string, string | string[] | undefined>;
} | null;

/** Calls JSON services that the operator configured, through the guard. */
export interface JsonCaller {
  /** Never throws; returns null also if the signal aborts. */
  call(request: JsonRequest, signal: AbortSignal): Promise<JsonAnswer>;
  close(): Promise<void>;
}

export interface JsonCallerOptions {
  resolver: HostResolver;
  policy: ReachPolicy;
  limitMs?: number;
  maxBytes?: number;
}

const LIMIT_MS = 60_000;
const MAX_BYTES = 200_000;
/** Verifiers allow about ten requests per second (Hunter: 10), and each request takes seconds. */
const CONNECTIONS = 4;

export function createJsonCaller(options: JsonCallerOptions): JsonCaller {
  const { limitMs = LIMIT_MS, maxBytes = MAX_BYTES } = options;
  const pools = createOriginPools({
    resolver: options.resolver,
    policy: options.policy,
    connectTimeoutMs: Math.min(10_000, limitMs),
    headersTimeoutMs: limitMs,
    connections: CONNECTIONS,
    origins: 4,
  });
  const dispatcher = new PoolDispatcher(pools);
  return {
    async call({ method, url, headers, body }, signal) {
      const { origin, pathname, search } = new URL(url);
      if (refuseUrl(new URL(url), options.policy)) return null;
      try {
        const answer = await dispatcher.request({
          origin,
          path: `${pathname}${search}`,
          method,
          headers: {
            accept: 'application/json',
            ...(body === undefined ? {} : { 'content-type': 'application/json' }),
            ...headers,
          },
          body: body === undefined ? null : JSON.stringify(body),
          signal: AbortSignal.any([signal, AbortSignal.timeout(limitMs)]),
        });
        const text = await readText(answer.body, maxBytes);
        // Error bodies may have any format.
        const isError = answer.statusCode >= 400;
        return {
          status: answer.statusCode,
          body: isError ? text : JSON.parse(text),
          headers: answer.headers,
        };
      } catch {
        return null;
      }
    },
    close: () => pools.close(),
  };
}

/** Lets undici's request() use the guarded pools. */
class PoolDispatcher extends Dispatcher {
  readonly #pools: OriginPools;

  constructor(pools: OriginPools) {
    super();
    this.#pools = pools;
  }

  override dispatch(options: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler): boolean {
    this.#pools.dispatch(String(options.origin), options, handler);
    return true;
  }
}

async function readText(body: AsyncIterable<Buffer>, maxBytes: number): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.length;
    if (size > maxBytes) throw new Error('response too large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
