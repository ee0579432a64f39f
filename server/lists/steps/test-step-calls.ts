import { isRunning, TaskView } from '#contract/tasks.ts';
import type { Caller } from '../../auth/test-caller.ts';

interface Row {
  id: number;
  values: Record<string, string>;
  states: Record<string, { status: string | null; note: string; stale: boolean }>;
}

/** Calls that throw for another status. */
export function callsOf(person: () => Caller) {
  return {
    // biome-ignore lint/suspicious/noExplicitAny: replies of many different calls, checked by each test.
    async post(name: string, body: object, status = 200): Promise<any> {
      const reply = await person().post(name, body);
      const text = await reply.text();
      if (reply.status !== status) throw new Error(`${name}: ${reply.status} ${text}`);
      return JSON.parse(text);
    },
    async rowsOf(id: string): Promise<Row[]> {
      const reply = await person().get('list-rows', { id, limit: '200' });
      const { rows } = (await reply.json()) as { rows: Row[] };
      return rows.sort((first, second) => first.id - second.id);
    },
    async ended(id: string): Promise<TaskView> {
      const task = TaskView.parse(await (await person().get('task', { id, wait: '45' })).json());
      if (isRunning(task.status)) throw new Error('The task is still running.');
      return task;
    },
  };
}
