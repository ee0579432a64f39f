import type { Socket } from 'node:net';
import { buildConnector, type Dispatcher, Pool } from 'undici';
import type { HostResolver } from '../dns.ts';
import { type ReachPolicy, type Refusal, refuseAddress, sameAddress } from '../guard.ts';

export interface ConnectOptions {
  resolver: HostResolver;
  policy: ReachPolicy;
  connectTimeoutMs: number;
  headersTimeoutMs: number;
  /** Connections to one origin. */
  connections: number;
  /** Origins whose connections are kept open for the next page. */
  origins: number;
}

/** A connection that was not made because of the host itself. */
export class HostError extends Error {
  readonly why: Refusal | 'not-found' | 'undecided';
  constructor(why: HostError['why']) {
    super(`host not connected to: ${why}`);
    this.why = why;
  }
}

/** Addresses of one host that are tried, each with its share of the time to connect. */
const ADDRESSES_TRIED = 2;
const IDLE_CONNECTION_MS = 4_000;
const MAX_HEADER_BYTES = 16_384;

/** One pool per origin; the least recently used one is closed when there are too many. */
export interface OriginPools {
  dispatch(origin: string, options: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler): void;
  /** Ends all connections at once, whatever is under way. */
  close(): Promise<void>;
}

export function createOriginPools(options: ConnectOptions): OriginPools {
  const connect = createGuardedConnector(options);
  const pools = new Map<string, Pool>();
  const closing = new Set<Pool>();

  function poolOf(origin: string): Pool {
    const known = pools.get(origin);
    // Last in the map is the one used last.
    if (known) pools.delete(origin);
    const pool =
      known ??
      new Pool(origin, {
        connect,
        connections: options.connections,
        pipelining: 1,
        allowH2: false,
        headersTimeout: options.headersTimeoutMs,
        bodyTimeout: options.headersTimeoutMs,
        keepAliveTimeout: IDLE_CONNECTION_MS,
        keepAliveMaxTimeout: IDLE_CONNECTION_MS,
        maxHeaderSize: MAX_HEADER_BYTES,
      });
    pools.set(origin, pool);
    if (pools.size > options.origins) retireOldest();
    return pool;
  }

  function retireOldest(): void {
    const [oldest] = pools;
    if (!oldest) return;
    const [origin, pool] = oldest;
    pools.delete(origin);
    closing.add(pool);
    // close() lets what is under way end first.
    void pool.close().finally(() => closing.delete(pool));
  }

  return {
    dispatch(origin, request, handler) {
      poolOf(origin).dispatch(request, handler);
    },
    async close() {
      const all = [...pools.values(), ...closing];
      pools.clear();
      await Promise.all(all.map((pool) => pool.destroy(null)));
    },
  };
}

/**
 * Connects to the very addresses the guard has judged, never to a name, and looks at the peer once more when connected.
 * undici asks a connector for names and literals alike, which a lookup hook is not.
 */
function createGuardedConnector(options: ConnectOptions): buildConnector.connector {
  const build = (timeout: number) =>
    buildConnector({ timeout, allowH2: false, maxCachedSessions: 0, keepAlive: false });
  const alone = build(options.connectTimeoutMs);
  const shared = build(options.connectTimeoutMs / ADDRESSES_TRIED);

  function dial(address: string, target: buildConnector.Options, dialer: buildConnector.connector) {
    return new Promise<Socket>((resolve, reject) => {
      // The name stays in `host` and `servername`: certificates are checked against it.
      dialer({ ...target, hostname: address }, (error, socket) => {
        if (error || !socket) return reject(error);
        const peer = socket.remoteAddress ?? '';
        if (sameAddress(peer, address) && refuseAddress(peer, options.policy) === null)
          return resolve(socket);
        socket.destroy();
        return reject(new HostError('private'));
      });
    });
  }

  async function connect(target: buildConnector.Options): Promise<Socket> {
    const found = await options.resolver.resolve(target.hostname);
    if (!found.ok) throw new HostError(found.why);
    const addresses = chooseAddresses(found.addresses);
    let lastError: unknown = null;
    for (const address of addresses) {
      try {
        return await dial(address, target, addresses.length === 1 ? alone : shared);
      } catch (error) {
        if (error instanceof HostError) throw error;
        lastError = error;
      }
    }
    throw lastError ?? new HostError('undecided');
  }

  return (target, callback) => {
    connect(target).then(
      (socket) => callback(null, socket),
      (error: unknown) => callback(error instanceof Error ? error : new Error(String(error)), null),
    );
  };
}

/** The first address of each family; of one family alone, its first two. */
function chooseAddresses(addresses: readonly string[]): string[] {
  const v6 = addresses.find((address) => address.includes(':'));
  const v4 = addresses.filter((address) => !address.includes(':'));
  if (v6 === undefined || v4.length === 0) return addresses.slice(0, ADDRESSES_TRIED);
  return [v4[0]!, v6];
}
