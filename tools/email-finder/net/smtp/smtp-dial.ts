import { connect, type Socket } from 'node:net';
import { SocksClient } from 'socks';
import { type ReachPolicy, refuseAddress, sameAddress } from '#net/guard.ts';
import { SmtpFault } from './smtp-fault.ts';

export interface SmtpDialOptions {
  policy: ReachPolicy;
  /** 25, except in tests and benchmarks */
  port: number;
  /**
   * the operator's proxy, `socks5://[user:password@]host:port`, which is exempt from the guard; null for none
   */
  socksProxy: string | null;
}

/**
 * Connects to an IP address (never a name) within `limitMs`. Throws SmtpFault, also if the signal aborts;
 * with a proxy, the abort may take until the limit.
 */
export type SmtpDial = (address: string, limitMs: number, signal?: AbortSignal) => Promise<Socket>;

export function createSmtpDial({ policy, port, socksProxy }: SmtpDialOptions): SmtpDial {
  const proxy = socksProxy === null ? null : readProxy(socksProxy);

  async function throughProxy(address: string, limitMs: number): Promise<Socket> {
    const { socket } = await SocksClient.createConnection({
      proxy: { ...proxy!, type: 5 },
      command: 'connect',
      destination: { host: address, port },
      timeout: limitMs,
    });
    return socket;
  }

  return async (address, limitMs, signal) => {
    if (refuseAddress(address, policy)) throw new SmtpFault('not-public');
    const socket = await (proxy
      ? throughProxy(address, limitMs)
      : direct(address, port, limitMs, signal)
    ).catch(() => {
      throw new SmtpFault('unreachable');
    });
    socket.setNoDelay(true);
    const peer = socket.remoteAddress ?? '';
    // With a proxy, the peer is the proxy itself.
    if (proxy || (sameAddress(peer, address) && !refuseAddress(peer, policy))) return socket;
    socket.destroy();
    throw new SmtpFault('not-public');
  };
}

function direct(host: string, port: number, limitMs: number, signal?: AbortSignal): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port });
    const abort = () => socket.destroy(new Error('aborted'));
    signal?.addEventListener('abort', abort, { once: true });
    const settle = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', abort);
    };
    const timer = setTimeout(() => socket.destroy(new Error('timeout')), limitMs);
    socket.once('error', reject);
    socket.once('connect', () => {
      settle();
      socket.off('error', reject);
      resolve(socket);
    });
    socket.once('close', settle);
  });
}

interface Proxy {
  host: string;
  port: number;
  userId?: string;
  password?: string;
}

function readProxy(text: string): Proxy {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (!url || !/^socks5h?:$/.test(url.protocol) || url.hostname === '')
    throw new Error('the SOCKS proxy must be a URL like socks5://user:password@proxy.example:1080');
  return {
    host: url.hostname.replace(/^\[(.*)\]$/, '$1'),
    port: url.port === '' ? 1080 : Number(url.port),
    ...(url.username === '' ? {} : { userId: decodeURIComponent(url.username) }),
    ...(url.password === '' ? {} : { password: decodeURIComponent(url.password) }),
  };
}
