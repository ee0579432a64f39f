import type { Hono } from 'hono';
import type { Deps } from './deps.ts';
import type { AppEnv } from './http/context.ts';
import type { LeadDataDeps } from './leads/lead-data-check.ts';
import type { Unavailable } from './platform/database/availability.ts';
import { liveWorkers } from './tasks/workers.ts';

const READY_TIMEOUT_MS = 5000;
const PROBLEMS: Record<Unavailable, string> = {
  silent: 'no response',
  newer: 'changed by a newer version',
  replaced: 'used with another AUTH_SECRET',
};

/**
 * Mounts /healthz (the process responds) and /readyz (the database responds too, and how many workers run),
 * for load balancers. A server without a worker is ready: it accepts tasks, and a worker can start later. Lost rows of
 * lead databases are named, and the server is still ready: everything else works.
 * Requests that arrive during a check share it, so that they take one connection.
 */
export function mountHealth(
  app: Hono<AppEnv>,
  deps: Deps & LeadDataDeps,
  timeoutMs = READY_TIMEOUT_MS,
): void {
  const { db, kind } = deps.database;
  const { leadData, availability } = deps;
  let checking: Promise<{ workers: number } | null> | null = null;

  /** null: the database doesn't answer, or can't be used. The watch of the database knows sooner than the timeout. */
  function check(): Promise<{ workers: number } | null> {
    if (checking) return checking;
    const { promise: away, end } = availability.untilProblem();
    checking = Promise.race([
      away.catch(() => null),
      liveWorkers(db).then(
        (workers) => ({ workers: workers.length }),
        () => null,
      ),
      new Promise<null>((resolve) => {
        setTimeout(resolve, timeoutMs, null).unref();
      }),
    ]).finally(() => {
      end();
      checking = null;
    });
    return checking;
  }

  app.get('/healthz', (context) => context.json({ ok: true }));
  app.get('/readyz', async (context) => {
    const problem = availability.problem();
    if (problem) return context.json({ ok: false, database: PROBLEMS[problem] }, 503);
    const ready = await check();
    if (!ready)
      return context.json({ ok: false, database: PROBLEMS[availability.problem() ?? 'silent'] }, 503);
    return context.json({
      ok: true,
      database: kind.engine,
      workers: ready.workers,
      ...(leadData.problems().length > 0 ? { leads: 'rows are missing or damaged' } : {}),
    });
  });
}
