import { setTimeout as pause } from 'node:timers/promises';
import type { z } from 'zod';
import type { Call, ReplyOf } from '#contract/call.ts';
import { ERRORS, ErrorBody, type ErrorCode } from '#contract/errors.ts';
import { issueMessage } from '#contract/issue-messages.ts';
import { firstErrorLine, OperatorError } from '#server/platform/operator-error.ts';
import { readEnvFile } from '#server/process.ts';
import { UsageError } from '../usage-error.ts';
import { LOST_STATUSES, LostServer, untilReached } from './lost-server.ts';

/** A call that a server refused. `code`: undefined if its answer had none that is known. */
export class RefusedCall extends OperatorError {
  override readonly name = 'RefusedCall';
  readonly code: ErrorCode | undefined;

  constructor(message: string, code: ErrorCode | undefined) {
    super(message);
    this.code = code;
  }
}

/** Calls to a Leadwell server as the owner of an API key. */
export interface ServerCalls {
  /** without a slash at its end */
  url: string;
  /** Makes a call and checks its reply. Throws UsageError for a wrong input, and OperatorError for a refusal. */
  invoke<C extends Call>(call: C, input: z.input<C['input']>, options?: CallOptions): Promise<ReplyOf<C>>;
  /** Like `invoke`, for a file: its bytes, as they come. */
  open<C extends Call>(call: C, input: z.input<C['input']>, options?: CallOptions): Promise<ReadableStream>;
}

interface CallOptions {
  signal?: AbortSignal;
  /** a repeated request with the same key costs nothing more */
  idempotencyKey?: string | undefined;
  /** reply at once with the work that was started */
  respondAsync?: boolean;
  /** waits some minutes for a server that can't be reached. Only for a GET, with an `idempotencyKey`, or if repeating it changes nothing. */
  patient?: boolean;
}

const LOCAL = 'http://127.0.0.1:3000';
const KEY = /^[\x21-\x7e]+$/;
const TOO_MANY = 429;
/** Who sends many rows waits instead of failing. */
const LONGEST_PAUSE_S = 120;

/**
 * The server in LEADWELL_URL, with the key in LEADWELL_API_KEY, which can be in .env. Sends nothing yet. Throws UsageError
 * if one is missing or wrong. `permissions`: of a key for these calls.
 */
export function serverCalls(permissions = 'permissions Read and Run'): ServerCalls {
  readEnvFile();
  const url = (process.env.LEADWELL_URL || LOCAL).replace(/\/+$/, '');
  const address = URL.parse(url);
  // Not repeated: it has a password.
  if (address?.username || address?.password)
    throw new UsageError(
      'LEADWELL_URL must not have a user name or password. The key is in LEADWELL_API_KEY.',
    );
  if (!/^https?:$/.test(address?.protocol ?? ''))
    throw new UsageError(`LEADWELL_URL must be an address such as https://leads.example.com, not ${url}`);
  const key = process.env.LEADWELL_API_KEY?.trim();
  if (!key)
    throw new UsageError(
      `Set LEADWELL_API_KEY to an API key with the ${permissions}. You can create one at ${url}/dashboard/api`,
    );
  // Such a header can't be sent, and the error for it would repeat the key.
  if (!KEY.test(key))
    throw new UsageError(
      'LEADWELL_API_KEY has a space, a line break or another character that no key has. Copy the key again.',
    );

  async function send(
    call: Call,
    input: unknown,
    { signal, idempotencyKey, respondAsync }: CallOptions,
  ): Promise<Response> {
    const checked = call.input.safeParse(input, { error: issueMessage });
    if (!checked.success) throw new UsageError(checked.error.issues[0]?.message ?? 'The input is wrong.');
    const isGet = call.method === 'GET';
    for (;;) {
      const response = await fetch(`${url}${call.path}${isGet ? query(input) : ''}`, {
        method: call.method,
        headers: {
          authorization: `Bearer ${key}`,
          ...(isGet ? {} : { 'content-type': 'application/json' }),
          ...(idempotencyKey ? { 'idempotency-key': idempotencyKey } : {}),
          ...(respondAsync ? { prefer: 'respond-async' } : {}),
        },
        ...(isGet ? {} : { body: JSON.stringify(input) }),
        ...(signal ? { signal } : {}),
      }).catch((cause: unknown) => {
        if (signal?.aborted) throw cause;
        const why = firstErrorLine((cause as Error).cause ?? cause);
        throw new LostServer(`The server at ${url} can't be reached: ${why}`, { cause });
      });
      if (response.ok) return response;
      const seconds = Number(response.headers.get('retry-after'));
      if (response.status !== TOO_MANY || !(seconds > 0) || seconds > LONGEST_PAUSE_S)
        throw await refusal(response, url);
      await response.body?.cancel();
      await pause(seconds * 1000, undefined, signal ? { signal } : {});
    }
  }

  return {
    url,
    async invoke(call, input, options = {}) {
      const work = async () => replyOf(call, await send(call, input, options), url, options.signal);
      return options.patient ? untilReached(work, options.signal) : work();
    },
    async open(call, input, options = {}) {
      const { body } = await send(call, input, options);
      if (body) return body;
      throw new OperatorError(`The server at ${url} sent an empty response.`);
    },
  };
}

/** {id: 'a', first: 5} -> "?id=a&first=5". Undefined fields are left out. */
function query(input: unknown): string {
  const fields = new URLSearchParams();
  for (const [name, value] of Object.entries(input as object))
    if (value !== undefined) fields.set(name, String(value));
  return fields.size > 0 ? `?${fields}` : '';
}

async function replyOf<C extends Call>(
  call: C,
  response: Response,
  url: string,
  signal: AbortSignal | undefined,
): Promise<ReplyOf<C>> {
  const text = await response.text().catch((cause: unknown) => {
    if (signal?.aborted) throw cause;
    throw new LostServer(`The connection to ${url} was lost.`, { cause });
  });
  const reply = call.reply.safeParse(parseJson(text));
  if (reply.success) return reply.data as ReplyOf<C>;
  throw new OperatorError(`The server at ${url} sent an unexpected response. Is it another version?`);
}

/** null for a text that isn't JSON. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

async function refusal(response: Response, url: string): Promise<OperatorError> {
  const body = ErrorBody.safeParse(await response.json().catch(() => null)).data;
  if (response.status === 401) {
    const refused = `The server at ${url} doesn't accept the key in LEADWELL_API_KEY.`;
    return new RefusedCall([refused, body?.error.message].filter(Boolean).join(' '), 'not_authenticated');
  }
  const message = body?.error.message ?? `The server at ${url} answered with ${response.status}.`;
  const code = body?.error.code;
  if (!LOST_STATUSES.has(response.status))
    return new RefusedCall(message, code !== undefined && code in ERRORS ? (code as ErrorCode) : undefined);
  return new LostServer(message, { waitSeconds: Number(response.headers.get('retry-after')) || 0 });
}
