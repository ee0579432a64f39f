import { type Context, Hono } from 'hono';
import type { Deps } from '../deps.ts';
import { type AppEnv, type Authenticate, bearerToken, type Session } from '../http/context.ts';
import { limitBody, readJsonBody } from '../http/json-body.ts';
import { assertScope } from '../http/key-scope.ts';
import { countOpenCalls, type OpenCalls } from '../http/open-calls.ts';
import { createRateLimiter } from '../http/rate-limit.ts';
import { streamText } from '../http/text-stream.ts';
import { runFor, runHeavy } from '../platform/database/database-turns.ts';
import { permissionDenied, RestError, restErrorResponse } from './error.ts';
import { parseQuery, type RestQuery, rangeNotSatisfiable, runSearches } from './query.ts';
import { isFile, isStreamed, rowsJson } from './rows-json.ts';
import { countRows, findRows } from './store.ts';
import type { RestTable, StoredValues } from './table.ts';

const MAX_BODY_BYTES = 64 * 1024;
const JSON_TYPE = 'application/json; charset=utf-8';
const SINGLE_TYPE = 'application/vnd.pgrst.object+json';

/** Mounts /rest/v1, which gives supabase-js access to the caller's rows in the given tables. */
export function mountRest(
  app: Hono<AppEnv>,
  deps: Deps,
  options: { authenticate: Authenticate; openCalls: OpenCalls; tables: readonly RestTable[] },
): void {
  const { db } = deps.database;
  const limiter = createRateLimiter(deps);
  const tables = new Map(options.tables.map((table) => [table.name, table]));
  const rest = new Hono<AppEnv>();
  rest.onError(restErrorResponse);
  rest.use(limitBody(MAX_BODY_BYTES));

  /** Finds the table of the path and the session. Reports an invalid token before any other error. */
  async function open(context: Context<AppEnv>): Promise<{ table: RestTable; session: Session }> {
    const token = bearerToken(context, deps.config.PUBLISHABLE_KEY);
    const session = token ? await options.authenticate(token, context) : null;
    if (token && !session) {
      context.header('WWW-Authenticate', 'Bearer error="invalid_token"');
      throw new RestError(401, 'PGRST301', 'JWT expired, revoked or not issued by this server');
    }
    const name = context.req.param('table') ?? '';
    const table = tables.get(name);
    if (!table) {
      const shown = name.slice(0, 100);
      throw new RestError(404, 'PGRST205', `Could not find the table 'public.${shown}' in the schema cache`);
    }
    if (!session) throw permissionDenied(table.name, false);
    assertScope(session, table.scope, {});
    return { table, session };
  }

  /** What `open` found. */
  function opened(context: Context<AppEnv>): { table: RestTable; session: Session } {
    const table = tables.get(context.req.param('table') ?? '');
    const session = context.get('callSession');
    if (!table || !session) throw new Error('The table was not opened.');
    return { table, session };
  }

  // Before each handler, so that its response counts as open until it is sent.
  rest.use('/:table', async function openTable(context, next) {
    context.set('callSession', (await open(context)).session);
    await next();
  });
  rest.use(
    '/:table',
    countOpenCalls(options.openCalls, (context) => {
      const { table, session } = opened(context);
      return { accountId: session.accountId, call: table.name, costs: false, idempotencyKey: null };
    }),
  );

  // Hono also routes HEAD here.
  rest.get('/:table', async (context) => {
    const { table, session } = opened(context);
    const single = acceptsSingle(context);
    const parsed = parseQuery(table, new URL(context.req.url).searchParams, context.req.header('range'));
    const isSearch = parsed.filters.some(({ operator }) => operator === 'contains');
    if (isSearch && table.limits) await limiter.take(table.limits.search, session.accountId);
    const read = async () => {
      const query = await runSearches(table, parsed, session.accountId);
      const counted = prefers(context, /^count=/);
      const total = counted ? await countRows(db, table, query, session.accountId) : null;
      if (total !== null && query.offset > total) {
        throw rangeNotSatisfiable(
          `An offset of ${query.offset} was requested, but there are only ${total} rows.`,
        );
      }
      const rows = await findRows(db, table, query, session.accountId);
      if (single) refuseUnlessOne(rows);
      if (table.limits && isFile(query, rows)) await limiter.take(table.limits.file, session.accountId);
      const partial = total !== null && rows.length < total;
      context.header('Content-Range', contentRange(query, rows.length, total));
      return rowsResponse(context, query, rows, { single, status: partial ? 206 : 200 });
    };
    // A search reads a text of every row, and a large column the rows of another table.
    return (isSearch || isStreamed(parsed) ? runHeavy : runFor)(session.accountId, read);
  });

  rest.post('/:table', async (context) => {
    const { table, session } = opened(context);
    if (!table.write) throw permissionDenied(table.name, true);
    const search = new URL(context.req.url).searchParams;
    const single = acceptsSingle(context);
    const query = parseQuery(table, new URLSearchParams({ select: search.get('select') ?? '*' }), undefined);
    const merge = prefers(context, /^resolution=merge-duplicates$/);
    const ignore = prefers(context, /^resolution=ignore-duplicates$/);
    const row = oneRow(await readJsonBody(context));
    if (!merge && !ignore) {
      throw new RestError(
        409,
        '23505',
        `duplicate key value violates unique constraint "${table.name}_key"`,
        {
          hint: `Your row already exists. Upsert it with onConflict '${table.write.onConflict}'.`,
        },
      );
    }
    if (search.get('on_conflict') !== table.write.onConflict) {
      throw new RestError(
        400,
        '42P10',
        'there is no unique constraint matching the ON CONFLICT specification',
        {
          hint: `on_conflict=${table.write.onConflict}`,
        },
      );
    }
    await table.write.upsert(session, row, ignore);
    if (!prefers(context, /^return=representation$/)) return context.body(null, 201);
    const rows = ignore ? [] : await findRows(db, table, query, session.accountId);
    if (single) refuseUnlessOne(rows);
    return rowsResponse(context, query, rows, { single, status: 201 });
  });

  rest.on(['PUT', 'PATCH', 'DELETE'], '/:table', (context) => {
    const { table } = opened(context);
    throw permissionDenied(table.name, true);
  });
  rest.all('/*', () => {
    throw new RestError(404, 'PGRST202', 'Could not find the function or table in the schema cache');
  });
  app.route('/rest/v1', rest);
}

async function rowsResponse(
  context: Context<AppEnv>,
  query: RestQuery,
  rows: readonly StoredValues[],
  { single, status }: { single: boolean; status: 200 | 201 | 206 },
): Promise<Response> {
  context.header('Content-Type', single ? `${SINGLE_TYPE}; charset=utf-8` : JSON_TYPE);
  context.header('Cache-Control', 'no-store');
  if (context.req.method === 'HEAD') return context.body(null, status);
  const chunks = rowsJson(query, rows, single);
  if (isStreamed(query))
    return context.body(
      streamText(context, () => chunks),
      status,
    );
  let text = '';
  for await (const chunk of chunks) text += chunk;
  return context.body(text, status);
}

/** Whether the client wants a single object. Throws 406 for unsupported media types (CSV, GeoJSON, plans). */
function acceptsSingle(context: Context<AppEnv>): boolean {
  const accept = (context.req.header('accept') ?? '*/*').toLowerCase();
  if (accept.includes(SINGLE_TYPE) && !accept.includes('nulls=stripped')) return true;
  if (/\*\/\*|application\/(json|\*)/.test(accept)) return false;
  throw new RestError(406, 'PGRST107', `None of these media types are available: ${accept.slice(0, 200)}`);
}

function prefers(context: Context<AppEnv>, preference: RegExp): boolean {
  return (context.req.header('prefer') ?? '').split(',').some((part) => preference.test(part.trim()));
}

function refuseUnlessOne(rows: readonly StoredValues[]): void {
  if (rows.length === 1) return;
  throw new RestError(406, 'PGRST116', 'Cannot coerce the result to a single JSON object', {
    details: `The result contains ${rows.length} rows`,
  });
}

/** `0-1/2`, with `*` for no rows or an unknown total (RFC 9110 §14.4, with items as the unit). */
function contentRange(query: RestQuery, rows: number, total: number | null): string {
  const range = rows === 0 ? '*' : `${query.offset}-${query.offset + rows - 1}`;
  return `${range}/${total ?? '*'}`;
}

function oneRow(body: unknown): Readonly<Record<string, unknown>> {
  const rows: unknown[] = Array.isArray(body) ? body : [body];
  const [row] = rows;
  if (rows.length !== 1 || typeof row !== 'object' || row === null || Array.isArray(row)) {
    throw new RestError(400, 'PGRST102', 'The body must be a JSON object or a list with one object');
  }
  return row as Readonly<Record<string, unknown>>;
}
