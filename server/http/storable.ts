import type { MiddlewareHandler } from 'hono';
import { CallError } from '#contract/errors.ts';
import type { AppEnv } from './context.ts';
import { UNSTORABLE, unstorable } from './parse-json.ts';

/**
 * Refuses a NUL character in the path or the query of a request. With `refuseUnstorable` for bodies, none gets
 * past the edge: HTTP doesn't allow it in headers, and URLs are decoded as UTF-8.
 */
export const refuseNulInUrl: MiddlewareHandler<AppEnv> = async (context, next) => {
  if (/%00/.test(context.req.url)) throw new CallError('validation_failed', UNSTORABLE);
  await next();
};

/** Throws `validation_failed` if a value from outside has text that PostgreSQL can't store. */
export function refuseUnstorable(root: unknown): void {
  const message = unstorable(root);
  if (message !== null) throw new CallError('validation_failed', message);
}
