import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A TCP proxy on loopback whose connections can die without a sign, as after a failover or in a firewall. */
export interface TestProxy {
  /** the URL with the address of the proxy */
  through(url: string): string;
  /** Open connections accept bytes and forward none, for good. New ones work. */
  silence(): void;
  /** Like `silence`, but new connections are silent too, until `restore`. */
  silenceAll(): void;
  /** Ends all connections and every new one, as if the server was down, until `restore`. */
  refuse(): void;
  restore(): void;
  /** Connections that were silenced and that the client has not given up yet. */
  silenced(): number;
  close(): Promise<void>;
}

/** Starts a proxy to the server of a URL. */
export async function startTestProxy(target: string): Promise<TestProxy> {
  const { hostname, port } = new URL(target);
  const pairs = new Map<Socket, Socket>();
  const silent = new Set<Socket>();
  let newAreSilent = false;
  let refusing = false;
  const server = createServer((client) => {
    if (refusing) {
      client.destroy();
      return;
    }
    const upstream = connect(Number(port), hostname);
    pairs.set(client, upstream);
    if (newAreSilent) silent.add(client);
    client.on('data', (bytes) => silent.has(client) || upstream.write(bytes));
    upstream.on('data', (bytes) => silent.has(client) || client.write(bytes));
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      from.on('error', () => {});
      // The other side learns nothing of the end of a silent connection.
      from.on('close', () => silent.has(client) || to.destroy());
    }
    client.on('close', () => silent.delete(client));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address() as AddressInfo;
  const silence = () => {
    for (const client of pairs.keys()) if (!client.destroyed) silent.add(client);
  };
  return {
    through: (url) => {
      const changed = new URL(url);
      changed.host = `127.0.0.1:${address.port}`;
      return changed.href;
    },
    silence,
    silenceAll: () => {
      newAreSilent = true;
      silence();
    },
    refuse: () => {
      refusing = true;
      for (const client of pairs.keys()) client.destroy();
    },
    restore: () => {
      newAreSilent = false;
      refusing = false;
    },
    silenced: () => silent.size,
    close: async () => {
      for (const pair of pairs) for (const socket of pair) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
