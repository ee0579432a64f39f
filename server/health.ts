import type { Hono } from 'hono';
import { sql } from 'kysely';
import type { Deps } from './deps.ts';
import type { AppEnv } from './http/context.ts';

const READY_TIMEOUT_MS = 5000;

/** Mounts /healthz (the process responds) and /readyz (the database responds too), for load balancers. */
export function mountHealth(app: Hono<AppEnv>, deps: Deps): void {
  app.get('/healthz', (context) => context.json({ ok: true }));
  app.get('/readyz', async (context) => {
    const ready = await Promise.race([
      sql`select 1`.execute(deps.database.db).then(
        () => true,
        () => false,
      ),
      new Promise<false>((resolve) => {
        setTimeout(resolve, READY_TIMEOUT_MS, false).unref();
      }),
    ]);
    return context.json(
      { ok: ready, database: ready ? deps.database.kind.engine : 'no response' },
      ready ? 200 : 503,
    );
  });
}
