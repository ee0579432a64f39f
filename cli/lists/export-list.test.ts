import type { Server } from 'node:http';
import { afterEach, expect, it } from 'vitest';
import { runHere } from '../test-run-here.ts';
import { LIST, startTestServer } from './test-server.ts';

let server: Server;
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

it('writes the file, also if the server can’t count what it lacks', async () => {
  const started = await startTestServer({
    'list-csv': (_, response) => response.setHeader('content-type', 'text/csv').end('Email\r\n'),
    'list-export-count': (_, response) =>
      response
        .writeHead(503, { 'content-type': 'application/json' })
        .end(JSON.stringify({ error: { code: 'unavailable', message: 'Busy.' } })),
  });
  server = started.server;
  const result = await runHere(['lists', 'export', LIST.id, '-p', 'instantly'], started.environment);
  expect(result).toEqual({ code: 0, out: 'Email\r\n', err: '' });
});
