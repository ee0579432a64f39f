// On PostgreSQL: a worker process shares the database with servers.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { requireAuthSecret } from './platform/database/auth-secret.ts';
import { openTestDatabase } from './platform/database/test-database.ts';
import { childEnvironment } from './platform/process/child-environment.ts';
import { QUICK_START } from './platform/process/test-quick-start.ts';
import { liveWorkers } from './tasks/workers.ts';

const WORKER = new URL('./worker.ts', import.meta.url).pathname;

function startProcess(environment: Record<string, string>) {
  return spawn(process.execPath, [...QUICK_START, WORKER], {
    env: { ...childEnvironment(), ...environment },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
}

it('fails to start without a shared database and says what to set', async () => {
  const child = startProcess({});
  const [stderr, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')]);
  expect(code).toBe(1);
  expect(stderr).toContain('DATABASE_URL: must be set for a separate worker');
  expect(stderr).not.toContain(' at ');
});

it.runIf(process.env.TEST_POSTGRES_URL)('runs until SIGTERM and exits cleanly', async () => {
  const database = await openTestDatabase();
  if (database.kind.engine !== 'postgres') throw new Error('unreachable');
  const child = startProcess({
    DATABASE_URL: database.kind.url,
    AUTH_SECRET: 'a secret of the tests, 32 characters',
  });
  const exited = once(child, 'exit');
  for await (const line of createInterface({ input: child.stderr })) {
    if (line.includes('worker started')) child.kill('SIGTERM');
  }
  expect(await exited).toEqual([0, null]);
  await database.close();
});

it.runIf(process.env.TEST_POSTGRES_URL)(
  'takes no more work once AUTH_SECRET was changed an hour ago',
  async () => {
    const database = await openTestDatabase();
    if (database.kind.engine !== 'postgres') throw new Error('unreachable');
    const secret = 'a secret of the tests, 32 characters';
    const child = startProcess({ DATABASE_URL: database.kind.url, AUTH_SECRET: secret });
    const exited = once(child, 'exit');
    for await (const line of createInterface({ input: child.stderr })) {
      if (line.includes('worker started')) {
        await requireAuthSecret(database.db, `new ${secret}`, secret);
        await sql`update auth_secret set changed_at = now() - interval '1 hour'`.execute(database.db);
      }
      if (line.includes('it takes no more work')) {
        await expect.poll(() => liveWorkers(database.db)).toEqual([]);
        child.kill('SIGTERM');
      }
    }
    expect(await exited).toEqual([0, null]);
    await database.close();
  },
);
