import { errorOf, LeadwellError } from './error.ts';

export interface Connection {
  /** The address of the server, such as https://leads.acme.com */
  url: string;
  /** An API key (lwk_...), which you create under API in the dashboard. */
  key: string;
  /** How many times a request is sent again. Default: 5 */
  retries?: number;
  fetch?: typeof fetch;
  /** Waits this many ms. Default: a timer */
  pause?: (ms: number, signal: AbortSignal | undefined) => Promise<void>;
}

export interface ApiRequest<Answer> {
  method: string;
  path: string;
  query?: object | undefined;
  body?: object | undefined;
  headers?: Record<string, string>;
  /** Whether sending it twice is the same as once: it only reads, or has an Idempotency-Key. */
  repeatable: boolean;
  signal?: AbortSignal | undefined;
  /**
   * Reads a successful answer. If it fails, as when the connection is cut in the body, there was no answer, except with SyntaxError:
   * the answer isn't JSON.
   */
  read: (response: Response) => Promise<Answer>;
}

const DEFAULT_RETRIES = 5;
const FIRST_PAUSE_MS = 500;
const MAX_PAUSE_MS = 30_000;
/** The request wasn't worked, so it can be sent again in any case. With 503, it may have been. */
const NOT_WORKED = 429;
const PASSING = new Set([0, 408, 429, 500, 502, 503, 504]);

/**
 * Sends a request, again after failures that pass: as long as `Retry-After` says, or twice as long each time. One that isn't
 * `repeatable` is only sent again if the server says that it didn't work it. Throws LeadwellError.
 */
export async function send<Answer>(connection: Connection, request: ApiRequest<Answer>): Promise<Answer> {
  const { retries = DEFAULT_RETRIES, pause = timer } = connection;
  for (let tries = 0; ; tries += 1) {
    const answer = await sendOnce(connection, request);
    if (!(answer instanceof LeadwellError)) return answer;
    if (tries >= retries || !canRepeat(request, answer)) throw answer;
    const grown = FIRST_PAUSE_MS * 2 ** tries * (0.5 + Math.random());
    const ms = answer.retryAfter === undefined ? Math.min(grown, MAX_PAUSE_MS) : answer.retryAfter * 1000;
    await pause(ms, request.signal);
  }
}

function canRepeat(
  { repeatable }: { repeatable: boolean },
  { status, code, retryAfter }: LeadwellError,
): boolean {
  // The same request is being worked. Its answer comes later.
  if (code === 'conflict' && retryAfter !== undefined) return repeatable;
  if (status === NOT_WORKED && retryAfter !== undefined) return true;
  return repeatable && PASSING.has(status) && code !== 'quota_exceeded';
}

async function sendOnce<Answer>(
  connection: Connection,
  request: ApiRequest<Answer>,
): Promise<Answer | LeadwellError> {
  const { url, key, fetch: ask = fetch } = connection;
  const { method, path, query, body, headers, signal, read } = request;
  const target = new URL(path, url);
  for (const [name, value] of Object.entries(query ?? {}))
    if (value !== undefined && value !== null) target.searchParams.set(name, asText(value));
  let status = 0;
  try {
    const response = await ask(target, {
      method,
      headers: {
        authorization: `Bearer ${key}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(signal ? { signal } : {}),
    });
    status = response.status;
    return response.ok ? await read(response) : await errorOf(response);
  } catch (cause) {
    if (signal?.aborted) throw cause;
    // When the connection is cut, it is another error. This answer is complete, and the next one would be the same.
    if (cause instanceof SyntaxError && status !== 0)
      return new LeadwellError(
        `The answer of ${target.origin} isn't JSON. Check the address of the server.`,
        {
          code: 'not_json',
          status,
          cause,
        },
      );
    return new LeadwellError(`No answer from ${target.origin}.`, { code: 'no_answer', status: 0, cause });
  }
}

/** Lists of conditions and columns are JSON in a query. */
function asText(value: unknown): string {
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

function timer(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timeout);
      reject(signal?.reason);
    };
    const timeout = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, ms);
    if (signal?.aborted) stop();
    else signal?.addEventListener('abort', stop, { once: true });
  });
}
