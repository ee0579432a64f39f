import { z } from 'zod';
import type { Call, ReplyOf } from '#contract/call.ts';
import { CallError, ERRORS, ErrorBody, type ErrorCode } from '#contract/errors.ts';
import { clientConfig } from './config.ts';
import { formatSeconds } from './format.ts';
import { accessToken, renewSession } from './supabase.ts';

const NO_CONNECTION =
  "Can't reach the server. Check your connection and try again. Nothing you typed is lost.";

export interface InvokeOptions {
  /** One key per user action: a repeated request with the same key costs nothing more. */
  idempotencyKey?: string;
  signal?: AbortSignal;
  headers?: Record<string, string>;
}

/**
 * Makes one call of the contract and validates the reply. Throws CallError for every refusal and failure; an
 * aborted signal throws its own AbortError.
 */
export async function invoke<C extends Call>(
  call: C,
  input: z.input<C['input']>,
  options: InvokeOptions = {},
): Promise<ReplyOf<C>> {
  const response = await sendCall(call, input, options);
  const reply = call.reply.safeParse(await readJson(response));
  if (!reply.success) {
    throw new CallError(
      'internal',
      'The server sent an unexpected response. Reload the page and try again.',
      {
        cause: reply.error,
      },
    );
  }
  return reply.data as ReplyOf<C>;
}

/** Makes one call and returns its successful response. Throws like `invoke`. */
export async function sendCall<C extends Call>(
  call: C,
  input: z.input<C['input']>,
  options: InvokeOptions = {},
): Promise<Response> {
  const token = await accessToken().catch((cause) => {
    throw connectionFailure(cause, options.signal);
  });
  let response = await send(call, input, options, token);
  // A token revoked elsewhere looks valid until it's used. A 401 changed nothing, so a retry is safe.
  if (response.status === 401 && token) {
    const renewed = await renewSession();
    if (renewed) response = await send(call, input, options, renewed);
  }
  if (!response.ok) throw errorFromResponse(response, await readText(response));
  return response;
}

async function send(
  call: Call,
  input: unknown,
  options: InvokeOptions,
  token: string | undefined,
): Promise<Response> {
  const { publishableKey } = clientConfig();
  const headers = new Headers(options.headers);
  headers.set('apikey', publishableKey);
  headers.set('authorization', `Bearer ${token ?? publishableKey}`);
  if (options.idempotencyKey) headers.set('idempotency-key', options.idempotencyKey);
  const isGet = call.method === 'GET';
  if (!isGet) headers.set('content-type', 'application/json');
  try {
    return await fetch(isGet ? `${call.path}${queryString(input)}` : call.path, {
      method: call.method,
      headers,
      body: isGet ? undefined : JSON.stringify(input),
      signal: options.signal,
    });
  } catch (cause) {
    throw connectionFailure(cause, options.signal);
  }
}

/** {id: 'a', limit: 5} -> "?id=a&limit=5". Undefined fields are left out. */
export function queryString(input: unknown): string {
  const fields = z
    .record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.undefined()]))
    .parse(input);
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(fields)) {
    if (value !== undefined) query.set(name, String(value));
  }
  const text = query.toString();
  return text ? `?${text}` : '';
}

async function readText(response: Response): Promise<string> {
  try {
    return await response.text();
  } catch (cause) {
    throw connectionFailure(cause, undefined);
  }
}

async function readJson(response: Response): Promise<unknown> {
  try {
    return JSON.parse(await readText(response));
  } catch (cause) {
    if (cause instanceof CallError) throw cause;
    return undefined;
  }
}

function connectionFailure(cause: unknown, signal: AbortSignal | undefined): unknown {
  if (signal?.aborted) return cause;
  return new CallError('unavailable', NO_CONNECTION, { cause });
}

/** Turns an error response into a CallError. Without our error body, the status decides the code. */
export function errorFromResponse(response: Pick<Response, 'status' | 'headers'>, body: string): CallError {
  const seconds = Number(response.headers.get('retry-after'));
  const retryAfterSeconds = seconds > 0 ? seconds : undefined;
  const parsed = ErrorBody.safeParse(jsonOrNull(body));
  if (!parsed.success) return new CallError(codeOfStatus(response.status), undefined, { retryAfterSeconds });
  const { code, message, details, request_id } = parsed.data.error;
  const known = isErrorCode(code) ? code : codeOfStatus(response.status);
  if (known === 'rate_limited' && retryAfterSeconds && message === ERRORS.rate_limited.message) {
    const text = `Too many attempts. Please try again in ${formatSeconds(retryAfterSeconds)}.`;
    return new CallError(known, text, { details, retryAfterSeconds });
  }
  // Support can look up the request by its reference.
  const text = known === 'internal' && request_id ? `${message} (reference ${request_id})` : message;
  return new CallError(known, text, { details, retryAfterSeconds });
}

function isErrorCode(code: string): code is ErrorCode {
  return Object.hasOwn(ERRORS, code);
}

function codeOfStatus(status: number): ErrorCode {
  const entry = Object.entries(ERRORS).find(([, error]) => error.status === status);
  if (entry && isErrorCode(entry[0])) return entry[0];
  return status >= 500 ? 'unavailable' : 'internal';
}

function jsonOrNull(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** The message to show for any failure. */
export function failureMessage(error: unknown): string {
  return error instanceof CallError ? error.message : ERRORS.internal.message;
}
