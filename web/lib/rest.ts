import { restFailure } from './calls.ts';
import { clientConfig } from './config.ts';
import { accessToken, sessionFetch } from './supabase.ts';

/** Rows of a table, and the count of all rows that match. */
export interface RestRows {
  rows: unknown;
  count: number;
}

/**
 * Reads rows from /rest/v1. `query` has PostgREST's parameters, such as `{ select: 'id', email: 'eq.a@b.c' }`. An offset
 * past the end gives no rows. Throws CallError; an aborted signal throws its own AbortError.
 */
export async function readRows(
  table: 'tasks' | 'user_payments',
  query: Readonly<Record<string, string>>,
  signal?: AbortSignal,
): Promise<RestRows> {
  const { publishableKey } = clientConfig();
  const token = (await accessToken()) ?? publishableKey;
  let response: Response;
  try {
    response = await sessionFetch(`${location.origin}/rest/v1/${table}?${new URLSearchParams(query)}`, {
      headers: { apikey: publishableKey, authorization: `Bearer ${token}`, prefer: 'count=exact' },
      ...(signal && { signal }),
    });
    if (response.status === 416) return { rows: [], count: Number(query.offset) };
    if (response.ok) return { rows: await response.json(), count: countOf(response) };
  } catch (cause) {
    if (signal?.aborted) throw cause;
    throw restFailure(0, cause);
  }
  throw restFailure(response.status, await response.text());
}

/** "0-4/12" -> 12 */
function countOf(response: Response): number {
  return Number(response.headers.get('content-range')?.split('/')[1] ?? 0);
}
