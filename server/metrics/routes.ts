import { createHash, timingSafeEqual } from 'node:crypto';
import type { Hono } from 'hono';
import { CallError } from '#contract/errors.ts';
import type { Deps } from '../deps.ts';
import type { AppEnv } from '../http/context.ts';
import { metrics } from '../platform/metrics/metrics.ts';

/** Mounts /metrics for those who have METRICS_TOKEN, as a bearer token. Without the setting, there is no such page. */
export function mountMetrics(app: Hono<AppEnv>, { config }: Pick<Deps, 'config'>): void {
  const token = config.METRICS_TOKEN;
  if (!token) return;
  app.get('/metrics', async (context) => {
    const given = /^Bearer (.+)$/.exec(context.req.header('authorization') ?? '')?.[1];
    if (!given || !timingSafeEqual(hash(given), hash(token))) throw new CallError('not_authenticated');
    return context.body(await metrics.metrics(), 200, { 'Content-Type': metrics.contentType });
  });
}

/** Texts of any length as bytes of the same length, which take the same time to compare. */
function hash(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
