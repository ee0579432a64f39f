import {
  type ClickHouseClient,
  ClickHouseLogLevel,
  type ClickHouseSettings,
  createClient,
} from '@clickhouse/client';
import { createEngineHost, type EngineHostOptions } from './engine-host.ts';

const MAX_SOCKETS = 32;
/**
 * The client's own timer for idle sockets stays off: a request that is aborted before it has its socket starts the timer once more, and
 * nobody stops the first, which then cuts off whatever statement has that socket 2.5 s later. Node lets go of idle sockets itself, by
 * what the server says of its patience.
 */
const KEEP_ALIVE = { enabled: true, idle_socket_ttl: 0 };
/** What goes wrong is thrown; the client would print it, values and all. */
const QUIET = { level: ClickHouseLogLevel.OFF };

/** Provides a client of the engine that runs now. */
export interface ClientProvider {
  use<T>(work: (client: ClickHouseClient) => Promise<T>): Promise<T>;
  /** As `use`, for work that is no single promise. */
  keep(): { client(): Promise<ClickHouseClient>; release(): void };
  /** settings of every SELECT */
  whileReading: ClickHouseSettings;
  /** After a connection that broke: waits a moment for the end of the engine to be known, so that the next statement gets a new one. */
  settle(): Promise<void>;
  pid(): number | null;
  close(): Promise<void>;
}

/** Over a ClickHouse of the operator's. `idleMs`: a request that hears nothing for so long is given up. */
export function clusterClients(url: string, idleMs: number): ClientProvider {
  const client = createClient({
    url,
    request_timeout: idleMs,
    max_open_connections: MAX_SOCKETS,
    keep_alive: KEEP_ALIVE,
    log: QUIET,
  });
  return {
    // A SELECT ends with its caller only where it is said to change nothing; and what fails on its way must come as a failure, not as
    // text at the end of the rows.
    whileReading: { readonly: '2', cancel_http_readonly_queries_on_client_close: 1, wait_end_of_query: 1 },
    use: (work) => work(client),
    keep: () => ({ client: async () => client, release: () => {} }),
    settle: async () => {},
    pid: () => null,
    close: () => client.close(),
  };
}

/** Over an engine of our own, started when it is needed. */
export function engineClients(options: EngineHostOptions, idleMs: number): ClientProvider {
  const host = createEngineHost(options);
  let known: { url: string; client: ClickHouseClient } | null = null;

  function clientOf(engine: { url: string; secret: string }): ClickHouseClient {
    if (known?.url === engine.url) return known.client;
    void known?.client.close();
    const client = createClient({
      url: engine.url,
      username: 'leadwell',
      password: engine.secret,
      request_timeout: idleMs,
      max_open_connections: MAX_SOCKETS,
      keep_alive: KEEP_ALIVE,
      log: QUIET,
    });
    known = { url: engine.url, client };
    return client;
  }

  return {
    whileReading: {},
    use: (work) => host.use((engine) => work(clientOf(engine))),
    keep() {
      let release = () => {};
      const released = new Promise<void>((resolve) => {
        release = resolve;
      });
      return {
        client: () =>
          new Promise((resolve, reject) => {
            host
              .use(async (engine) => {
                resolve(clientOf(engine));
                await released;
              })
              .catch(reject);
          }),
        release,
      };
    },
    settle: () => host.settle(),
    pid: () => host.pid(),
    close: async () => {
      await host.close();
      await known?.client.close();
    },
  };
}
