import { Dispatcher } from 'undici';
import type { HostResolver } from '../dns.ts';
import { type ReachPolicy, refuseUrl } from '../guard.ts';
import { createOriginPools, type OriginPools } from './connect.ts';
import { HostError } from './host-error.ts';

export interface GuardedRequest {
  method: string;
  url: string;
  headers: Record<string, string>;
  body: string | null;
}

export interface GuardedResponse {
  status: number;
  /** by lowercase name */
  headers: Record<string, string | string[] | undefined>;
  text: string;
}

/** The answer is larger than allowed. */
export class ResponseTooLarge extends Error {}

/** Calls services that the operator or an account configured, through the guard. Follows no redirects. */
export interface GuardedSender {
  /** Throws if there is no response within the time and size limits, the guard refuses, or the signal aborts. */
  send(request: GuardedRequest, signal?: AbortSignal): Promise<GuardedResponse>;
  close(): Promise<void>;
}

export interface GuardedSenderOptions {
  resolver: HostResolver;
  policy: ReachPolicy;
  limitMs: number;
  /** of a response body */
  maxBytes: number;
  /** A longer body is cut off. Default: it is an error. */
  cutLongBodies?: boolean;
  /** Connections per origin, and origins with open connections. Default: for the service of an operator. */
  connections?: number;
  origins?: number;
}

/** Verifiers allow about ten requests per second (Hunter: 10), and each request takes seconds. */
const CONNECTIONS = 4;
const ORIGINS = 4;

export function createGuardedSender({
  resolver,
  policy,
  limitMs,
  maxBytes,
  cutLongBodies = false,
  connections = CONNECTIONS,
  origins = ORIGINS,
}: GuardedSenderOptions): GuardedSender {
  const pools = createOriginPools({
    resolver,
    policy,
    connectTimeoutMs: Math.min(10_000, limitMs),
    headersTimeoutMs: limitMs,
    connections,
    origins,
  });
  const dispatcher = new PoolDispatcher(pools);
  return {
    async send({ method, url, headers, body }, signal) {
      const address = new URL(url);
      const refusal = refuseUrl(address, policy);
      if (refusal) throw new HostError(refusal);
      const timeout = AbortSignal.timeout(limitMs);
      const response = await dispatcher.request({
        origin: address.origin,
        path: `${address.pathname}${address.search}`,
        method: method as Dispatcher.HttpMethod,
        headers,
        body,
        signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
      });
      const text = await readText(response.body, maxBytes, cutLongBodies);
      return { status: response.statusCode, headers: response.headers, text };
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

async function readText(body: AsyncIterable<Buffer>, maxBytes: number, cut: boolean): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.length;
    if (size > maxBytes && !cut) throw new ResponseTooLarge('response too large');
    chunks.push(chunk);
    if (size > maxBytes) break;
  }
  return Buffer.concat(chunks).subarray(0, maxBytes).toString('utf8');
}
