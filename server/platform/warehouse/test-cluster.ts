import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { createGunzip, createGzip } from 'node:zlib';
import { createLog } from '../log.ts';
import { createEngineHost, type Engine } from './engine-host.ts';

/** What a request contained. */
export interface ClusterRequest {
  database: string | null;
  settings: Record<string, string>;
  packed: { request: boolean; response: boolean };
  /** the length of its path and query */
  urlChars: number;
  /** whether the client disconnected before the response was complete */
  left: boolean;
}

/** A remote ClickHouse for tests: an embedded engine behind a proxy. */
export interface TestCluster {
  /** a value for CLICKHOUSE_URL */
  url(user?: string, query?: string): string;
  requests: ClusterRequest[];
  /** what happens to further requests; null: the engine handles them */
  mood: 'hangs' | 'hangs with headers' | 'breaks off' | null;
  close(): Promise<void>;
}

/** A statement for the engine, which then answers as such a server would. */
function asOn(like: 'cloud' | 'replicated', sql: string): string {
  const prefix = like === 'cloud' ? 'Shared' : 'Replicated';
  const databaseEngine = like === 'cloud' ? 'Shared' : 'Replicated';
  if (like === 'replicated' && /ENGINE = (?:Replacing)?MergeTree/.test(sql))
    return "SELECT throwIf(1, 'a table of a replicated database without a replicated engine')";
  return sql
    .replace(/ENGINE = Replicated/g, 'ENGINE = ')
    .replace(
      /\bsystem\.tables\b/g,
      `(SELECT * REPLACE (if(endsWith(engine, 'MergeTree'), concat('${prefix}', engine), engine) AS engine) FROM system.tables)`,
    )
    .replace(
      /\bsystem\.databases\b/g,
      `(SELECT * REPLACE ('${databaseEngine}' AS engine) FROM system.databases)`,
    );
}

const USER = 'leadwell';
const PASSWORD = 'a password of the tests';
const KNOWN = [
  'mutations_sync',
  'readonly',
  'wait_end_of_query',
  'cancel_http_readonly_queries_on_client_close',
  'async_insert',
  'http_write_exception_in_output_format',
];

/** The default of `http_max_field_value_size`, which also counts for the fields of forms. */
const MAX_FIELD_BYTES = 131_072;

async function hasLongField(type: string, params: URLSearchParams, body: Buffer): Promise<boolean> {
  const form = type.startsWith('multipart/form-data')
    ? await new Response(new Uint8Array(body), { headers: { 'Content-Type': type } }).formData()
    : [];
  return [...params, ...form].some(([, value]) => Buffer.byteLength(String(value)) > MAX_FIELD_BYTES);
}

/**
 * How a server shows its tables. `cloud`: ClickHouse Cloud, which changes the engines of CREATE statements. `replicated`: a
 * server whose database `leads` has the engine Replicated, which changes none.
 */
type Likeness = 'server' | 'cloud' | 'replicated';

export async function openTestCluster(like: Likeness = 'server'): Promise<TestCluster> {
  const folder = mkdtempSync(join(tmpdir(), 'leadwell-cluster-'));
  const host = createEngineHost({ folder, log: createLog('silent') });
  let running: Engine | undefined;
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const inUse = new Promise<void>((ready) => {
    void host.use(async (engine) => {
      running = engine;
      ready();
      await held;
    });
  });
  await inUse;
  const server = createServer((incoming, outgoing) => front(incoming, outgoing));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;

  const cluster: TestCluster = {
    url: (user = `${USER}:${encodeURIComponent(PASSWORD)}`, query = '') =>
      `http://${user}@127.0.0.1:${port}/warehouse${query}`,
    requests: [],
    mood: null,
    close: async () => {
      server.closeAllConnections();
      server.close();
      release();
      await host.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };

  function front(incoming: IncomingMessage, outgoing: ServerResponse): void {
    const address = new URL(incoming.url ?? '/', 'http://cluster');
    const { searchParams } = address;
    const asked: ClusterRequest = {
      database: searchParams.get('database'),
      settings: Object.fromEntries(
        KNOWN.flatMap((name) => {
          const value = searchParams.get(name);
          return value === null ? [] : [[name, value]];
        }),
      ),
      packed: {
        request: incoming.headers['content-encoding'] === 'gzip',
        response:
          searchParams.get('enable_http_compression') === '1' &&
          /\bgzip\b/.test(String(incoming.headers['accept-encoding'])),
      },
      urlChars: incoming.url?.length ?? 0,
      left: false,
    };
    cluster.requests.push(asked);
    const expected = `Basic ${Buffer.from(`${USER}:${PASSWORD}`).toString('base64')}`;
    if (incoming.headers.authorization !== expected) {
      incoming.resume();
      outgoing.writeHead(401, { 'X-ClickHouse-Exception-Code': '516' });
      outgoing.end('Code: 516. DB::Exception: Authentication failed. (AUTHENTICATION_FAILED)');
      return;
    }
    outgoing.once('close', () => {
      asked.left = !outgoing.writableFinished;
    });
    if (cluster.mood === 'hangs') return;
    if (cluster.mood === 'hangs with headers') {
      outgoing.writeHead(200).flushHeaders();
      return;
    }
    const engine = new URL(running?.url ?? '');
    const forwarded = request(
      {
        host: engine.hostname,
        port: engine.port,
        method: incoming.method,
        path: `${address.pathname}${address.search}`,
        headers: {
          authorization: `Basic ${Buffer.from(`leadwell:${running?.secret}`).toString('base64')}`,
          ...(incoming.headers['content-type'] ? { 'content-type': incoming.headers['content-type'] } : {}),
        },
      },
      (answer) => {
        if (cluster.mood === 'breaks off') {
          outgoing.writeHead(200, { 'content-length': '1000000' });
          answer.once('data', (piece: Buffer) => {
            outgoing.write(piece, () => outgoing.destroy());
            answer.destroy();
          });
          return;
        }
        const { 'content-length': _, ...headers } = answer.headers;
        const packing = asked.packed.response ? { 'content-encoding': 'gzip' } : {};
        outgoing.writeHead(answer.statusCode ?? 500, { ...headers, ...packing });
        (asked.packed.response ? answer.pipe(createGzip()) : answer).pipe(outgoing);
      },
    );
    forwarded.once('error', () => outgoing.destroy());
    outgoing.once('close', () => forwarded.destroy());
    const type = incoming.headers['content-type'] ?? '';
    const isStatement = !searchParams.has('query') && !asked.packed.request;
    if (isStatement || type.startsWith('multipart/form-data')) {
      const sent = buffer(incoming).then(async (body) => {
        if (await hasLongField(type, searchParams, body)) {
          outgoing.writeHead(400, { 'X-ClickHouse-Exception-Code': '1000' });
          outgoing.end(
            'Code: 1000. DB::Exception: HTML Form Exception: Field value too long. (POCO_EXCEPTION)',
          );
          return;
        }
        forwarded.end(like !== 'server' && isStatement ? asOn(like, body.toString()) : body);
      });
      sent.catch(() => outgoing.destroy());
      return;
    }
    (asked.packed.request ? incoming.pipe(createGunzip()) : incoming).pipe(forwarded);
  }

  return cluster;
}
