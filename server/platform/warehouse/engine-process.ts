import { timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { flushCompileCache } from 'node:module';
import type { AddressInfo } from 'node:net';
import type { RawInsertFormat } from 'chdb';
import type { EnginePool, EngineStatement, loadEnginePool } from './engine-pool.ts';
import { parseParams } from './statement-params.ts';

/**
 * The process that runs chDB. On loopback, it implements the parts of ClickHouse's HTTP interface that
 * `@clickhouse/client` needs, for clients with the secret. engine-host.ts starts it; it exits with its
 * parent.
 */

export interface EngineStart {
  folder: string;
  /** where the engine may be installed apart from the program (installed-engine.ts) */
  home: string;
  /** URL of engine-pool.ts, imported late because the engine's package isn't made for every platform */
  pool: string;
  /** the password of clients */
  secret: string;
  maxMemoryBytes: number;
  maxSeconds: number;
}
export type EngineReport = { port: number } | { failure: string; missing?: boolean };
/** Why a response ended early. */
export interface EngineTrouble {
  broken: string;
}

/** Like ClickHouse. Long values are in the body. */
const MAX_HEADER_BYTES = 1024 * 1024;
const MAX_BODY_BYTES = 256 * 1024 * 1024;
const KEEP_ALIVE_MS = 60_000;
const CODE = /^Code: (\d+)\./;
/** The format of results that are read as a whole. */
const WHOLE_FORMAT = 'JSONEachRow';
const INSERT = /^INSERT INTO (\S+) \(([^)]*)\) FORMAT (TabSeparated|JSONCompactEachRow)$/;

if (process.send) {
  // A normal exit would wait for running queries, and killing the engine loses no data.
  process.once('disconnect', () => process.kill(process.pid, 'SIGKILL'));
  process.once('message', (start: EngineStart) => void serve(start));
}

async function serve(start: EngineStart): Promise<void> {
  let open: Awaited<ReturnType<typeof loadEnginePool>>;
  try {
    const { loadEnginePool: load }: typeof import('./engine-pool.ts') = await import(start.pool);
    open = await load(start.home);
  } catch (error) {
    report({ failure: errorMessage(error), missing: true });
    process.disconnect();
    return;
  }
  try {
    const pool = open(start);
    const server = createServer({ maxHeaderSize: MAX_HEADER_BYTES, keepAliveTimeout: KEEP_ALIVE_MS });
    server.on('request', (request, response) => void handle(pool, start.secret, request, response));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    report({ port: (server.address() as AddressInfo).port });
    // The parent kills this process, so Node wouldn't write it.
    flushCompileCache();
  } catch (error) {
    report({ failure: errorMessage(error) });
    process.disconnect();
  }
}

function report(message: EngineReport | EngineTrouble): void {
  process.send?.(message);
}

async function handle(
  pool: EnginePool,
  secret: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const disconnected = new AbortController();
  response.once('close', () => disconnected.abort());
  try {
    if (!isAuthorized(request, secret)) {
      response.writeHead(401).end('Code: 516. DB::Exception: Authentication failed. (AUTHENTICATION_FAILED)');
      return;
    }
    const url = new URL(request.url ?? '/', 'http://engine');
    if (request.method !== 'POST') {
      response.end('Ok.\n');
      return;
    }
    const body = await readBody(request);
    const urlQuery = url.searchParams.get('query');
    const isForm = (request.headers['content-type'] ?? '').startsWith('multipart/form-data');
    if (urlQuery !== null && body.length > 0 && !isForm) {
      await pool.insert(parseInsert(urlQuery, body));
      response.end();
      return;
    }
    const { sql, fields } = await readStatement(url, body, isForm ? request : null);
    const seconds = Number(url.searchParams.get('max_execution_time')) || null;
    await runStatement(
      pool,
      { sql, params: parseParams(sql, fields), seconds, signal: disconnected.signal },
      response,
    );
  } catch (error) {
    fail(response, error);
  }
}

async function runStatement(
  pool: EnginePool,
  statement: Omit<EngineStatement, 'format' | 'whole'>,
  response: ServerResponse,
): Promise<void> {
  const { signal } = statement;
  const format = /\sFORMAT\s+(\w+)\s*;?\s*$/i.exec(statement.sql);
  const sql = format ? statement.sql.slice(0, format.index) : statement.sql;
  // The client has all of these rows in memory anyway, and a failure after the first of them keeps its reason.
  const whole: Uint8Array[] | null = format?.[1] === WHOLE_FORMAT ? [] : null;
  const run = { ...statement, sql, format: format?.[1] ?? 'TabSeparated', whole: whole !== null };
  for await (const chunk of pool.run(run)) {
    if (whole) {
      whole.push(chunk);
      continue;
    }
    // Waits for a slow reader, but not for a disconnected one.
    if (!response.write(chunk)) await once(response, 'drain', { signal });
  }
  for (const chunk of whole ?? []) response.write(chunk);
  response.end();
}

function isAuthorized(request: IncomingMessage, secret: string): boolean {
  const given = Buffer.from(request.headers.authorization ?? '');
  const expected = Buffer.from(`Basic ${Buffer.from(`leadwell:${secret}`).toString('base64')}`);
  return given.length === expected.length && timingSafeEqual(given, expected);
}

/**
 * Reads the statement and its parameters from the URL and the body. With `form`, the body is a form: its
 * fields are parameters too, and it may have the statement.
 */
async function readStatement(
  url: URL,
  body: Buffer,
  form: IncomingMessage | null,
): Promise<{ sql: string; fields: [string, string][] }> {
  const urlQuery = url.searchParams.get('query');
  const urlFields = [...url.searchParams];
  if (!form) return { sql: urlQuery ?? body.toString('utf8'), fields: urlFields };
  const data = await new Response(new Uint8Array(body), {
    headers: { 'Content-Type': form.headers['content-type'] ?? '' },
  }).formData();
  const fields = [...data].map(([name, value]): [string, string] => [name, String(value)]);
  return { sql: urlQuery ?? String(data.get('query') ?? ''), fields: [...urlFields, ...fields] };
}

function parseInsert(sql: string, values: Buffer) {
  const match = INSERT.exec(sql.trim());
  if (!match)
    throw new Error(
      'Code: 62. DB::Exception: An insert must name its table, columns and format. (SYNTAX_ERROR)',
    );
  const [, table = '', columns = '', format] = match;
  const unquote = (name: string) => name.trim().replaceAll('`', '');
  return {
    table: unquote(table),
    columns: columns.split(',').map(unquote),
    format: format as RawInsertFormat,
    values,
  };
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > MAX_BODY_BYTES)
      throw new Error('Code: 307. DB::Exception: The body is too large. (TOO_MANY_BYTES)');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/**
 * Reports a failure like ClickHouse does, or closes the connection if part of the response is already sent.
 */
function fail(response: ServerResponse, error: unknown): void {
  if (response.headersSent || response.destroyed) {
    // The client only sees that the response ends early.
    if (!response.destroyed) report({ broken: errorMessage(error) });
    response.destroy();
    return;
  }
  const message = errorMessage(error);
  const code = CODE.exec(message)?.[1] ?? '1002';
  response.writeHead(code === '62' || code === '47' ? 400 : 500, { 'X-ClickHouse-Exception-Code': code });
  response.end(CODE.test(message) ? message : `Code: ${code}. DB::Exception: ${message} (UNKNOWN_EXCEPTION)`);
}

function errorMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
