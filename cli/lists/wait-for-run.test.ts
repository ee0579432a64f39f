import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { RequestListener, Server } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterEach, expect, it } from 'vitest';
import type { TaskView } from '../../contract/tasks.ts';
import { childEnvironment } from '../../server/platform/process/child-environment.ts';
import { runHere } from '../test-run-here.ts';
import { json, LIST, startTestServer } from './test-server.ts';

const COMMAND = new URL('../leadwell.mjs', import.meta.url).pathname;
const ID = LIST.id;

const RUNNING: TaskView = {
  id: ID,
  type: 'lead-enrichment',
  name: 'Slow',
  status: 'processing',
  stop_reason: null,
  resumable: false,
  total: 2,
  processed: 1,
  found: 1,
  failed: 0,
  retryable: 0,
  creditsused: 0,
  creditsincluded: 0,
  freerepeats: 0,
  foundlater: 0,
  userid: ID,
  createdat: LIST.createdAt,
  started_at: null,
  finished_at: null,
  current_item: null,
  outcomes: {},
  options: {},
  rows_deleted_at: null,
  rows_kept_until: null,
};
const COMPLETED: TaskView = { ...RUNNING, status: 'completed', processed: 2, found: 2 };

let server: Server;
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

/** A server with a running run, of which `onPoll` answers what becomes of it. Returns the environment of the command. */
async function serverWithRun(onPoll: RequestListener): Promise<Record<string, string>> {
  const started = await startTestServer({
    'list-run-latest': (_, response) => json(response, { run: RUNNING }),
    task: onPoll,
  });
  server = started.server;
  return started.environment;
}

const goesOn = (url: string | undefined) =>
  `The run goes on. To wait for it again: leadwell lists wait ${ID}\nTo stop it: ${url}/dashboard/lead-enrichment/${ID}\n`;

it('a wait that is stopped leaves the run going, and says how to wait again', async () => {
  const environment = await serverWithRun((_, response) => {
    json(response, RUNNING);
    child.kill('SIGINT');
  });
  const child = spawn(process.execPath, [COMMAND, 'lists', 'wait', 'Slow'], {
    env: { ...childEnvironment(), ...environment },
  });
  const [[code], err] = await Promise.all([
    once(child, 'exit') as Promise<[number | null]>,
    text(child.stderr),
  ]);
  expect([code, err]).toEqual([130, goesOn(environment.LEADWELL_URL)]);
});

it('a wait goes on after a lost connection, and while the server starts again', async () => {
  let polls = 0;
  const environment = await serverWithRun((_, response) => {
    polls++;
    // A reply that breaks off.
    if (polls === 1)
      response.writeHead(200, { 'content-length': '1000' }).write('{', () => response.destroy());
    else if (polls === 2) response.writeHead(503, { 'retry-after': '1' }).end('Starting');
    else json(response, COMPLETED);
  });
  expect(await runHere(['lists', 'wait', 'Slow'], environment)).toEqual({
    code: 0,
    out: '',
    err: 'Completed: 2 of 2 cells, 2 found, 0 failed, 0 credits\n',
  });
  expect(polls).toBe(3);
});

it('commands that ran in this process leave nothing that listens for its end', async () => {
  const environment = await serverWithRun((_, response) => json(response, COMPLETED));
  const before = process.listenerCount('SIGINT');
  await runHere(['lists', 'wait', 'Slow'], environment);
  expect(process.listenerCount('SIGINT')).toBe(before);
});

it('a wait that the server refuses says that the run goes on, and why it ended', async () => {
  const environment = await serverWithRun((_, response) => {
    response.statusCode = 500;
    json(response, { error: { code: 'internal', message: 'Something went wrong.' } });
  });
  expect(await runHere(['lists', 'wait', 'Slow'], environment)).toEqual({
    code: 1,
    out: '',
    err: `${goesOn(environment.LEADWELL_URL)}Something went wrong.\n`,
  });
});
