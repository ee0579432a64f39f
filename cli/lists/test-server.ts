import { once } from 'node:events';
import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ListView } from '../../contract/lists.ts';

const AT = '2026-11-25T00:00:00.000Z';
const NONE = { used: 0, max: 0 };

/** The list that the account of a test server has. */
export const LIST: ListView = {
  id: '7f0e2c5e-6f0b-4c58-9d0a-0d7a4a3b1c11',
  name: 'Slow',
  source: { kind: 'own' },
  columns: [],
  fields: [],
  steps: [],
  views: [],
  excludes: null,
  autoCap: null,
  autoWait: null,
  computing: null,
  keyColumn: null,
  version: 1,
  rows: 1,
  bytes: 1,
  optedOut: 0,
  createdAt: AT,
  updatedAt: AT,
  tools: [],
};

export function json(response: ServerResponse, body: unknown): void {
  response.setHeader('content-type', 'application/json').end(JSON.stringify(body));
}

/** A server that has `LIST` and answers some calls with `replies`, by their names. `environment`: of a command that uses it. */
export async function startTestServer(
  replies: Readonly<Record<string, RequestListener>>,
): Promise<{ server: Server; environment: Record<string, string> }> {
  const all: Readonly<Record<string, RequestListener>> = {
    lists: (_, response) =>
      json(response, { lists: [LIST], storage: { lists: NONE, rows: NONE, bytes: NONE }, next: null }),
    ...replies,
  };
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    const reply = all[pathname.replace('/functions/v1/', '')];
    if (reply) reply(request, response);
    else response.writeHead(404).end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { server, environment: { LEADWELL_URL: url, LEADWELL_API_KEY: 'lwk_x' } };
}
