import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import type { HostResolver } from './dns.ts';
import { type ReachPolicy, refuseAddress, refuseUrl } from './guard.ts';

/**
 * A SOCKS5 proxy on loopback (RFC 1928: no authentication, CONNECT only) that lets a browser connect only
 * where the guard allows it. Browsers send unresolved names to a SOCKS5 proxy, so the address checked here is
 * the one connected to.
 */
export interface GuardedSocks {
  /** `socks5://127.0.0.1:port` */
  url: string;
  close(): void;
}

export interface GuardedSocksOptions {
  resolver: HostResolver;
  policy: ReachPolicy;
  connectMs: number;
  /** Total download limit. Beyond it, the proxy closes every connection. */
  maxBytes: number;
}

const VERSION = 5;
const NO_AUTHENTICATION = 0;
const CONNECT = 1;
const IPV4 = 1;
const NAME = 3;
const IPV6 = 4;
const GRANTED = 0;
const NOT_ALLOWED = 2;
const UNREACHABLE = 4;
const COMMAND_NOT_SUPPORTED = 7;
/** A valid greeting or request is shorter. */
const MAX_REQUEST_BYTES = 512;

export async function startGuardedSocks(options: GuardedSocksOptions): Promise<GuardedSocks> {
  const sockets = new Set<Socket>();
  let received = 0;
  let isClosed = false;

  function closeAll(): void {
    for (const socket of sockets) socket.destroy();
  }

  function watch(socket: Socket): void {
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
    socket.on('close', () => sockets.delete(socket));
  }

  async function serveClient(client: Socket): Promise<void> {
    const greeting = await readUntil(client, (bytes) => bytes.length >= 2 && bytes.length >= 2 + bytes[1]!);
    if (greeting[0] !== VERSION) throw new Error('not SOCKS5');
    client.write(Uint8Array.of(VERSION, NO_AUTHENTICATION));
    const request = await readUntil(client, (bytes) => requestLength(bytes) !== null);
    const target = readTarget(request);
    if (request[1] !== CONNECT || !target) return refuse(client, COMMAND_NOT_SUPPORTED);
    const address = await findAllowedAddress(target);
    if (!address) return refuse(client, NOT_ALLOWED);
    // The look-up took its time.
    if (isClosed || client.destroyed) return;
    const remote = connect({ host: address, port: target.port, timeout: options.connectMs });
    watch(remote);
    client.once('close', () => remote.destroy());
    remote.once('timeout', () => remote.destroy(new Error('connect timeout')));
    try {
      await once(remote, 'connect');
    } catch {
      return refuse(client, UNREACHABLE);
    }
    remote.setTimeout(0);
    if (refuseAddress(remote.remoteAddress ?? '', options.policy)) {
      remote.destroy();
      return refuse(client, NOT_ALLOWED);
    }
    client.write(reply(GRANTED));
    remote.on('data', (chunk) => {
      received += chunk.length;
      if (received > options.maxBytes) closeAll();
    });
    remote.on('close', () => client.end());
    client.pipe(remote).pipe(client);
  }

  /** Returns the address to connect to, or null if the guard blocks it or the name doesn't resolve. */
  async function findAllowedAddress(target: Target): Promise<string | null> {
    const host = target.host.includes(':') ? `[${target.host}]` : target.host;
    const text = `http://${host}:${target.port}/`;
    if (!URL.canParse(text)) return null;
    const url = new URL(text);
    if (refuseUrl(url, options.policy)) return null;
    const found = await options.resolver.resolve(url.hostname);
    return found.ok ? (found.addresses[0] ?? null) : null;
  }

  const server = createServer((client) => {
    watch(client);
    serveClient(client).catch(() => client.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `socks5://127.0.0.1:${port}`,
    close() {
      isClosed = true;
      server.close();
      closeAll();
    },
  };
}

interface Target {
  host: string;
  port: number;
}

/** Length of a complete request, or null while it is incomplete. */
function requestLength(bytes: Uint8Array): number | null {
  if (bytes.length < 5) return null;
  const kind = bytes[3];
  const addressLength = kind === IPV4 ? 4 : kind === IPV6 ? 16 : kind === NAME ? 1 + bytes[4]! : 0;
  const length = 4 + addressLength + 2;
  return bytes.length >= length ? length : null;
}

function readTarget(bytes: Uint8Array): Target | null {
  const length = requestLength(bytes);
  if (length === null || bytes[0] !== VERSION) return null;
  const port = bytes[length - 2]! * 256 + bytes[length - 1]!;
  const kind = bytes[3];
  if (kind === IPV4) return { host: bytes.slice(4, 8).join('.'), port };
  if (kind === NAME) return { host: new TextDecoder().decode(bytes.slice(5, length - 2)), port };
  if (kind !== IPV6) return null;
  const groups = Array.from({ length: 8 }, (_, group) =>
    (bytes[4 + group * 2]! * 256 + bytes[5 + group * 2]!).toString(16),
  );
  return { host: groups.join(':'), port };
}

function readUntil(socket: Socket, isComplete: (bytes: Uint8Array) => boolean): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    let bytes = Buffer.alloc(0);
    const onData = (chunk: Buffer) => {
      bytes = Buffer.concat([bytes, chunk]);
      if (bytes.length > MAX_REQUEST_BYTES) end(() => reject(new Error('request too long')));
      else if (isComplete(bytes)) end(() => resolve(bytes));
    };
    const onClose = () => end(() => reject(new Error('closed')));
    const end = (settle: () => void) => {
      socket.off('data', onData);
      socket.off('close', onClose);
      socket.pause();
      settle();
    };
    socket.on('data', onData);
    socket.on('close', onClose);
    socket.resume();
  });
}

function refuse(client: Socket, code: number): void {
  client.end(reply(code));
}

function reply(code: number): Uint8Array {
  return Uint8Array.of(VERSION, code, 0, IPV4, 0, 0, 0, 0, 0, 0);
}
