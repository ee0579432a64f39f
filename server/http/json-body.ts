import type { Context, MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { CallError } from '#contract/errors.ts';
import type { AppEnv } from './context.ts';

const MAX_DEPTH = 32;

/** Refuses a larger body with `payload_too_large` while it arrives, before it is held. */
export function limitBody(maxBytes: number): MiddlewareHandler<AppEnv> {
  return bodyLimit({
    maxSize: maxBytes,
    onError: () => {
      throw new CallError(
        'payload_too_large',
        `The request is larger than ${inWords(maxBytes)}. Send less at once.`,
      );
    },
  });
}

/** The body as JSON; an empty one is `{}`. Throws `bad_json`, and `validation_failed` for text the database cannot hold. */
export async function readJsonBody(context: Context<AppEnv>): Promise<unknown> {
  // Not context.req.text(), which keeps the text for as long as the request is answered: minutes, where a task is waited for.
  const text = await context.req.raw.text();
  if (!text.trim()) return {};
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw new CallError('bad_json', 'The request body is not valid JSON. Nothing was started.', { cause });
  }
  refuseUnstorable(value);
  return value;
}

/** As `readJsonBody`, for bodies that are one object; throws `validation_failed` for any other. */
export async function readJsonObject(context: Context<AppEnv>): Promise<Readonly<Record<string, unknown>>> {
  const body = await readJsonBody(context);
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw new CallError('validation_failed', 'The request body must be a JSON object.');
  }
  return body as Readonly<Record<string, unknown>>;
}

/** PostgreSQL's text and jsonb hold neither U+0000 nor half a surrogate pair; deep nesting would exhaust a stack somewhere. */
function refuseUnstorable(root: unknown): void {
  const left: { value: unknown; depth: number }[] = [{ value: root, depth: 0 }];
  for (let next = left.pop(); next; next = left.pop()) {
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
        left.push({ value: inner, depth: depth + 1 });
      }
    }
  }
}

function refuseUnstorableText(text: string): void {
  if (text.includes('\0') || !text.isWellFormed()) {
    throw new CallError('validation_failed', 'Text may not contain NUL or broken Unicode characters.');
  }
}

function inWords(bytes: number): string {
  return bytes >= 1024 * 1024 ? `${Math.floor(bytes / (1024 * 1024))} MB` : `${Math.floor(bytes / 1024)} KB`;
}
