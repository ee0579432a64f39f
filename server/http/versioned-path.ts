import { getPath } from 'hono/utils/url';
import { CALLS_PATH, type Call, VERSIONED_PATH } from '#contract/call.ts';

/**
 * The path that a request is routed by. `/v1/task` is `/functions/v1/task`: each call has both names, and both take the same
 * way through the server.
 */
export function routedPath(request: Request): string {
  const path = getPath(request);
  return path.startsWith(VERSIONED_PATH) ? CALLS_PATH + path.slice(VERSIONED_PATH.length) : path;
}

/** The address of a call by the kind of name that a request has: `/v1/task` for one to `/v1/lists`. */
export function pathLike(request: Request, call: Call): string {
  return getPath(request).startsWith(VERSIONED_PATH)
    ? VERSIONED_PATH + call.path.slice(CALLS_PATH.length)
    : call.path;
}
