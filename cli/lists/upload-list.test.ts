import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { RequestListener, Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { json as readJson } from 'node:stream/consumers';
import { afterEach, expect, it } from 'vitest';
import { runHere } from '../test-run-here.ts';
import { json, LIST, startTestServer } from './test-server.ts';

const folder = mkdtempSync(join(tmpdir(), 'leadwell-upload-'));
let server: Server;
afterEach(() => {
  server.closeAllConnections();
  server.close();
  rmSync(folder, { recursive: true, force: true });
});

it('rows whose reply was lost are sent again with the same key, and the next ones with another', async () => {
  const sent: { key: unknown; rows: number }[] = [];
  const addRows: RequestListener = async (request, response) => {
    const { rows } = (await readJson(request)) as { rows: object[] };
    sent.push({ key: request.headers['idempotency-key'], rows: rows.length });
    if (sent.length === 1) response.destroy();
    else json(response, { list: LIST, added: rows.length, updated: 0, refused: [] });
  };
  const started = await startTestServer({ 'list-add-rows': addRows });
  server = started.server;
  const file = join(folder, 'rows.csv');
  writeFileSync(file, `Name\n${Array.from({ length: 600 }, (_, at) => `Person ${at}`).join('\n')}\n`);
  expect(await runHere(['lists', 'add', 'Slow', '-f', file], started.environment)).toEqual({
    code: 0,
    out: '',
    err: 'Slow: 600 new, 0 updated\n',
  });
  expect(sent.map(({ rows }) => rows)).toEqual([500, 500, 100]);
  expect(sent[0]?.key).toMatch(/^[0-9a-f-]{36}$/);
  expect(sent[1]?.key).toBe(sent[0]?.key);
  expect(sent[2]?.key).not.toBe(sent[0]?.key);
});
