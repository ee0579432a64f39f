import type { Context, MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { CallError } from '#contract/errors.ts';
import type { AppEnv } from './context.ts';
import { type JsonParsing, NOT_UTF8, parseJsonBytes, utf8Text } from './parse-json.ts';

/** Rejects a larger body with `payload_too_large` while it arrives, before it fills the memory. */
export function limitBody(maxBytes: number): MiddlewareHandler<AppEnv> {
  return bodyLimit({
    maxSize: maxBytes,
    onError: () => {
      throw bodyTooLarge(maxBytes);
    },
  });
}

export function bodyTooLarge(maxBytes: number): CallError {
  return new CallError(
    'payload_too_large',
    `The request is larger than ${formatBytes(maxBytes)}. Split it into smaller requests.`,
  );
}

/**
 * Parses a small body as JSON; an empty body is `{}`. Throws `bad_json`, or `validation_failed` for unstorable
 * text. Bodies above 64 kB are for `readCallBody` (call-body.ts).
 */
export async function readJsonBody(context: Context<AppEnv>): Promise<unknown> {
  return parsedValue(await parseJsonBytes([await bodyBytes(context)]));
}

/** Like `readJsonBody`, but throws `validation_failed` unless the body is an object. */
export async function readJsonObject(context: Context<AppEnv>): Promise<Readonly<Record<string, unknown>>> {
  return requireObject(await readJsonBody(context));
}

/** The bytes of a body, which can be read once. */
export async function bodyBytes(context: Context<AppEnv>): Promise<Uint8Array<ArrayBuffer>> {
  // Not context.req.arrayBuffer(): it caches the body for the whole request, which can wait minutes for a task.
  return new Uint8Array(await context.req.raw.arrayBuffer());
}

/** The text of a body that the caller parses itself. Throws `bad_json` unless it is UTF-8. */
export function bodyText(body: Uint8Array): string {
  const text = utf8Text([body]);
  if (text === null) throw new CallError('bad_json', NOT_UTF8);
  return text;
}

/** The parsed value, or throws the error of the parsing. */
export function parsedValue(parsing: JsonParsing): unknown {
  if (!parsing.ok) throw new CallError(parsing.code, parsing.message);
  return parsing.value;
}

export function requireObject(body: unknown): Readonly<Record<string, unknown>> {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw new CallError('validation_failed', 'The request body must be a JSON object.');
  }
  return body as Readonly<Record<string, unknown>>;
}

function formatBytes(bytes: number): string {
  return bytes >= 1024 * 1024 ? `${Math.floor(bytes / (1024 * 1024))} MB` : `${Math.floor(bytes / 1024)} KB`;
}
