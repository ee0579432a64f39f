import { type Database, openPostgres } from '../platform/database/db.ts';
import { openTestDatabase } from '../platform/database/test-database.ts';
import { startTestProxy, type TestProxy } from '../platform/database/test-proxy.ts';
import { makeTestDeps, type TestDeps } from '../test-deps.ts';

/** A process whose connections to PostgreSQL go through a proxy. */
export interface ProxiedDatabase {
  /** on connections that never die */
  direct: Database;
  proxy: TestProxy;
  /** Its connections have the application name `drill`. */
  deps: TestDeps;
  close(): Promise<void>;
}

/** Throws on the embedded database. */
export async function openProxiedDatabase(): Promise<ProxiedDatabase> {
  const direct = await openTestDatabase();
  if (direct.kind.engine !== 'postgres') throw new Error('not on PostgreSQL');
  const proxy = await startTestProxy(direct.kind.url);
  const deps = makeTestDeps(openPostgres(`${proxy.through(direct.kind.url)}?application_name=drill`));
  return {
    direct,
    proxy,
    deps,
    close: async () => {
      await deps.close();
      await proxy.close();
      await direct.close();
    },
  };
}
