import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { prepareDataFolder } from '../platform/database/test-data-folder.ts';
import { QUICK_START } from '../platform/process/test-quick-start.ts';

/** A report of a test process, one JSON value per line. */
export interface Progress {
  processed: number;
}

const ROOT = new URL('../../', import.meta.url).href;

/**
 * The setup of a program that runs one task. It defines `load`, `deps`, `db`, `report`, `open`, which returns
 * the existing task or starts it, and `watch`, which reports progress until the task ends.
 */
const SETUP = `
  const [, environment, root, input] = process.argv;
  const load = (path) => import(root + path);
  const { parseConfig } = await load('server/config.ts');
  const { openDeps } = await load('server/server-deps.ts');
  const { startTask } = await load('server/tasks/start-task.ts');
  const { startWorker } = await load('server/tasks/worker/worker.ts');
  const { createAccount } = await load('server/accounts/account.ts');
  const { transaction } = await load('server/platform/database/db.ts');
  const deps = await openDeps(parseConfig({ LOG_LEVEL: 'error', PORT_25_TEST: '0', ...JSON.parse(environment) }));
  const { db } = deps.database;
  const report = (message) => new Promise((written) => process.stdout.write(JSON.stringify(message) + '\\n', written));
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
      await report({ status, processed });
      if (status !== 'processing') return;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }
`;

/** Processes of one test file. */
export interface TestProcesses<Report extends Progress> {
  /** Runs the program and kills it when `killAt` rows are settled. Returns its first and last report. */
  run(
    environment: Record<string, string>,
    options?: { input?: string; killAt?: number },
  ): Promise<{ first: Report; last: Report }>;
  /** Ends the processes that still run. */
  close(): void;
}

/** `program`: JavaScript that follows SETUP; `input` is the argument of `run`. */
export function makeTestProcesses<Report extends Progress>(program: string): TestProcesses<Report> {
  const children: ChildProcess[] = [];
  return {
    async run(environment, { input = '', killAt = Number.POSITIVE_INFINITY } = {}) {
      if (environment.DATA_DIR) await prepareDataFolder(environment.DATA_DIR);
      const child = spawn(
        process.execPath,
        [
          ...QUICK_START,
          '--input-type=module',
          '-e',
          `${SETUP}${program}process.exit(0);`,
          JSON.stringify(environment),
          ROOT,
          input,
        ],
        { stdio: ['ignore', 'pipe', 'inherit'] },
      );
      children.push(child);
      const exited = once(child, 'exit');
      let first: Report | undefined;
      let last: Report | undefined;
      for await (const line of createInterface({ input: child.stdout })) {
        last = JSON.parse(line) as Report;
        first ??= last;
        if (last.processed >= killAt) child.kill('SIGKILL');
      }
      await exited;
      if (!first || !last) throw new Error('The process reported nothing.');
      return { first, last };
    },
    close() {
      for (const child of children) child.kill('SIGKILL');
    },
  };
}
