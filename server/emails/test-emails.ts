import type { Hono } from 'hono';
import { TaskView } from '#contract/tasks.ts';
import { createApp } from '../app.ts';
import type { AppEnv } from '../http/context.ts';
import { openTaskBench, type TaskBench } from '../tasks/test-tasks.ts';

/** A server without a port, for tests of the email finder's calls. */
export interface EmailBench {
  bench: TaskBench;
  app: Hono<AppEnv>;
  signUp(): Promise<Caller>;
  close(): Promise<void>;
}

/** A signed-up person. */
export interface Caller {
  id: string;
  post(call: string, body: unknown, headers?: Record<string, string>): Promise<Response>;
  get(call: string, query?: Record<string, string>): Promise<Response>;
  /** starts a task without waiting for it */
  start(csv: string, more?: object): Promise<TaskView>;
  task(id: string): Promise<TaskView>;
  /** resolves when the task has ended */
  ended(id: string): Promise<TaskView>;
  csv(id: string): Promise<string>;
}

export const ASYNC = { prefer: 'respond-async' };
let people = 0;

export async function openEmailBench(environment: Record<string, string> = {}): Promise<EmailBench> {
  const bench = await openTaskBench(environment);
  const app = createApp(bench.deps);

  async function signUp(): Promise<Caller> {
    people += 1;
    const apikey = bench.deps.config.PUBLISHABLE_KEY;
    const reply = await app.request('/auth/v1/signup', {
      method: 'POST',
      headers: { apikey, 'content-type': 'application/json' },
      body: JSON.stringify({
        email: `finder${people}@example.com`,
        password: 'a long password',
        data: { name: 'P P' },
      }),
    });
    const session = (await reply.json()) as { access_token: string; user: { id: string } };
    const headers = { apikey, authorization: `Bearer ${session.access_token}` };
    const get: Caller['get'] = async (call, query = {}) =>
      app.request(`/functions/v1/${call}?${new URLSearchParams(query)}`, { headers });
    const post: Caller['post'] = async (call, body, more = {}) =>
      app.request(`/functions/v1/${call}`, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json', ...more },
        body: JSON.stringify(body),
      });
    const task: Caller['task'] = async (id) => TaskView.parse(await (await get('task', { id })).json());
    return {
      id: session.user.id,
      get,
      post,
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
          await new Promise((resume) => setTimeout(resume, 50));
        }
      },
      csv: async (id) => (await get('task-csv', { id })).text(),
    };
  }

  return { bench, app, signUp, close: () => bench.close() };
}
