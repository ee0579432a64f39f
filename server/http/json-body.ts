import type { Context, MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { CallError } from '#contract/errors.ts';
import type { AppEnv } from './context.ts';

const MAX_DEPTH = 32;

/** Rejects a larger body with `payload_too_large` while it arrives, before it fills the memory. */
export function limitBody(maxBytes: number): MiddlewareHandler<AppEnv> {
  return bodyLimit({
    maxSize: maxBytes,
    onError: () => {
      throw new CallError(
        'payload_too_large',
        `The request is larger than ${formatBytes(maxBytes)}. Split it into smaller requests.`,
      );
    },
  });
}

/**
 * Parses the body as JSON; an empty body is `{}`. Throws `bad_json`, or `validation_failed` for unstorable
 * text.
 */
export async function readJsonBody(context: Context<AppEnv>): Promise<unknown> {
  // Not context.req.text(): it caches the text for the whole request, which can wait minutes for a task.
  const text = await context.req.raw.text();
  if (!text.trim()) return {};
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw new CallError('bad_json', "The request body isn't valid JSON. Nothing was started.", { cause });
  }
  refuseUnstorable(value);
  return value;
}

/** Like `readJsonBody`, but throws `validation_failed` unless the body is an object. */
export async function readJsonObject(context: Context<AppEnv>): Promise<Readonly<Record<string, unknown>>> {
  const body = await readJsonBody(context);
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw new CallError('validation_failed', 'The request body must be a JSON object.');
  }
  return body as Readonly<Record<string, unknown>>;
}

/** PostgreSQL can't store U+0000 or lone surrogates, and deep nesting could exhaust the stack. */
function refuseUnstorable(root: unknown): void {
  const pending: { value: unknown; depth: number }[] = [{ value: root, depth: 0 }];
  for (let next = pending.pop(); next; next = pending.pop()) {
    const { value, depth } = next;
    if (typeof value === 'string') {
      refuseUnstorableText(value);
    } else if (typeof value === 'object' && value !== null) {
      if (depth >= MAX_DEPTH) {
        throw new CallError(
          'validation_failed',
          `The request body is nested more than ${MAX_DEPTH} levels deep.`,
        );
      }
      for (const [key, inner] of Object.entries(value)) {
        refuseUnstorableText(key);
        pending.push({ value: inner, depth: depth + 1 });
      }
    }
  }
}

function refuseUnstorableText(text: string): void {
  if (text.includes('\0') || !text.isWellFormed()) {
    throw new CallError('validation_failed', 'Text must not contain NUL or invalid Unicode characters.');
  }
}

function formatBytes(bytes: number): string {
  return bytes >= 1024 * 1024 ? `${Math.floor(bytes / (1024 * 1024))} MB` : `${Math.floor(bytes / 1024)} KB`;
}
