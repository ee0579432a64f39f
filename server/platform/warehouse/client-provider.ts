import {
  type ClickHouseClient,
  ClickHouseLogLevel,
  type ClickHouseSettings,
  createClient,
} from '@clickhouse/client';
import { createEngineHost, type EngineHostOptions } from './engine-host.ts';

const MAX_SOCKETS = 32;
/**
 * Turns off the client's timer for idle sockets: a request aborted before it has its socket leaves a timer
 * running, which closes the socket 2.5 s later during another statement. Node itself closes idle sockets
 * according to the server's Keep-Alive header.
 */
const KEEP_ALIVE = { enabled: true, idle_socket_ttl: 0 };
/** Errors are thrown, so the client must not also print them with their values. */
const QUIET = { level: ClickHouseLogLevel.OFF };

/** Where a table has copies, a SELECT sees every row that was inserted before, on any copy. */
const SAME_ROWS: ClickHouseSettings = { select_sequential_consistency: '1' };

/** Provides a client of the running engine. */
export interface ClientProvider {
  use<T>(work: (client: ClickHouseClient) => Promise<T>): Promise<T>;
  /** Like `use`, for inserts: compresses them if the operator's URL says so. */
  useForInsert<T>(work: (client: ClickHouseClient) => Promise<T>): Promise<T>;
  /** Like `use`, for work that isn't a single promise. */
  keep(): { client(): Promise<ClickHouseClient>; release(): void };
  /** settings for every SELECT */
  selectSettings: ClickHouseSettings;
  /** settings for statements that change rows */
  loadSettings: ClickHouseSettings;
  /** settings for a SELECT whose rows an import or an opt-out needs */
  readLoadSettings: ClickHouseSettings;
  /**
   * After a connection error, briefly waits for the engine's exit, so that the next statement gets a new
   * engine.
   */
  settle(): Promise<void>;
  /** Runs `work` while the embedded engine writes nothing. */
  freeze<T>(work: () => Promise<T>): Promise<T>;
  pid(): number | null;
  close(): Promise<void>;
}

/** Clients of the operator's ClickHouse. A request without data for `idleMs` fails. */
export function clusterClients(url: string, idleMs: number): ClientProvider {
  const open = (address: string) =>
    createClient({
      url: address,
      request_timeout: idleMs,
      max_open_connections: MAX_SOCKETS,
      keep_alive: KEEP_ALIVE,
      log: QUIET,
    });
  const insertClient = open(url);
  const plain = new URL(url);
  // ClickHouse doesn't decompress the forms that long values are sent in.
  plain.searchParams.delete('compression_request');
  const client = open(plain.href);
  return {
    // ClickHouse cancels a SELECT of a disconnected client only in read-only mode. Waiting for the end of the
    // query returns a late failure as an error instead of text after the rows.
    selectSettings: { readonly: '2', cancel_http_readonly_queries_on_client_close: 1, wait_end_of_query: 1 },
    // Where a table has copies, each change is done on all of them, and the next statement can go to any.
    loadSettings: { ...SAME_ROWS, mutations_sync: '2', lightweight_deletes_sync: '2' },
    readLoadSettings: SAME_ROWS,
    use: (work) => work(client),
    useForInsert: (work) => work(insertClient),
    keep: () => ({ client: async () => client, release: () => {} }),
    settle: async () => {},
    freeze: (work) => work(),
    pid: () => null,
    close: async () => {
      await Promise.all([client.close(), insertClient.close()]);
    },
  };
}

/** Clients of an embedded engine, which starts on demand. */
export function engineClients(options: EngineHostOptions, idleMs: number): ClientProvider {
  const host = createEngineHost(options);
  let current: { url: string; client: ClickHouseClient } | null = null;

  function engineClient(engine: { url: string; secret: string }): ClickHouseClient {
    if (current?.url === engine.url) return current.client;
    void current?.client.close();
    const client = createClient({
      url: engine.url,
      username: 'leadwell',
      password: engine.secret,
      request_timeout: idleMs,
      max_open_connections: MAX_SOCKETS,
      keep_alive: KEEP_ALIVE,
      log: QUIET,
    });
    current = { url: engine.url, client };
    return client;
  }

  return {
    selectSettings: {},
    loadSettings: { mutations_sync: '1', lightweight_deletes_sync: '1' },
    readLoadSettings: {},
    use: (work) => host.use((engine) => work(engineClient(engine))),
    useForInsert: (work) => host.use((engine) => work(engineClient(engine))),
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
                resolve(engineClient(engine));
                await released;
              })
              .catch(reject);
          }),
        release,
      };
    },
    settle: () => host.settle(),
    freeze: (work) => host.freeze(work),
    pid: () => host.pid(),
    close: async () => {
      await host.close();
      await current?.client.close();
    },
  };
}
