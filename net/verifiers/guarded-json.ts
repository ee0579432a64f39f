import { Dispatcher } from 'undici';
import type { HostResolver } from '../dns.ts';
import { type ReachPolicy, refuseUrl } from '../guard.ts';
import { createOriginPools, type OriginPools } from '../http/connect.ts';

export interface JsonRequest {
  method: 'GET' | 'POST';
  url: string;
  /** keys go here and not into the address, which others log */
  headers?: Record<string, string>;
  body?: unknown;
}

/** The answer of a JSON service; null where there was none, in time and within the cap. */
export type JsonAnswer = { status: number; body: unknown } | null;

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
}

const LIMIT_MS = 60_000;
const MAX_BYTES = 200_000;
/** Verifiers allow some ten requests a second (Hunter: 10); each takes seconds. */
const CONNECTIONS = 4;

export function createJsonCaller(options: JsonCallerOptions): JsonCaller {
  const limitMs = options.limitMs ?? LIMIT_MS;
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
        return { status: answer.statusCode, body: await readJson(answer.body) };
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

async function readJson(body: AsyncIterable<Buffer>): Promise<unknown> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.length;
    if (size > MAX_BYTES) throw new Error('answer too large');
    chunks.push(chunk);
  }
  return JSON.parse(Buffer.concat(chunks).toString('utf8'));
}
