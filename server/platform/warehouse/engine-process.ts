import { timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { RawInsertFormat } from 'chdb';
import { readParams } from './bound-params.ts';
import { type EnginePool, type EngineStatement, openEnginePool } from './engine-pool.ts';

/**
 * The process around chDB: speaks as much of ClickHouse's HTTP interface as `@clickhouse/client` asks of it, on loopback, to whoever
 * knows the secret. It ends with its parent. Only engine-host.ts starts it.
 */

export interface EngineStart {
  folder: string;
  /** what callers give as their password */
  secret: string;
  maxMemoryBytes: number;
  maxSeconds: number;
}
export type EngineReport = { port: number } | { failure: string };

/** A thousand keywords of 200 characters travel in the address. */
const MAX_HEADER_BYTES = 8 * 1024 * 1024;
const MAX_BODY_BYTES = 256 * 1024 * 1024;
const KEEP_ALIVE_MS = 60_000;
const CODE = /^Code: (\d+)\./;
const INSERT = /^INSERT INTO (\S+) \(([^)]*)\) FORMAT (TabSeparated|JSONCompactEachRow)$/;

if (process.send) {
  // Left to itself, exit would wait for the queries that run; the engine loses nothing by being killed.
  process.once('disconnect', () => process.kill(process.pid, 'SIGKILL'));
  process.once('message', (start: EngineStart) => void serve(start));
}

async function serve(start: EngineStart): Promise<void> {
  try {
    const pool = openEnginePool(start);
    const server = createServer({ maxHeaderSize: MAX_HEADER_BYTES, keepAliveTimeout: KEEP_ALIVE_MS });
    server.on('request', (request, response) => void answer(pool, start.secret, request, response));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    report({ port: (server.address() as AddressInfo).port });
  } catch (error) {
    report({ failure: messageOf(error) });
    process.disconnect();
  }
}

function report(message: EngineReport): void {
  process.send?.(message);
}

async function answer(
  pool: EnginePool,
  secret: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const gone = new AbortController();
  response.once('close', () => gone.abort());
  try {
    if (!knowsSecret(request, secret)) {
      response.writeHead(401).end('Code: 516. DB::Exception: Authentication failed. (AUTHENTICATION_FAILED)');
      return;
    }
    const url = new URL(request.url ?? '/', 'http://engine');
    if (request.method !== 'POST') {
      response.end('Ok.\n');
      return;
    }
    const body = await readBody(request);
    const inAddress = url.searchParams.get('query');
    if (inAddress !== null && body.length > 0) {
      await pool.insert(readInsert(inAddress, body));
      response.end();
      return;
    }
    const { sql, fields } = await readStatement(url, inAddress, body, request);
    const seconds = Number(url.searchParams.get('max_execution_time')) || null;
    await answerStatement(
      pool,
      { sql, params: readParams(sql, fields), seconds, signal: gone.signal },
      response,
    );
  } catch (error) {
    fail(response, error);
  }
}

async function answerStatement(
  pool: EnginePool,
  statement: Omit<EngineStatement, 'format'>,
  response: ServerResponse,
): Promise<void> {
  const { signal } = statement;
  const format = /\sFORMAT\s+(\w+)\s*;?\s*$/i.exec(statement.sql);
  const sql = format ? statement.sql.slice(0, format.index) : statement.sql;
  for await (const chunk of pool.run({ ...statement, sql, format: format?.[1] ?? 'TabSeparated' })) {
    // Waits for a slow reader, and for nobody when the reader is gone.
    if (!response.write(chunk)) await once(response, 'drain', { signal });
  }
  response.end();
}

function knowsSecret(request: IncomingMessage, secret: string): boolean {
  const given = Buffer.from(request.headers.authorization ?? '');
  const expected = Buffer.from(`Basic ${Buffer.from(`leadwell:${secret}`).toString('base64')}`);
  return given.length === expected.length && timingSafeEqual(given, expected);
}

/** The statement with its parameters: in the address, or all in one form where they are too long for it. */
async function readStatement(
  url: URL,
  inAddress: string | null,
  body: Buffer,
  request: IncomingMessage,
): Promise<{ sql: string; fields: [string, string][] }> {
  const contentType = request.headers['content-type'] ?? '';
  const inUrl = [...url.searchParams];
  if (!contentType.startsWith('multipart/form-data')) {
    return { sql: inAddress ?? body.toString('utf8'), fields: inUrl };
  }
  const form = await new Response(new Uint8Array(body), {
    headers: { 'Content-Type': contentType },
  }).formData();
  const fields = [...form].map(([name, value]): [string, string] => [name, String(value)]);
  return { sql: String(form.get('query') ?? ''), fields: [...inUrl, ...fields] };
}

function readInsert(sql: string, values: Buffer) {
  const match = INSERT.exec(sql.trim());
  if (!match)
    throw new Error('Code: 62. DB::Exception: An insert names its table, columns and format. (SYNTAX_ERROR)');
  const [, table = '', columns = '', format] = match;
  const bare = (name: string) => name.trim().replaceAll('`', '');
  return {
    table: bare(table),
    columns: columns.split(',').map(bare),
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

/** Tells of a failure as ClickHouse does; cuts the answer where a part of it is sent already. */
function fail(response: ServerResponse, error: unknown): void {
  if (response.headersSent || response.destroyed) {
    response.destroy();
    return;
  }
  const message = messageOf(error);
  const code = CODE.exec(message)?.[1] ?? '1002';
  response.writeHead(code === '62' || code === '47' ? 400 : 500, { 'X-ClickHouse-Exception-Code': code });
  response.end(CODE.test(message) ? message : `Code: ${code}. DB::Exception: ${message} (UNKNOWN_EXCEPTION)`);
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
