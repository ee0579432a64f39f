import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import { isRunning, TaskView } from '../../contract/tasks.ts';
import type { LeadwellServer } from '../../e2e/fixtures/leadwell-server.ts';

const PASSWORD = 'correct horse battery';
const POLL_MS = 500;
/** Access tokens end after an hour, and logins are limited. */
const TOKEN_MS = 50 * 60_000;
const Session = z.object({ access_token: z.string() });

/** Someone who works until the soak ends. */
export interface Person {
  /** Starts a task, follows it, and looks at pages. `onRequest` gets the time of each request in ms. */
  work(urls: readonly string[], onRequest: (ms: number) => void): Promise<void>;
}

/** Signs a person up, with the unlimited plan. */
export async function newPerson(
  server: LeadwellServer,
  { email, adminKey }: { email: string; adminKey: string },
): Promise<Person> {
  const { url } = server;
  const post = async (path: string, body: object, token = 'leadwell-public') => {
    const reply = await fetch(url + path, {
      method: 'POST',
      headers: {
        apikey: 'leadwell-public',
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        prefer: 'respond-async',
      },
      body: JSON.stringify(body),
    });
    if (!reply.ok) throw new Error(`${path} failed with status ${reply.status}: ${await reply.text()}`);
    return reply.json();
  };
  await post('/auth/v1/signup', { email, password: PASSWORD });
  await post('/functions/v1/admin-upgrade-account', { email, adminKey });
  let access = { token: '', until: 0 };
  const logIn = async () => {
    if (performance.now() < access.until) return access.token;
    const session = await post('/auth/v1/token?grant_type=password', { email, password: PASSWORD });
    access = { token: Session.parse(session).access_token, until: performance.now() + TOKEN_MS };
    return access.token;
  };

  return {
    async work(urls, onRequest) {
      const token = await logIn();
      const get = async (path: string) => {
        const at = performance.now();
        const reply = await fetch(url + path, {
          headers: { apikey: 'leadwell-public', authorization: `Bearer ${token}` },
        });
        const text = await reply.text();
        if (!reply.ok) throw new Error(`${path} failed with status ${reply.status}: ${text}`);
        onRequest(performance.now() - at);
        return text;
      };
      let task = TaskView.parse(await post('/functions/v1/website-extraction', { urls }, token));
      while (isRunning(task.status)) {
        await delay(POLL_MS);
        task = TaskView.parse(JSON.parse(await get(`/functions/v1/task?id=${task.id}`)));
        await get('/functions/v1/account');
        await get('/rest/v1/tasks?select=*&limit=10');
      }
      if (task.status !== 'completed' || task.processed !== urls.length)
        throw new Error(`A task of ${urls.length} items ended as ${task.status} with ${task.processed}.`);
      await get(`/functions/v1/task-rows?id=${task.id}`);
      await get('/functions/v1/account-analytics?timeZone=UTC');
    },
  };
}
