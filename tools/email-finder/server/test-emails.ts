import type { Hono } from 'hono';
import { TaskView } from '#contract/tasks.ts';
import { createApp } from '#server/app.ts';
import { type Caller, newCaller } from '#server/auth/test-caller.ts';
import type { AppEnv } from '#server/http/context.ts';
import type { Database } from '#server/platform/database/db.ts';
import { ASYNC, openTaskBench, type TaskBench } from '#server/tasks/test-tasks.ts';

/** A server without a port, for tests of the email finder's calls. */
export interface EmailBench {
  bench: TaskBench;
  app: Hono<AppEnv>;
  signUp(): Promise<EmailCaller>;
  close(): Promise<void>;
}

/** A signed-up person who uses the email finder. */
export interface EmailCaller extends Caller {
  /** starts a task and doesn't wait for it */
  start(csv: string, more?: object): Promise<TaskView>;
  task(id: string): Promise<TaskView>;
  /** resolves when the task has ended */
  ended(id: string): Promise<TaskView>;
  csv(id: string): Promise<string>;
}

/** On a database of its own, or on `database`, which closes with it. */
export async function openEmailBench(
  environment: Record<string, string> = {},
  database?: Database,
): Promise<EmailBench> {
  const bench = await openTaskBench(environment, database ? { database } : {});
  const app = createApp(bench.deps);

  async function signUp(): Promise<EmailCaller> {
    const caller = await newCaller(app);
    const { get, post } = caller;
    const task: EmailCaller['task'] = async (id) => TaskView.parse(await (await get('task', { id })).json());
    return {
      ...caller,
      task,
      async start(csv_content, more = {}) {
        const started = await post('csv-extraction', { csv_content, ...more }, ASYNC);
        if (started.status !== 202) throw new Error(`${started.status}: ${await started.text()}`);
        return TaskView.parse(await started.json());
      },
      async ended(id) {
        for (;;) {
          const now = await task(id);
          if (now.status !== 'processing' && now.status !== 'queued') return now;
          await new Promise((resume) => setTimeout(resume, 10));
        }
      },
      csv: async (id) => (await get('task-csv', { id })).text(),
    };
  }

  return { bench, app, signUp, close: () => bench.close() };
}
