import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import type { Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, expect, it } from 'vitest';
import type { ListView } from '#contract/lists.ts';
import { childEnvironment } from '#server/platform/process/child-environment.ts';
import { runHere } from '../test-run-here.ts';
import { json, LIST, startTestServer } from './test-server.ts';

const COMMAND = join(import.meta.dirname, '../leadwell.mjs');
const NONE = { used: 0, max: 0 };
const STORAGE = { lists: NONE, rows: NONE, bytes: NONE };

const folder = mkdtempSync(join(tmpdir(), 'leadwell-export-'));
afterAll(() => rmSync(folder, { recursive: true }));

let server: Server;
let exports = 0;
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

/** Starts a server that can't count what a file lacks. Its account has these lists. */
async function startUncounting(lists: readonly ListView[]) {
  const started = await startTestServer({
    lists: (_, response) => json(response, { lists, storage: STORAGE, next: null }),
    'list-csv': (_, response) => {
      exports += 1;
      response.setHeader('content-type', 'text/csv').end('Email\r\n');
    },
    'list-export-count': (_, response) =>
      response
        .writeHead(503, { 'content-type': 'application/json' })
        .end(JSON.stringify({ error: { code: 'unavailable', message: 'Busy.' } })),
  });
  server = started.server;
  return started;
}

it('writes the file, also if the server can’t count what it lacks', async () => {
  const { environment } = await startUncounting([LIST]);
  const result = await runHere(['lists', 'export', LIST.id, '-p', 'instantly'], environment);
  expect(result).toEqual({ code: 0, out: 'Email\r\n', err: '' });
});

it('says that people may be left out if it can’t count them', async () => {
  const excluding = { ...LIST, id: randomUUID(), name: 'Customers', excludes: 'people' as const };
  const { environment } = await startUncounting([LIST, excluding]);
  const result = await runHere(['lists', 'export', LIST.id], environment);
  expect(result).toEqual({
    code: 0,
    out: 'Email\r\n',
    err: 'Your exclusion lists may have left people out. To keep those in exclusion lists, add --with-excluded.\n',
  });
  const all = await runHere(['lists', 'export', LIST.id, '--with-excluded'], environment);
  expect(all).toEqual({ code: 0, out: 'Email\r\n', err: '' });
});

it('ends at the first SIGINT, also while no one reads its output', async () => {
  const started = await startTestServer({
    'list-csv': (_, response) => {
      const more = () => {
        while (!response.destroyed && response.write('jane@acme.example\r\n'.repeat(1000)));
      };
      response.on('drain', more).setHeader('content-type', 'text/csv');
      more();
      // The pipe is full once the server can't send more.
      setTimeout(() => child.kill('SIGINT'), 500);
    },
  });
  server = started.server;
  const child = spawn(process.execPath, [COMMAND, 'lists', 'export', LIST.id], {
    env: { ...childEnvironment(), ...started.environment },
  });
  expect(await once(child, 'exit')).toEqual([130, null]);
});

it('says that the connection was lost, and leaves no file', async () => {
  const started = await startTestServer({
    'list-csv': (_, response) =>
      response.writeHead(200, { 'content-type': 'text/csv' }).write('Email\r\n', () => response.destroy()),
  });
  server = started.server;
  const out = join(folder, 'lost.csv');
  expect(await runHere(['lists', 'export', LIST.id, '-o', out], started.environment)).toEqual({
    code: 1,
    out: '',
    err: `The export broke off: the connection to ${started.environment.LEADWELL_URL} was lost. Run the command again.\n`,
  });
  expect(existsSync(out)).toBe(false);
});

it('writes to standard output for -', async () => {
  const { environment } = await startUncounting([LIST]);
  const result = await runHere(['lists', 'export', LIST.id, '--out', '-'], environment);
  expect(result).toEqual({ code: 0, out: 'Email\r\n', err: '' });
});

it('refuses a folder and the ending of another format before it exports anything', async () => {
  const { environment } = await startUncounting([LIST]);
  exports = 0;
  mkdirSync(join(folder, 'there'));
  const there = join(folder, 'there');
  expect(await runHere(['lists', 'export', LIST.id, '-o', there], environment)).toEqual({
    code: 1,
    out: '',
    err: `${there} can't be written: it is a folder\n`,
  });
  const pdf = join(folder, 'people.pdf');
  expect(await runHere(['lists', 'export', LIST.id, '-o', pdf], environment)).toEqual({
    code: 2,
    out: '',
    err: "Can't write a .pdf file. Use a name that ends with .csv, .xlsx, .tsv, .jsonl.\n",
  });
  expect([exports, readdirSync(folder)]).toEqual([0, ['there']]);
});

it.each([0, 2])('says how to undo the dates of an export if it has some: %i', async (rows) => {
  const edit = randomUUID();
  const started = await startTestServer({
    'list-csv': (_, response) => {
      response.setHeader('content-type', 'text/csv').end('Email\r\n');
    },
    'list-export-date': (_, response) => json(response, { list: LIST, edit, rows }),
  });
  server = started.server;
  const dated = await runHere(['lists', 'export', LIST.id, '--date-column', 'Sent on'], started.environment);
  const hint = `To undo it: leadwell lists undo ${LIST.id} ${edit}\n`;
  expect(dated).toEqual({ code: 0, out: 'Email\r\n', err: rows === 0 ? '' : hint });
});

it('refuses a name in --since that no export has, unless this one gets it', async () => {
  let remembered = [{ name: 'crm', rows: 3, at: '2026-11-30T00:00:00.000Z' }];
  const started = await startTestServer({
    lists: (_, response) => json(response, { lists: [LIST], storage: STORAGE, next: null }),
    'list-exports': (_, response) => json(response, { exports: remembered, next: null }),
    'list-csv': (_, response) => {
      exports += 1;
      response.setHeader('content-type', 'text/csv').end('Email\r\n');
    },
    'list-export-count': (_, response) =>
      json(response, { rows: 0, lines: 0, unchanged: 3, optedOut: 0, leftOut: [], refused: [] }),
    'list-export-confirm': (_, response) => json(response, {}),
  });
  server = started.server;
  exports = 0;
  const run = (...args: string[]) => runHere(['lists', 'export', LIST.id, ...args], started.environment);
  const refusal =
    '“Slow” has no export named “cmr” with the same exclusion lists. It has: “crm”. To write all rows and remember them by this name, use --mark "cmr".\n';
  expect(await run('--since', 'cmr')).toEqual({ code: 1, out: '', err: refusal });
  expect(await run('--since', 'cmr', '--mark', 'crm')).toEqual({ code: 1, out: '', err: refusal });
  expect(exports).toBe(0);
  expect(await run('--since', 'crm')).toMatchObject({ code: 0, out: 'Email\r\n' });
  const first = await run('--since', 'mail', '--mark', 'mail');
  expect(first).toMatchObject({ code: 0, out: 'Email\r\n' });
  expect(first.err).toContain('“Slow” has no export named “mail” yet, so this one has all rows.\n');
  remembered = [];
  expect((await run('--since', 'crm')).err).toBe(
    '“Slow” has no export named “crm” with the same exclusion lists. To write all rows and remember them by this name, use --mark "crm".\n',
  );
});
