import type { Hono } from 'hono';
import type { AppEnv } from './context.ts';

/** The names of all mounted calls, sorted. */
export function mountedCalls(app: Hono<AppEnv>): string[] {
  const names = app.routes.flatMap(({ path }) => /^\/functions\/v1\/([a-z-]+)$/.exec(path)?.[1] ?? []);
  return [...new Set(names)].sort();
}
