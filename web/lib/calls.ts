import { z } from 'zod';
import type { Call, ReplyOf } from '#contract/call.ts';
import { CallError, ERRORS, ErrorBody, type ErrorCode } from '#contract/errors.ts';
import { clientConfig } from './config.ts';
import { hasStoredSession, supabase } from './supabase.ts';

export interface InvokeOptions {
  /** One value for each thing a person asks for: a repeat with the same key costs nothing more. */
  idempotencyKey?: string;
  signal?: AbortSignal;
  headers?: Record<string, string>;
}

/**
 * Carries out one call of the contract and checks its reply. Throws CallError for every refusal and failure; an aborted
 * signal throws its own AbortError.
 */
export async function invoke<C extends Call>(
  call: C,
  input: z.input<C['input']>,
  options: InvokeOptions = {},
): Promise<ReplyOf<C>> {
  const response = await sendCall(call, input, options);
  const reply = call.reply.safeParse(await readJson(response));
  if (!reply.success) {
    throw new CallError('internal', 'The server answered in a way this page does not know. Please reload.', {
      cause: reply.error,
    });
  }
  return reply.data as ReplyOf<C>;
}

/** The response of one call, already known to be a success. Throws as `invoke` does. */
export async function sendCall<C extends Call>(
  call: C,
  input: z.input<C['input']>,
  options: InvokeOptions = {},
): Promise<Response> {
  const token = await accessToken();
  let response = await send(call, input, options, token);
  // A token that was ended elsewhere looks good until it is used. Nothing was done yet, so asking again is safe.
  if (response.status === 401 && token) {
    const { auth } = await supabase();
    const { data, error } = await auth.refreshSession();
    if (data.session) response = await send(call, input, options, data.session.access_token);
    // The client keeps a refused session until its token runs out; here it is known to be worth nothing.
    else if (error?.status === 400) await auth.signOut({ scope: 'local' });
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
    return await fetch(isGet ? `${call.path}${queryOf(input)}` : call.path, {
      method: call.method,
      headers,
      body: isGet ? undefined : JSON.stringify(input),
      signal: options.signal,
    });
  } catch (cause) {
    throw failureOf(cause, options.signal);
  }
}

/** {id: 'a', limit: 5} -> "?id=a&limit=5"; fields without a value are left out. */
export function queryOf(input: unknown): string {
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

async function accessToken(): Promise<string | undefined> {
  if (!hasStoredSession()) return undefined;
  const { data } = await (await supabase()).auth.getSession();
  return data.session?.access_token;
}

async function readText(response: Response): Promise<string> {
  try {
    return await response.text();
  } catch (cause) {
    throw failureOf(cause, undefined);
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

function failureOf(cause: unknown, signal: AbortSignal | undefined): unknown {
  if (signal?.aborted) return cause;
  return new CallError(
    'unavailable',
    'The server cannot be reached. Check your connection and try again; nothing you typed is lost.',
    { cause },
  );
}

/** A refused response -> what went wrong. Understands our error body; anything else is told by its status. */
export function errorFromResponse(response: Pick<Response, 'status' | 'headers'>, body: string): CallError {
  const seconds = Number(response.headers.get('retry-after'));
  const retryAfterSeconds = seconds > 0 ? seconds : undefined;
  const parsed = ErrorBody.safeParse(jsonOrNull(body));
  if (!parsed.success) return new CallError(codeOfStatus(response.status), undefined, { retryAfterSeconds });
  const { code, message, details, request_id } = parsed.data.error;
  const known = isErrorCode(code) ? code : codeOfStatus(response.status);
  // With the reference a person who asks for help can be helped.
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

/** What to tell a person about any failure. */
export function messageOf(error: unknown): string {
  return error instanceof CallError ? error.message : ERRORS.internal.message;
}
