import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

/** What such a process says from time to time: one JSON value a line. */
export interface Progress {
  processed: number;
}

const ROOT = new URL('../../', import.meta.url).href;

/**
 * The beginning of a program that works on one task: it has `load`, `deps`, `db`, `say`, `open` which answers the task there is or
 * starts it, and `watch` which says how far it is until it has ended.
 */
const BEGINNING = `
  const [, environment, root, input] = process.argv;
  const load = (path) => import(root + path);
  const { parseConfig } = await load('server/config.ts');
  const { openDeps } = await load('server/server-deps.ts');
  const { startTask } = await load('server/tasks/start-task.ts');
  const { startWorker } = await load('server/tasks/worker/worker.ts');
  const { createAccount } = await load('server/accounts/account.ts');
  const { transaction } = await load('server/platform/db.ts');
  const deps = await openDeps(parseConfig({ LOG_LEVEL: 'error', PORT_25_TEST: '0', ...JSON.parse(environment) }));
  const { db } = deps.database;
  const say = (message) => new Promise((said) => process.stdout.write(JSON.stringify(message) + '\\n', said));
  async function open(request) {
    const task = await db.selectFrom('tasks').selectAll().executeTakeFirst();
    if (task) return task;
    const { id } = await transaction(db, (tx) => createAccount(tx, deps, {
      email: 'p@example.com', passwordHash: 'none', userMetadata: {}, now: new Date(), firstCredits: 1000, reason: 'sign-up',
    }));
    return startTask(deps, { accountId: id, claim: null, ...(await request()) });
  }
  async function watch() {
    for (;;) {
      const { status, processed } = await db.selectFrom('tasks').select(['status', 'processed']).executeTakeFirstOrThrow();
      await say({ status, processed });
      if (status !== 'processing') return;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }
`;

/** Processes of one test file. */
export interface TestProcesses<Said extends Progress> {
  /** Runs the program; kills it when so many rows are settled. Answers the first and the last thing it said. */
  run(
    environment: Record<string, string>,
    options?: { input?: string; killAt?: number },
  ): Promise<{ first: Said; last: Said }>;
  /** Ends those that still run. */
  close(): void;
}

/** `program`: JavaScript that goes on from BEGINNING; `input` is what `run` was given. */
export function makeTestProcesses<Said extends Progress>(program: string): TestProcesses<Said> {
  const children: ChildProcess[] = [];
  return {
    async run(environment, { input = '', killAt = Number.POSITIVE_INFINITY } = {}) {
      const child = spawn(
        process.execPath,
        [
          '--input-type=module',
          '-e',
          `${BEGINNING}${program}process.exit(0);`,
          JSON.stringify(environment),
          ROOT,
          input,
        ],
        { stdio: ['ignore', 'pipe', 'inherit'] },
      );
      children.push(child);
      const exited = once(child, 'exit');
      let first: Said | undefined;
      let last: Said | undefined;
      for await (const line of createInterface({ input: child.stdout })) {
        last = JSON.parse(line) as Said;
        first ??= last;
        if (last.processed >= killAt) child.kill('SIGKILL');
      }
      await exited;
      if (!first || !last) throw new Error('The process said nothing.');
      return { first, last };
    },
    close() {
      for (const child of children) child.kill('SIGKILL');
    },
  };
}
