import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { formatParam } from './query-params.ts';

/** Longer values go into the body, because proxies and ClickHouse limit the length of a URL. */
const MAX_URL_CHARS = 4096;

/** Part of the parameters of the client's `exec`. */
export interface StatementBody {
  query_params?: Record<string, unknown>;
  values?: Readable;
  http_headers?: Record<string, string>;
}

/**
 * Where `exec` sends a statement's bound values: short ones in the URL, long ones as a multipart form in the
 * request body, like the client's own `query` does. The client must not compress requests, because ClickHouse
 * doesn't decompress forms.
 */
export function statementBody(params: Record<string, unknown>): StatementBody {
  const fields = Object.entries(params).map(
    ([name, value]) => [`param_${name}`, formatParam(value)] as const,
  );
  const chars = fields.reduce(
    (sum, [name, value]) => sum + name.length + encodeURIComponent(value).length,
    0,
  );
  if (chars <= MAX_URL_CHARS) return { query_params: params };
  // Random, so that no value can contain it.
  const boundary = `leadwell-${randomUUID()}`;
  const parts = fields.map(
    ([name, value]) => `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  const body = Buffer.from(`${parts.join('')}--${boundary}--\r\n`);
  return {
    values: Readable.from([body], { objectMode: false }),
    http_headers: { 'Content-Type': `multipart/form-data; boundary=${boundary}` },
  };
}
