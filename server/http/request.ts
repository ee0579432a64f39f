import { randomUUID } from 'node:crypto';
import type { MiddlewareHandler } from 'hono';
import type { Log } from '../platform/log.ts';
import type { AppEnv } from './context.ts';

const OUTSIDE_REQUEST_ID = /^[\w.-]{8,64}$/;

/**
 * Gives each request an id, a log and its client's address, and logs how it ended. X-Forwarded-For counts only with
 * `trustProxy`, and then its last entry: the one our own proxy wrote.
 */
export function beginRequest(log: Log, options: { trustProxy: boolean }): MiddlewareHandler<AppEnv> {
  return async function requestMiddleware(context, next) {
    const began = performance.now();
    const outside = context.req.header('x-request-id');
    const requestId =
      options.trustProxy && outside && OUTSIDE_REQUEST_ID.test(outside) ? outside : randomUUID();
    const requestLog = log.child({ request_id: requestId });
    context.set('requestId', requestId);
    context.set('log', requestLog);
    context.set('clientAddress', clientAddress(context, options.trustProxy));
    context.header('X-Request-Id', requestId);
    await next();
    requestLog.info(
      {
        method: context.req.method,
        path: context.req.path,
        status: context.res.status,
        ms: Math.round(performance.now() - began),
      },
      'request',
    );
  };
}

function clientAddress(context: Parameters<MiddlewareHandler<AppEnv>>[0], trustProxy: boolean): string {
  if (trustProxy) {
    const last = context.req.header('x-forwarded-for')?.split(',').at(-1)?.trim();
    if (last) return last;
  }
  return context.env?.incoming?.socket.remoteAddress ?? 'unknown';
}
