import { Dispatcher } from 'undici';
import type { HostResolver } from '../dns.ts';
import { type ReachPolicy, refuseUrl } from '../guard.ts';
import { createOriginPools, type OriginPools } from './connect.ts';

export interface JsonRequest {
  method: 'GET' | 'POST';
  url: string;
  /** keys go here and not into the address, which others log */
  headers?: Record<string, string>;
  body?: unknown;
}

/**
 * The answer of a JSON service, its header names in lower case; null where there was none, in time and within the cap. The body of a refusal
 * (400 and above) is its text.
 */
export type JsonAnswer = {
  status: number;
  body: unknown;
  headers: Record<string, string | string[] | undefined>;
} | null;

/** Calls services of the operator's choice, behind the guard like everything else. */
export interface JsonCaller {
  /** Never throws; null also when the signal aborts. */
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
/** Verifiers allow some ten requests a second (Hunter: 10); each takes seconds. */
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
        // What refuses says why in whatever form it likes.
        const refused = answer.statusCode >= 400;
        return {
          status: answer.statusCode,
          body: refused ? text : JSON.parse(text),
          headers: answer.headers,
        };
      } catch {
        return null;
      }
    },
    close: () => pools.close(),
  };
}

/** undici's request() on top of the guarded pools. */
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
    if (size > maxBytes) throw new Error('answer too large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
