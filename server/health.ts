import type { Hono } from 'hono';
import { sql } from 'kysely';
import type { Deps } from './deps.ts';
import type { AppEnv } from './http/context.ts';

const READY_TIMEOUT_MS = 5000;

/** /healthz: the process answers. /readyz: the database answers too, so a load balancer may send people here. */
export function mountHealth(app: Hono<AppEnv>, deps: Deps): void {
  app.get('/healthz', (context) => context.json({ ok: true }));
  app.get('/readyz', async (context) => {
    const answered = await Promise.race([
      sql`select 1`.execute(deps.database.db).then(
        () => true,
        () => false,
      ),
      new Promise<false>((resolve) => {
        setTimeout(resolve, READY_TIMEOUT_MS, false).unref();
      }),
    ]);
    return context.json(
      { ok: answered, database: answered ? deps.database.kind.engine : 'no answer' },
      answered ? 200 : 503,
    );
  });
}
