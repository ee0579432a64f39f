import type { MiddlewareHandler } from 'hono';
import { routePath } from 'hono/route';
import { counter, histogram } from '../platform/metrics/metrics.ts';
import { createRecentSums } from '../platform/metrics/recent-sums.ts';
import type { AppEnv } from './context.ts';

const requests = counter('http_requests_total', 'Requests by route, method and status.', [
  'route',
  'method',
  'status',
]);
const seconds = histogram('http_request_duration_seconds', 'Time until the start of the answer, by route.', {
  labelNames: ['route'],
  buckets: [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
});
/** The requests of the last minutes to this process, under one key; `sum`: those that failed because of us. */
export const recentRequests = createRecentSums();
export const ALL_REQUESTS = 'all';
/** Every other method has one label, because clients can invent some. */
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/** Counts requests by the pattern of their route: paths have values of their own, and anyone can ask for any. */
export function countRequests(): MiddlewareHandler<AppEnv> {
  return async function requestMetrics(context, next) {
    const startedAt = performance.now();
    await next();
    const route = routePath(context);
    const method = METHODS.has(context.req.method) ? context.req.method : 'other';
    requests.inc({ route, method, status: context.res.status });
    recentRequests.add(ALL_REQUESTS, 1, context.res.status >= 500 ? 1 : 0);
    seconds.observe({ route }, (performance.now() - startedAt) / 1000);
  };
}
