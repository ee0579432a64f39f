import { randomUUID } from 'node:crypto';
import type { MiddlewareHandler } from 'hono';
import type { Log } from '../platform/log.ts';
import type { AppEnv } from './context.ts';

const PROXY_REQUEST_ID = /^[\w.-]{8,64}$/;

/**
 * Sets the id, log and client address of each request, and logs its result. With `trustProxy`, the client
 * address is the last entry of X-Forwarded-For, which our own proxy wrote.
 */
export function beginRequest(log: Log, options: { trustProxy: boolean }): MiddlewareHandler<AppEnv> {
  return async function requestMiddleware(context, next) {
    const startedAt = performance.now();
    const proxyId = context.req.header('x-request-id');
    const requestId =
      options.trustProxy && proxyId && PROXY_REQUEST_ID.test(proxyId) ? proxyId : randomUUID();
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
        ms: Math.round(performance.now() - startedAt),
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
