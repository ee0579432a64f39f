import { randomUUID } from 'node:crypto';
import type { MiddlewareHandler } from 'hono';
import { accountLabel } from '../platform/account-label.ts';
import type { Clock } from '../platform/clock.ts';
import { runFor } from '../platform/database/database-turns.ts';
import { createFailureLog } from '../platform/failure-log.ts';
import type { Log } from '../platform/log.ts';
import type { TrustedProxies } from '../platform/process/trusted-proxies.ts';
import { clientAddress, isFromProxy } from './client-address.ts';
import type { AppEnv } from './context.ts';

const PROXY_REQUEST_ID = /^[\w.-]{8,64}$/;

/**
 * Sets the id, log, client address and operator of each request, and logs its result. Forwarding headers count only if
 * `proxies` wrote them.
 */
export function beginRequest(
  log: Log,
  {
    proxies,
    clock = { now: Date.now },
    operatorEmail,
    dataKey = '',
  }: {
    proxies: TrustedProxies | null;
    clock?: Clock;
    operatorEmail?: string | undefined;
    /** for the labels of accounts */
    dataKey?: string;
  },
): MiddlewareHandler<AppEnv> {
  const failures = createFailureLog(clock.now);
  return async function requestMiddleware(context, next) {
    const startedAt = performance.now();
    const peer = context.env?.incoming?.socket.remoteAddress;
    const proxyId = context.req.header('x-request-id');
    const requestId =
      proxyId && PROXY_REQUEST_ID.test(proxyId) && isFromProxy(peer, proxies) ? proxyId : randomUUID();
    const requestLog = log.child({ request_id: requestId });
    context.set('requestId', requestId);
    context.set('log', requestLog);
    context.set('failures', failures);
    context.set('clientAddress', clientAddress(peer, context.req.header('x-forwarded-for'), proxies));
    context.set('operatorEmail', operatorEmail);
    context.header('X-Request-Id', requestId);
    // Until a session is known.
    await runFor('visitors', next);
    const session = context.get('callSession');
    requestLog.info(
      {
        method: context.req.method,
        path: withoutToken(context.req.path),
        status: context.res.status,
        ms: Math.round(performance.now() - startedAt),
        ...(session ? { account: accountLabel(dataKey, session.accountId) } : {}),
      },
      'request',
    );
  };
}

/** A path for the log. The end of /webhooks/<feature>/<token> gives access. */
export function withoutToken(path: string): string {
  return path.replace(/^(\/webhooks\/[^/]+\/).+$/, '$1…');
}
