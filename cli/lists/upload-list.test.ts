import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { RequestListener, Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { json as readJson } from 'node:stream/consumers';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { childEnvironment } from '#server/platform/process/child-environment.ts';
import { runHere } from '../test-run-here.ts';
import { json, LIST, startTestServer } from './test-server.ts';

const COMMAND = join(import.meta.dirname, '../leadwell.mjs');
const folder = mkdtempSync(join(tmpdir(), 'leadwell-upload-'));
let server: Server;
afterEach(() => {
  server.closeAllConnections();
  server.close();
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('rows whose reply was lost are sent again with the same key, and the next ones with another', async () => {
  const sent: { key: unknown; rows: number }[] = [];
  const addRows: RequestListener = async (request, response) => {
    const { rows } = (await readJson(request)) as { rows: object[] };
    sent.push({ key: request.headers['idempotency-key'], rows: rows.length });
    if (sent.length === 1) response.destroy();
    else json(response, { list: LIST, added: rows.length, updated: 0, refused: [], edit: null });
  };
  const started = await startTestServer({ 'list-add-rows': addRows });
  server = started.server;
  const file = join(folder, 'rows.csv');
  writeFileSync(file, `Name\n${Array.from({ length: 600 }, (_, at) => `Person ${at}`).join('\n')}\n`);
  expect(await runHere(['lists', 'add', 'Slow', '-f', file], started.environment)).toEqual({
    code: 0,
    out: '',
    err: 'New columns: Name\nSlow: 600 new, 0 updated\n',
  });
  expect(sent.map(({ rows }) => rows)).toEqual([500, 500, 100]);
  expect(sent[0]?.key).toMatch(/^[0-9a-f-]{36}$/);
  expect(sent[1]?.key).toBe(sent[0]?.key);
  expect(sent[2]?.key).not.toBe(sent[0]?.key);
});

it('a row with a value that is too long is left out, and the others are sent', async () => {
  const sent: object[] = [];
  const addRows: RequestListener = async (request, response) => {
    const { rows } = (await readJson(request)) as { rows: object[] };
    sent.push(...rows);
    json(response, { list: LIST, added: rows.length, updated: 0, refused: [], edit: null });
  };
  const started = await startTestServer({ 'list-add-rows': addRows });
  server = started.server;
  const file = join(folder, 'long.csv');
  writeFileSync(file, `Name,Notes\nA,short\n\nB,${'x'.repeat(10_001)}\nC,\n`);
  expect(await runHere(['lists', 'add', 'Slow', '-f', file], started.environment)).toEqual({
    code: 0,
    out: '',
    err: [
      'New columns: Name, Notes',
      'Slow: 2 new, 0 updated, 1 left out',
      '  1 row: A value can have 10,000 characters at most. “Notes” has more, first in line 4.',
      '',
    ].join('\n'),
  });
  expect(sent).toEqual([{ Name: 'A', Notes: 'short' }, { Name: 'C' }]);
});

it('what columns have is told by their cells, too', async () => {
  let created: unknown;
  const create: RequestListener = async (request, response) => {
    created = await readJson(request);
    json(response, LIST);
  };
  const addRows: RequestListener = (_, response) =>
    json(response, { list: LIST, added: 1, updated: 0, refused: [] });
  const started = await startTestServer({ 'list-create': create, 'list-add-rows': addRows });
  server = started.server;
  const file = join(folder, 'roles.csv');
  writeFileSync(file, 'Titel;Vorname;Name;Profil\nDr.;Anna;Weber;https://linkedin.com/company/acme\n');
  expect((await runHere(['lists', 'create', 'Slow', '-f', file], started.environment)).code).toBe(0);
  expect(created).toMatchObject({
    columns: [
      { name: 'Titel', role: null },
      { name: 'Vorname', role: 'first_name' },
      { name: 'Name', role: 'last_name' },
      { name: 'Profil', role: 'company_linkedin' },
    ],
  });
});

it('a list that was created is named if its rows are refused', async () => {
  const started = await startTestServer({
    'list-create': (_, response) => json(response, LIST),
    'list-add-rows': (_, response) => {
      response.statusCode = 402;
      const error = { code: 'access_denied', message: 'Your plan has ended.', request_id: 'r1' };
      json(response, { error });
    },
  });
  server = started.server;
  const file = join(folder, 'refused.csv');
  writeFileSync(file, 'Name\nA\n');
  expect(await runHere(['lists', 'create', 'Slow', '-f', file], started.environment)).toEqual({
    code: 1,
    out: `${LIST.id}\n`,
    err: `Your plan has ended.\nThe list was created. To go on, repeat: leadwell lists add ${LIST.id} --file ${file}\n`,
  });
});

it('what was saved before a refusal is counted without rows that were left out', async () => {
  let requests = 0;
  const started = await startTestServer({
    'list-add-rows': async (request, response) => {
      const { rows } = (await readJson(request)) as { rows: object[] };
      requests += 1;
      if (requests === 1)
        return json(response, { list: LIST, added: rows.length, updated: 0, refused: [], edit: null });
      response.statusCode = 402;
      const error = { code: 'access_denied', message: 'Your plan has ended.', request_id: 'r1' };
      json(response, { error });
    },
  });
  server = started.server;
  const file = join(folder, 'half.csv');
  const names = Array.from({ length: 600 }, (_, at) => `Person ${at}`);
  writeFileSync(file, `Name\n${'x'.repeat(10_001)}\n${names.join('\n')}\n`);
  expect((await runHere(['lists', 'add', 'Slow', '-f', file], started.environment)).err).toBe(
    'New columns: Name\nYour plan has ended.\nSaved before that: 499 rows. The list has no key column: delete its new rows before you add the file again, or they are there twice.\n',
  );
});

it('says which columns of a file go to which of the list, or sends them only to those with their name', async () => {
  const sent: object[] = [];
  const asked: string[] = [];
  const fields = ['Company', 'Email'].map((name) => ({
    id: name,
    name,
    type: 'text' as const,
    role: name === 'Email' ? ('email' as const) : ('company' as const),
    step: null,
    field: null,
  }));
  const none = { used: 0, max: 0 };
  const started = await startTestServer({
    lists: (_, response) =>
      json(response, {
        lists: [{ ...LIST, columns: ['Company', 'Email'], fields }],
        storage: { lists: none, rows: none, bytes: none },
        next: null,
      }),
    'list-add-rows': async (request, response) => {
      const { rows, existing } = (await readJson(request)) as { rows: object[]; existing: string };
      sent.push(...rows);
      asked.push(existing);
      json(response, { list: LIST, added: rows.length, updated: 0, refused: [], edit: null });
    },
  });
  server = started.server;
  const file = join(folder, 'other.csv');
  writeFileSync(file, 'Company Name,Work address,Rank\nAcme,jane@acme.com,1\n');
  expect((await runHere(['lists', 'add', 'Slow', '-f', file], started.environment)).err).toBe(
    [
      'Columns of the file -> of the list: Company Name -> Company, Work address -> Email',
      'New columns: Rank',
      'Slow: 1 new, 0 updated',
      '',
    ].join('\n'),
  );
  const more = ['--by-name', '--existing', 'fill'];
  expect((await runHere(['lists', 'add', 'Slow', '-f', file, ...more], started.environment)).err).toBe(
    'New columns: Company Name, Work address, Rank\nSlow: 1 new, 0 updated\n',
  );
  expect(asked).toEqual(['update', 'fill']);
  expect(sent).toEqual([
    { Company: 'Acme', Email: 'jane@acme.com', Rank: '1' },
    { 'Company Name': 'Acme', 'Work address': 'jane@acme.com', Rank: '1' },
  ]);
});

describe('the line that undoes an import', () => {
  const refuse: RequestListener = (_, response) => {
    response.statusCode = 402;
    const error = { code: 'access_denied', message: 'Your plan has ended.', request_id: 'r1' };
    json(response, { error });
  };
  const UNDO = /\nTo undo it: leadwell lists undo (.*)\n$/;

  /** Starts a server that saves rows and answers each request as the next of `replies` does, which get its edit. */
  async function startSaving(replies: readonly ((edit: string) => RequestListener)[]) {
    const edits: string[] = [];
    const started = await startTestServer({
      'list-add-rows': async (request, response) => {
        const { edit } = (await readJson(request)) as { edit: string };
        edits.push(edit);
        replies[edits.length - 1]?.(edit)(request, response);
      },
    });
    server = started.server;
    return { edits, environment: started.environment };
  }
  const saved =
    (edit: string | null): RequestListener =>
    (_, response) =>
      json(response, { list: LIST, added: 500, updated: 0, refused: [], edit });
  const unreadable: RequestListener = (_, response) => json(response, {});

  function fileOf(rows: number): string {
    const path = join(folder, `${rows}.csv`);
    writeFileSync(path, `Name\n${Array.from({ length: rows }, (_, at) => `Person ${at}`).join('\n')}\n`);
    return path;
  }

  it('has the edit of rows that may have been saved', async () => {
    const { edits, environment } = await startSaving([() => unreadable]);
    const { err } = await runHere(['lists', 'add', 'Slow', '-f', fileOf(400)], environment);
    expect(err).toContain('The last rows may have been saved.');
    expect(UNDO.exec(err)?.[1]).toBe(`${LIST.id} ${edits[0]}`);
  });

  it('has that edit also after Ctrl+C', async () => {
    const { edits, environment } = await startSaving([() => () => child.kill('SIGINT')]);
    const child = spawn(process.execPath, [COMMAND, 'lists', 'add', 'Slow', '-f', fileOf(400)], {
      env: { ...childEnvironment(), ...environment },
    });
    let err = '';
    child.stderr.on('data', (piece) => {
      err += piece;
    });
    expect(await once(child, 'close')).toEqual([130, null]);
    expect(err).toContain('Stopped after 0 rows. The last rows may have been saved.');
    expect(UNDO.exec(err)?.[1]).toBe(`${LIST.id} ${edits[0]}`);
  });

  it('lacks an edit whose rows were refused, or that changed nothing', async () => {
    const { edits, environment } = await startSaving([() => saved(null), () => refuse]);
    const { err } = await runHere(['lists', 'add', 'Slow', '-f', fileOf(600)], environment);
    expect(edits).toHaveLength(2);
    expect(err).not.toMatch(UNDO);
  });

  it('keeps an edit that earlier rows have', async () => {
    const { edits, environment } = await startSaving([saved, () => refuse]);
    const { err } = await runHere(['lists', 'add', 'Slow', '-f', fileOf(600)], environment);
    expect(edits[1]).toBe(edits[0]);
    expect(UNDO.exec(err)?.[1]).toBe(`${LIST.id} ${edits[0]}`);
  });
});
