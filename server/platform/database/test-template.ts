import { createLog } from '../log.ts';
import { createQueue } from '../queue/queue.ts';
import type { Database } from './db.ts';
import { migrate } from './migrate.ts';

/** Makes a new database a template for tests: migrates it and installs the queue's schema. */
export async function prepare(database: Database): Promise<void> {
  await migrate(database);
  const queue = createQueue(database, createLog('silent'));
  await queue.start();
  await queue.stop({ graceful: false });
}
