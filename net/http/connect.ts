import type { Socket } from 'node:net';
import { LRUCache } from 'lru-cache';
import { buildConnector, type Dispatcher, Pool } from 'undici';
import type { HostResolver } from '../dns.ts';
import { type ReachPolicy, refuseAddress, sameAddress } from '../guard.ts';
import { chooseAddresses, dialFirst } from './dial-addresses.ts';
import { HostError } from './host-error.ts';

export interface ConnectOptions {
  resolver: HostResolver;
  policy: ReachPolicy;
  connectTimeoutMs: number;
  headersTimeoutMs: number;
  /** Maximum connections per origin. */
  connections: number;
  /** Maximum origins with open connections. */
  origins: number;
}

const IDLE_CONNECTION_MS = 4_000;
const MAX_HEADER_BYTES = 16_384;

/** One connection pool per origin. Closes the least recently used pool beyond `origins`. */
export interface OriginPools {
  dispatch(origin: string, options: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler): void;
  /** Closes all connections immediately, including active ones. */
  close(): Promise<void>;
}

export function createOriginPools(options: ConnectOptions): OriginPools {
  const connect = createGuardedConnector(options);
  const closing = new Set<Pool>();
  const pools = new LRUCache<string, Pool>({
    max: options.origins,
    dispose: (pool, _origin, reason) => {
      if (reason !== 'evict') return;
      closing.add(pool);
      // close() waits for active requests.
      void pool.close().finally(() => closing.delete(pool));
    },
  });

  function originPool(origin: string): Pool {
    const known = pools.get(origin);
    if (known) return known;
    const pool = new Pool(origin, {
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
    return pool;
  }

  return {
    dispatch(origin, request, handler) {
      const pool = originPool(origin);
      if (isAboutToBeFree(pool)) setImmediate(() => pool.dispatch(request, handler));
      else pool.dispatch(request, handler);
    },
    async close() {
      const all = [...pools.values(), ...closing];
      pools.clear();
      await Promise.all(all.map((pool) => pool.destroy(null)));
    },
  };
}

/**
 * Whether a connection has just finished a response. undici reuses it only in the next turn of the event loop, and
 * would open another one now.
 */
function isAboutToBeFree({ stats }: Pool): boolean {
  return stats.free === 0 && stats.connected > stats.running;
}

/**
 * Connects to the exact addresses that the guard allowed, never to a name, and checks the peer again once
 * connected. It is a connector rather than a lookup hook, because undici skips lookup hooks for IP addresses.
 */
function createGuardedConnector(options: ConnectOptions): buildConnector.connector {
  const dialers = new Map<number, buildConnector.connector>();

  /** Addresses of one host share the connect timeout. */
  function dialerFor(addresses: number): buildConnector.connector {
    const known = dialers.get(addresses);
    if (known) return known;
    const timeout = options.connectTimeoutMs / addresses;
    const dialer = buildConnector({ timeout, allowH2: false, maxCachedSessions: 0, keepAlive: false });
    dialers.set(addresses, dialer);
    return dialer;
  }

  function dial(address: string, target: buildConnector.Options, dialer: buildConnector.connector) {
    return new Promise<Socket>((resolve, reject) => {
      // `host` and `servername` keep the name for certificate checks.
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
    // Cached: the address was looked up before the turn.
    const found = await options.resolver.resolve(target.hostname);
    if (!found.ok) throw new HostError(found.why);
    const addresses = chooseAddresses(found.addresses);
    const dialer = dialerFor(addresses.length);
    return await dialFirst(addresses, (address) => dial(address, target, dialer));
  }

  return (target, callback) => {
    connect(target).then(
      (socket) => callback(null, socket),
      (error: unknown) => callback(error instanceof Error ? error : new Error(String(error)), null),
    );
  };
}
