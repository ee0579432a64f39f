import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { DRILL } from '../../e2e/fixtures/wait.ts';
import { makeTestProcesses, type Progress } from '../tasks/test-process.ts';

const URLS = 900;

interface Report extends Progress {
  state: string;
  added: number;
  updated: number;
  rows: number;
}

/** A server that saves the results of a task which has ended, or goes on. */
const processes = makeTestProcesses<Report>(`
  const { settleBatch } = await load('server/tasks/settle-batch.ts');
  const { prepareSave } = await load('server/lists/prepare-save.ts');
  const { startTaskSaves } = await load('server/lists/task-saves.ts');
  const url = (n) => 'https://s' + n + '.example.com';
  const task = await open(async () => {
    const { id } = await db.selectFrom('accounts').select('id').executeTakeFirstOrThrow();
    const type = 'website-extraction';
    return {
      type, inputs: Array.from({ length: ${URLS} }, (_, n) => url(n)),
      prepareSave: () => prepareSave(deps, id, { type, options: {} }, { name: 'Sites', rows: 'found' }),
    };
  });
  if (task.status === 'processing') await settleBatch(deps, {
    taskId: task.id, runNo: task.run_no,
    items: Array.from({ length: ${URLS} }, (_, position) => ({
      position, row: JSON.stringify({ url: url(position), emails: ['a@s' + position + '.example.com'] }),
      found: true, failed: false, billable: true,
    })),
  });
  await startTaskSaves(deps);
  for (let isDone = false; !isDone; ) {
    const { save } = await db.selectFrom('tasks').select('save').executeTakeFirstOrThrow();
    const { state, added, updated } = save;
    isDone = state !== 'waiting';
    const rows = isDone ? (await db.selectFrom('list_rows').select('id').execute()).length : 0;
    await report({ processed: added + updated, state, added, updated, rows });
    if (!isDone) await new Promise((resolve) => setTimeout(resolve, 2));
  }
`);
const dataDir = mkdtempSync(join(tmpdir(), 'leadwell-task-saves-'));

afterAll(() => {
  processes.close();
  rmSync(dataDir, { recursive: true, force: true });
});

it('a server that is killed while it saves results loses none and counts each once', DRILL, async () => {
  const environment = { DATA_DIR: dataDir };
  for (const killAt of [1, 400]) {
    const { last } = await processes.run(environment, { killAt });
    expect(last.state).toBe('waiting');
    expect(last.processed).toBeGreaterThanOrEqual(killAt);
    expect(last.processed).toBeLessThan(URLS);
  }
  const { first, last } = await processes.run(environment);
  expect(first.processed).toBeGreaterThanOrEqual(400);
  expect(last).toEqual({ processed: URLS, state: 'done', added: URLS, updated: 0, rows: URLS });
});
