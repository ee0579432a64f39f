import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FakeWeb, startFakeWeb } from '../e2e/fixtures/fake-web.ts';
import { createHostResolver } from './dns.ts';
import { type GuardedSocks, startGuardedSocks } from './guarded-socks.ts';

const GRANTED = 0;
const NOT_ALLOWED = 2;
const COMMAND_NOT_SUPPORTED = 7;

let web: FakeWeb;
let strict: GuardedSocks;
let open: GuardedSocks;

async function start(allowPrivateNetwork: boolean): Promise<GuardedSocks> {
  const policy = { allowPrivateNetwork };
  const resolver = createHostResolver({ dnsServers: [web.dnsServer], policy });
  return startGuardedSocks({ resolver, policy, connectMs: 50_000, maxBytes: 1_000_000 });
}

beforeAll(async () => {
  web = await startFakeWeb({
    sites: [
      { name: 'plain.com', about: 'responds', pages: { '/': 'hello' } },
      { name: 'inside.com', about: 'a private address', addresses: ['10.0.0.7'] },
      { name: 'metadata.com', about: 'the metadata service', addresses: ['169.254.169.254'] },
    ],
  });
  strict = await start(false);
  open = await start(true);
});
afterAll(async () => {
  strict.close();
  open.close();
  await web.close();
});

const ipv4 = (address: string) => [1, ...address.split('.').map(Number)];
const name = (text: string) => [3, text.length, ...Buffer.from(text)];
const ipv6 = (...groups: number[]) => [4, ...groups.flatMap((group) => [group >> 8, group & 255])];

/** Requests a connection from the proxy and returns its reply code. */
async function requestConnection(
  socks: GuardedSocks,
  address: number[],
  port = 80,
  command = 1,
): Promise<number | undefined> {
  const socket = connect(Number(new URL(socks.url).port), '127.0.0.1');
  socket.write(Uint8Array.of(5, 1, 0));
  await once(socket, 'data');
  socket.write(Uint8Array.from([5, command, 0, ...address, port >> 8, port & 255]));
  const [reply] = (await once(socket, 'data')) as [Buffer];
  socket.destroy();
  return reply[1];
}

describe('a proxy that is closed', () => {
  it('connects nowhere when a look-up ends afterwards', async () => {
    const callers: (number | undefined)[] = [];
    const server = createServer((socket) => {
      callers.push(socket.remotePort);
      socket.destroy();
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const asked = Promise.withResolvers<void>();
    const found = Promise.withResolvers<{ ok: true; addresses: string[] }>();
    const socks = await startGuardedSocks({
      resolver: {
        resolve() {
          asked.resolve();
          return found.promise;
        },
        close() {},
      },
      policy: { allowPrivateNetwork: true },
      connectMs: 50_000,
      maxBytes: 1_000_000,
    });
    const client = connect(Number(new URL(socks.url).port), '127.0.0.1');
    client.on('error', () => {});
    const ended = new Promise((resolve) => client.once('close', resolve));
    client.write(Uint8Array.of(5, 1, 0));
    await once(client, 'data');
    client.resume();
    client.write(Uint8Array.from([5, 1, 0, ...name('slow.com'), port >> 8, port & 255]));
    await asked.promise;
    socks.close();
    found.resolve({ ok: true, addresses: ['127.0.0.1'] });
    await ended;
    // The server accepts connections in their order.
    const own = connect(port, '127.0.0.1');
    await once(own, 'connect');
    const ownPort = own.localPort;
    await once(own, 'close');
    expect(callers).toEqual([ownPort]);
    server.close();
  });
});

describe('the proxy of the rendering browser', () => {
  it.each([
    ['loopback', ipv4('127.0.0.1')],
    ['a private address', ipv4('192.168.1.1')],
    ['the metadata service', ipv4('169.254.169.254')],
    ['localhost', name('localhost')],
    ['a name with a private address', name('inside.com')],
    ['a name with a metadata address', name('metadata.com')],
    ['a numeric name', name('2130706433')],
    ['IPv6 loopback', ipv6(0, 0, 0, 0, 0, 0, 0, 1)],
    ['a mapped address', ipv6(0, 0, 0, 0, 0, 0xffff, 0x7f00, 1)],
    ['a unique local address', ipv6(0xfd00, 0, 0, 0, 0, 0, 0, 1)],
    ['an invalid name', name('a b')],
  ])('blocks %s', async (_what, address) => {
    expect(await requestConnection(strict, address)).toBe(NOT_ALLOWED);
  });

  it('rejects other ports and other commands', async () => {
    expect(await requestConnection(strict, name('plain.com'), 22)).toBe(NOT_ALLOWED);
    expect(await requestConnection(open, name('plain.com'), web.port, 2)).toBe(COMMAND_NOT_SUPPORTED);
  });

  it('connects to private networks if allowed, but never to metadata', async () => {
    expect(await requestConnection(open, name('plain.com'), web.port)).toBe(GRANTED);
    expect(await requestConnection(open, name('metadata.com'))).toBe(NOT_ALLOWED);
  });
});
